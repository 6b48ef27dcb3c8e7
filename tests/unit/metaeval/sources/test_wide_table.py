"""Judged outputs from one table."""

from collections.abc import Callable

import numpy as np
import pytest

from mtassay.errors import InputError
from mtassay.metaeval.sources.wide_table import judged_from_table

Write = Callable[[str, str], str]
TABLE = """system\tsegment\tdocument\thuman\tchrf\tter\tcomment
a\t1\tx\t3\t50\t0.4\tfine
a\t2\tx\t1\t40\t0.9\t
b\t1\tx\t5\t60\t0.2\tgood
b\t2\tx\t\t30\t1\t
refA\t1\tx\t6\t99\t0\t
refA\t2\tx\t6\t98\t0\t
"""


def test_a_row_is_an_output(write: Write) -> None:
    judged = judged_from_table(write("wide.tsv", TABLE), errors=["ter"])
    assert judged.systems == ("a", "b", "refA")
    assert judged.gold == "human"
    assert judged.human[0].tolist() == [3, 1]
    assert np.isnan(judged.human[1, 1])
    assert list(judged.metrics) == ["chrf", "ter"]
    assert judged.metrics["ter"].segments[0].tolist() == [-0.4, -0.9]
    assert judged.metrics["chrf"].systems.tolist() == [45, 45, 98.5]
    assert judged.is_person.tolist() == [False, False, True]
    assert judged.labels == {"document": ["x", "x"]}


def test_columns_and_people_are_chosen(write: Write) -> None:
    path = write("wide.tsv", TABLE)
    judged = judged_from_table(path, human="ter", metrics=["chrf"], people=["b"], lower_is_better=True)
    assert (judged.gold, list(judged.metrics)) == ("ter", ["chrf"])
    assert judged.human[2].tolist() == [0, 0]
    assert judged.is_person.tolist() == [False, True, False]
    with pytest.raises(InputError, match="c, a person: there is no such system; there are a, b, refA"):
        judged_from_table(path, people=["c"])
    with pytest.raises(
        InputError, match="bleu, of which lower is better: there is no such metric; there are chrf, ter"
    ):
        judged_from_table(path, errors=["bleu"])


def test_errors_of_people_are_turned_by_themselves(write: Write) -> None:
    judged = judged_from_table(write("wide.tsv", TABLE.replace("human", "MQM")))
    assert judged.human[0].tolist() == [-3, -1]
    assert "MQM counts errors: lower is better." in judged.notes


def test_without_segments_a_row_is_a_system(write: Write) -> None:
    path = write("systems.csv", "system,human,bleu\na,1,20\nb,2,30\nc,3,25\n")
    judged = judged_from_table(path)
    assert judged.size == 1
    assert judged.human_systems.tolist() == [1, 2, 3]
    assert judged.metrics["bleu"].systems.tolist() == [20, 30, 25]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("system\tsegment\tchrf\na\t1\t5\n", "no column seems to hold the scores of people"),
        ("segment\thuman\tchrf\n1\t1\t5\n", "no column seems to hold the system"),
        ("system\tsegment\thuman\na\t1\t5\n", "no column holds the scores of a metric"),
        (
            "system\tsegment\thuman\tchrf\na\t1\t5\t5\na\t1\t5\t5\n",
            "wide.tsv, row 3: segment 1 of a stands in row 2 too",
        ),
        ("system\tsegment\thuman\tchrf\na\t1\t5\t5\n\t1\t5\t5\n", "wide.tsv, row 3: the system is missing"),
        ("system\tsegment\thuman\tchrf\na\t1\tgood\t5\n", "wide.tsv, row 2: human is 'good', which is no number"),
    ],
)
def test_unusable_tables_are_refused(write: Write, content: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        judged_from_table(write("wide.tsv", content))

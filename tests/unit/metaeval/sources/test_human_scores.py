"""What people say of the outputs of a test set, from tables and from files of judgments."""

from collections.abc import Callable

import numpy as np
import pytest

from mtassay import EvalSet
from mtassay.errors import InputError
from mtassay.metaeval.sources.human_scores import read_human_scores

Write = Callable[[str, str], str]
NAN = np.nan
EVALSET = EvalSet(
    sources=["eins", "zwei", "eins"],
    systems={"a.en": ["one", "two", "one"], "b": ["one", "to", "won"]},
)


def test_a_table_of_scores_needs_no_texts(write: Write) -> None:
    path = write("judged.tsv", "system\tsegment\tscore\na\t1\t5\na\t1\t7\nb\t3\t2\nb\t2\t\nc\t1\t9\n")
    scores = read_human_scores(path, EVALSET)
    np.testing.assert_equal(scores.table, [[6, NAN, NAN], [NAN, NAN, 2]])
    assert (scores.name, scores.lower_is_better) == ("score", False)
    assert scores.notes == ("Judgments of systems whose outputs were not given are passed over: c.",)


def test_columns_of_a_table_are_chosen(write: Write) -> None:
    path = write("judged.tsv", "engine\tplace\tline\tmqm\na\t9\t1\t5\nb\t9\t2\t0\n")
    scores = read_human_scores(f"{path}:system=engine,position=line,score=mqm", EVALSET)
    np.testing.assert_equal(scores.table, [[5, NAN, NAN], [NAN, 0, NAN]])
    assert scores.lower_is_better


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("system\tsegment\tscore\na\t4\t5\n", "row 2: segment 4 was judged, and the texts have 3"),
        ("system\tsegment\tscore\nd\t1\t5\n", "judgments of 'd', and none of the systems a.en, b; name the files"),
        ("system\tsegment\tpoints of x\na\t1\t5\n", "no column seems to hold the score.*score=COLUMN"),
        ("system\tsegment\tscore\na\tfirst\t5\n", "no column seems to hold the position"),
        ("system\tsegment\tscore\na\t1\t\n", "no judgment of these systems"),
    ],
)
def test_unusable_tables_are_refused(write: Write, content: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_human_scores(write("judged.tsv", content), EVALSET)


JUDGMENTS = """source\ttarget\tsystem\tscore
eins\tone\ta\t8
zwei\ttwo\ta\t9
zwei\tto\tb\t3
eins\twon\tb\t1
"""


def test_texts_say_which_outputs_were_judged(write: Write) -> None:
    scores = read_human_scores(write("judged.tsv", JUDGMENTS), EVALSET)
    # the first output of b equals that of a, and a source that occurs twice has its judgments at both places
    np.testing.assert_equal(scores.table, [[8, 9, 8], [8, 3, 1]])
    assert scores.notes == ("Outputs that have the judgments of an equal output: 1.",)


def test_a_system_with_nothing_but_equal_outputs_was_not_judged(write: Write) -> None:
    lines = [line for line in JUDGMENTS.splitlines() if "\tb\t" not in line]
    scores = read_human_scores(write("judged.tsv", "\n".join(lines) + "\n"), EVALSET)
    assert np.isnan(scores.table[1]).all()
    assert scores.table[0].tolist() == [8, 9, 8]


def test_judgments_of_other_texts_are_refused(write: Write) -> None:
    path = write("judged.tsv", "source\ttarget\tsystem\tscore\ndrei\tthree\ta\t8\n")
    with pytest.raises(InputError, match="no judgment of these systems"):
        read_human_scores(path, EVALSET)
    with pytest.raises(InputError, match="give the sources too, by which they are found"):
        read_human_scores(path, EvalSet(systems={"a": ["one"]}))

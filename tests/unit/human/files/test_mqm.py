"""Marked errors as points, with the errors kept."""

import json
from collections.abc import Callable

import pytest

from mtassay.errors import InputError, MtassayWarning, SettingError
from mtassay.human.collection import Output
from mtassay.human.judgment_files import read_judgments
from mtassay.human.scales import SCALES

Write = Callable[[str, str | bytes], str]

HEADER = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\tcomment\n"
ROWS = HEADER + (
    "A\td1\t1\t7\tr1\tDie Katze.\tThe <v>dog</v>.\tAccuracy/Mistranslation\tMajor\twrong animal\n"
    "A\td1\t1\t7\tr1\tDie <v>Katze</v>.\tThe dog.\tFluency/Punctuation\tMinor\t\n"
    "A\td1\t1\t7\tr2\tDie Katze.\tThe dog.\tNo-error\tNo-error\t\n"
    "B\td1\t1\t7\tr1\tDie Katze.\t<v>Blah\tNon-translation!\tMajor\t\n"
    "A\td1\t2\t9\tr1\tJa.\tYes.\tNo-error\tno-error\t\n"
)


def test_marked_errors_become_points(write: Write) -> None:
    path = write("mqm.tsv", ROWS)
    collection = read_judgments(path)
    assert collection.scale == SCALES["points"]
    first, second = collection.sources
    assert (first.text, first.document, first.position) == ("Die Katze.", "d1", 7)
    assert first.extra == {"doc_id": "1", "seg_id": "7"}
    dog, blah = first.targets
    assert (dog.text, blah.text, second.targets[0].judgments[0].value) == ("The dog.", "Blah", 10)
    assert dog.outputs == (Output("A", "", 7, "d1"),)
    assert [(one.judge, one.value, one.extra["mqm"]) for one in dog.judgments] == [("r1", 7.96, "5.1"), ("r2", 10, "0")]
    assert (blah.judgments[0].value, blah.judgments[0].extra["mqm"]) == (0, "25")
    assert dog.judgments[1].place == f"{path}, line 4"


def test_the_errors_are_kept_with_their_places(write: Write) -> None:
    collection = read_judgments(write("mqm.tsv", ROWS))
    dog, blah = collection.sources[0].targets
    wrong, point = json.loads(dog.judgments[0].extra["errors"])
    assert wrong == {
        "category": "Accuracy/Mistranslation",
        "severity": "Major",
        "spans": [["target", 4, 7]],
        "comment": "wrong animal",
    }
    assert point["spans"] == [["source", 4, 9]]
    assert json.loads(blah.judgments[0].extra["errors"])[0]["spans"] == [["target", 0, 4]]


def test_weights_can_be_told(write: Write) -> None:
    path = write("mqm.tsv", ROWS)
    collection = read_judgments(path, weights="major=10,minor=1,no-error=0")
    assert collection.sources[0].targets[0].judgments[0].value == pytest.approx(10 - 0.4 * 11)
    with pytest.raises(SettingError, match="the weight of major is 'much'; expected a number"):
        read_judgments(path, weights="major=much")


def test_oddities_are_noted_once(write: Write) -> None:
    path = write(
        "mqm.tsv", ROWS.replace("The dog.\tFluency", "The hog.\tFluency").replace("No-error\tNo-error", "x\tx")
    )
    with (
        pytest.warns(MtassayWarning, match="in 1 rows the text is not that of an earlier row .* line 3"),
        pytest.warns(MtassayWarning, match="no weight for the severity 'x', which costs nothing"),
    ):
        collection = read_judgments(path)
    errors = json.loads(collection.sources[0].targets[0].judgments[0].extra["errors"])
    assert errors[1]["target"] == "The hog."


def test_segments_without_numbers_of_their_own_count_by_their_turn(write: Write) -> None:
    path = write("mqm.tsv", ROWS.replace("\td1\t2\t9\t", "\td2\t2\t7\t"))
    assert [source.position for source in read_judgments(path).sources] == [1, 2]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (ROWS.replace("severity", "weight"), "line 1: no column 'severity'; a file of MQM has system, seg_id"),
        (ROWS.replace("rater", "doc"), "line 1: two columns are called 'doc'"),
        (ROWS.replace("Ja.", ""), "line 6: an empty source"),
        (ROWS.replace("\tr2", ""), "line 4: 9 columns, but line 1 has 10"),
    ],
)
def test_every_fault_names_its_place(rows: str, message: str, write: Write) -> None:
    with pytest.raises(InputError) as caught:
        read_judgments(write("mqm.tsv", rows), "mqm")
    assert message in str(caught.value)

"""Marked errors of Marot: both headers, rows that need care, and what is wrong, by line."""

import pytest

from mtassay.errors import InputError
from mtassay.human.answer_files.base import ANSWER_FILES

OLD = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity"
NEW = "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata"
ROW = "base\ttalk\t1\t5\tr1\tTwo words.\tZwei <v>Worte</v>.\tStyle/Awkward\tMinor"


def read(*lines, spec="marot"):
    return ANSWER_FILES.create(spec).read("\n".join(lines).encode(), "file.tsv").answers


def test_both_headers_are_read_and_errors_of_a_judge_come_together():
    other = ROW.replace("Zwei <v>Worte</v>", "<v>Zwei Wor</v>te").replace("Minor", "Major")
    missing = ROW.replace("Zwei <v>Worte</v>.", "Zwei Worte.").replace("Two words", "Two <v>words</v>")
    missing = missing.replace("Style/Awkward", "Accuracy/Omission")
    clean = "new\ttalk\t1\t5\tr1\tTwo words.\tGut.\tNo-error\tNo-error"
    marked, flawless = read(OLD, ROW, other, missing, clean)
    assert marked.protocol.spec == "mqm:overlap=yes"
    assert [(span["side"], span["start"], span["end"]) for span in marked.body["spans"]] == [
        ("target", 0, 8),
        ("target", 5, 10),
        ("source", 4, 9),
    ]
    assert flawless.body == {"spans": []}
    assert marked.items[0].position == 5
    (again,) = read(NEW, ROW + '\t{"timestamp": 1234, "note": "so"}')
    assert again.body["spans"][0]["note"] == "so"
    assert again.protocol.spec == "mqm"


def test_other_severities_need_a_weight():
    critical = ROW.replace("Minor", "Critical")
    with pytest.raises(InputError, match="no weight for the severity 'critical'"):
        read(OLD, critical)
    (answer,) = read(OLD, critical, spec="marot:weights='minor=1,major=5,critical=10'")
    assert answer.numbers[0].value == 10


def test_other_categories_make_a_tree():
    (answer,) = read(OLD, ROW.replace("Style/Awkward", "Style"), ROW.replace("<v>Worte</v>", "Worte<v>.</v>"))
    assert [span["category"] for span in answer.body["spans"]] == ["Style/Style", "Style/Awkward"]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([OLD.replace("target", "text"), ROW], "line 1: no column 'target'"),
        ([OLD, ROW, ROW + "\tmore"], "line 3: 10 columns, and the first line has 9"),
        ([OLD, ROW.replace("Minor", "")], "line 2: an error without a category or a severity"),
        ([NEW, ROW + "\t{"], "line 2: the metadata are no JSON"),
        ([OLD, ROW.replace("base", "")], "line 2: no name of a system"),
        ([OLD], "no answer is in the file"),
    ],
)
def test_what_is_wrong_is_named_by_its_line(lines, words):
    with pytest.raises(InputError, match="Nothing was imported") as caught:
        read(*lines)
    assert words in str(caught.value)

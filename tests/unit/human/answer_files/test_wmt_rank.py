"""Rankings of WMT: pairs and lines of five, ranks that were skipped, systems that share an output."""

import pytest

from mtassay.errors import InputError
from mtassay.human.answer_files.base import ANSWER_FILES

PAIRS = "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID"
FIVES = "srclang,trglang,srcIndex,documentId,segmentId,judgeId," + ",".join(
    [f"system{number}Number,system{number}Id" for number in range(1, 6)] + [f"system{n}rank" for n in range(1, 6)]
)


def read(*lines):
    return ANSWER_FILES.create("wmt-rank").read("\n".join(lines).encode(), "file.csv")


def test_pairs_of_one_ranking_come_together():
    lines = ["tur,eng,3,3,j1,a,2,b+c,1,9", "tur,eng,3,3,j1,a,2,d,4,9", "tur,eng,3,3,j1,b+c,1,d,4,9"]
    answers = read(PAIRS, *lines)
    (answer,) = answers.answers
    assert [item.systems for item in answer.items] == [("a",), ("b", "c"), ("d",)]
    assert list(answer.body["ranks"].values()) == [2, 1, 3]
    assert (answers.source_language, answers.target_language) == ("tr", "en")


def test_more_than_five_systems_are_pairs():
    names = "abcdef"
    lines = [
        f"tur,eng,3,3,j1,{one},{1 + (one > 'b')},{other},{1 + (other > 'b')},9"
        for place, one in enumerate(names)
        for other in names[place + 1 :]
    ]
    answers = read(PAIRS, *lines).answers
    assert len(answers) == 15
    assert [answer.body["better"] for answer in answers[:3]] == [None, "1", "1"]


def test_lines_of_five_with_ranks_that_were_skipped():
    line = "fra,eng,3,-1,3,j1,1,a,2,b,3,c,4,d,5,e,1,2,-1,2,5"
    (answer,) = read(FIVES, line).answers
    assert [item.systems[0] for item in answer.items] == ["a", "b", "d", "e"]
    assert list(answer.body["ranks"].values()) == [1, 2, 2, 3]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["a,b"], "line 1: no column 'segmentId'"),
        ([PAIRS, "tur,eng,3,3,j1,a,2,b"], "line 2: 8 columns, and the first line has 10"),
        ([PAIRS, "tur,eng,3,x,j1,a,2,b,1,9"], "line 2: segmentId is 'x'"),
        ([PAIRS, "tur,eng,3,0,j1,a,2,b,1,9"], "line 2: segmentId is 0"),
        ([PAIRS, "tur,eng,3,3,j1,a,0,b,1,9"], "line 2: system1 is 'a' with rank 0"),
        ([PAIRS, "tur,eng,3,3,j1,a,2,b,1,9", "tur,eng,3,3,j1,a,1,c,1,9"], "line 3: 'a' has rank 1 here and 2"),
        ([PAIRS, 'tur,eng,3,3,"j1'], "no CSV"),
        ([PAIRS], "no ranking of two outputs"),
    ],
)
def test_what_is_wrong_is_named_by_its_line(lines, words):
    with pytest.raises(InputError, match="Nothing was imported") as caught:
        read(*lines)
    assert words in str(caught.value)

"""Rankings as WMT published them."""

from collections.abc import Callable

import pytest

from mtassay.errors import InputError
from mtassay.human.answers.answer_files import read_answers
from mtassay.human.answers.judged_outputs import Ranked

Write = Callable[[str, str | bytes], str]

PAIRS = "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID\n"
FIVE = "srclang,trglang,srcIndex,documentId,segmentId,judgeId," + ",".join(
    f"system{number}Number,system{number}Id" for number in range(1, 6)
)
FIVE += "," + ",".join(f"system{number}rank" for number in range(1, 6)) + "\n"


def read(path: str) -> list[Ranked]:
    return read_answers([path]).ranked


def test_pairs_of_2016(write: Write) -> None:
    path = write("ranks.csv", PAIRS + "tur,eng,620,620,judge26,a+b,4,c,2,1264\ntur,eng,620,620,judge26,a,1,c,1,1264\n")
    first, second = read(path)
    assert (first.segment, first.judge, first.task) == ("620", "judge26", "1264")
    assert [output[:2] for output in first.outputs] == [(("a", "b"), 4), (("c",), 2)]
    assert second.task == first.task


def test_screens_of_2013(write: Write) -> None:
    shown = "1,A,2,B,3,C,4,D,5,E"
    rows = f"fr,en,7,doc,7,anna,{shown},1,2,2,4,5\nfr,en,8,doc,8,anna,{shown},-1,-1,-1,-1,-1\n"
    answers = read_answers([write("ranks.csv", FIVE + rows)])
    (screen,) = answers.ranked
    assert [output.rank for output in screen.outputs] == [1, 2, 2, 4, 5]
    assert (screen.document, answers.left_out) == ("doc", {"skipped by the judge": 1})


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (PAIRS + "tur,eng,1,1,anna,a,first,c,2,9\n", "row 2: the rank is 'first'"),
        (PAIRS + "tur,eng,1,1,anna,a,0,c,2,9\n", "row 2: the rank is '0'"),
        (PAIRS + "tur,eng,1,1,anna,a,1,c,2,9\nfra,eng,1,1,anna,a,1,c,2,9\n", "row 3: srclang is 'fra' here and 'tur'"),
        (PAIRS + "tur,eng,1,1,anna,a,-1,c,-1,9\n", "no row ranks two outputs"),
        ("segmentId,system1Id,system1rank,system2Id,system2rank\n1,a,1,b,2\n", "no column 'judgeID'"),
    ],
)
def test_faults_name_their_place(write: Write, content: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(write("ranks.csv", content))

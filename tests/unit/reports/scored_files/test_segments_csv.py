"""Segments as comma-separated values."""

from mtassay import EvalSet, evaluate
from mtassay.corpus.formats.base import FILE_FORMATS
from mtassay.reports.scored_files.segments_csv import segments_csv

EVALSET = EvalSet(["the cat", "=1+1"], systems={"A": ["the cat", "@SUM(A1)"]}, labels={"id": ["x", "-y"]})


def test_texts_and_scores_stand_side_by_side() -> None:
    written = segments_csv(evaluate(EVALSET, ["wer"]), EVALSET)
    assert written.decode("utf-8-sig").splitlines() == [
        "Segment,id,Reference,A,A WER",
        "1,x,the cat,the cat,0.0",
        "2,-y,=1+1,@SUM(A1),100.0",
    ]


def test_nothing_becomes_a_formula_in_a_spreadsheet_and_all_can_be_read_again() -> None:
    spec = "csv:spreadsheet=yes"
    written = segments_csv(evaluate(EVALSET, ["wer"]), EVALSET, spec=spec)
    assert "2,'-y,'=1+1,'@SUM(A1),100.0" in written.decode("utf-8-sig")
    read = FILE_FORMATS.create(spec).read(written, "f")
    assert [list(column.texts) for column in read.columns][2:4] == [["the cat", "=1+1"], ["the cat", "@SUM(A1)"]]

"""Workbooks with results: what is in their cells, for whichever program opens them."""

import io
import sys
import zipfile

import numpy as np
import openpyxl
import pytest
import python_calamine
from hypothesis import given, settings
from strategies import evalsets

from mtassay import EvalSet, MissingExtra, compare, evaluate
from mtassay.errors import MtassayWarning, OutputError
from mtassay.evaluation.score import Evaluation, Score, Scores
from mtassay.evaluation.segment_statistics import segment_statistics
from mtassay.reports.document import Document, Table
from mtassay.reports.formats.sheets import Sheet, SheetColumn
from mtassay.reports.formats.xlsx import Xlsx, write_sheets
from mtassay.reports.results.comparison import comparison_document
from mtassay.reports.results.evaluation import evaluation_document

EVALSET = EvalSet(
    [["the cat", "a cat"], ["=1+1"]],
    sources=["die Katze", "https://example.org"],
    systems={"a": ["the cat", "=1+1"], "=b": ["cat", "@SUM(A1)"]},
    labels={"document": ["x", "y"]},
)


def workbook(evalset: EvalSet, digits: int | None = None) -> bytes:
    evaluation = evaluate(evalset, ["ter", "chrf"])
    statistics = segment_statistics(evaluation)
    return Xlsx().write(evaluation_document(evaluation, statistics, evalset), digits=digits)


def test_sheets_and_types() -> None:
    book = openpyxl.load_workbook(io.BytesIO(workbook(EVALSET)))
    assert book.sheetnames == ["Summary", "Segments", "Statistics", "Correlation"]
    assert [[cell.value for cell in row] for row in book["Segments"].iter_rows(max_row=1)] == [
        [
            "Segment",
            "document",
            "Source",
            "Reference",
            "Reference 2",
            "a",
            "a TER",
            "a chrF2",
            "=b",
            "=b TER",
            "=b chrF2",
        ]
    ]
    last = book["Segments"][3]
    assert [cell.data_type for cell in last] == ["n", "s", "s", "s", "n", "s", "n", "n", "s", "n", "n"]
    assert (last[4].value, last[5].value, last[8].value) == (None, "=1+1", "@SUM(A1)")
    assert not any(cell.hyperlink for row in book["Segments"] for cell in row)
    assert all(sheet.freeze_panes == "A2" for sheet in book)
    assert book["Summary"]["B2"].number_format == "0.00"
    signatures = [cell.value for cell in book["Summary"]["C"] if cell.value and "version:" in str(cell.value)]
    assert len(signatures) == 2


def test_digits_are_shown_and_all_are_kept() -> None:
    book = openpyxl.load_workbook(io.BytesIO(workbook(EVALSET, 0)))
    cell = book["Segments"]["K2"]
    assert cell.number_format == "0"
    assert cell.value == pytest.approx(evaluate(EVALSET, ["chrf"])["=b"][0].segments[0], rel=1e-14)


def test_an_empty_cell_where_there_is_no_number() -> None:
    scores = [
        Score(
            metric="m",
            spec="m",
            label=label,
            value=1.0,
            signature="s",
            higher_is_better=True,
            parts={},
            segments=np.array(rows),
        )
        for label, rows in (("A", [1.0]), ("B", [float("inf")]))
    ]
    evaluation = Evaluation(1, {"x": Scores(tuple(scores))})
    one = EvalSet(["a"], systems={"x": ["a"]})
    with np.errstate(invalid="ignore"):
        statistics = segment_statistics(evaluation)
    book = openpyxl.load_workbook(io.BytesIO(Xlsx().write(evaluation_document(evaluation, statistics, one))))
    assert book["Segments"]["E2"].value is None
    assert book["Statistics"]["G2"].value is None
    assert book["Correlation"]["D2"].value is None
    assert any("scores every segment alike" in str(cell.value) for cell in book["Correlation"]["A"])


def test_a_comparison() -> None:
    with pytest.warns(MtassayWarning, match="2 segments are few"):
        comparison = compare(EVALSET, ["ter"], by="document")
    book = openpyxl.load_workbook(io.BytesIO(Xlsx().write(comparison_document(comparison))))
    rows = list(book["Summary"].values)
    assert rows[0][:5] == ("Metric", "Part", "System", "Against", "Score")
    assert rows[2][2:4] == ("=b", "a")
    assert isinstance(rows[2][9], float)
    assert any(row[0] == "TER" and row[1] == "lower is better" for row in rows)


@settings(max_examples=25, deadline=None)
@given(evalset=evalsets())
def test_hostile_text_is_kept_or_refused_by_its_place(evalset: EvalSet) -> None:
    if not evalset.systems:
        return
    try:
        data = workbook(evalset)
    except OutputError as error:
        refused = str(error)
        data = b""
    if not data:
        assert refused.startswith("sheet ")
        assert "column" in refused
        return
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        assert not any(b"<f>" in parts.read(name) or b"<hyperlink" in parts.read(name) for name in parts.namelist())
    rows = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_name("Segments").to_python()
    for name, texts in evalset.systems.items():
        column = rows[0].index(f"{name} TER") - 1
        assert [row[column] for row in rows[1:]] == list(texts)
    openpyxl.load_workbook(io.BytesIO(data))


def test_names_of_systems_that_are_no_text() -> None:
    data = workbook(EvalSet(["a"], systems={"caf\udce9": ["a"]}))
    assert openpyxl.load_workbook(io.BytesIO(data))["Summary"]["A2"].value == "caf\ufffd"


def test_what_excel_cannot_hold_is_refused() -> None:
    with pytest.raises(
        OutputError, match="sheet Segments, row 2, column C: 32,768 characters, and a cell holds 32,767"
    ):
        workbook(EvalSet(["a"], systems={"a": ["x" * 32_768]}))
    with pytest.raises(OutputError, match="1,048,577 rows and 1 columns, and Excel has up to 1,048,576"):
        Sheet("Segments", [SheetColumn("x", range(1_048_576))])


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    with pytest.raises(MissingExtra, match=r"pip install 'mtassay\[excel\]'"):
        write_sheets([])


def test_names_of_sheets_are_those_that_excel_takes() -> None:
    names = ["history", "a/b:c*d?e[f]", "A/B:C*D?E[F]", "'quoted'", "x" * 40, "x" * 40 + "y", ""]
    tables = tuple(Table.of(("n",), [(number,)], title=name) for number, name in enumerate(names))
    document = Document("Odd names", tables, facts={"project": "p", "judge effects": True})
    book = openpyxl.load_workbook(io.BytesIO(Xlsx().write(document)))
    taken = ["History 2", "A b c d e f", "A B C D E F 2", "Quoted", "X" + "x" * 30, "X" + "x" * 28 + " 2", "Rows"]
    assert book.sheetnames == [*taken, "Facts"]
    assert [book[name]["A2"].value for name in taken] == list(range(len(names)))
    assert [[cell.value for cell in row] for row in book["Facts"]][1:] == [["project", "p"], ["judge effects", True]]

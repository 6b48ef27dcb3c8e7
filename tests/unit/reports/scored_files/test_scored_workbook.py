"""The workbook that was scored: what is added to it, what stays, and what is said to be lost."""

import io
import re
import sys
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import python_calamine
import xlsxwriter
from hypothesis import given, settings
from strategies import evalsets

from mtassay import EvalSet, MissingExtra, evaluate
from mtassay.corpus.formats.base import FILE_FORMATS
from mtassay.corpus.tables import evalset_of, table_of
from mtassay.errors import MtassayWarning, OutputError
from mtassay.evaluation.score import Evaluation
from mtassay.evaluation.segment_statistics import segment_statistics
from mtassay.reports.scored_files import scored_workbook
from mtassay.reports.scored_files.scored_workbook import Place, Unsuitable, add_scores

EVALSET = EvalSet(["the cat sat", "a dog"], systems={"A": ["the cat sat", "a cat"], "B": ["cat", "a dog"]})
EVALUATION = evaluate(EVALSET, ["wer", "chrf"])
PLACE = Place("Cases", 2)
Fill = Callable[[Any, Any], object]


def written(fill: Fill = lambda book, sheet: None, first_row: int = 2) -> bytes:
    """A workbook with the test set; `fill` adds to it."""
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as book:
        sheet = book.add_worksheet("Cases")
        if first_row > 1:
            sheet.write_row(
                first_row - 2, 0, ["Reference", "A", "B"], book.add_format({"bold": True, "bg_color": "red"})
            )
        for number, row in enumerate(
            zip((one[0] for one in EVALSET.required_references), *EVALSET.systems.values(), strict=True)
        ):
            sheet.write_row(first_row - 1 + number, 0, row)
        fill(book, sheet)
    return content.getvalue()


def scored(data: bytes, place: Place = PLACE, evaluation: Evaluation = EVALUATION, lost: str = "") -> Any:
    if not lost:
        return openpyxl.load_workbook(io.BytesIO(add_scores(data, place, evaluation)), rich_text=True)
    with pytest.warns(MtassayWarning, match=lost):
        return openpyxl.load_workbook(io.BytesIO(add_scores(data, place, evaluation)), rich_text=True)


def values(sheet: Any, area: str) -> list[list[Any]]:
    return [[cell.value for cell in row] for row in sheet[area]]


def test_columns_stand_right_of_all_others() -> None:
    book = scored(written())
    sheet = book["Cases"]
    assert values(sheet, "A1:G1") == [["Reference", "A", "B", "A WER", "A chrF2", "B WER", "B chrF2"]]
    assert [row[3] for row in values(sheet, "A2:G3")] == [0.0, 50.0]
    assert sheet["D2"].number_format == "0.00"
    assert (sheet["D1"].font.b, sheet["D1"].fill.fgColor.rgb) == (True, "FFFF0000")
    assert book.sheetnames == ["Cases", "Summary"]
    assert [cell.value for cell in book["Summary"]["A"]][-1] == "Scores of segments: sheet Cases, columns D to G"


def test_statistics_have_sheets_and_names_that_are_taken_get_a_number() -> None:
    data = written(lambda book, sheet: book.add_worksheet("summary").write(0, 0, "mine"))
    content = add_scores(data, PLACE, EVALUATION, segment_statistics(EVALUATION))
    names = openpyxl.load_workbook(io.BytesIO(content)).sheetnames
    assert names == ["Cases", "summary", "Summary1", "Statistics", "Correlation"]
    assert python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(content)).sheet_names == names


def test_formatting_stays() -> None:
    def fill(book: Any, sheet: Any) -> None:
        sheet.set_column("A:A", 33)
        sheet.freeze_panes(1, 1)
        sheet.write_number("C3", 0.25, book.add_format({"num_format": "0.0 %"}))
        sheet.write_rich_string("A2", "the ", book.add_format({"italic": True}), "cat", " sat")
        sheet.write_comment("A3", "look")
        sheet.write_url("B3", "https://example.org", string="a cat")
        sheet.data_validation("B2", {"validate": "list", "source": ["x", "y"]})
        sheet.conditional_format("B2:B3", {"type": "cell", "criteria": ">", "value": 1, "format": book.add_format()})
        sheet.set_row(2, None, None, {"hidden": True})
        sheet.autofilter("A1:C3")
        sheet.write_datetime(
            5, 0, __import__("datetime").datetime(2024, 2, 29, 1, 2, 3), book.add_format({"num_format": 22})
        )
        other = book.add_worksheet("Other")
        other.merge_range("A1:C1", "title")
        other.protect("secret")
        book.define_name("Mine", "=Other!$A$1")

    book = scored(written(fill))
    sheet = book["Cases"]
    assert sheet.column_dimensions["A"].width == pytest.approx(33, abs=1)
    assert sheet.freeze_panes == "B2"
    assert sheet["C3"].number_format == "0.0 %"
    assert [type(part).__name__ for part in sheet["A2"].value] == ["str", "TextBlock", "TextBlock"]
    assert sheet["A3"].comment.text == "look"
    assert sheet["B3"].hyperlink.target == "https://example.org"
    assert sheet.data_validations.dataValidation[0].formula1 == '"x,y"'
    assert len(sheet.conditional_formatting) == 1
    assert sheet.row_dimensions[3].hidden
    assert sheet.auto_filter.ref == "A1:G3"
    assert str(sheet["A6"].value) == "2024-02-29 01:02:03"
    assert [str(area) for area in book["Other"].merged_cells.ranges] == ["A1:C1"]
    assert book["Other"].protection.sheet
    assert book.defined_names["Mine"].value == "Other!$A$1"


def test_formulas_stay_and_their_stored_values_are_said_to_be_lost() -> None:
    book = scored(written(lambda book, sheet: sheet.write_formula("D2", "=LEN(A2)", None, 11)), lost="stored values of")
    assert book["Cases"]["D2"].value == "=LEN(A2)"
    assert book["Cases"]["E1"].value == "A WER"


def test_a_title_above_the_names_and_rows_between() -> None:
    def fill(book: Any, sheet: Any) -> None:
        sheet.merge_range("A1:H1", "Cases of May", book.add_format({"bold": True}))

    sheet = scored(written(fill, first_row=4), Place("Cases", 4))["Cases"]
    assert values(sheet, "D3:G3") == [["A WER", "A chrF2", "B WER", "B chrF2"]]
    assert values(sheet, "D4:D5") == [[0.0], [50.0]]
    assert [str(area) for area in sheet.merged_cells.ranges] == ["A1:H1"]


def test_merged_cells_beside_the_table_are_not_written_into() -> None:
    sheet = scored(written(lambda book, sheet: sheet.merge_range("E2:F3", "")))["Cases"]
    assert sheet["G1"].value == "A WER"


def test_without_a_row_for_names() -> None:
    book = scored(written(first_row=1), Place("Cases", 1))
    assert values(book["Cases"], "D1:D2") == [[0.0], [50.0]]
    assert [cell.value for cell in book["Summary"]["A"]][-5:] == [
        "Scores of segments: sheet Cases, columns D to G",
        "D: A WER",
        "E: A chrF2",
        "F: B WER",
        "G: B chrF2",
    ]


@pytest.mark.parametrize("columns", ["A:XFD", "D:XFD", "B:E", "E:E", "C:C"])
def test_widths_of_columns_never_overlap(columns: str) -> None:
    data = written(lambda book, sheet: sheet.set_column(columns, 20, None, {"hidden": columns == "D:XFD"}))
    content = add_scores(data, PLACE, EVALUATION)
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        text = parts.read("xl/worksheets/sheet1.xml").decode()
    found = [
        (int(low), int(high))
        for tag in re.findall("<col [^>]*>", text)
        for low, high in [(re.search('min="([0-9]+)"', tag)[1], re.search('max="([0-9]+)"', tag)[1])]  # type: ignore[index]
    ]
    assert all(high < low for (_, high), (low, _) in zip(sorted(found), sorted(found)[1:], strict=False))
    sheet = openpyxl.load_workbook(io.BytesIO(content))["Cases"]
    assert not any(sheet.column_dimensions[name].hidden for name in "DEFG")
    if columns == "A:XFD":
        assert sorted(found) == [(1, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 16_384)]


@pytest.mark.parametrize(
    ("fill", "lost"),
    [
        (lambda book, sheet: sheet.add_sparkline("D2", {"range": "A2:C2"}), "sparklines"),
        (lambda book, sheet: sheet.insert_textbox("E5", "hello"), "shapes and text boxes"),
        (
            lambda book, sheet: sheet.conditional_format("A1:A3", {"type": "data_bar", "data_bar_2010": True}),
            "newer rules of conditional formatting",
        ),
        (lambda book, sheet: sheet.insert_button("E5", {}), None),
        (
            lambda book, sheet: sheet.insert_chart("E5", _chart(book)),
            "details of charts",
        ),
        (lambda book, sheet: sheet.set_background(_PICTURE), "background pictures"),
        (lambda book, sheet: sheet.write_dynamic_array_formula("E2", "=LEN(A2:A3)"), "newer kinds of cells"),
    ],
)
def test_what_is_lost_is_said(fill: Fill, lost: str | None) -> None:
    data = written(fill)
    if lost is None:  # a button without its macro is a drawing of comments, of which openpyxl makes others
        add_scores(data, PLACE, EVALUATION)
    else:
        scored(data, lost=lost)


_PICTURE = io.BytesIO(
    bytes.fromhex(
        "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63606060000000040001"
        "f61738550000000049454e44ae426082"
    )
)


def _chart(book: Any) -> Any:
    chart = book.add_chart({"type": "line"})
    chart.add_series({"values": "=Cases!$A$2:$A$3"})
    return chart


def with_part(data: bytes, name: str, content: bytes = b"x") -> bytes:
    copied = io.BytesIO(data)
    with zipfile.ZipFile(copied, "a") as parts:
        parts.writestr(name, content)
    return copied.getvalue()


@pytest.mark.parametrize(
    ("part", "lost"),
    [
        ("xl/vbaProject.bin", "without macros"),
        ("xl/threadedComments/threadedComment1.xml", "threads of comments"),
        ("xl/slicers/slicer1.xml", "slicers"),
        ("xl/printerSettings/printerSettings1.bin", "settings of the printer"),
        ("customXml/item1.xml", "data of other programs"),
        ("xl/embeddings/oleObject1.bin", "embedded objects"),
        ("xl/media/image1.emf", "images"),
        ("xl/somethingNew/part1.xml", "without xl/somethingNew/part1.xml"),
    ],
)
def test_parts_that_are_lost(part: str, lost: str) -> None:
    scored(with_part(written(), part), lost=lost)


def test_a_plain_workbook_loses_nothing() -> None:
    with warnings.catch_warnings(action="error"):
        add_scores(written(), PLACE, EVALUATION)


def test_what_openpyxl_warns_of_is_said_too() -> None:
    def fill(book: Any, sheet: Any) -> None:
        sheet.write_number("A9", 1e9, book.add_format({"num_format": "yyyy-mm-dd"}))

    scored(written(fill), lost="something .Cell A9 is marked as a date but the serial value")


def replaced(data: bytes, part: str, old: bytes, new: bytes) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(content, "w") as after:
        for name in before.namelist():
            text = before.read(name)
            assert name != part or old in text
            after.writestr(name, text.replace(old, new) if name == part else text)
    return content.getvalue()


def test_what_openpyxl_cannot_read(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = replaced(written(), "xl/worksheets/sheet1.xml", b'left="0.7"', b'left="wide"')
    with pytest.raises(Unsuitable, match="openpyxl cannot read it"):
        add_scores(broken, PLACE, EVALUATION)
    monkeypatch.setattr(scored_workbook, "MOST_BYTES", 1024)
    with pytest.raises(Unsuitable, match="larger than 0 MB, unpacked"):
        add_scores(written(), PLACE, EVALUATION)


def test_no_room_for_columns() -> None:
    with pytest.raises(OutputError, match="no room for 4 columns right of column XFC"):
        add_scores(written(lambda book, sheet: sheet.write("XFC9", "x")), PLACE, EVALUATION)


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(MissingExtra, match=r"pip install 'mtassay\[excel\]'"):
        add_scores(written(), PLACE, EVALUATION)


def test_what_cannot_be_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    errors: list[Exception] = [OSError(28, "No space left on device"), TypeError("odd style")]

    def save(self: Any, file: object) -> None:
        raise errors[0]

    monkeypatch.setattr(openpyxl.Workbook, "save", save)
    with pytest.raises(OutputError, match="temporary files cannot be written: No space left on device; make room"):
        add_scores(written(), PLACE, EVALUATION)
    del errors[0]
    with pytest.raises(Unsuitable, match=r"openpyxl cannot write it \(TypeError: odd style\)"):
        add_scores(written(), PLACE, EVALUATION)


@settings(max_examples=30, deadline=None)
@given(evalset=evalsets())
def test_hostile_text_comes_back_as_it_was(evalset: EvalSet) -> None:
    if not evalset.systems:
        return
    xlsx = FILE_FORMATS.create("xlsx:header=1")
    try:
        data = xlsx.write(table_of(evalset))
        # the reader fills labels and refuses NUL, so that what it makes of the file is what counts
        with warnings.catch_warnings(action="ignore"):
            before = xlsx.read(data, "x")
        content = add_scores(data, Place("Segments", 2), evaluate(evalset, ["chrf"]))
    except OutputError:
        return
    with warnings.catch_warnings(action="ignore"):
        after = xlsx.read(content, "x", "Segments")
    count = len(before.columns)
    assert [list(one.texts) for one in after.columns[:count]] == [list(one.texts) for one in before.columns]
    assert [one.name for one in after.columns[:count]] == [one.name for one in before.columns]
    # names are read with one blank for each white space
    assert [one.name.split() for one in after.columns[count:]] == [f"{name} chrF2".split() for name in evalset.systems]
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        assert not any(b"<f" in parts.read(name) for name in parts.namelist() if "worksheets/" in name)


def test_the_scored_workbook_can_be_scored(tmp_path: Path) -> None:
    content = add_scores(written(), PLACE, EVALUATION)
    with warnings.catch_warnings(action="ignore"):
        table = FILE_FORMATS.create("xlsx").read(content, "x", "Cases")
        again = evalset_of(table)
    assert {name: list(texts) for name, texts in again.systems.items()} == EVALSET.systems


def test_ranges_of_sparklines_are_no_formulas() -> None:
    data = written(lambda book, sheet: sheet.add_sparkline("D2", {"range": "A2:C2"}))
    with pytest.warns(MtassayWarning, match=r"comes back without sparklines\. Keep") as caught:
        add_scores(data, PLACE, EVALUATION)
    assert not any("formulas" in str(one.message) for one in caught)

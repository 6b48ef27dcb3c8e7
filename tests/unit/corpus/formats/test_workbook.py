"""XLSX and ODS: what is read, and what is refused."""

import datetime
import io
import sys
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable

import pytest
import xlsxwriter
from file_tables import texts
from xlsxwriter.worksheet import Worksheet

from mtassay import InputError, MissingExtra
from mtassay.corpus import limits
from mtassay.corpus.formats.base import FILE_FORMATS, Column, Role, Table
from mtassay.corpus.tables import Choices, evalset_of, segment_rows
from mtassay.errors import MtassayWarning, OutputError

XLSX, ODS = FILE_FORMATS.create("xlsx"), FILE_FORMATS.create("ods")
HEAD = ("source", "MT", "reference")


def workbook(fill: Callable[[Worksheet], object], *sheets: str) -> bytes:
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as book:
        first = book.add_worksheet("Cases")
        first.write_row(0, 0, HEAD)
        fill(first)
        for name in sheets:
            book.add_worksheet(name).write_row(0, 0, ["src", "x"])
    return content.getvalue()


def rows(*lines: tuple[object, ...]) -> Callable[[Worksheet], object]:
    return lambda sheet: [sheet.write_row(number, 0, line) for number, line in enumerate(lines, start=1)]


def replaced(data: bytes, part: str, old: bytes, new: bytes) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as after:
        for info in before.infolist():
            text = before.read(info)
            if info.filename == part:
                assert old in text
                text = text.replace(old, new)
            after.writestr(info.filename, text)
    return content.getvalue()


def ods(sheet: str) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED)
        parts.writestr(
            "META-INF/manifest.xml",
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        )
        namespaces = " ".join(
            f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
        )
        parts.writestr(
            "content.xml",
            f'<?xml version="1.0"?><office:document-content {namespaces}><office:body><office:spreadsheet>'
            f'<table:table table:name="Cases">{sheet}</table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        )
    return content.getvalue()


def ods_cell(text: str, attributes: str = "") -> str:
    return f'<table:table-cell office:value-type="string" {attributes}><text:p>{text}</text:p></table:table-cell>'


def ods_row(*cells: str, repeated: int = 1) -> str:
    return f'<table:table-row table:number-rows-repeated="{repeated}">{"".join(cells)}</table:table-row>'


def test_texts_and_empty_cells() -> None:
    table = XLSX.read(workbook(rows(("a", "=x", None), ("b", None, "http://y"))), "f")
    # written by another program as a formula, which counts by its stored value
    assert texts(table) == {"source": ["a", "b"], "MT": ["0", None], "reference": [None, "http://y"]}
    assert table.first_row == 2


def test_numbers_and_dates_are_texts_and_mixtures_are_noted() -> None:
    date = datetime.date(2026, 1, 2)

    def fill(sheet: Worksheet) -> None:
        for number, (text, other) in enumerate([("a", 1), ("b", 2.5), (3, 1e20), ("c", True)], start=1):
            sheet.write(number, 0, text)
            sheet.write(number, 1, other)
            sheet.write_number(number, 2, (date - datetime.date(1899, 12, 30)).days)

    with pytest.warns(
        MtassayWarning, match="f, sheet Cases, column A: 1 of 5 cells are numbers or dates .* row 4 as '3'"
    ):
        table = XLSX.read(workbook(fill), "f")
    assert texts(table) == {
        "source": ["a", "b", "3", "c"],
        "MT": ["1", "2.5", "1e+20", "TRUE"],
        "reference": ["46024"] * 4,
    }


def test_sheets_are_named_or_the_first() -> None:
    data = workbook(rows(("a", "b", "c")), "Other", "Third one")
    with pytest.warns(MtassayWarning, match="f: sheet 'Cases' is read; for 'Other', 'Third one' say FILE#SHEET"):
        assert texts(XLSX.read(data, "f"))["source"] == ["a"]
    with pytest.raises(InputError, match="f, sheet Other: nothing below the names of the columns"):
        XLSX.read(data, "f", "other")
    with pytest.raises(InputError, match="sheet Third one: nothing"):
        XLSX.read(data, "f", "3")
    with pytest.raises(InputError, match="f: there is no sheet 'Fourth'; there are 'Cases', 'Other', 'Third one'"):
        XLSX.read(data, "f", "Fourth")


def test_labels_that_span_rows_are_those_of_each() -> None:
    def fill(sheet: Worksheet) -> None:
        sheet.write_row(0, 0, ["document", "MT", "ref"])
        sheet.merge_range(1, 0, 2, 0, "d1")
        sheet.write_column(1, 1, ["a", "b", "c"])
        sheet.write_column(1, 2, ["x", "y", "z"])

    assert texts(XLSX.read(workbook(fill), "f"))["document"] == ["d1", "d1", None]


def test_merged_texts_are_refused() -> None:
    def fill(sheet: Worksheet) -> None:
        sheet.write_row(1, 0, ["a", "b", "c"])
        sheet.merge_range(2, 1, 3, 2, "m")

    with pytest.raises(
        InputError, match=r"f, sheet Cases, row 3, column B: the cells B3:C4 are merged, .*; unmerge them and give each"
    ):
        evalset_of(XLSX.read(workbook(fill), "f"))


def test_what_is_not_asked_for_need_not_be_good() -> None:
    def fill(sheet: Worksheet) -> None:
        sheet.write_row(0, 0, [*HEAD, "Comment", "Total", "Sum"])
        sheet.write_column(1, 0, ["a", "b"])
        sheet.write_column(1, 1, ["c", "d"])
        sheet.write_column(1, 2, ["e", "f"])
        sheet.write_formula(1, 3, "=1/0", None, "#DIV/0!")
        sheet.merge_range(1, 4, 2, 4, "m")
        sheet.write_formula(1, 5, "=1+1", None, "")

    table = XLSX.read(workbook(fill), "f")
    with pytest.warns(MtassayWarning, match="columns by their names"):
        evalset = evalset_of(table, shown="f")
    assert (dict(evalset.systems), dict(evalset.labels)) == ({"MT": ("c", "d")}, {})
    for name, message in (
        ("Comment", "row 2, column D: the error #DIV/0!"),
        ("Total", "row 2, column E: the cells E2:E3 are merged"),
        ("Sum", "row 2, column F: a formula without its value"),
    ):
        with pytest.raises(InputError, match=f"f, sheet Cases, {message}"):
            evalset_of(table, Choices("source", ("reference",), (name,)))


def test_a_title_above_the_names_may_be_merged() -> None:
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as book:
        sheet = book.add_worksheet("Cases")
        sheet.merge_range(1, 0, 1, 2, "All my cases")
        sheet.write_row(2, 0, HEAD)
        sheet.write_row(3, 0, ["a", "b", "c"])
    with pytest.warns(MtassayWarning, match="f, sheet Cases: row 3 names the columns"):
        table = XLSX.read(content.getvalue(), "f")
    assert (texts(table)["MT"], table.first_row) == (["b"], 4)
    assert table.sheet == "Cases"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            "",
            "f, sheet Cases, row 2, column B: a formula without its value; open the file in a spreadsheet program and",
        ),
        ("#REF!", "f, sheet Cases, row 2, column B: the error #REF! instead of a text; correct it"),
    ],
)
def test_formulas_without_values_and_errors_are_refused(value: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        evalset_of(XLSX.read(workbook(lambda sheet: sheet.write_formula(1, 1, "=A1", None, value)), "f"))


def test_one_formula_that_went_wrong_spoils_its_row_alone() -> None:
    def fill(sheet: Worksheet) -> None:
        sheet.write_row(0, 0, HEAD)
        for row, word in enumerate("abcd", start=1):
            sheet.write_row(row, 0, [f"{word} s", f"{word} m", f"{word} r"])
        sheet.write_formula(2, 1, "=A1", None, "#REF!")
        sheet.write_formula(3, 2, "=NA()", None, "#N/A")

    table = XLSX.read(workbook(fill), "f")
    assert [column.refusal for column in table.columns] == ["", "", ""]
    assert [dict(column.unusable) for column in table.columns] == [
        {},
        {1: "f, sheet Cases, row 3, column B: the error #REF! instead of a text; correct it"},
        {2: "f, sheet Cases, row 4, column C: the error #N/A instead of a text; correct it"},
    ]
    with pytest.warns(MtassayWarning) as caught:
        evalset = evalset_of(table, shown="f")
    assert (
        "f, sheet Cases, row 3, column B: the error #REF! instead of a text, so the row is left out, and 1 more for "
        "the like; correct it"
    ) in [str(one.message) for one in caught]
    assert list(evalset.systems["MT"]) == ["a m", "d m"]
    assert segment_rows(table) == [0, 3]


def test_errors_in_sheets_of_libreoffice_are_no_empty_texts() -> None:
    wrong = 'table:formula="of:=NA()" office:string-value="" calcext:value-type="error"'
    rows = ods_row(*map(ods_cell, HEAD)) + ods_row(*map(ods_cell, "abc"))
    table = FILE_FORMATS.create("ods").read(ods(rows + ods_row(ods_cell("d"), ods_cell("#N/A", wrong))), "f")
    assert dict(table.columns[1].unusable) == {
        1: "f, sheet Cases, row 3, column B: an error instead of a text; correct it"
    }


def test_formulas_with_values_are_texts() -> None:
    data = workbook(lambda sheet: sheet.write_formula(1, 1, '="x"&"y"', None, "xy"))
    assert texts(XLSX.read(data, "f"))["MT"] == ["xy"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data[:-100], "f: this is no spreadsheet, or a broken one"),
        (lambda data: data[: len(data) // 2], "f: this is no spreadsheet, or a broken one"),
        (lambda data: b"PK\x03\x04 nonsense", "f: this is no spreadsheet, or a broken one"),
        (
            lambda data: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            "f: an old or a protected Excel file; save it as .xlsx without",
        ),
        (
            lambda data: replaced(data, "xl/sharedStrings.xml", b"?>", b'?><!DOCTYPE x [<!ENTITY a "b">]>'),
            "f: xl/sharedStrings.xml has a DOCTYPE or another encoding than UTF-8, which no program",
        ),
        (
            lambda data: replaced(data, "xl/workbook.xml", b"?>", b"?>\n<!-- x --><?y?> <!DOCTYPE x>"),
            "f: xl/workbook.xml has a DOCTYPE or another encoding than UTF-8",
        ),
        (
            lambda data: replaced(data, "xl/styles.xml", b"<?xml", b"\xff\xfe<?xml"),
            "f: xl/styles.xml has a DOCTYPE or another encoding than UTF-8",
        ),
        (
            lambda data: replaced(data, "xl/sharedStrings.xml", b"<t>source", b"<t>_x0000_source"),
            r"f: xl/sharedStrings.xml holds a NUL character \(_x0000_\)",
        ),
        (
            lambda data: replaced(data, "xl/worksheets/sheet1.xml", b'r="C2"', b'r="XFD1048576"'),
            "f, sheet Cases: 1,048,576 rows and 16,384 columns, and mtassay reads up to 10,000,000 cells; is there",
        ),
        (
            lambda data: replaced(data, "xl/worksheets/sheet1.xml", b'r="C2"', b"r = 'XFD1048576'"),
            "f, sheet Cases: 1,048,576 rows and 16,384 columns",
        ),
        (
            lambda data: replaced(data, "xl/worksheets/sheet1.xml", b"</worksheet>", b"<a>" * 50 + b"</worksheet>"),
            "f",
        ),
        (
            lambda data: replaced(data, "xl/workbook.xml", b"<sheets>", b"<sheets"),
            "f: this is no xlsx file, or a broken",
        ),
    ],
)
def test_broken_and_hostile_files_are_refused(change: Callable[[bytes], bytes], message: str) -> None:
    data = change(workbook(rows(("a", "b", "c"))))
    if message == "f":  # read or refused, but nothing worse
        try:
            XLSX.read(data, "f")
        except InputError:
            return
        return
    with pytest.raises(InputError, match=message):
        XLSX.read(data, "f")


def test_names_that_come_again_are_no_segment() -> None:
    data = workbook(rows(("a b", "c d", "e f"), ("", "", ""), HEAD, ("g h", "i j", "k l")))
    with pytest.raises(InputError, match="f, sheet Cases, row 4: the names of the columns once more"):
        XLSX.read(data, "f")
    some = workbook(rows(("a b", "c d", "e f"), ("source", "MT", "e f")))
    assert len(XLSX.read(some, "f")) == 2


def test_drawings_name_shapes_as_a_nul_is_written() -> None:
    """Comments do, in every workbook that has some."""

    def fill(sheet: Worksheet) -> None:
        rows(("a b", "c d", "e f"))(sheet)
        sheet.write_comment(1, 0, "a remark")

    data = workbook(fill)
    assert b"_x0000_" in zipfile.ZipFile(io.BytesIO(data)).read("xl/drawings/vmlDrawing1.vml")
    assert XLSX.read(data, "cases.xlsx").columns[0].texts == ("a b",)


def test_a_part_that_lies_about_its_size_is_not_unpacked() -> None:
    part, end = "xl/worksheets/sheet1.xml", b"</sheetData>"
    bomb = replaced(workbook(lambda sheet: sheet.write(1, 0, "x")), part, end, b" " * (30 << 20) + end)
    with zipfile.ZipFile(io.BytesIO(bomb)) as parts, parts.open(part) as opened:
        checksum = zlib.crc32(opened.read(1000))
    data = bytearray(bomb)
    entry = data.rfind(b"PK\x01\x02", 0, data.rfind(part.encode()))
    data[entry + 16 : entry + 20] = checksum.to_bytes(4, "little")
    data[entry + 24 : entry + 28] = (1000).to_bytes(4, "little")
    tracemalloc.start()
    with pytest.raises(InputError, match=f"f: this is no spreadsheet, or a broken one .{part} has another size"):
        XLSX.read(bytes(data), "f")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10 << 20


def test_a_bomb_is_not_unpacked() -> None:
    data = workbook(rows(("a", "b", "c")))
    content = io.BytesIO(data)
    with zipfile.ZipFile(content, "a", zipfile.ZIP_DEFLATED) as parts, parts.open("xl/media/x.bin", "w") as part:
        for _ in range(600):
            part.write(bytes(1 << 20))
    with pytest.raises(
        InputError, match=r"f: 600 MB, unpacked, and mtassay reads up to 512 MB; is it the right file\?"
    ):
        XLSX.read(content.getvalue(), "f")


def test_a_size_that_is_not_true_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    data = workbook(rows(("a", "b", "c")))
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        size = parts.getinfo("xl/sharedStrings.xml").file_size
    place = data.rindex(b"xl/sharedStrings.xml") - 46 + 24  # the size in the list of all parts, at the end
    assert int.from_bytes(data[place : place + 4], "little") == size
    with pytest.raises(
        InputError, match=r"f: this is no spreadsheet, or a broken one \(xl/sharedStrings.xml has another size"
    ):
        XLSX.read(data[:place] + (10).to_bytes(4, "little") + data[place + 4 :], "f")


def test_what_a_cell_cannot_hold_is_refused() -> None:
    for text, message in (
        ("x" * 32_768, "row 2, column A: 32,768 characters"),
        ("\uffff", "row 2, column A: U.FFFE or"),
    ):
        with pytest.raises(OutputError, match=message):
            XLSX.write(Table((Column("src", [text], Role.SOURCE),)))


def test_texts_stay_texts_in_a_written_workbook() -> None:
    data = XLSX.write(Table((Column("src", ["=1+1", "http://x", "007"], Role.SOURCE),)))
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        sheet = parts.read("xl/worksheets/sheet1.xml")
    assert b"<f" not in sheet
    assert sheet.count(b't="s"') == 4
    assert texts(XLSX.read(data, "f")) == {"src": ["=1+1", "http://x", "007"]}


def test_a_sheet_of_libreoffice() -> None:
    empty = ods_row('<table:table-cell table:number-columns-repeated="16384"/>', repeated=1048570)
    data = ods(
        ods_row(*map(ods_cell, HEAD)) + ods_row(ods_cell("a"), ods_cell("b &amp; c"), "<table:table-cell/>") + empty
    )
    assert ODS.recognizes(data)
    assert not XLSX.recognizes(data)
    assert texts(ODS.read(data, "f")) == {"source": ["a"], "MT": ["b & c"], "reference": [None]}


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            ods_row(ods_cell("x", 'table:number-columns-repeated="16384"'), repeated=1048576),
            "f, sheet 1: 1,048,577 rows and 16,384 columns, and mtassay reads up to",
        ),
        (
            ods_row(ods_cell("x"), '<table:table-cell table:formula="of:=A1"/>'),
            "f, sheet Cases, row 2, column B: a formula without its value",
        ),
        (
            ods_row(ods_cell("x", 'table:number-columns-spanned="2" table:number-rows-spanned="1"'), ods_cell("y")),
            "f, sheet Cases, row 2, column A: the cells A2:B2 are merged",
        ),
    ],
)
def test_hostile_sheets_of_libreoffice_are_refused(rows: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        evalset_of(ODS.read(ods(ods_row(*map(ods_cell, HEAD)) + rows), "f"))


def test_limits_of_workbooks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SHEET_CELLS", 5)
    with pytest.raises(InputError, match="f, sheet 1: 2 rows and 3 columns"):
        ODS.read(ods(ods_row(*map(ods_cell, HEAD)) + ods_row(*map(ods_cell, HEAD))), "f")


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    with pytest.raises(MissingExtra, match=r"f: a spreadsheet needs .* pip install 'mtassay\[excel\]'"):
        XLSX.read(b"PK\x03\x04", "f")
    with pytest.raises(MissingExtra, match=r"an Excel workbook needs .* pip install 'mtassay\[excel\]'"):
        XLSX.write(Table((Column("src", ["a"], Role.SOURCE),)))

"""Workbooks of Excel."""

import io
import posixpath
import re
import zipfile
from dataclasses import dataclass
from typing import ClassVar
from xml.etree import ElementTree

from mtassay.corpus import limits
from mtassay.corpus.formats.base import Table
from mtassay.corpus.formats.tabular import letters
from mtassay.corpus.formats.workbook import NO_VALUE, Look, WorkbookFormat
from mtassay.errors import InputError, MissingExtra, OutputError

_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_PLACE = re.compile(rb"\br\s*=\s*[\"']([A-Za-z]{1,4})([0-9]{1,9})[\"']")
# A column behind Z, or a row behind 99,999; without any the sheet is small, and its cells need no look. Most sheets
# are written in one way, in which a search for four characters at once takes a third of the time.
_FAR_OUT = re.compile(rb' r="(?:[A-Za-z]{2}|[A-Za-z][0-9]{6})')
_UNUSUAL = (b"'", b"\t", b"r =", b'= "')
_START = 200
_FULL_CELL = re.compile(rb"<(?:\w+:)?c\s([^>]*)(?<!/)>(.*?)</(?:\w+:)?c>", re.DOTALL)
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
_VALUE = re.compile(rb"<(?:\w+:)?v(?:\s[^>]*)?>([^<]+)<")
_REFERENCE = re.compile(rb"\br=[\"']([A-Z]+)([0-9]+)")
_KIND = re.compile(rb"\bt=[\"'](\w+)")
_LONGEST = 32_767
# XML has no such characters, and calamine does not undo the way in which XlsxWriter writes them
_UNWRITABLE = re.compile("[\ufffe\uffff]")


@dataclass(frozen=True, kw_only=True)
class Xlsx(WorkbookFormat):
    """A sheet of an Excel workbook, the first that is not hidden unless one is named: `cases.xlsx#Sheet1`.

    Needs `pip install 'mtassay[excel]'`. Numbers and dates are read as text; a formula counts by the
    value that the spreadsheet program stored. A row in which that is missing, or an error such as `#REF!`, is left out
    with a note; a column in which it is so in most rows is refused.
    """

    name: ClassVar[str] = "xlsx"
    title: ClassVar[str] = "Excel workbooks"
    endings: ClassVar[tuple[str, ...]] = (".xlsx",)  # .xlsm is known by its content, and never written

    @classmethod
    def recognizes(cls, data: bytes) -> bool:
        return data.startswith(b"PK\x03\x04") and b"xl/workbook" in data

    def check_sheet(self, parts: zipfile.ZipFile, index: int, shown: str) -> Look:
        content = _sheet_part(parts, index)
        is_unusual = any(spelling in content for spelling in _UNUSUAL) or content.find(b"\n", _START) >= 0
        if is_unusual or _FAR_OUT.search(content):
            places = _PLACE.findall(content) or [(b"A", b"1")]
            columns = max(_number(name) for name in {name for name, _ in places})
            limits.check_cells(max(int(row) for _, row in places), columns, shown)
        if b"<f" not in content and b":f" not in content and b'"e"' not in content:
            return Look()
        unusable: dict[int, dict[int, str]] = {}
        for attributes, inside in _FULL_CELL.findall(content):
            kind, value = _KIND.search(attributes), _VALUE.search(inside)
            is_error = kind is not None and kind[1] == b"e"
            is_text = kind is not None and kind[1] == b"str"  # which may be empty
            if is_error or (_FORMULA.search(inside) and value is None and not is_text):
                match = _REFERENCE.search(attributes)
                where = f"row {match[2].decode()}, column {match[1].decode()}" if match else "a cell"
                text = value[1].decode("utf-8", "replace") if value else ""
                refusal = f"{shown}, {where}: " + (
                    f"the error {text} instead of a text; correct it" if is_error else NO_VALUE
                )
                if match is None:
                    raise InputError(refusal)
                unusable.setdefault(_number(match[1]) - 1, {})[int(match[2]) - 1] = refusal
        return Look(unusable=unusable)

    def write(self, table: Table) -> bytes:
        try:
            import xlsxwriter
        except ImportError:
            raise MissingExtra("an Excel workbook", "excel") from None
        rows = self._written_rows(table)
        for number, row in enumerate(rows):
            for column, text in enumerate(row):
                check_text(text, number, column)
        content = io.BytesIO()
        # texts only: nothing that starts with = becomes a formula, nothing that looks like an address a link
        with xlsxwriter.Workbook(content, {"in_memory": True}) as workbook:
            sheet = workbook.add_worksheet("Segments")
            for number, row in enumerate(rows):
                for column, text in enumerate(row):
                    sheet.write_string(number, column, text)
        return content.getvalue()


def check_text(text: str, row: int, column: int, where: str = "") -> None:
    """Refuse a text that no cell can hold; row and column count from 0, `where` is put before them."""
    if len(text) > _LONGEST or _UNWRITABLE.search(text):
        what = (
            f"{len(text):,} characters, and a cell holds {_LONGEST:,}"
            if len(text) > _LONGEST
            else "U+FFFE or U+FFFF, which no XML file can hold"
        )
        raise OutputError(f"{where}row {row + 1}, column {letters(column)}: {what}; write jsonl or csv instead")


def _sheet_part(parts: zipfile.ZipFile, index: int) -> bytes:
    """The XML of a sheet; nothing where the workbook does not say which it is."""
    try:
        workbook = ElementTree.fromstring(parts.read("xl/workbook.xml"))
        relations = ElementTree.fromstring(parts.read("xl/_rels/workbook.xml.rels"))
        sheet = [element for element in workbook.iter() if element.tag.rpartition("}")[2] == "sheet"][index]
        targets = {relation.get("Id"): relation.get("Target", "") for relation in relations}
        return parts.read(posixpath.normpath(posixpath.join("/xl", targets[sheet.get(_RELATION)])).lstrip("/"))
    except (KeyError, IndexError, ElementTree.ParseError):
        return b""  # calamine will say what is wrong with it


def _number(name: bytes) -> int:
    number = 0
    for letter in name.upper():
        number = 26 * number + letter - 64
    return number

"""Workbooks of LibreOffice."""

import re
import zipfile
from dataclasses import dataclass, field
from typing import ClassVar

from mtassay.corpus import limits
from mtassay.corpus.formats.tabular import Area, letters
from mtassay.corpus.formats.workbook import NO_VALUE, Look, WorkbookFormat

_TOKEN = re.compile(
    rb"<table:table\s|<table:table-row(?=[\s/>])([^>]*)>|<table:(?:covered-)?table-cell(?=[\s/>])([^>]*)>"
)
_ROWS = re.compile(rb"number-rows-repeated=[\"']([0-9]{1,9})")
_COLUMNS = re.compile(rb"number-columns-repeated=[\"']([0-9]{1,9})")
_ROWS_SPANNED = re.compile(rb"number-rows-spanned=[\"']([0-9]{1,9})")
_COLUMNS_SPANNED = re.compile(rb"number-columns-spanned=[\"']([0-9]{1,9})")


@dataclass(frozen=True, kw_only=True)
class Ods(WorkbookFormat):
    """A sheet of an OpenDocument workbook, the first that is not hidden unless one is named: `cases.ods#Sheet1`.

    Needs `pip install 'mtassay[excel]'`. Numbers and dates are read as text.
    """

    name: ClassVar[str] = "ods"
    title: ClassVar[str] = "LibreOffice workbooks"
    endings: ClassVar[tuple[str, ...]] = (".ods",)
    can_write: ClassVar[bool] = False

    @classmethod
    def recognizes(cls, data: bytes) -> bool:
        return data.startswith(b"PK\x03\x04") and b"opendocument.spreadsheet" in data[:200]

    def check_parts(self, parts: zipfile.ZipFile, shown: str) -> None:
        # calamine reads all sheets at once, so all of them must be small enough
        for number, sheet in enumerate(_scan(parts), start=1):
            limits.check_cells(sheet.rows, sheet.columns, f"{shown}, sheet {number}")

    def check_sheet(self, parts: zipfile.ZipFile, index: int, shown: str) -> Look:
        sheet = list(_scan(parts))[index]
        unusable = {
            column: {row: f"{shown}, row {row + 1}, column {letters(column)}: {why}" for row, why in rows.items()}
            for column, rows in sheet.unusable.items()
        }
        return Look(sheet.merged, unusable)


@dataclass
class _Sheet:
    """How far a sheet reaches, its merged cells, and of columns which cells have no text and why."""

    rows: int = 0
    columns: int = 0
    merged: list[Area] = field(default_factory=list)
    unusable: dict[int, dict[int, str]] = field(default_factory=dict)


def _scan(parts: zipfile.ZipFile) -> list[_Sheet]:
    try:
        content = parts.read("content.xml")
    except KeyError:
        return []  # calamine will say what is wrong with it
    sheets: list[_Sheet] = []
    row = column = repeated = 0
    for token in _TOKEN.finditer(content):
        attributes = token[2]
        if token[1] is not None:
            row += repeated
            repeated, column = _count(_ROWS, token[1]), 0
        elif attributes is None:
            sheets.append(_Sheet())
            row = column = repeated = 0
        elif sheets:
            sheet, last = sheets[-1], column + _count(_COLUMNS, attributes)
            if b"table:formula=" in attributes and b"value-type=" not in attributes:
                sheet.unusable.setdefault(column, {})[row] = NO_VALUE
            if b'calcext:value-type="error"' in attributes:
                sheet.unusable.setdefault(column, {})[row] = "an error instead of a text; correct it"
            if b"-spanned=" in attributes:
                end = (row + _count(_ROWS_SPANNED, attributes) - 1, column + _count(_COLUMNS_SPANNED, attributes) - 1)
                sheet.merged += [((row, column), end)] if end != (row, column) else []
            if not attributes.endswith(b"/") or b"office:value" in attributes:
                sheet.rows, sheet.columns = max(sheet.rows, row + repeated), max(sheet.columns, last)
            column = last
    return sheets


def _count(pattern: re.Pattern[bytes], attributes: bytes) -> int:
    match = pattern.search(attributes)
    return int(match[1]) if match else 1

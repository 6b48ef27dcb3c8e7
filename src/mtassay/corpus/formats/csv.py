"""Columns between commas, semicolons or another character, with quotes where a text needs them."""

import csv
import io
import re
import threading
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from mtassay.corpus import encodings, limits
from mtassay.corpus.column_names import is_known, is_said
from mtassay.corpus.formats.base import Table
from mtassay.corpus.formats.tabular import Cells, TabularFormat
from mtassay.corpus.formats.text import decode_text, refuse_carriage_returns
from mtassay.errors import InputError, MtassayWarning, SettingError
from mtassay.settings import setting

_DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
_SEPARATOR_LINE = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
_LOOKED_AT = 100
_CHARACTERS_LOOKED_AT = 1 << 20
# what spreadsheets take for a formula; the apostrophe too, so that it can be undone
_FORMULA = tuple("=+-@\t\r'")
_NUMBER = re.compile(r"[+-][0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_DECIMAL_COMMA = re.compile("[0-9],[0-9]")
_CSV_LIMIT = threading.Lock()


@dataclass(frozen=True, kw_only=True)
class Csv(TabularFormat):
    """Columns between commas; semicolons, tabs and bars are detected, Excel's `sep=` line is heeded.

    `spreadsheet` puts an apostrophe before what a spreadsheet would run as a formula, and takes it away
    again when such a file is read.
    """

    name: ClassVar[str] = "csv"
    title: ClassVar[str] = "columns between commas or semicolons, quoted where needed"
    endings: ClassVar[tuple[str, ...]] = (".csv",)

    delimiter: str = setting("auto", "what stands between columns: a character, tab, or auto")
    quoted: bool = setting(True, 'texts may stand in "quotes"; without, a quote is text like any other')
    spreadsheet: bool = setting(False, "an apostrophe stands before texts that a spreadsheet would take for formulas")
    encoding: str = setting(encodings.AUTO, encodings.HELP)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.delimiter not in ("auto", "tab") and (len(self.delimiter) != 1 or self.delimiter in '"\r\n'):
            raise SettingError(f"csv: delimiter={self.delimiter}: expected auto, tab or one character")

    def cells(self, data: bytes, shown: str, sheet: str | None = None) -> Cells:
        cells, encoding = encodings.read_encoded(
            data, shown, self.encoding, self.name, lambda content: self._cells(content, shown)
        )
        return replace(cells, encoding=encoding)

    def _cells(self, data: bytes, shown: str) -> Cells:
        refuse_carriage_returns(data, shown)
        text = decode_text(data, shown)
        before = 0
        told = {"auto": None, "tab": "\t"}.get(self.delimiter, self.delimiter)
        separator = _SEPARATOR_LINE.match(text)
        if separator and len(text) > separator.end():
            text, before = text[separator.end() :], 1
            told = told or separator[1]
        delimiter = told or _detect(text, self.quoted)
        limits.check_table_cells(text.count(delimiter) + text.count("\n"), shown)
        if self.quoted:
            columns = read_quoted(text, delimiter, shown, self.name, before)
        else:
            columns = _columns([line.split(delimiter) for line in _lines(text)], shown, delimiter, before)
        is_ours = all(is_said(column[0]) for column in columns)
        if told is None and delimiter != "," and len(columns) > 1 and not is_ours:
            warnings.warn(
                f"{shown}: columns between {_DELIMITERS[delimiter]}s; if not, say format='csv:delimiter=,'",
                MtassayWarning,
                stacklevel=5,
            )
        if self.spreadsheet:
            columns = undefused(columns)
        return Cells(columns, shown, before)

    def write(self, table: Table) -> bytes:
        encodings.refuse_encoding(self.encoding, self.name)
        rows = self._written_rows(table)
        if self.spreadsheet:
            rows = [[defused(cell) for cell in row] for row in rows]
        delimiter = {"auto": ",", "tab": "\t"}.get(self.delimiter, self.delimiter)
        return write_quoted(rows, delimiter)


def defused(cell: str) -> str:
    """A text with an apostrophe before what a spreadsheet may take for a formula; a number with a sign is none."""
    return f"'{cell}" if cell.startswith(_FORMULA) and not _NUMBER.fullmatch(cell) else cell


def undefused(columns: Iterable[Sequence[str]]) -> list[Sequence[str]]:
    """The texts of columns that were defused."""
    return [[cell[1:] if cell.startswith("'") else cell for cell in column] for column in columns]


def read_quoted(text: str, delimiter: str, shown: str, format: str, rows_before: int = 0) -> list[Sequence[str]]:
    """The columns of a text whose cells may stand in quotes; says where rows are not lines."""
    if '"' not in text:
        return _columns([line.split(delimiter) for line in _lines(text)], shown, delimiter, rows_before)
    with _CSV_LIMIT:  # which belongs to the whole process
        before = csv.field_size_limit(limits.CELL_CHARACTERS)
        try:
            rows = list(_parse(text, delimiter, shown, format, rows_before))
        finally:
            csv.field_size_limit(before)
    return _columns(rows, shown, delimiter, rows_before)


def write_quoted(rows: Iterable[Sequence[str]], delimiter: str) -> bytes:
    """Rows as lines, with quotes around whatever holds a delimiter, a quote or a line break, or looks like `sep=`."""
    needs_quotes = re.compile(f'[{re.escape(delimiter)}"\\r\\n]|^sep=', re.IGNORECASE)

    def quoted(cell: str) -> str:
        return '"' + cell.replace('"', '""') + '"' if needs_quotes.search(cell) else cell

    # a row that is one empty cell would be an empty line; a mark in front of the first keeps one that is text
    lines = (delimiter.join(map(quoted, row)) or '""' for row in rows)
    written = "".join(f"{line}\n" for line in lines)
    return ("\ufeff" + written if written.startswith("\ufeff") else written).encode()


def _parse(text: str, delimiter: str, shown: str, format: str, rows_before: int) -> Iterator[list[str]]:
    # not splitlines: line breaks that only Unicode knows are text
    lines = io.StringIO(text, newline="\n")
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    row, last, broken = rows_before, 0, []
    try:
        for cells in reader:
            row += 1
            if reader.line_num > last + 1:
                broken.append((row, last + 1, reader.line_num))
            last = reader.line_num
            yield cells or [""]
    except csv.Error as error:
        where = f"{shown}, row {row + 1}, line {rows_before + last + 1}"
        cure = f"if quotes are text in this file, say format='{format}:quoted=no'"
        reason = str(error)
        if "field larger" in reason:
            limits.check_characters(limits.CELL_CHARACTERS + 1, where)
        if "unexpected end" in reason:
            raise InputError(f"{where}: a quote is opened here and never closed; {cure}") from None
        if "new-line" in reason:
            raise InputError(
                f"{where}: a carriage return in the middle of a line; put it in quotes, or remove it"
            ) from None
        raise InputError(f"{where}: text after a closing quote; double a quote inside of quotes, or {cure}") from None
    if broken:
        number, start, end = broken[0]
        warnings.warn(
            f"{shown}: {row - rows_before} rows from {last} lines, because texts in quotes hold line breaks, the first "
            f"in row {number} (lines {rows_before + start} to {rows_before + end}); "
            f"if quotes are text in this file, say format='{format}:quoted=no'",
            MtassayWarning,
            stacklevel=6,
        )


def _columns(rows: list[list[str]], shown: str, delimiter: str, rows_before: int) -> list[Sequence[str]]:
    width = len(rows[0])
    if any(len(row) != width for row in rows):
        number, row = next((number, row) for number, row in enumerate(rows, start=1) if len(row) != width)
        called = _DELIMITERS.get(delimiter, repr(delimiter))
        cure = f"is a {called} missing, one too many, or not in quotes? Or is the delimiter another?"
        raise InputError(
            f"{shown}, row {rows_before + number}: {len(row)} column{'s' * (len(row) != 1)}, but row {rows_before + 1} "
            f"has {width}; {'remove the empty line' if row == [''] else cure}"
        )
    return list(zip(*rows, strict=True))


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r") for line in lines] if "\r" in text else lines


def _detect(text: str, quoted: bool) -> str:
    """The delimiter that cuts the first lines into equally many columns, with the most known names, then the most.

    Of two that do equally well, a comma between digits in each line is none: `A;0,81`.
    """
    lines = text[:_CHARACTERS_LOOKED_AT].split("\n", _LOOKED_AT)
    is_cut = len(lines) > _LOOKED_AT or len(text) > _CHARACTERS_LOOKED_AT
    lines = lines[:_LOOKED_AT]
    if lines[-1] == "" and len(lines) > 1:
        lines.pop()
    fits = {}
    for delimiter in _DELIMITERS:
        rows = _head_rows("\n".join(lines), delimiter, quoted)
        rows = rows[:-1] if is_cut and len(rows) > 1 else rows  # the last may go on in lines that were not looked at
        if rows and len(rows[0]) > 1 and all(len(row) == len(rows[0]) for row in rows):
            are_decimals = delimiter == "," and all(map(_DECIMAL_COMMA.search, lines))
            fits[delimiter] = (sum(map(is_known, rows[0])), len(rows[0]), not are_decimals)
    if fits:
        return max(fits, key=fits.__getitem__)
    # none fits every row: the one of the first row, and the message will say which row does not
    return max(_DELIMITERS, key=lines[0].count)


def _head_rows(head: str, delimiter: str, quoted: bool) -> list[list[str]]:
    if not quoted:
        return [line.split(delimiter) for line in head.split("\n")]
    try:
        return [row or [""] for row in csv.reader(io.StringIO(head, newline="\n"), delimiter=delimiter)]
    except csv.Error:
        return []

"""Columns between tabs, a row a line."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from mtassay.corpus import encodings, limits
from mtassay.corpus.column_names import is_known
from mtassay.corpus.formats.base import Table
from mtassay.corpus.formats.csv import defused, read_quoted, undefused, write_quoted
from mtassay.corpus.formats.tabular import Cells, TabularFormat
from mtassay.corpus.formats.text import (
    LINE_BREAKS,
    bytes_of_text,
    decode,
    decode_text,
    refuse_breaks,
    refuse_carriage_returns,
    split_text,
)
from mtassay.errors import InputError
from mtassay.settings import setting

_NOT_SEPARATORS = bytes(byte for byte in range(256) if byte not in b"\t\n")
_BLOCK = 1 << 17
_BREAKS = {"\t": "a tab", **LINE_BREAKS}


@dataclass(frozen=True, kw_only=True)
class Tsv(TabularFormat):
    """Columns between tabs, a row a line. A quote is text like any other, unless `quoted` says otherwise.

    `spreadsheet` is that of `csv`.
    """

    name: ClassVar[str] = "tsv"
    title: ClassVar[str] = "columns between tabs, never quoted unless told"
    endings: ClassVar[tuple[str, ...]] = (".tsv", ".tab")

    quoted: bool = setting(False, 'texts may stand in "quotes", and hold tabs and line breaks there')

    spreadsheet: bool = setting(False, "an apostrophe stands before texts that a spreadsheet would take for formulas")

    encoding: str = setting(encodings.AUTO, encodings.HELP)

    def cells(self, data: bytes, shown: str, sheet: str | None = None) -> Cells:
        cells, encoding = encodings.read_encoded(
            data, shown, self.encoding, self.name, lambda content: self._cells(content, shown)
        )
        return replace(cells, encoding=encoding)

    def _cells(self, data: bytes, shown: str) -> Cells:
        refuse_carriage_returns(data, shown)
        if self.quoted:
            limits.check_table_cells(data.count(b"\t") + data.count(b"\n"), shown)
            columns: Sequence[Sequence[str]] = read_quoted(decode_text(data, shown), "\t", shown, "tsv")
        else:
            columns = read_columns(data, shown)
        return Cells(undefused(columns) if self.spreadsheet else columns, shown)

    def write(self, table: Table) -> bytes:
        encodings.refuse_encoding(self.encoding, self.name)
        if not self.quoted:
            refuse_breaks(table, self.name, "csv, jsonl or xlsx", _BREAKS)
        rows = self._written_rows(table)
        if self.spreadsheet:
            rows = [[defused(cell) for cell in row] for row in rows]
        if self.quoted:
            return write_quoted(rows, "\t")
        return "".join("\t".join(row) + "\n" for row in rows).encode()


def read_columns(data: bytes, shown: str) -> Sequence[Sequence[str]]:
    """The columns of a whole file."""
    data = bytes_of_text(data, shown)
    # Whether all lines have as many tabs is seen on what is left without all else.
    separators = data.translate(None, _NOT_SEPARATORS)
    separators += b"" if data.endswith(b"\n") else b"\n"
    limits.check_table_cells(len(separators), shown)
    limits.check_rows(separators.count(b"\n"), shown)
    width = separators.find(b"\n") + 1
    if b"\r" in data or separators != (b"\t" * (width - 1) + b"\n") * (len(separators) // width):
        return split_columns(split_text(decode(data, shown), shown), shown)  # which says where it is not so
    columns: list[list[str]] = [[] for _ in range(width)]
    start = 0
    while start < len(data):
        # in blocks that stay in the cache, and without a copy of the whole text
        end = data.rfind(b"\n", start, start + _BLOCK) + 1 or data.find(b"\n", start) + 1 or len(data)
        try:
            block = data[start:end].decode()
        except UnicodeDecodeError:
            decode(data, shown)  # says where
            raise
        cells = block.removesuffix("\n").replace("\n", "\t").split("\t")
        for number, column in enumerate(columns):
            column += cells[number::width]
        start = end
    return columns


def split_columns(lines: Sequence[str], shown: str, delimiter: str = "\t", called: str = "tab") -> list[list[str]]:
    """The columns, a heading on top where the file has them. Every line must have as many cells as the first."""
    count = lines[0].count(delimiter)
    for number, line in enumerate(lines, start=1):
        if line.count(delimiter) != count:
            columns, expected = line.count(delimiter) + 1, count + 1
            cure = "remove it" if not line.strip() else f"is a {called} missing, or one too many inside a cell?"
            raise InputError(f"{shown}, line {number}: {_columns(columns)}, but line 1 has {expected}; {cure}")
    # one list of all cells, cut by steps: a list for each line would take twice the time and memory
    cells = delimiter.join(lines).split(delimiter)
    return [cells[column :: count + 1] for column in range(count + 1)]


def check_header(names: Sequence[str], shown: str) -> None:
    """Refuse columns without a name, and two of one name."""
    for number, name in enumerate(names, start=1):
        if not name:
            raise InputError(f"{shown}, line 1: column {number} has no name; the header line names every column")
        if name in names[: number - 1]:
            raise InputError(f"{shown}, line 1: two columns are called {name!r}; rename one of them")


def _columns(count: int) -> str:
    return f"{count} column" + ("" if count == 1 else "s")


def is_saved_by_spreadsheet(data: bytes, is_text: bool) -> bool:
    """Whether a file between tabs is one that a spreadsheet program saved, with quotes where a text needs them.

    Excel calls it Unicode text, which is UTF-16, or text, and names it .txt: then the first line has to tell.
    """
    line = data[:_BLOCK].decode("utf-16", "replace") if encodings.is_utf16(data) else _first_line(data)
    names = line.partition("\n")[0].rstrip("\r").split("\t")
    if encodings.is_utf16(data):
        return len(names) > 1
    return is_text and len(names) > 1 and sum(map(is_known, names)) > 1


def _first_line(data: bytes) -> str:
    return data[: max(0, data.find(b"\n", 0, _BLOCK))].decode("utf-8-sig", "replace")

"""How much of a file is read: what a hostile or a mistaken one can cost is known beforehand.

The limits are far above what test sets need. Each is named in the error that it causes.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from mtassay.errors import InputError

FILE_BYTES: int = 2 * 1024**3
"""Of a file as it lies on disk, and of what is in it once it is unpacked."""
DICTIONARY_BYTES: int = 256 * 1024**2
"""Of memory that xz may ask for besides; its largest presets need a quarter, a file may name 4 GB."""
WORKBOOK_BYTES: int = 512 * 1024**2
"""Of a spreadsheet, unpacked: its program needs several times as much memory to read it."""
SHEET_CELLS: int = 10_000_000
"""From the first cell of a sheet to the last, empty ones included: all of them take memory."""
TABLE_CELLS: int = 50_000_000
"""Of a table in text or JSON: each takes some 60 bytes besides its text."""
ROWS: int = 20_000_000
COLUMNS: int = 16_384
CELL_CHARACTERS: int = 10_000_000
DEPTH: int = 256
"""Of elements inside one another in XML; libxml2, which counts them, goes no deeper."""
ELEMENT_BYTES: int = 32 * 1024**2
"""Of XML that is in memory as a whole, a unit or a text of a document: it takes up to 30 times as much there."""

_LOWERED: ContextVar[tuple[int, int] | None] = ContextVar("lowered", default=None)


@contextmanager
def lowered(most_bytes: int, most_cells: int) -> Iterator[None]:
    """Read no more than this of any file inside, on disk, unpacked or in memory: many people share a server."""
    token = _LOWERED.set((most_bytes, most_cells))
    try:
        yield
    finally:
        _LOWERED.reset(token)


def check_bytes(size: int, where: str, limit: int | None = None, what: str = "") -> None:
    """Refuse more bytes than are read, of a file unless told; `what` says of which kind they are."""
    limit = _lower(FILE_BYTES if limit is None else limit, 0)
    if size > limit:
        raise InputError(
            f"{where}: {_size(size)}{what}, and mtassay reads up to {_size(limit)}; "
            "is it the right file? Otherwise split it"
        )


def check_cells(rows: int, columns: int, where: str) -> None:
    """Refuse a sheet with cells far out."""
    limit = _lower(SHEET_CELLS, 1)
    if rows * columns > limit:
        raise InputError(
            f"{where}: {rows:,} rows and {columns:,} columns, and mtassay reads up to {limit:,} cells; is there "
            "something far below or right of the table? Delete it, or copy the table into a new file"
        )


def check_table_cells(count: int, where: str) -> None:
    """Refuse more cells than are read, counted before the text is cut into them."""
    _check(count, _lower(TABLE_CELLS, 1), where, "cells", "is the delimiter wrong? Otherwise split the file")


def check_rows(count: int, where: str) -> None:
    """Refuse more rows than are read."""
    _check(count, ROWS, where, "rows", "split the file")


def check_columns(count: int, where: str) -> None:
    """Refuse more columns than are read."""
    _check(count, COLUMNS, where, "columns", "is the delimiter wrong? Otherwise split the file")


def check_characters(count: int, where: str) -> None:
    """Refuse a text that is longer than any segment."""
    _check(count, CELL_CHARACTERS, where, "characters in one text", "is it a whole file, or is a quote left open?")


def check_filled(texts: int, rows: int, columns: int, where: str) -> None:
    """Refuse a table that is large because nearly nothing is in it: the file does not pay for such memory."""
    if rows * columns > max(_lower(SHEET_CELLS, 1), 32 * texts):
        raise InputError(
            f"{where}: {texts:,} texts in {rows:,} rows and {columns:,} columns, so nearly all are missing; are "
            "systems, translators or languages named anew for each segment? Otherwise split the file"
        )


def check_element(size: int, where: str) -> None:
    """Refuse an element of XML with too much in it."""
    check_bytes(size, where, ELEMENT_BYTES, " in one element")


def check_depth(depth: int, where: str) -> None:
    """Refuse elements too deep inside one another."""
    _check(depth, DEPTH, where, "levels inside one another", "no test set needs them; is it the right file?")


def _lower(limit: int, kind: int) -> int:
    lowered = _LOWERED.get()
    return limit if lowered is None else min(limit, lowered[kind])


def _check(count: int, limit: int, where: str, what: str, cure: str) -> None:
    if count > limit:
        raise InputError(f"{where}: {count:,} {what}, and mtassay reads up to {limit:,}; {cure}")


def _size(count: int) -> str:
    for unit, size in (("GB", 1024**3), ("MB", 1024**2), ("kB", 1024)):
        if count >= size:
            return f"{count / size:.4g} {unit}"
    return f"{count} bytes"

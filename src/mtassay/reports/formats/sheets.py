"""The sheets of a workbook, as values that whoever writes the workbook puts into cells."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from mtassay.corpus.formats.xlsx import check_text
from mtassay.errors import OutputError
from mtassay.reports.document import Document, Note, Table, Value, plain_line
from mtassay.reports.formats.exact_values import exact_text, printable
from mtassay.reports.formats.text import display_width

MOST_ROWS = 1_048_576
MOST_COLUMNS = 16_384
_FACTS = "Facts"
_WIDEST = 60
_LOOKED_AT = 200
_LONGEST_NAME = 31
_NO_NAME = re.compile(r"[\[\]:*?/\\\x00-\x1f\ufffe\uffff]")


@dataclass(frozen=True)
class SheetColumn:
    """A heading and the cells below it; `places` after the point are shown of its numbers, of which all is kept."""

    head: str
    cells: Sequence[Value]
    places: int = 2

    @property
    def number_format(self) -> str:
        """How spreadsheets write that so many digits are shown."""
        return "0." + "0" * self.places if self.places else "0"

    @property
    def widest(self) -> int:
        """The width of the widest text near the top, in characters."""
        texts = [cell for cell in self.cells[:_LOOKED_AT] if isinstance(cell, str)]
        return max(map(display_width, [self.head, *texts]))

    @property
    def width(self) -> int:
        """As wide as its texts, within reason."""
        return min(max(self.widest, 8), _WIDEST) + 2


@dataclass(frozen=True)
class Sheet:
    """Columns, and lines of text below them."""

    name: str
    columns: Sequence[SheetColumn]
    notes: Sequence[Sequence[str]] = field(default=())

    def __post_init__(self) -> None:
        rows = 1 + max(len(column.cells) for column in self.columns) + len(self.notes) + bool(self.notes)
        if rows > MOST_ROWS or len(self.columns) > MOST_COLUMNS:
            raise OutputError(
                f"sheet {self.name}: {rows:,} rows and {len(self.columns):,} columns, and Excel has up to "
                f"{MOST_ROWS:,} and {MOST_COLUMNS:,}; write a TSV file instead"
            )

    @property
    def first_note(self) -> int:
        """The row of the first note, counted from 0: one is left free."""
        return len(self.columns[0].cells) + 2

    def texts(self) -> Iterator[tuple[int, int, str]]:
        """Row and column, counted from 0, of every text in the sheet."""
        for number, column in enumerate(self.columns):
            yield 0, number, column.head
            yield from ((row, number, cell) for row, cell in enumerate(column.cells, start=1) if isinstance(cell, str))
        for row, line in enumerate(self.notes, start=self.first_note):
            yield from ((row, number, text) for number, text in enumerate(line))

    def check(self) -> None:
        """Refuse texts that no cell can hold; says in which cell."""
        for row, column, text in self.texts():
            check_text(text, row, column, f"sheet {self.name}, ")


def sheets_of(document: Document, digits: int | None = None, notes: Sequence[str] = ()) -> list[Sheet]:
    """A sheet for each table, the main one first; below that one what the document says beside its tables.

    The facts have a sheet of their own. `notes` are added below the first.
    """
    tables = sorted(document.tables, key=lambda table: table is not document.main_table)
    texts = [
        [line] for section in document.typeset_sections if isinstance(section, Note) for line in _note_lines(section)
    ]
    paragraphs = [texts, [list(signature) for signature in document.signatures]]
    paragraphs.append([[note] for note in (*tables[0].notes, *notes)])
    below: list[list[Sequence[str]]] = [[[note] for note in table.notes] for table in tables]
    below[0] = _joined(paragraphs)
    names = _sheet_names([table.key for table in tables] + [_FACTS])
    sheets = [
        Sheet(name, _columns(table, digits), [[printable(text) for text in line] for line in lines])
        for name, table, lines in zip(names, tables, below, strict=False)
    ]
    if document.facts:
        named = SheetColumn("fact", [printable(name) for name in document.facts])
        sheets.append(
            Sheet(names[-1], [named, SheetColumn("value", [_cell(fact) for fact in document.facts.values()])])
        )
    return sheets


def _columns(table: Table, digits: int | None) -> list[SheetColumn]:
    headings = [
        head
        for column in table.columns
        for head in ([column.heading] + [f"{column.heading} {end}" for end in ("low", "high")] * column.has_ends)
    ]
    places = [column.digits for column in table.columns for _ in range(3 if column.has_ends else 1)]
    rows = list(table.values())
    cells = zip(*rows, strict=True) if rows else ([] for _ in headings)
    return [
        SheetColumn(printable(head), [_cell(value) for value in values], shown if digits is None else digits)
        for head, values, shown in zip(headings, cells, places, strict=True)
    ]


def _cell(value: Value) -> Value:
    """Times as texts, which keep their zone: a spreadsheet has none."""
    if isinstance(value, datetime):
        return exact_text(value, None)
    return printable(value) if isinstance(value, str) else value


def _note_lines(note: Note) -> list[str]:
    return [text for text in (note.title, *map(plain_line, note.lines)) if text]


def _joined(paragraphs: Sequence[Sequence[Sequence[str]]]) -> list[Sequence[str]]:
    """Lines of cells, with an empty one between paragraphs."""
    lines: list[Sequence[str]] = []
    for paragraph in filter(None, paragraphs):
        lines += [[], *paragraph] if lines else paragraph
    return lines


def _sheet_names(names: Sequence[str]) -> list[str]:
    """Names that Excel takes for sheets: short, without some characters, and each once whatever the case."""
    taken: set[str] = set()
    sheet_names = []
    for name in names:
        plain = _NO_NAME.sub(" ", printable(name)).strip("' ") or "Table"
        plain = plain[0].upper() + plain[1:]
        chosen, number = plain[:_LONGEST_NAME].strip("' "), 1
        while chosen.casefold() in taken or chosen.casefold() == "history":  # which Excel keeps to itself
            number += 1
            ending = f" {number}"
            chosen = plain[: _LONGEST_NAME - len(ending)] + ending
        taken.add(chosen.casefold())
        sheet_names.append(chosen)
    return sheet_names

"""What a result says, before any format writes it: facts, tables, figures and notes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from datetime import datetime
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from mtassay.errors import SettingError
from mtassay.settings import did_you_mean

if TYPE_CHECKING:
    from mtassay.reports.drawing.picture import Picture

_FACTS = "facts"

Value: TypeAlias = str | int | float | datetime | None
"""What a cell holds; None and NaN stand for what is not known."""


class Exact(float):
    """A number that programs get with all its digits, whatever `-w` says: a rounded p-value is worth nothing."""


class AtMost(float):
    """An upper bound: people read ≤ before it."""


class Estimate(NamedTuple):
    """A number with the ends of its interval: one cell for people, three columns for programs.

    Without a number, people see the interval alone.
    """

    value: float | None
    low: float | None
    high: float | None


Cell: TypeAlias = Value | Estimate
Row: TypeAlias = Sequence[Cell]


class Form(Enum):
    """How people read the numbers of a column; programs get them as they are."""

    NUMBER = "1.50"
    SIGNED = "+1.50"
    SHARE = "150 %"
    P_VALUE = "<0.001"


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Programs know it by `name`, people by `head` where that differs. People see `digits` after the point and `missing`
    where there is no value. `is_words` is for long texts: they stand left, and a terminal shortens them. `has_ends`
    says that its cells are estimates.
    """

    name: str
    head: str | None = None
    digits: int = 2
    form: Form = Form.NUMBER
    is_words: bool = False
    has_ends: bool = False
    missing: str = "–"

    @property
    def heading(self) -> str:
        """What people read above it."""
        return self.name if self.head is None else self.head


@dataclass(frozen=True)
class IntervalBars:
    """A number with its interval for each row, all on one scale, and a number that is marked on all of them."""

    estimates: tuple[Estimate, ...]
    mark: float


@dataclass(frozen=True)
class Table:
    """Columns, and rows of typed values; the first column names the rows.

    `name` is what programs call the table, where the title does not do. `bold` are the places, row and column, that
    stand out. `row_digits` wins over the digits of columns, for tables with a metric in each row. `bars` are drawn
    beside the rows where a format can.
    """

    columns: tuple[Column, ...]
    rows: Sequence[Row]
    _: KW_ONLY
    title: str = ""
    notes: tuple[str, ...] = ()
    name: str = ""
    bold: frozenset[tuple[int, int]] = frozenset()
    row_digits: tuple[int, ...] = ()
    bars: IntervalBars | None = None

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        rows: Sequence[Row],
        words: frozenset[str] = frozenset(),
        title: str = "",
        notes: tuple[str, ...] = (),
        digits: int = 2,
    ) -> "Table":
        """A table whose columns are alike but for those with `words`."""
        columns = tuple(Column(name, digits=digits, is_words=name in words) for name in names)
        return cls(columns, rows, title=title, notes=notes)

    @property
    def key(self) -> str:
        """What programs call it."""
        return self.name or self.title or "rows"

    @property
    def names(self) -> list[str]:
        """The columns as programs know them: an estimate is three."""
        return [name for column in self.columns for name in _names(column)]

    def values(self) -> Iterator[list[Value]]:
        """The rows as programs know them."""
        for row in self.rows:
            yield [value for column, cell in zip(self.columns, row, strict=True) for value in _values(column, cell)]

    def records(self) -> list[dict[str, Value]]:
        """Each row as an object."""
        names = self.names
        return [dict(zip(names, values, strict=True)) for values in self.values()]


@dataclass(frozen=True)
class Figure:
    """A picture, drawn once it is asked for, and the table with its data where there is one.

    Formats that cannot draw show the table.
    """

    draw: Callable[[], "Picture"]
    table: Table | None = None

    @cached_property
    def picture(self) -> "Picture":
        """The drawing."""
        return self.draw()


class Marked(str):
    """A piece of a line that stands out: bold, or in brackets where there is nothing else."""

    __slots__ = ()


Line: TypeAlias = str | tuple[str, ...]
"""A line of text; one of several pieces may have marked ones among them."""


@dataclass(frozen=True)
class Note:
    """Lines of text below a title. `is_verbatim` keeps their blanks: they are set like a program.

    `table` has what the lines say, where they lay it out for terminals; formats that set tables show it instead.
    """

    lines: tuple[Line, ...]
    title: str = ""
    is_verbatim: bool = False
    table: Table | None = None


Section: TypeAlias = Table | Figure | Note


class Signature(NamedTuple):
    """What a score is made of: the heading of its column, which direction is better, and the signature."""

    label: str
    direction: str
    signature: str


@dataclass(frozen=True)
class Document:
    """A result: facts that hold for all of it, then sections as people read them.

    `data` are the tables for programs, where those of the sections are made for people; `main` names the one that a
    format of one table holds, else that is the first. `content` is the object that JSON holds and `lines` are the
    objects of JSON lines, where programs get more than tables can say.
    """

    title: str
    sections: tuple[Section, ...]
    _: KW_ONLY
    facts: Mapping[str, Value] = field(default_factory=dict)
    signatures: tuple[Signature, ...] = ()
    data: tuple[Table, ...] = ()
    main: str = ""
    content: Mapping[str, Any] | None = None
    lines: Sequence[Mapping[str, Any]] | None = None

    @property
    def tables(self) -> tuple[Table, ...]:
        """Those that programs get."""
        return self.data or tuple(shown_tables(self.sections))

    @property
    def typeset_sections(self) -> tuple[Section, ...]:
        """Those for formats that set tables: with no table drawn by characters, and never without a table."""
        sections = tuple(
            section.table if isinstance(section, Note) and section.table is not None else section
            for section in self.sections
        )
        return sections if any(shown_tables(sections)) else (*sections, *self.data)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """All pictures."""
        return tuple(section for section in self.sections if isinstance(section, Figure))

    @property
    def main_table(self) -> Table:
        """The one that a format of one table holds unless another is asked for."""
        return self.table(self.main) if self.main else self.tables[0]

    @property
    def named_tables(self) -> tuple[Table, ...]:
        """Those that can be asked for by name: the facts are one more, of one row, unless another is called so."""
        if not self.facts or any(table.key.casefold() == _FACTS for table in self.tables):
            return self.tables
        return (*self.tables, Table.of(tuple(self.facts), [tuple(self.facts.values())], title=_FACTS))

    def table(self, name: str) -> Table:
        """A table by its name, whatever the case."""
        known = {table.key.casefold(): table for table in reversed(self.named_tables)}
        if name.casefold() not in known:
            keys = [table.key for table in self.named_tables]
            raise SettingError(f"there is no table {name!r}{did_you_mean(name, keys)}; there are: {', '.join(keys)}")
        return known[name.casefold()]


def plain_line(line: Line) -> str:
    """A line with brackets around its marked pieces."""
    if isinstance(line, str):
        return line
    return "".join(f"[{piece}]" if isinstance(piece, Marked) else piece for piece in line)


def shown_tables(sections: Sequence[Section]) -> Iterator[Table]:
    """The tables among sections, those of figures included."""
    for section in sections:
        table = section.table if isinstance(section, Figure) else section
        if isinstance(table, Table):
            yield table


def figure_sections(tables: Sequence[Table], picture: "Picture | None") -> tuple[Section, ...]:
    """Tables, the first of which has the data of a picture where there is one."""
    return tuple(tables) if picture is None else (Figure(lambda: picture, tables[0]), *tables[1:])


def _names(column: Column) -> tuple[str, ...]:
    return (column.name, f"{column.name} low", f"{column.name} high") if column.has_ends else (column.name,)


def _values(column: Column, cell: Cell) -> tuple[Value, ...]:
    if isinstance(cell, Estimate):
        return tuple(cell) if column.has_ends else (cell.value,)
    return (cell, None, None) if column.has_ends else (cell,)

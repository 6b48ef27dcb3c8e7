"""The sheets of a workbook with results, as values that whoever writes the workbook puts into cells."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mtassay.comparison.result import Comparison
from mtassay.corpus.column_names import label_name, system_name
from mtassay.corpus.evalset import EvalSet
from mtassay.corpus.formats.base import Role
from mtassay.corpus.formats.xlsx import check_text
from mtassay.corpus.tables import table_of
from mtassay.errors import OutputError
from mtassay.evaluation.score import Evaluation
from mtassay.evaluation.segment_statistics import SegmentStatistics
from mtassay.reports.formats.text import display_width
from mtassay.reports.records import COMPARISON_HEAD, Row, Value, comparison_records, printable, score_records
from mtassay.reports.results.comparison_tables import summary
from mtassay.reports.results.statistics_tables import (
    CORRELATION_PLACES,
    MEANS,
    SAMPLE_VARIANCE,
    STATISTICS,
    constant_notes,
    correlated,
    spread_values,
)

MOST_ROWS = 1_048_576
MOST_COLUMNS = 16_384
_OWN_WORDS = ("segments", *STATISTICS, *COMPARISON_HEAD)
_P_PLACES = 4
_WIDEST = 60
_LOOKED_AT = 200


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
                f"{MOST_ROWS:,} and {MOST_COLUMNS:,}; write --segments FILE.tsv instead"
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


def summary_sheet(evaluation: Evaluation, digits: int | None, notes: Sequence[str] = ()) -> Sheet:
    """Systems in rows, metrics in columns; below them what the scores are."""
    places = [0]
    for _, score in evaluation.columns:
        places += [score.places if digits is None else digits] * (3 if score.interval else 1)
    signatures = [(label, score.direction, score.signature) for label, score in evaluation.columns]
    segments = "1 segment" if evaluation.segments == 1 else f"{evaluation.segments} segments"
    lines = [*signatures, (), (segments,), *((note,) for note in notes)]
    return _sheet("Summary", score_records(evaluation), places, lines)


def segments_sheet(evaluation: Evaluation, evalset: EvalSet, digits: int | None) -> Sheet:
    """Segments in rows: their labels and texts, and behind the text of each system its scores."""
    columns = [SheetColumn("Segment", range(1, len(evalset) + 1), 0)]
    table = table_of(evalset)
    for column in table.columns:
        if column.role is Role.LABEL:
            columns.append(SheetColumn(printable(label_name(column.name)), column.texts))
    for column in table.columns:
        if column.role in (Role.SOURCE, Role.REFERENCE):
            kind = "Source" if column.role is Role.SOURCE else "Reference"
            columns.append(SheetColumn(kind + column.name[3:].replace(":", " "), column.texts))
    for column in table.columns:
        if column.role is Role.SYSTEM:
            name = system_name(column.name)
            columns.append(SheetColumn(printable(name), column.texts))
            columns += score_columns(evaluation, digits, name)
    return Sheet("Segments", columns)


def score_columns(evaluation: Evaluation, digits: int | None, *systems: str) -> list[SheetColumn]:
    """A column for each metric and each system named: the score of every segment."""
    return [
        SheetColumn(printable(f"{name} {label}"), score.segments.tolist(), score.places if digits is None else digits)
        for name in systems
        for (label, _), score in zip(evaluation.columns, evaluation.systems[name], strict=True)
    ]


def statistics_sheets(statistics: SegmentStatistics, digits: int | None) -> list[Sheet]:
    """Spreads, and correlations where there are two metrics: a row for each system and metric."""
    rows: list[Row] = [
        (system, label, *spread_values(one))
        for system, spreads in statistics.spreads.items()
        for label, one in zip(statistics.labels, spreads, strict=True)
    ]
    places = max(statistics.places) if digits is None else digits
    heads: Row = ("system", "metric", *STATISTICS)
    sheets = [_sheet("Statistics", [heads, *rows], [places] * len(heads), [(SAMPLE_VARIANCE,), (MEANS,)])]
    if len(statistics.labels) > 1:
        heads = ("system", "segments", "metric", *statistics.labels)
        rows = [
            (correlated(one), one.segments, label, *coefficients)
            for one in statistics.correlations
            for label, coefficients in zip(statistics.labels, one.coefficients, strict=True)
        ]
        notes = [("Pearson's correlation of the metrics over segments.",)]
        notes += [(note,) for one in statistics.correlations for note in constant_notes(one)]
        places = CORRELATION_PLACES if digits is None else digits
        sheets.append(_sheet("Correlation", [heads, *rows], [0, 0, *[places] * (len(heads) - 2)], notes))
    return sheets


def comparison_sheet(comparison: Comparison, digits: int | None) -> Sheet:
    """A row for each metric and system, and for each pair; below them how it was compared, and the signatures."""
    records = list(comparison_records(comparison))
    places = max(one.places for one in comparison.metrics) if digits is None else digits
    by_name = {"cluster": 0, "p": _P_PLACES, "adjusted p": _P_PLACES, "wins": 3, "losses": 3, "ties": 3}
    notes: list[tuple[str, ...]] = [(line,) for line in summary(comparison)]
    notes += [(), *((label, one.direction, one.signature) for label, one in comparison.columns)]
    return _sheet("Summary", records, [by_name.get(str(head), places) for head in records[0]], notes)


def _sheet(name: str, records: "Iterator[Row] | Sequence[Row]", places: Sequence[int], notes: Sequence[Row]) -> Sheet:
    """A sheet of rows, the first of which has the names of the columns."""
    heads, *rows = ([printable(value) if isinstance(value, str) else value for value in row] for row in records)
    columns = zip(heads, zip(*rows, strict=True), places, strict=True)
    return Sheet(
        name,
        [SheetColumn(_heading(str(head)), cells, shown) for head, cells, shown in columns],
        [[printable(str(text)) for text in line] for line in notes],
    )


def _heading(head: str) -> str:
    """Our own words with a capital; the names of metrics are what they are."""
    return head.capitalize() if head in _OWN_WORDS and head != "p" else head

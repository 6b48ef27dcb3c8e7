"""Tables for the terminal, with the signatures below them."""

import unicodedata
from collections.abc import Iterable, Iterator

from mtassay.comparison.result import Comparison
from mtassay.evaluation.score import Evaluation
from mtassay.evaluation.segment_statistics import SegmentStatistics
from mtassay.reports.drawing.bars import interval_bars
from mtassay.reports.results.comparison_tables import breakdown_tables, matrix, metric_table, summary
from mtassay.reports.results.statistics_tables import statistics_tables
from mtassay.reports.table import Cell, Table, score_table

_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"
_LINE = 98
_NARROWEST_PICTURE, _WIDEST_PICTURE = 16, 40


def render(
    evaluation: Evaluation, digits: int | None, *, color: bool, statistics: SegmentStatistics | None = None
) -> str:
    """Systems in rows, metrics in columns; the best of each column is bold where `color` is on."""
    signatures = ((label, score.direction, score.signature) for label, score in evaluation.columns)
    lines = [*draw(score_table(evaluation, digits), color=color), ""]
    for table in () if statistics is None else statistics_tables(statistics, digits):
        lines += [table.title, *draw(table, color=color), *(f"  {note}" for note in table.notes), ""]
    return _joined([*lines, *_signatures(signatures)])


def render_comparison(comparison: Comparison, digits: int | None, *, color: bool) -> str:
    """A table for each metric with a picture of the intervals; then pairs, parts and signatures."""
    lines = [*summary(comparison), ""]
    for index, one in enumerate(comparison.metrics):
        table = metric_table(comparison, index, digits)
        room = _LINE - max(map(display_width, draw(table, color=False)))
        pictures = interval_bars(one, comparison.baseline, min(_WIDEST_PICTURE, max(_NARROWEST_PICTURE, room)))
        lines += [table.title, *draw(table, color=color, pictures=pictures)]
        lines += [f"  {note}" for note in table.notes]
        if comparison.all_pairs:
            pairs = matrix(comparison, index)
            lines += ["", pairs.title, *draw(pairs, color=color)]
        lines.append("")
    for table in breakdown_tables(comparison, digits):
        lines += [table.title, *draw(table, color=color), ""]
    headings = comparison.columns
    return _joined([*lines, *_signatures((label, one.direction, one.signature) for label, one in headings)])


def draw(table: Table, *, color: bool, pictures: Iterable[str] = ()) -> Iterator[str]:
    """The lines of a table; a picture may follow each row."""
    texts = [[head, *(row[column].text for row in table.rows)] for column, head in enumerate(table.heads)]
    widths = [max(map(display_width, column)) for column in texts]
    head = "  ".join(_aligned(Cell(head), i, widths, color=False) for i, head in enumerate(table.heads))
    beside = list(pictures) or [""] * len(table.rows)
    yield head.rstrip()
    yield "-" * display_width(head)
    for row, picture in zip(table.rows, beside, strict=True):
        line = "  ".join(_aligned(cell, i, widths, color=color) for i, cell in enumerate(row))
        yield f"{line}  {picture}".rstrip()


def _aligned(cell: Cell, column: int, widths: list[int], *, color: bool) -> str:
    """Names stand left, numbers right."""
    space = " " * (widths[column] - display_width(cell.text))
    text = f"{_BOLD}{cell.text}{_PLAIN}" if color and cell.is_bold else cell.text
    return text + space if column == 0 else space + text


def _signatures(rows: Iterable[tuple[str, str, str]]) -> list[str]:
    known = list(rows)
    width = max(display_width(label) for label, _, _ in known)
    return [
        f"{label}{' ' * (width - display_width(label))}  {direction:<16}  {signature}"
        for label, direction, signature in known
    ]


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(lines) + "\n"


def display_width(text: str) -> int:
    """Columns that a terminal takes for a text: two for wide characters, none for combining marks."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    # by category: vowel signs of Indic scripts join the letter before them, but have no combining class
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1

"""Markdown tables with the signatures below them."""

from mtassay.comparison.result import Comparison
from mtassay.evaluation.score import Evaluation
from mtassay.evaluation.segment_statistics import SegmentStatistics
from mtassay.reports.results.comparison_tables import breakdown_tables, matrix, metric_table, summary
from mtassay.reports.results.statistics_tables import statistics_tables
from mtassay.reports.table import Cell, Table, score_table


def render(
    evaluation: Evaluation, digits: int | None, *, color: bool, statistics: SegmentStatistics | None = None
) -> str:
    """Systems in rows, metrics in columns, the best of each column bold."""
    lines = [*_draw(score_table(evaluation, digits)), ""]
    for table in () if statistics is None else statistics_tables(statistics, digits):
        lines += _titled(table)
    lines += [f"- {_escape(label)}: {_code(score.signature)}" for label, score in evaluation.columns]
    return "\n".join(lines) + "\n"


def render_comparison(comparison: Comparison, digits: int | None, *, color: bool) -> str:
    """A table for each metric; then pairs, parts and signatures."""
    lines = [*(_escape(line) + "  " for line in summary(comparison)), ""]
    for index in range(len(comparison.metrics)):
        tables = [metric_table(comparison, index, digits)]
        if comparison.all_pairs:
            tables.append(matrix(comparison, index))
        for table in tables:
            lines += _titled(table)
    for table in breakdown_tables(comparison, digits):
        lines += [f"**{_escape(table.title)}**", "", *_draw(table), ""]
    headings = comparison.columns
    lines += [f"- {_escape(label)}: {_code(one.signature)}" for label, one in headings]
    return "\n".join(lines) + "\n"


def _titled(table: Table) -> list[str]:
    notes = [*map(_escape, table.notes), ""] if table.notes else []
    return [f"**{_escape(table.title)}**", "", *_draw(table), "", *notes]


def _draw(table: Table) -> list[str]:
    return [
        "| " + " | ".join(map(_escape, table.heads)) + " |",
        "|:---|" + "---:|" * (len(table.heads) - 1),
        *("| " + " | ".join(map(_cell, row)) + " |" for row in table.rows),
    ]


def _cell(cell: Cell) -> str:
    return f"**{_escape(cell.text)}**" if cell.is_bold and cell.text else _escape(cell.text)


def _code(text: str) -> str:
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def _escape(text: str) -> str:
    return "".join("\\" + c if c in "\\|*_`<>[]" else c for c in text)

"""LaTeX tables in the manner of the booktabs package."""

from mtassay.comparison.result import Comparison
from mtassay.evaluation.score import Evaluation
from mtassay.evaluation.segment_statistics import SegmentStatistics
from mtassay.reports.results.comparison_tables import breakdown_tables, matrix, metric_table, summary
from mtassay.reports.results.statistics_tables import statistics_tables
from mtassay.reports.table import Cell, Table, score_table

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"$<$",
    "·": r"$\cdot$",
    **{c: "\\" + c for c in "&%$#_{}"},
}


def render(
    evaluation: Evaluation, digits: int | None, *, color: bool, statistics: SegmentStatistics | None = None
) -> str:
    """Systems in rows, metrics in columns, the best of each column bold; signatures as comments."""
    comments = [f"% {label}: {score.signature}" for label, score in evaluation.columns]
    lines = [*comments, *_draw(score_table(evaluation, digits))]
    for table in () if statistics is None else statistics_tables(statistics, digits):
        lines += _titled(table)
    return "\n".join(lines) + "\n"


def render_comparison(comparison: Comparison, digits: int | None, *, color: bool) -> str:
    """A table for each metric; then pairs and parts; signatures as comments."""
    lines = [f"% {line}" for line in summary(comparison)]
    lines += [f"% {label}: {one.signature}" for label, one in comparison.columns]
    for index in range(len(comparison.metrics)):
        tables = [metric_table(comparison, index, digits)]
        if comparison.all_pairs:
            tables.append(matrix(comparison, index))
        for table in tables:
            lines += _titled(table)
    for table in breakdown_tables(comparison, digits):
        lines += ["", f"% {table.title}", *_draw(table)]
    return "\n".join(lines) + "\n"


def _titled(table: Table) -> list[str]:
    return ["", f"% {table.title}", *_draw(table), *(f"% {note}" for note in table.notes)]


def _draw(table: Table) -> list[str]:
    return [
        r"\begin{tabular}{l" + "r" * (len(table.heads) - 1) + "}",
        r"\toprule",
        " & ".join(map(_escape, table.heads)) + r" \\",
        r"\midrule",
        *(" & ".join(map(_cell, row)) + r" \\" for row in table.rows),
        r"\bottomrule",
        r"\end{tabular}",
    ]


def _cell(cell: Cell) -> str:
    if cell.is_bold and cell.text:
        return rf"\textbf{{{_escape(cell.text)}}}"
    # what opens with a bracket would be an argument of the \\ before it
    return ("{}" if cell.text.startswith("[") else "") + _escape(cell.text)


def _escape(text: str) -> str:
    return "".join(_ESCAPES.get(c, c) for c in text)

"""Tab-separated tables: systems in rows, or segments in rows."""

from collections.abc import Iterable, Iterator

from mtassay.comparison.result import Comparison
from mtassay.evaluation.score import Evaluation
from mtassay.reports.records import Row, comparison_records, score_records, segment_records, show


def render(evaluation: Evaluation, digits: int | None, *, color: bool) -> str:
    """A header line and a line for each system; the ends of intervals have columns of their own."""
    return "".join(_lines(score_records(evaluation), digits))


def render_comparison(comparison: Comparison, digits: int | None, *, color: bool) -> str:
    """A line for each metric and system, and for each pair; where the test set is broken down, for each part."""
    return "".join(_lines(comparison_records(comparison), digits))


def segment_lines(evaluation: Evaluation, digits: int | None) -> Iterator[str]:
    """A header line, then a line for each segment of each system, segments counted from 1."""
    return _lines(segment_records(evaluation), digits)


def _lines(records: Iterable[Row], digits: int | None) -> Iterator[str]:
    for row in records:
        yield "\t".join(" ".join(show(value, digits).split("\t")) for value in row) + "\n"

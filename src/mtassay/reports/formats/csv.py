"""Comma-separated tables, written as the file format `csv` writes texts, with its settings."""

from collections.abc import Iterable

from mtassay.comparison.result import Comparison
from mtassay.corpus.formats.base import FILE_FORMATS, Column
from mtassay.corpus.formats.base import Table as TextTable
from mtassay.evaluation.score import Evaluation
from mtassay.reports.records import Row, comparison_records, printable, score_records, show


def render(evaluation: Evaluation, digits: int | None, *, color: bool, spec: str = "csv") -> str:
    """A row for each system."""
    return _written(score_records(evaluation), digits, spec)


def render_comparison(comparison: Comparison, digits: int | None, *, color: bool, spec: str = "csv") -> str:
    """A row for each metric and system, and for each pair; where the test set is broken down, for each part."""
    return _written(comparison_records(comparison), digits, spec)


def _written(records: Iterable[Row], digits: int | None, spec: str) -> str:
    head, *rows = ([printable(show(value, digits)) for value in row] for row in records)
    columns = zip(head, zip(*rows, strict=True), strict=True)
    table = TextTable(tuple(Column(name, texts) for name, texts in columns))
    return FILE_FORMATS.create(spec).write(table).decode()

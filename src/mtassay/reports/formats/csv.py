"""Comma-separated values: one table, written as the file format `csv` writes texts, with its settings."""

from dataclasses import dataclass

from mtassay.corpus.formats.base import FILE_FORMATS, Column
from mtassay.corpus.formats.base import Table as TextTable
from mtassay.reports.document import Document
from mtassay.reports.formats.exact_values import exact_text, printable

SPREADSHEET_TSV = "csv:spreadsheet=yes,delimiter=tab"
"""Tab-separated values that nothing in a spreadsheet runs as a formula."""


@dataclass(frozen=True)
class Csv:
    """One table; `spec` is the file format with its settings."""

    spec: str = "csv"

    def write(
        self, document: Document, *, digits: int | None = None, color: bool = False, table: str | None = None
    ) -> str:
        """The names of the columns, then the rows."""
        chosen = document.main_table if table is None else document.table(table)
        rows = [[printable(exact_text(value, digits)) for value in row] for row in chosen.values()]
        texts = zip(*rows, strict=True) if rows else ([] for _ in chosen.names)
        columns = (Column(printable(name), cells) for name, cells in zip(chosen.names, texts, strict=True))
        return FILE_FORMATS.create(self.spec).write(TextTable(tuple(columns))).decode()

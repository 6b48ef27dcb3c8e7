"""What every format of a report does."""

from typing import Protocol

from mtassay.reports.document import Document


class ReportFormat(Protocol):
    """Writes documents."""

    def write(
        self, document: Document, *, digits: int | None = None, color: bool = False, table: str | None = None
    ) -> str | bytes:
        """The document as text that ends in a newline, or as the bytes of a file.

        `digits` after the point; None leaves it to the format: for people those of each column, for programs all.
        `color` is for terminals. `table` is the one that formats of one table write; None is the main one.
        """
        ...

"""What checks found in a sheet, by the rows that its owner counts."""

from collections.abc import Sequence
from dataclasses import dataclass

from mtassay.checks.finding import Findings
from mtassay.corpus.formats.base import Table

_SHOWN = 50


@dataclass(frozen=True)
class SheetFinding:
    """A finding with the numbers of its first rows, or segments where a segment has several rows; `count` is of all."""

    severity: str
    message: str
    where: str
    noun: str
    count: int
    numbers: list[int]
    details: list[str]


def sheet_findings(findings: Findings, table: Table, rows: Sequence[int] | None) -> list[SheetFinding]:
    """The findings of a test set whose segments are these rows of the table, counted from 0."""
    return [
        SheetFinding(
            finding.severity,
            finding.message,
            finding.where,
            "segment" if rows is None else "row",
            len(finding.segments),
            [segment + 1 if rows is None else table.first_row + rows[segment] for segment in finding.segments[:_SHOWN]],
            list(finding.details[:_SHOWN]),
        )
        for finding in findings
    ]

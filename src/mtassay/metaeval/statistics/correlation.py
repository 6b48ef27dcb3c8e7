"""What correlations of rows have in common: rows that do not vary."""

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np

from mtassay.metaeval.statistics.base import Parts, RowStatistic, shared_cells, values_as_parts
from mtassay.settings import setting
from mtassay.significance.evidence import Floats


@dataclass(frozen=True, kw_only=True)
class RowCorrelation(RowStatistic):
    """A correlation of each group, averaged over groups.

    A group that people tie throughout has none and is left out. One that the metric ties throughout is left out too,
    or counts as 0.
    """

    constant: str = setting(
        "leave-out",
        "groups that the metric ties throughout: left out, or counted as 0",
        choices=("leave-out", "zero"),
        hide_default=True,
    )

    def of_rows(self, human: Floats, scores: Floats) -> Parts:
        gold, ours = shared_cells(human, scores)
        values = self.correlate(gold, ours)
        if self.constant == "zero":
            values = np.where(np.isnan(values) & varies(gold), 0.0, values)
        return values_as_parts(values)

    @abstractmethod
    def correlate(self, human: Floats, scores: Floats) -> Floats:
        """The correlation of each row of two tables, which have NaN in the same places; NaN where it has none."""


def varies(rows: Floats) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which rows hold two different numbers or more."""
    low = np.min(np.where(np.isnan(rows), np.inf, rows), axis=1, initial=np.inf)
    high = np.max(np.where(np.isnan(rows), -np.inf, rows), axis=1, initial=-np.inf)
    return np.asarray(low < high)


def correlate_rows(first: Floats, second: Floats) -> Floats:
    """Pearson's correlation of each row; the tables have NaN in the same places."""
    known = ~np.isnan(first)
    counts = np.maximum(known.sum(axis=1, keepdims=True), 1)
    scaled = []
    for rows in (first, second):
        filled = np.where(known, rows, 0.0)
        centered = np.where(known, filled - filled.sum(axis=1, keepdims=True) / counts, 0.0)
        # divided by the largest first, so that no square overflows or becomes 0
        largest = np.abs(centered).max(axis=1, keepdims=True, initial=0.0)
        centered = np.divide(centered, largest, out=np.zeros_like(centered), where=largest > 0)
        lengths = np.sqrt((centered**2).sum(axis=1, keepdims=True))
        scaled.append(np.divide(centered, lengths, out=np.zeros_like(centered), where=lengths > 0))
    values = np.clip((scaled[0] * scaled[1]).sum(axis=1), -1.0, 1.0)
    return np.where(varies(first) & varies(second), values, np.nan)

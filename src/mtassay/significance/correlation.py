"""Pearson's correlation of rows of numbers: of metrics with people, and of metrics with each other."""

import numpy as np
from numpy.typing import NDArray

from mtassay.significance.evidence import Floats


def varies(rows: Floats) -> NDArray[np.bool_]:
    """Which rows hold two different numbers or more."""
    low = np.min(np.where(np.isnan(rows), np.inf, rows), axis=1, initial=np.inf)
    high = np.max(np.where(np.isnan(rows), -np.inf, rows), axis=1, initial=-np.inf)
    return np.asarray(low < high)


def correlate_rows(first: Floats, second: Floats) -> Floats:
    """The correlation of each row of one table with that of the other, which has NaN in the same places.

    NaN where one of the two does not vary.
    """
    values = np.clip((_unit_rows(first) * _unit_rows(second)).sum(axis=1), -1.0, 1.0)
    return np.where(varies(first) & varies(second), values, np.nan)


def correlate_all(rows: Floats) -> Floats:
    """The correlation of each row with each; none has NaN. NaN where one of the two does not vary."""
    units = _unit_rows(rows)
    values = np.clip(units @ units.T, -1.0, 1.0)
    np.fill_diagonal(values, 1.0)
    known = varies(rows)
    return np.where(known[:, None] & known[None, :], values, np.nan)


def _unit_rows(rows: Floats) -> Floats:
    """Each row less its mean and scaled to length 1; 0 where it has NaN or does not vary."""
    known = ~np.isnan(rows)
    counts = np.maximum(known.sum(axis=1, keepdims=True), 1)
    filled = np.where(known, rows, 0.0)
    centered = np.where(known, filled - filled.sum(axis=1, keepdims=True) / counts, 0.0)
    # divided by the largest first, so that no square overflows or becomes 0
    largest = np.abs(centered).max(axis=1, keepdims=True, initial=0.0)
    centered = np.divide(centered, largest, out=np.zeros_like(centered), where=largest > 0)
    lengths = np.sqrt((centered**2).sum(axis=1, keepdims=True))
    units: Floats = np.divide(centered, lengths, out=np.zeros_like(centered), where=lengths > 0)
    return units

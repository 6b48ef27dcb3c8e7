"""How the scores of segments are spread, and how far the metrics agree on them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mtassay.evaluation.score import Evaluation
from mtassay.significance.correlation import correlate_all

Floats = NDArray[np.float64]

# scores that differ by no more than this share of their size differ by how they were rounded
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Spread:
    """The scores of the segments in a few numbers.

    The variance is that of a sample, which divides by n - 1: the segments stand for text that nobody
    has translated yet, and spreadsheets compute VAR and STDEV so. None where there is one segment.
    """

    maximum: float
    minimum: float
    mean: float
    variance: float | None

    @property
    def range(self) -> float:
        """From the lowest score to the highest."""
        return self.maximum - self.minimum

    @property
    def standard_deviation(self) -> float | None:
        """In the unit of the scores."""
        return None if self.variance is None else math.sqrt(self.variance)


@dataclass(frozen=True)
class Correlation:
    """Pearson's correlation over segments of each metric with each, in the order of the metrics.

    `system` is None where the segments of all systems are pooled. A metric that scores every segment
    alike, one of `constant`, correlates with nothing: its coefficients are None.
    """

    system: str | None
    segments: int
    coefficients: tuple[tuple[float | None, ...], ...]
    constant: tuple[str, ...]


@dataclass(frozen=True)
class SegmentStatistics:
    """Of an evaluation: for each system the spread by each metric, and the correlations of the metrics."""

    labels: tuple[str, ...]
    places: tuple[int, ...]
    spreads: Mapping[str, tuple[Spread, ...]]
    correlations: tuple[Correlation, ...]


def segment_statistics(evaluation: Evaluation) -> SegmentStatistics:
    """The statistics of all systems; of several also the correlations over all their segments together."""
    labels = tuple(label for label, _ in evaluation.columns)
    tables = {name: np.stack([score.segments for score in scores]) for name, scores in evaluation.systems.items()}
    correlations = [correlate(table, labels, name) for name, table in tables.items()]
    if len(tables) > 1:
        correlations.append(correlate(np.concatenate(list(tables.values()), axis=1), labels))
    return SegmentStatistics(
        labels,
        tuple(score.places for _, score in evaluation.columns),
        {name: tuple(spread(values) for values in table) for name, table in tables.items()},
        tuple(correlations),
    )


def spread(values: Floats) -> Spread:
    """The numbers of one list of scores."""
    variance = float(values.var(ddof=1)) if len(values) > 1 else None
    return Spread(float(values.max()), float(values.min()), float(values.mean()), variance)


def correlate(table: Floats, labels: Sequence[str], system: str | None = None) -> Correlation:
    """The correlations of rows of scores, one for each metric, by the same function as those with people."""
    spreads = np.ptp(table, axis=1)
    is_constant = spreads <= _ROUNDING * np.abs(table).max(axis=1)
    coefficients = correlate_all(np.where(is_constant[:, None], 0.0, table))
    return Correlation(
        system,
        table.shape[1],
        tuple(tuple(None if math.isnan(value) else value for value in row) for row in coefficients.tolist()),
        tuple(label for label, constant in zip(labels, is_constant.tolist(), strict=True) if constant),
    )

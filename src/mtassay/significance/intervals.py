"""Confidence intervals from resampled scores."""

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from mtassay.significance.evidence import Evidence, Floats

METHODS = ("percentile", "basic", "bca")

# leaving out each of a million segments would take as long as a million draws
_MOST_GROUPS = 1000


@dataclass(frozen=True)
class Interval:
    """Where a score lies with the stated confidence; `level` is 0.95 for 95 %."""

    low: float
    high: float
    level: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


def percentile(sample: Floats, level: float) -> Interval:
    """The middle of the sorted scores: those at int(0.025 M) and int(0.975 M) for 95 %."""
    return _between(sample, (1 - level) / 2, (1 + level) / 2, level)


def basic(sample: Floats, observed: float, level: float) -> Interval:
    """The percentile interval, mirrored at the observed score."""
    mirrored = percentile(sample, level)
    return Interval(2 * observed - mirrored.high, 2 * observed - mirrored.low, level)


def bca(sample: Floats, observed: float, left_out: Floats, level: float) -> Interval:
    """Bias-corrected and accelerated (Efron 1987); `left_out` holds the scores without one unit or group each."""
    normal = NormalDist()
    below = (np.count_nonzero(sample < observed) + np.count_nonzero(sample == observed) / 2) / len(sample)
    if below in (0, 1):  # the sample has no width on one side: nothing to correct by
        return percentile(sample, level)
    bias = normal.inv_cdf(below)
    deviations = left_out.mean() - left_out
    spread = float((deviations**2).sum())
    acceleration = float((deviations**3).sum()) / (6 * spread**1.5) if spread > 0 else 0.0

    def corrected(share: float) -> float:
        shifted = bias + normal.inv_cdf(share)
        return normal.cdf(bias + shifted / (1 - acceleration * shifted))

    return _between(sample, corrected((1 - level) / 2), corrected((1 + level) / 2), level)


def leave_out(evidence: Evidence) -> Floats:
    """The scores without each unit in turn, or without each of a thousand groups of neighbours.

    Evidence of systems knows the former by itself, as sums of rows; agreement, kappa and the like know scores under
    weights alone, and have intervals too.
    """
    size = evidence.size
    groups = np.array_split(np.arange(size), min(size, _MOST_GROUPS))
    scores = []
    for group in groups:
        weights = np.ones((1, size), dtype=np.float32)
        weights[0, group] = 0
        scores.append(evidence.score_under(weights)[0])
    return np.array(scores)


def _between(sample: Floats, low_share: float, high_share: float, level: float) -> Interval:
    ordered = np.sort(sample)
    # 0.29 * 100 is 28.999…: the rounding takes back what binary fractions lost
    positions = [int(round(share * len(ordered), 9)) for share in (low_share, high_share)]
    low, high = (ordered[min(max(position, 0), len(ordered) - 1)] for position in positions)
    return Interval(float(low), float(high), level)

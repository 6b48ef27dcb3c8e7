"""Soft pairwise accuracy: whether a metric is as sure of each pair of systems as people are."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.metaeval.judged import Bools, Judged, MetricScores
from mtassay.metaeval.statistics.base import PairStatistic
from mtassay.significance.evidence import Floats

_ROUNDING = 1e-12


@dataclass(frozen=True, kw_only=True)
class SoftPairwiseAccuracy(PairStatistic):
    """One less the mean distance of p-values: how sure people are that one system beats another, and the metric.

    The p-value of a pair is one-sided, of sign flips of the differences of segments that both systems have judged, by
    its normal form Φ(-Σd / √Σd²), which 200,000 flips meet to 0.0003. Equal systems have 0.5.
    """

    name: ClassVar[str] = "spa"
    title: ClassVar[str] = "soft pairwise accuracy"
    paper: ClassVar[str] = (
        "Brian Thompson, Nitika Mathur, Daniel Deutsch, and Huda Khayrallah. 2024. Improving Statistical Significance "
        "in Human Evaluation of Automatic Metrics via Soft Pairwise Accuracy. Proceedings of the Ninth Conference on "
        "Machine Translation, pages 1222-1234."
    )

    def gains(self, judged: Judged, first: MetricScores, second: MetricScores) -> Floats:
        known = ~np.isnan(judged.human)
        by_people = normal_tail(differences_of_pairs(judged.human, judged.human, known))
        by_metric = normal_tail(differences_of_pairs(first.segments, second.segments, known))
        return 1 - np.abs(by_people - by_metric)


def differences_of_pairs(first: Floats, second: Floats, known: Bools) -> Floats:
    """Σd / √Σd² of the differences d of row i of one table and row j of another, over cells known of both rows."""
    left, right = (np.where(known, table, 0.0) for table in (first, second))
    counted = known.astype(np.float64)
    sums = left @ counted.T - counted @ right.T
    squares = left**2 @ counted.T + counted @ (right**2).T
    spread = squares - 2 * left @ right.T
    is_equal = spread <= _ROUNDING * squares  # what rounding alone leaves of equal rows
    return np.divide(sums, np.sqrt(np.where(is_equal, 1.0, spread)), out=np.zeros_like(sums), where=~is_equal)


def normal_tail(values: Floats) -> Floats:
    """The probability that a standard normal number exceeds each value."""
    flat = [0.5 * math.erfc(value / math.sqrt(2)) for value in values.reshape(-1).tolist()]
    return np.array(flat).reshape(values.shape)

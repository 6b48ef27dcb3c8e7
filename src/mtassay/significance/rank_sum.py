"""Wilcoxon's rank-sum test: whether values of one list tend to be above those of another."""

import math
from statistics import NormalDist

import numpy as np

from mtassay.significance.evidence import Floats


def rank_sum_p(first: Floats, second: Floats) -> float:
    """The one-sided p-value that values of the first list are no larger than those of the second.

    By the normal approximation with corrections for ties and continuity, as R has it for 50 values and more; 1 where
    either list is empty or all values are equal.
    """
    count, other = len(first), len(second)
    if not count or not other:
        return 1.0
    total = count + other
    _, which, times = np.unique(np.concatenate([first, second]), return_inverse=True, return_counts=True)
    ranks = (np.cumsum(times) - (times - 1) / 2)[which]
    surplus = float(ranks[:count].sum()) - count * (count + 1) / 2 - count * other / 2
    tied = float((times.astype(float) ** 3 - times).sum()) / (total * (total - 1))
    variance = count * other / 12 * (total + 1 - tied)
    if variance <= 0:
        return 1.0
    return NormalDist().cdf(-(surplus - 0.5) / math.sqrt(variance))

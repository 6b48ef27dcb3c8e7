"""Wilcoxon's signed-rank test: who wins more segments, and by more."""

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from mtassay.significance.evidence import Floats, PairedEvidence, Pairs, observed_scores
from mtassay.significance.paired_test import Outcome, PairedTest

_LARGEST_EXACT = 50


@dataclass(frozen=True, kw_only=True)
class WilcoxonTest(PairedTest):
    """Ranks the segments by how much their scores differ, and compares the ranks won and lost.

    Two-sided; segments with equal scores are left out. Exact up to 50 segments without tied
    differences, else by the normal approximation with corrections for ties and continuity. It asks
    about typical segments, not about the score of the whole, and the two can disagree.
    """

    name: ClassVar[str] = "wilcoxon"
    title: ClassVar[str] = "Wilcoxon's signed-rank test"
    asks_about_scores: ClassVar[bool] = False
    paper: ClassVar[str] = (
        "Frank Wilcoxon. 1945. Individual Comparisons by Ranking Methods. Biometrics Bulletin 1(6), pages 80-83."
    )

    def compare(self, evidence: PairedEvidence, pairs: Pairs) -> list[Outcome]:
        scores = observed_scores(evidence)
        units = evidence.score_units()
        outcomes = []
        for first, second in pairs:
            p_value, surplus = signed_rank_test(units[:, second] - units[:, first])
            difference = float(scores[second] - scores[first])
            outcomes.append(Outcome(difference, p_value, contradicts=surplus * difference < 0))
        return outcomes


def signed_rank_test(differences: Floats) -> tuple[float, float]:
    """The two-sided p-value of paired differences, and by how much the ranks of positive ones outweigh the others."""
    kept = differences[np.abs(differences) > 0]  # none that is unknown, either
    count = len(kept)
    if count == 0:
        return 1.0, 0.0
    _, which, times = np.unique(np.abs(kept), return_inverse=True, return_counts=True)
    ranks = (np.cumsum(times) - (times - 1) / 2)[which]
    positive, negative = float(ranks[kept > 0].sum()), float(ranks[kept < 0].sum())
    return _p_value(min(positive, negative), count, times), positive - negative


def _p_value(smaller: float, count: int, times: NDArray[np.intp]) -> float:
    """For the smaller sum of ranks; `times` says how often each size of difference occurs."""
    if count <= _LARGEST_EXACT and len(times) == count:
        return min(1.0, 2 * _exact_tail(int(smaller), count))
    variance = count * (count + 1) * (2 * count + 1) / 24 - float((times.astype(float) ** 3 - times).sum()) / 48
    # half a rank towards the middle, as a continuous curve stands in for steps
    deviation = min(0.0, smaller + 0.5 - count * (count + 1) / 4) / math.sqrt(variance)
    return min(1.0, 2 * NormalDist().cdf(deviation))


def _exact_tail(smaller: int, count: int) -> float:
    """Probability that the ranks 1 … count of one sign add up to at most `smaller`."""
    ways = np.zeros(smaller + 1)
    ways[0] = 1
    for rank in range(1, min(count, smaller) + 1):
        ways[rank:] += ways[: len(ways) - rank].copy()
    return float(ways.sum()) / 2.0**count

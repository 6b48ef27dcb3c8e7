"""Pairwise accuracy with tie calibration: pairs that a metric orders, or ties, as people do."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.metaeval.statistics.base import Parts, RowStatistic
from mtassay.settings import setting
from mtassay.significance.evidence import Floats

# sums of shares come from floating-point steps: what is within this of the best is the best
_SAME = 1e-12


@dataclass(frozen=True, kw_only=True)
class TieAccuracy(RowStatistic):
    """The share of pairs of outputs that a metric orders as people do, or ties as they do, averaged over groups.

    Scores that differ by epsilon or less are ties. Unless it is given, epsilon is the smallest that makes the statistic
    largest on these data, so a metric that says nothing can tie everything and reach the share of pairs that people
    tie: compare it with the row of the constant metric.
    """

    name: ClassVar[str] = "acc-eq"
    title: ClassVar[str] = "acc_eq"
    levels: ClassVar[tuple[str, ...]] = ("segment",)
    groups: ClassVar[tuple[str, ...]] = ("item", "system")
    paper: ClassVar[str] = (
        "Daniel Deutsch, George Foster, and Markus Freitag. 2023. Ties Matter: Meta-Evaluating Modern Metrics with "
        "Pairwise Accuracy and Tie Calibration. Proceedings of the 2023 Conference on Empirical Methods in Natural "
        "Language Processing, pages 12914-12929."
    )

    epsilon: float | None = setting(None, "difference up to which scores are tied; none: the best", low=0)

    def of_rows(self, human: Floats, scores: Floats) -> Parts:
        first, second = np.triu_indices(human.shape[1], 1)
        by_people = human[:, first] - human[:, second]
        by_metric = scores[:, first] - scores[:, second]
        known = ~(np.isnan(by_people) | np.isnan(by_metric))
        is_tie = known & (by_people == 0)
        is_ordered = known & (np.sign(by_people) * np.sign(by_metric) > 0)
        sizes = np.abs(by_metric)
        pairs = known.sum(axis=1)
        epsilon = self.epsilon
        if epsilon is None:
            weights = 1 / np.maximum(pairs, 1)
            change = (is_tie.astype(np.float64) - is_ordered) * weights[:, None]
            epsilon = _calibrate(sizes[known], change[known])
        is_right = np.where(sizes <= epsilon, is_tie, is_ordered)
        shares = self.scaled((is_right & known).sum(axis=1) / np.maximum(pairs, 1))
        return Parts(np.where(pairs > 0, shares, 0.0), (pairs > 0).astype(np.float64), epsilon)

    def scaled(self, shares: Floats) -> Floats:
        """The statistic of a group, from the share of its pairs that are right."""
        return shares


def _calibrate(sizes: Floats, change: Floats) -> float:
    """The smallest epsilon with the largest gain; `change` is what it gains to make each pair a tie."""
    order = np.argsort(sizes, kind="stable")
    ordered = sizes[order]
    gains = np.cumsum(change[order])
    # an epsilon ties all pairs of its size; the first candidate is 0, whether a pair is so small or not
    ends = np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True)) if len(ordered) else np.empty(0, dtype=np.intp)
    candidates, reached = ordered[ends], gains[ends]
    if not len(candidates) or candidates[0] > 0:
        candidates, reached = np.append(0.0, candidates), np.append(0.0, reached)
    return float(candidates[int(np.argmax(reached >= reached.max() - _SAME * max(1, len(sizes))))])

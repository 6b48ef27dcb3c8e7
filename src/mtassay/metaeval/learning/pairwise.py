"""Logistic regression on pairs: the weighted sum that says which of two outputs of a segment people prefer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.metaeval.learning.cells import Cells
from mtassay.metaeval.learning.fitting import Fitting
from mtassay.metaeval.learning.ridge import solve_penalised
from mtassay.significance.evidence import Floats

_MOST_STEPS = 30
_SETTLED = 1e-8


@dataclass(frozen=True, eq=False)
class Pairs:
    """By how much each part prefers the better output of each pair, with sums of these and of their products."""

    differences: Floats
    sums: Floats
    products: Floats


class Pairwise(Fitting[Pairs]):
    """Pairs that people tie are dropped; Newton steps from no weights at all.

    A trial takes the first step alone: it needs sums that add over blocks, and no pass over the pairs.
    """

    name: ClassVar[str] = "pairwise"
    words: ClassVar[str] = "logistic regression on which of two outputs of a segment people prefer"

    def block(self, cells: Cells) -> Pairs:
        first, second = np.triu_indices(len(cells.human), 1)
        by_people = np.sign(cells.human[first] - cells.human[second])
        counted = cells.known[first] & cells.known[second] & (by_people != 0)
        pairs, segments = np.nonzero(counted)
        better = cells.scores[first[pairs], segments] - cells.scores[second[pairs], segments]
        differences = better * by_people[counted][:, None]
        return Pairs(differences, differences.sum(axis=0), differences.T @ differences)

    def fit(self, blocks: Sequence[Pairs], penalty: float, *, is_trial: bool = False) -> Floats:
        count = max(1, sum(len(block.differences) for block in blocks))
        products = np.sum([block.products for block in blocks], axis=0) / count
        sums = np.sum([block.sums for block in blocks], axis=0) / count
        # the penalty is of differences as the Hessian sees them: a quarter of their products
        weights = solve_penalised(products / 4, sums / 2, penalty)
        if is_trial:
            return weights
        costs = penalty * np.diag(products) / 4
        for _ in range(_MOST_STEPS):
            slope, curvature = -costs * weights, np.diag(costs)
            for block in blocks:
                doubts = 1 / (1 + np.exp(np.clip(block.differences @ weights, -700, 700)))
                slope = slope + doubts @ block.differences / count
                curvature = curvature + (block.differences.T * (doubts * (1 - doubts))) @ block.differences / count
            step = solve_penalised(curvature, slope, 0.0)
            weights = weights + step
            if np.abs(step).max() <= _SETTLED * max(1.0, float(np.abs(weights).max())):
                break
        return weights

    def loss(self, block: Pairs, weights: Floats) -> float:
        return float(np.logaddexp(0.0, -(block.differences @ weights)).sum())

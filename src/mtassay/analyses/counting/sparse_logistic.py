"""A logistic model of pairs with few weights that are not 0: L1, by FISTA on the features that matter."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mtassay.analyses.counting.numbered_words import Ints
from mtassay.metrics.base import Floats

_ROUNDS = 1000
_SMALLEST_CHANGE = 1e-6
_FIRST_FEATURES = 100
_SLACK = 1e-3


@dataclass(frozen=True, eq=False)
class PairRows:
    """What the better half of each pair has more of than the other: entry j is so much of a feature in a segment."""

    places: Ints
    features: Ints
    values: Floats
    segments: int
    size: int
    """How many features there are."""

    def cut(self, mask: NDArray[np.bool_]) -> "PairRows":
        """Some of the segments."""
        numbers = np.cumsum(mask) - 1
        kept = mask[self.places]
        return PairRows(numbers[self.places[kept]], self.features[kept], self.values[kept], int(mask.sum()), self.size)

    def products(self, weights: Floats) -> Floats:
        """The margin of each segment under weights."""
        return _summed(self.places, self.values * weights[self.features], self.segments)

    def gradient(self, margins: Floats) -> Floats:
        """Of the mean loss by each weight, where segments have these margins."""
        slopes = -1 / (1 + np.exp(np.minimum(margins, 500))) / max(1, self.segments)
        return _summed(self.features, self.values * slopes[self.places], self.size)

    def columns(self, features: Ints) -> Floats:
        """Some features as a dense matrix."""
        numbers = np.full(self.size, -1)
        numbers[features] = np.arange(len(features))
        kept = numbers[self.features] >= 0
        matrix = np.zeros((self.segments, len(features)))
        matrix[self.places[kept], numbers[self.features[kept]]] = self.values[kept]
        return matrix


def _summed(places: Ints, values: Floats, size: int) -> Floats:
    return np.bincount(places, weights=values, minlength=size).astype(np.float64, copy=False)


def fit(rows: PairRows, strength: float) -> Floats:
    """The weights for a share of the smallest penalty that leaves none.

    Few weights are not 0, so few features are looked at: those with the steepest slopes first, then whichever of the
    others would still lower the loss, until there are none.
    """
    weights = np.zeros(rows.size)
    slopes = np.abs(rows.gradient(np.zeros(rows.segments)))
    penalty = strength * slopes.max(initial=0.0)
    if not penalty:
        return weights
    active = np.zeros(rows.size, dtype=bool)
    active[np.argsort(-slopes, kind="stable")[:_FIRST_FEATURES]] = True
    while True:
        features = np.flatnonzero(active)
        weights[features] = _fista(rows.columns(features), weights[features], penalty)
        slopes = np.abs(rows.gradient(rows.products(weights)))
        missing = (slopes > penalty * (1 + _SLACK)) & ~active
        if not missing.any():
            return weights
        active |= missing


def _fista(matrix: Floats, weights: Floats, penalty: float) -> Floats:
    """Beck and Teboulle (2009): a step down the slope, then towards 0 by the penalty, with momentum.

    Columns are scaled to one length, as frequent words would otherwise hold the steps of rare ones short; momentum that
    points the wrong way is dropped (O'Donoghue and Candès 2015). Both together take a tenth of the rounds.
    """
    count = len(matrix)
    lengths = np.linalg.norm(matrix, axis=0)
    lengths[lengths == 0] = 1
    scaled = matrix / lengths
    # the loss bends at most by a quarter of the largest singular value squared
    step = 4 * count / max(float(np.linalg.eigvalsh(scaled.T @ scaled)[-1]), 1e-12)
    weights = weights * lengths
    point, momentum = weights.copy(), 1.0
    for _ in range(_ROUNDS):
        slopes = -1 / (1 + np.exp(np.minimum(scaled @ point, 500)))
        moved = point - step * (slopes @ scaled) / count
        following = np.sign(moved) * np.maximum(np.abs(moved) - step * penalty / lengths, 0)
        if (point - following) @ (following - weights) > 0:
            momentum = 1.0
        next_momentum = float(1 + np.sqrt(1 + 4 * momentum**2)) / 2
        point = following + (momentum - 1) / next_momentum * (following - weights)
        change = float(np.abs((following - weights) / lengths).max(initial=0))
        weights, momentum = following, next_momentum
        if change < _SMALLEST_CHANGE:
            break
    return np.asarray(weights / lengths)

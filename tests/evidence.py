"""Evidence whose truth is known: means of random numbers."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mtassay.significance.evidence import Floats, Pairs, Weights


class MeanEvidence:
    """The mean of each column of `values`, `(units, systems)`."""

    def __init__(self, values: NDArray[Any]) -> None:
        self.values = np.asarray(values, dtype=np.float64)

    @property
    def size(self) -> int:
        return len(self.values)

    def score_under(self, weights: Weights) -> Floats:
        weights = weights.astype(np.float64)
        return weights @ self.values / weights.sum(axis=1, keepdims=True)

    def score_units(self) -> Floats:
        return self.values

    def score_exchanged(self, draws: int, rng: np.random.Generator, pairs: Pairs) -> Floats:
        swaps = rng.integers(2, size=(draws, self.size)).astype(np.float64)
        first, second = np.array(pairs).T
        moved = swaps @ (self.values[:, second] - self.values[:, first]) / self.size
        means = self.values.mean(axis=0)
        return np.stack([means[first] + moved, means[second] - moved], axis=-1)

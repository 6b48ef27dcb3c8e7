"""Evidence whose truth is known: means of random numbers, and whatever is computed anew for each draw."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from mtassay.significance.evidence import Floats, Pairs, Weights

U = TypeVar("U")


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

    def score_without_each(self) -> Floats:
        return (self.values.sum(axis=0) - self.values) / (self.size - 1)

    def score_exchanged(self, draws: int, rng: np.random.Generator, pairs: Pairs) -> Floats:
        swaps = rng.integers(2, size=(draws, self.size)).astype(np.float64)
        first, second = np.array(pairs).T
        moved = swaps @ (self.values[:, second] - self.values[:, first]) / self.size
        means = self.values.mean(axis=0)
        return np.stack([means[first] + moved, means[second] - moved], axis=-1)


class ReplayedEvidence(Generic[U]):
    """Units that are repeated as often as they count, and a function that scores what that gives.

    Slower than sums of rows, and right for any function: what all other evidence is held against.
    """

    def __init__(self, units: Sequence[U], compute: Callable[[list[U]], Any]) -> None:
        self._units = units
        self._compute = compute

    @property
    def size(self) -> int:
        return len(self._units)

    def score_under(self, weights: Weights) -> Floats:
        """Weights must be whole numbers: a unit cannot be repeated half a time."""
        counts = np.asarray(weights, dtype=np.int64)
        if not np.array_equal(counts, weights) or (counts < 0).any():
            raise ValueError("weights of replayed evidence must be whole numbers of 0 or more")
        indices = np.arange(self.size)
        return np.array(
            [self._compute([self._units[i] for i in np.repeat(indices, row).tolist()]) for row in counts],
            dtype=np.float64,
        )

"""What every interval and every test is made for: units, and scores that change when units count otherwise."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Weights = NDArray[np.floating[Any]]
Pairs = Sequence[tuple[int, int]]

U = TypeVar("U")


class Evidence(Protocol):
    """Units, and the scores they would give if unit j counted `weights[i, j]` times in draw i."""

    @property
    def size(self) -> int:
        """How many units there are: segments, or documents, or comparisons."""
        ...

    def score_under(self, weights: Weights) -> Floats:
        """`(draws, size)` to `(draws, …)`."""
        ...


class PairedEvidence(Evidence, Protocol):
    """Several systems on the same units; `score_under` has one column for each system."""

    def score_exchanged(self, draws: int, rng: np.random.Generator, pairs: Pairs) -> Floats:
        """Scores of both systems of each pair after every unit's outputs were dealt anew between them.

        `(draws, pairs, 2)`. Each deal is equally likely: what the two made of a unit stays with it.
        """
        ...

    def score_units(self) -> Floats:
        """The score of each unit alone, `(size, systems)`."""
        ...


class ReplayedEvidence(Generic[U]):
    """Units that are repeated as often as they count, and a function that scores what that gives.

    Slower than sums of rows, and right for any function: correlations, vocabularies, rankings.
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


def observed_scores(evidence: Evidence) -> Floats:
    """The scores that the units give as they are."""
    scores: Floats = evidence.score_under(np.ones((1, evidence.size), dtype=np.float32))[0]
    return scores

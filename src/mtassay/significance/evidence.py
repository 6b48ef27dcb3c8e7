"""What every interval and every test is made for: units, and scores that change when units count otherwise."""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Weights = NDArray[np.floating[Any]]
Pairs = Sequence[tuple[int, int]]


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

    def score_without_each(self) -> Floats:
        """The scores without each unit in turn, `(size, systems)`."""
        ...


def observed_scores(evidence: Evidence) -> Floats:
    """The scores that the units give as they are."""
    scores: Floats = evidence.score_under(np.ones((1, evidence.size), dtype=np.float32))[0]
    return scores

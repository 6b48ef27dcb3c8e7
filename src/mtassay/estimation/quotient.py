"""The quotient of two sums over units, as evidence: means, and means over units of different size."""

import numpy as np

from mtassay.significance.evidence import Floats, Weights


class QuotientEvidence:
    """The sum of `numerators` by the sum of `denominators`, which are above 0: no unit is there that says nothing."""

    def __init__(self, numerators: Floats, denominators: Floats) -> None:
        self._columns = np.stack([numerators, denominators], axis=-1).astype(np.float64)

    @property
    def size(self) -> int:
        return len(self._columns)

    def score_under(self, weights: Weights) -> Floats:
        """NaN for a draw in which no unit counts."""
        sums = weights.astype(np.float64) @ self._columns
        empty = np.full(len(sums), np.nan)
        quotients: Floats = np.divide(sums[:, 0], sums[:, 1], out=empty, where=sums[:, 1] != 0)
        return quotients

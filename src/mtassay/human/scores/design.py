"""Least squares of score = system + segment + judge: what each answer weighs in each system's estimate."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mtassay.human.memory import Bools, Floats, Ints


@dataclass(frozen=True, eq=False)
class Design:
    """Rows of a fit: the segment and judge of each, and how much of each system it is about, `(rows, systems)`."""

    segment: Ints
    judge: Ints
    about: Floats
    judges: int

    @cached_property
    def columns(self) -> Floats:
        """Systems and judges, without what the segments explain."""
        rows = np.arange(len(self.judge))
        of_judges = np.zeros((len(rows), self.judges))
        of_judges[rows, self.judge] = 1.0
        return self.within_segments(np.hstack([self.about, of_judges]))

    @cached_property
    def inverse(self) -> Floats:
        """Of the products of the columns, which are not all independent."""
        return np.asarray(np.linalg.pinv(self._products, rcond=1e-9, hermitian=True))

    @cached_property
    def rank(self) -> int:
        """How many independent columns there are, segments among them."""
        tolerance = 1e-9 * max(1.0, float(np.trace(self._products)))
        rank: int = int(np.linalg.matrix_rank(self._products, tol=tolerance, hermitian=True))
        return len(np.unique(self.segment)) + rank

    @cached_property
    def _products(self) -> Floats:
        return self.columns.T @ self.columns

    @property
    def systems(self) -> int:
        return int(self.about.shape[1])

    def within_segments(self, values: Floats) -> Floats:
        """Values, `(rows, …)`, less the mean of their segment."""
        return values - sums_by(self.segment, values)[self.segment] / self._sizes[self.segment, None]

    @cached_property
    def _sizes(self) -> Floats:
        return np.maximum(np.bincount(self.segment), 1).astype(np.float64)

    def weights(self) -> Floats:
        """What each row weighs in the estimates of systems, `(rows, systems)`; differences of them mean something."""
        return np.asarray(self.columns @ self.inverse[:, : self.systems])

    def effects(self, values: Floats) -> Floats:
        """The estimates of systems, then of judges."""
        return np.asarray(self.inverse @ (self.columns.T @ values))

    def residuals(self, values: Floats) -> Floats:
        """What segments, systems and judges leave of values, `(rows, …)`."""
        left = self.within_segments(values)
        return np.asarray(left - self.columns @ (self.inverse @ (self.columns.T @ left)))

    def told_apart(self, start: int, stop: int) -> Bools:
        """Which of the effects from `start` to `stop` compare: answers link them, through segments, systems or judges.

        Square: an entry for every two of them.
        """
        spanned = (self.inverse @ self._products)[:, start:stop]
        left = np.eye(len(spanned))[:, start:stop] - spanned
        # the gap between columns i and j of what is not spanned, by products
        gram = left.T @ left
        squares = np.diag(gram)
        return np.asarray(squares[:, None] + squares[None, :] - 2 * gram < 1e-9)


def sums_by(groups: Ints, values: Floats) -> Floats:
    """The sum of values, `(rows, columns)`, in each group."""
    count = int(groups.max(initial=-1)) + 1
    columns = [np.bincount(groups, weights=column, minlength=count) for column in values.T]
    return np.stack(columns, axis=1) if columns else np.zeros((count, 0))

"""Sums of products of scores: they add over outputs, so that every fold is fitted after one pass over all of them."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from mtassay.metaeval.learning.cells import Cells
from mtassay.significance.evidence import Floats


@dataclass(frozen=True, eq=False)
class Moments:
    """How many outputs, and the sums and sums of products of their parts' scores; people's are the last column."""

    count: int
    sums: Floats
    products: Floats

    @classmethod
    def of(cls, cells: Cells) -> "Moments":
        """Those of all known outputs."""
        table = np.column_stack([cells.scores[cells.known], cells.human[cells.known]])
        return cls(len(table), table.sum(axis=0), table.T @ table)

    @property
    def means(self) -> Floats:
        """Of each part, and of people."""
        return self.sums / self.count

    @property
    def covariances(self) -> Floats:
        """Of each part and of people with each other."""
        means = self.means
        return np.asarray(self.products / self.count - np.outer(means, means))

    def correlations(self) -> Floats:
        """Of each part with people; 0 where one of them does not vary."""
        covariances = self.covariances
        spreads = np.sqrt(np.maximum(np.diag(covariances), 0.0))
        divisors = spreads[:-1] * spreads[-1]
        values: Floats = np.divide(covariances[:-1, -1], divisors, out=np.zeros(len(divisors)), where=divisors > 0)
        return values


def add_moments(moments: Iterable[Moments]) -> Moments:
    """Those of all their outputs together."""
    first, *others = moments
    count, sums, products = first.count, first.sums.copy(), first.products.copy()
    for other in others:
        count += other.count
        sums += other.sums
        products += other.products
    return Moments(count, sums, products)

"""Ridge regression: the weighted sum that comes nearest to what people say, large weights made small."""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from mtassay.metaeval.learning.cells import Cells
from mtassay.metaeval.learning.fitting import Fitting
from mtassay.metaeval.learning.moments import Moments, add_moments
from mtassay.significance.evidence import Floats

# a part that does not vary in a fold has no weight there
_LEAST_SPREAD = 1e-9


class Ridge(Fitting[Moments]):
    """Least squares over all outputs, so it also learns which sources are hard."""

    name: ClassVar[str] = "ridge"
    words: ClassVar[str] = "least squares over all outputs, which also learns which sources are hard"
    is_pooled: ClassVar[bool] = True

    def block(self, cells: Cells) -> Moments:
        return Moments.of(cells if self.is_pooled else cells.deviations())

    def fit(self, blocks: Sequence[Moments], penalty: float, *, is_trial: bool = False) -> Floats:
        return solve_penalised(*_parted(add_moments(blocks)), penalty)

    def loss(self, block: Moments, weights: Floats) -> float:
        parts, people = _parted(block)
        explained = 2 * weights @ people - weights @ parts @ weights
        return block.count * float(block.covariances[-1, -1] - explained)


class Within(Ridge):
    """The same of deviations from the mean of each segment: which of its outputs is better."""

    name: ClassVar[str] = "within"
    words: ClassVar[str] = "least squares of differences from the mean of each segment"
    is_pooled: ClassVar[bool] = False


def _parted(moments: Moments) -> tuple[Floats, Floats]:
    covariances = moments.covariances
    return covariances[:-1, :-1], covariances[:-1, -1]


def solve_penalised(products: Floats, targets: Floats, penalty: float) -> Floats:
    """Weights w with (A + penalty · diag(A)) w = b."""
    spreads = np.maximum(np.diag(products), _LEAST_SPREAD * max(float(np.diag(products).max()), 1.0))
    return np.asarray(np.linalg.solve(products + penalty * np.diag(spreads), targets))

"""The weighted sum whose correlation with people is largest, segment by segment."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.metaeval.learning.cells import Cells
from mtassay.metaeval.learning.fitting import Fitting
from mtassay.metaeval.learning.ridge import solve_penalised
from mtassay.significance.evidence import Floats

_STEPS = 60
_TRIAL_STEPS = 8
_SETTLED = 1e-7


@dataclass(frozen=True, eq=False)
class Segments:
    """Of each segment: products of its parts with what people say, `(segments, parts)`, and with each other."""

    agreements: Floats
    products: Floats


class Correlation(Fitting[Segments]):
    """The mean of Pearson's r by segment, climbed from where least squares ends; all outputs together, that is ridge.

    The penalty is added to the spread by which each correlation is divided.
    """

    name: ClassVar[str] = "correlation"
    words: ClassVar[str] = "the largest mean of Pearson's r by segment"

    def block(self, cells: Cells) -> Segments:
        deviations = cells.deviations()
        lengths = np.sqrt((deviations.human**2).sum(axis=0))
        varies = lengths > 0
        human, scores = deviations.human[:, varies] / lengths[varies], deviations.scores[:, varies]
        return Segments(np.einsum("sn,snk->nk", human, scores), np.einsum("snk,snl->nkl", scores, scores))

    def fit(self, blocks: Sequence[Segments], penalty: float, *, is_trial: bool = False) -> Floats:
        agreements = np.concatenate([block.agreements for block in blocks])
        products = np.concatenate([block.products for block in blocks])
        mean = products.mean(axis=0)
        weights = solve_penalised(mean, agreements.mean(axis=0), penalty)
        products = products + penalty * np.diag(np.diag(mean))
        value = float(_correlations(agreements, products, weights).mean())
        size = 1.0
        for _ in range(_TRIAL_STEPS if is_trial else _STEPS):
            direction = solve_penalised(mean, _slope(agreements, products, weights), penalty)
            reached = value
            while size > _SETTLED:
                tried = weights + size * direction
                reached = float(_correlations(agreements, products, tried).mean())
                if reached > value:
                    break
                size /= 2
            if reached - value <= _SETTLED:
                break
            weights, value, size = weights + size * direction, reached, 2 * size
        spread = float(weights @ mean @ weights)
        return weights / np.sqrt(spread) if spread > 0 else weights

    def loss(self, block: Segments, weights: Floats) -> float:
        return -float(_correlations(block.agreements, block.products, weights).sum())


def _correlations(agreements: Floats, products: Floats, weights: Floats) -> Floats:
    """Of each segment; 0 where the sum does not vary."""
    lengths = np.sqrt(np.maximum((products @ weights) @ weights, 0.0))
    values: Floats = np.divide(agreements @ weights, lengths, out=np.zeros(len(lengths)), where=lengths > 0)
    return values


def _slope(agreements: Floats, products: Floats, weights: Floats) -> Floats:
    """Where the mean correlation rises fastest."""
    moved = products @ weights
    lengths = np.sqrt(np.maximum(moved @ weights, 0.0))
    known = lengths > 0
    lengths, moved, agreements = lengths[known, None], moved[known], agreements[known]
    rises = agreements / lengths - (agreements @ weights)[:, None] * moved / lengths**3
    return np.asarray(rises.sum(axis=0) / max(1, len(known)))

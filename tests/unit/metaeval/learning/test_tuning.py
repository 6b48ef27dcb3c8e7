"""Planted parameters are found, and what changes nothing stays as it was."""

from typing import cast

import numpy as np
import pytest

from mtassay.metaeval.learning.cells import Cells
from mtassay.metaeval.learning.methods import METHODS
from mtassay.metaeval.learning.tuning import CountedCells, Tuning
from mtassay.metrics.base import metric
from mtassay.metrics.meteor import Meteor

# alpha, beta, gamma, delta
PLANTED = (0.6, 1.2, 0.3, 0.85)


def meteor() -> Meteor:
    return cast("Meteor", metric("meteor:language=de,stages=exact,normalize=lower"))


def counted(noise: float = 0.0, systems: int = 5, segments: int = 60, seed: int = 7) -> CountedCells:
    """Counts of made-up texts of which people say what the metric says with planted parameters."""
    rng = np.random.default_rng(seed)
    shape = systems, segments
    rows = np.zeros((*shape, 23))
    rows[..., 16:20] = rng.integers(3, 12, (*shape, 4))
    rows[..., 0:2] = rng.binomial(rows[..., [16, 17]].astype(int), 0.6)
    rows[..., 2:4] = np.minimum(rows[..., 0:2], rows[..., 18:20])
    rows[..., 21], rows[..., 22] = rows[..., 0:2].sum(axis=-1), rows[..., 2:4].sum(axis=-1)
    rows[..., 20] = rng.integers(0, np.maximum(rows[..., 21], 1).astype(int))
    human = 5 * meteor().score_with(rows, PLANTED) + noise * rng.normal(size=shape)
    return CountedCells(meteor().score(rows)[..., None], human, np.ones(shape, dtype=np.bool_), rows)


@pytest.mark.parametrize("method", ["within", "ridge", "correlation"])
def test_planted_parameters_are_found(method: str) -> None:
    cells = counted()
    found = Tuning(meteor(), METHODS[method]).fit([cells], 0.001)
    assert found == pytest.approx(PLANTED, abs=0.051)


def test_pairs_find_what_orders_as_planted() -> None:
    cells = counted()
    tuning = Tuning(meteor(), METHODS["pairwise"])
    scores = tuning.scored(cells, tuning.fit([cells], 0.001)).scores[..., 0]
    assert share_ordered(scores, cells) > 0.97 > 0.9 > share_ordered(cells.scores[..., 0], cells)


def share_ordered(scores: np.ndarray[tuple[int, ...], np.dtype[np.float64]], cells: Cells) -> float:
    first, second = np.triu_indices(len(scores), 1)
    return float(np.mean((scores[first] - scores[second]) * (cells.human[first] - cells.human[second]) > 0))


def test_what_changes_nothing_stays_as_it_was() -> None:
    cells = counted()
    cells.rows[..., [1, 3, 17, 19]] = 0  # no function words, so what they weigh says nothing
    cells.human[:] = meteor().score_with(cells.rows, PLANTED)
    found = Tuning(meteor(), METHODS["ridge"]).fit([cells], 0.001)
    assert found == pytest.approx([*PLANTED[:3], meteor().dials[3].value], abs=0.051)

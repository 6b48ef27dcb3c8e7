"""Pairs with the largest weight, held against all ways there are."""

from itertools import permutations

import numpy as np
import pytest

from mtassay.alignment.assignment import heaviest_pairs


@pytest.mark.parametrize("rows", range(7))
@pytest.mark.parametrize("columns", range(7))
def test_no_way_weighs_more(rows: int, columns: int) -> None:
    rng = np.random.default_rng(10 * rows + columns)
    for step in (0.0, 0.25):  # with steps, many weights are equal
        weights = rng.random((rows, columns))
        if step:
            weights = np.floor(weights / step) * step
        pairs = heaviest_pairs(weights)
        assert (
            len(pairs) == len({row for row, _ in pairs}) == len({column for _, column in pairs}) == min(rows, columns)
        )
        table = weights if rows <= columns else weights.T
        ways = permutations(range(max(rows, columns)), min(rows, columns))
        best = max(sum(table[row, column] for row, column in enumerate(way)) for way in ways)
        assert sum(weights[pair] for pair in pairs) == pytest.approx(best, abs=1e-12)

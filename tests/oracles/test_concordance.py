"""Counts of concordant and tied pairs by native code equal those of all pairs, one by one."""

import itertools
import math

import numpy as np
import pytest
import scipy.stats

from mtassay._native import concordance_rows
from mtassay.metaeval.statistics.base import statistic


def obvious(first: list[float], second: list[float]) -> list[int]:
    things = [pair for pair in zip(first, second, strict=True) if not any(map(math.isnan, pair))]
    counts = dict.fromkeys([(1, 1), (1, -1), (0, 1), (1, 0), (0, 0)], 0)
    for (a, b), (c, d) in itertools.combinations(things, 2):
        left, right = (a > c) - (a < c), (b > d) - (b < d)
        key = (abs(left), abs(right)) if left * right >= 0 else (1, -1)
        counts[key] += 1
    return [len(things), *counts.values(), len({a for a, _ in things}), len({b for _, b in things})]


@pytest.mark.parametrize("length", [0, 1, 2, 13, 32, 33, 90])
@pytest.mark.parametrize("values", [2, 5, 1000])
def test_counts_equal_those_of_all_pairs(length: int, values: int) -> None:
    rng = np.random.default_rng(length * 7 + values)
    first, second = rng.integers(0, values, size=(2, 20, length)).astype(np.float64)
    first[rng.random(first.shape) < 0.1] = np.nan
    expected = [obvious(*rows) for rows in zip(first.tolist(), second.tolist(), strict=True)]
    for threads in (1, 3):
        assert concordance_rows(first, second, threads).astype(int).tolist() == expected


@pytest.mark.parametrize("length", [5, 40, 2000])
@pytest.mark.parametrize("variant", ["b", "c"])
def test_kendall_is_that_of_scipy(length: int, variant: str) -> None:
    rng = np.random.default_rng(length)
    first, second = rng.integers(0, 9, size=(2, length)).astype(np.float64)
    ours = statistic(f"kendall:variant={variant}").of_rows(first[None], second[None]).value  # type: ignore[attr-defined]
    assert ours == pytest.approx(scipy.stats.kendalltau(first, second, variant=variant).statistic, abs=1e-12)


def test_tables_of_other_shapes_are_refused() -> None:
    with pytest.raises(ValueError, match="same shape"):
        concordance_rows(np.zeros((2, 3)), np.zeros((3, 2)), 1)

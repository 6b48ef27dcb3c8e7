"""Correlations of rows: groups that do not vary, cells that nobody judged."""

import numpy as np
import pytest
import scipy.stats

from mtassay.metaeval.statistics.base import RowStatistic, statistic

NAN = np.nan
NAMES = {"pearson": scipy.stats.pearsonr, "spearman": scipy.stats.spearmanr, "kendall": scipy.stats.kendalltau}


def made(spec: str) -> RowStatistic:
    chosen = statistic(spec)
    assert isinstance(chosen, RowStatistic)
    return chosen


@pytest.mark.parametrize("name", NAMES)
def test_each_row_is_what_scipy_gives(name: str) -> None:
    rng = np.random.default_rng(3)
    human, scores = rng.integers(0, 6, size=(2, 30, 9)).astype(np.float64)
    parts = made(name).of_rows(human, scores)
    expected = [NAMES[name](*rows).statistic for rows in zip(human, scores, strict=True)]
    assert parts.numerators.tolist() == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_cells_without_a_judgment_do_not_count(name: str) -> None:
    full = made(name).of_rows(np.array([[1.0, 2, 4, 3]]), np.array([[2.0, 1, 5, 4]]))
    gaps = made(name).of_rows(np.array([[1.0, NAN, 2, 4, 9, 3]]), np.array([[2.0, 7, 1, 5, NAN, 4]]))
    assert gaps.value == pytest.approx(full.value)


@pytest.mark.parametrize("name", NAMES)
def test_groups_that_do_not_vary_are_left_out_or_count_as_zero(name: str) -> None:
    human = np.array([[1.0, 2, 3], [1, 2, 3], [2, 2, 2], [NAN, NAN, 1]])
    scores = np.array([[1.0, 2, 3], [5, 5, 5], [1, 2, 3], [1, 2, 3]])
    assert made(name).of_rows(human, scores).denominators.tolist() == [1, 0, 0, 0]
    zero = made(f"{name}:constant=zero").of_rows(human, scores)
    assert zero.denominators.tolist() == [1, 1, 0, 0]
    assert zero.value == pytest.approx(0.5)
    assert np.isnan(made(name).of_rows(human[2:], scores[2:]).value)


def test_huge_and_tiny_numbers_correlate() -> None:
    rows = np.array([[1.0, 2, 4]])
    for factor in (1e-200, 1e200):
        assert made("pearson").of_rows(rows * factor, rows).value == pytest.approx(1)

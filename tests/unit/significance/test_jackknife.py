"""Standard errors and p-values from scores without each unit."""

import numpy as np
import pytest
from scipy import stats

from mtassay.significance.jackknife import jackknife_error, jackknife_p


def test_the_error_of_a_mean_is_the_usual_one() -> None:
    values = np.random.default_rng(1).normal(size=50)
    left_out = (values.sum() - values) / 49
    assert jackknife_error(left_out) == pytest.approx(values.std(ddof=1) / np.sqrt(50))


def test_p_of_a_mean_is_that_of_the_t_test() -> None:
    values = np.random.default_rng(2).normal(0.2, 1, size=50)
    error = float(jackknife_error((values.sum() - values) / 49))
    assert jackknife_p(values.mean(), error, 50) == pytest.approx(stats.ttest_1samp(values, 0).pvalue)


def test_no_difference_has_p_1_and_one_without_spread_0() -> None:
    assert jackknife_p(0.0, 0.0, 50) == 1.0
    assert jackknife_p(1e-14, 1e-15, 50, rounding=1e-12) == 1.0
    assert jackknife_p(0.5, 0.0, 50) == 0.0

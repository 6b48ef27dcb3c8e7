"""The jackknife: errors and p-values from scores without each unit, the test and the interval that they give."""

import math

import numpy as np
import pytest
from evidence import MeanEvidence
from scipy import stats

from mtassay import InputError
from mtassay.human.ratios import RatioEvidence
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.jackknife import Jackknife, JackknifeInterval, jackknife_error, jackknife_p

VALUES = np.random.default_rng(7).normal([0, 0.1, 0.5], size=(60, 3))


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


def test_an_error_that_nobody_knows_has_no_p() -> None:
    assert math.isnan(jackknife_p(0.5, math.nan, 50))


def test_scores_that_a_missing_unit_leaves_undefined_have_neither_p_nor_interval() -> None:
    values = np.zeros((40, 2, 2))
    values[:, 0, 1] = values[0, 1, 1] = values[0, 1, 0] = 1  # the second column hangs on one unit
    evidence = RatioEvidence(values)
    (outcome,) = Jackknife().compare(evidence, [(0, 1)])
    assert outcome.difference == 1
    assert math.isnan(outcome.p_value)
    assert [math.isnan(interval.low) for interval in JackknifeInterval().intervals(evidence)] == [False, True]


def test_of_means_the_test_is_the_paired_t_test() -> None:
    pairs = [(0, 1), (2, 0)]
    for (first, second), outcome in zip(pairs, Jackknife().compare(MeanEvidence(VALUES), pairs), strict=True):
        expected = stats.ttest_rel(VALUES[:, second], VALUES[:, first])
        assert outcome.difference == pytest.approx((VALUES[:, second] - VALUES[:, first]).mean())
        assert outcome.p_value == pytest.approx(expected.pvalue)
        assert (outcome.ties, outcome.is_bound) == (None, False)


@pytest.mark.parametrize("level", [0.9, 0.95])
def test_of_means_the_interval_is_that_of_students_t(level: float) -> None:
    for column, interval in zip(VALUES.T, JackknifeInterval(level=level).intervals(MeanEvidence(VALUES)), strict=True):
        expected = stats.ttest_1samp(column, 0).confidence_interval(level)
        assert (interval.low, interval.high, interval.level) == pytest.approx((*expected, level))


def test_a_constant_score_has_an_interval_without_width() -> None:
    (interval,) = JackknifeInterval().intervals(MeanEvidence(np.full((70, 1), 0.1)))
    assert interval.low == interval.high == pytest.approx(0.1)


def test_too_few_units_are_refused_with_a_way_out() -> None:
    with pytest.raises(InputError, match=r"29 units are too few for the jackknife: .* 30 .*use the test randomization"):
        Jackknife().compare(MeanEvidence(VALUES[:29]), [(0, 1)])
    with pytest.raises(InputError, match=r"29 units are too few for jackknife intervals: .*use percentile intervals"):
        JackknifeInterval().intervals(MeanEvidence(VALUES[:29]))
    Jackknife().compare(MeanEvidence(VALUES[:30]), [(0, 1)])
    Bootstrap().intervals(MeanEvidence(VALUES[:2]))


def test_signatures_name_neither_draws_nor_seed() -> None:
    assert dict(JackknifeInterval().signature_items()) == {"interval": "jackknife"}
    assert dict(JackknifeInterval(level=0.9).signature_items()) == {"level": "0.9", "interval": "jackknife"}
    assert dict(Jackknife().signature_items()) == {}
    assert JackknifeInterval().spec == "jackknife-interval"

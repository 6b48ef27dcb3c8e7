"""Intervals and tests beside those of scipy."""

import numpy as np
import pytest
import scipy.stats
from evidence import MeanEvidence
from hypothesis import given
from hypothesis import strategies as st

from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.corrections import benjamini_hochberg
from mtassay.significance.randomization import Randomization
from mtassay.significance.sign import binomial_p
from mtassay.significance.wilcoxon import signed_rank_test

p_values = st.lists(st.floats(0, 1), min_size=1, max_size=20)


@given(p_values=p_values)
def test_benjamini_hochberg(p_values: list[float]) -> None:
    assert benjamini_hochberg(p_values) == pytest.approx(scipy.stats.false_discovery_control(p_values).tolist())


@given(wins=st.integers(0, 400), losses=st.integers(0, 400))
def test_sign_test(wins: int, losses: int) -> None:
    expected = scipy.stats.binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
    assert binomial_p(min(wins, losses), wins + losses) == pytest.approx(expected, rel=1e-9)


@given(data=st.lists(st.integers(-30, 30).filter(bool), min_size=60, max_size=90), zeros=st.integers(0, 5))
def test_wilcoxon_with_ties(data: list[int], zeros: int) -> None:
    differences = np.array([*data, *[0] * zeros], dtype=float)
    expected = scipy.stats.wilcoxon(differences, correction=True, method="asymptotic").pvalue
    found, surplus = signed_rank_test(differences)
    if abs(surplus) < 1:  # within half a rank of the middle scipy's correction overshoots, and p falls again
        assert found == 1
    else:
        assert found == pytest.approx(min(1.0, expected), rel=1e-9)


@given(seed=st.integers(0, 10**6), count=st.integers(1, 50))
def test_wilcoxon_exact(seed: int, count: int) -> None:
    differences = np.random.default_rng(seed).normal(loc=0.2, size=count)
    expected = scipy.stats.wilcoxon(differences, method="exact").pvalue
    assert signed_rank_test(differences)[0] == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
def test_intervals(method: str) -> None:
    values = np.random.default_rng(5).lognormal(size=80)
    (ours,) = Bootstrap(draws=20_000, interval=method).intervals(MeanEvidence(values.reshape(-1, 1)))
    theirs = scipy.stats.bootstrap(
        (values,), np.mean, n_resamples=20_000, method=method, rng=np.random.default_rng(2)
    ).confidence_interval
    width = theirs.high - theirs.low
    # two different streams of random numbers: a hundredth or two of the width
    assert ours.low == pytest.approx(theirs.low, abs=0.03 * width)
    assert ours.high == pytest.approx(theirs.high, abs=0.03 * width)


def test_randomization() -> None:
    rng = np.random.default_rng(9)
    first = rng.normal(size=40)
    second = first + rng.normal(loc=0.25, size=40)
    (ours,) = Randomization(draws=50_000).compare(MeanEvidence(np.column_stack([first, second])), [(0, 1)])
    theirs = scipy.stats.permutation_test(
        (first, second),
        lambda a, b, axis: np.abs(np.mean(a - b, axis=axis)),
        permutation_type="samples",
        alternative="greater",
        vectorized=True,
        n_resamples=50_000,
        rng=np.random.default_rng(1),
    )
    assert ours.p_value == pytest.approx(theirs.pvalue, abs=0.01)

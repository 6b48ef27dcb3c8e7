import numpy as np
import pytest
from scipy.stats import mannwhitneyu

from mtassay.significance.rank_sum import rank_sum_p


@pytest.mark.parametrize("steps", [2, 10, 1000])
def test_agrees_with_scipy(steps: int) -> None:
    rng = np.random.default_rng(steps)
    for shift in (-0.3, 0.0, 0.5):
        first = np.round(rng.normal(shift, 1, 70) * steps)
        second = np.round(rng.normal(0, 1, 90) * steps)
        expected = mannwhitneyu(first, second, alternative="greater", method="asymptotic").pvalue
        assert rank_sum_p(first, second) == pytest.approx(expected, rel=1e-9)


def test_what_cannot_differ_has_p_1() -> None:
    assert rank_sum_p(np.ones(5), np.ones(7)) == 1.0
    assert rank_sum_p(np.zeros(0), np.ones(7)) == 1.0

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from mtassay.errors import SettingError
from mtassay.significance.student import f_quantile, t_quantile


@given(st.floats(0.0005, 0.9995), st.floats(0.5, 1e6))
def test_quantiles_are_those_of_scipy(probability: float, degrees: float) -> None:
    assert t_quantile(probability, degrees) == pytest.approx(stats.t.ppf(probability, degrees), rel=1e-6, abs=1e-7)


@pytest.mark.parametrize("degrees", [1, 2, 4, 7, 19, 30, 200, 1e5, 1e8])
@pytest.mark.parametrize("probability", [0.025, 0.5, 0.9, 0.975, 0.995])
def test_quantiles_of_intervals(probability: float, degrees: float) -> None:
    assert t_quantile(probability, degrees) == pytest.approx(stats.t.ppf(probability, degrees), rel=1e-6, abs=1e-9)


@pytest.mark.parametrize(("probability", "degrees"), [(0, 3), (1, 3), (0.9, 0), (0.9, float("nan"))])
def test_what_has_no_quantile_is_refused(probability: float, degrees: float) -> None:
    with pytest.raises(SettingError):
        t_quantile(probability, degrees)


@pytest.mark.parametrize(("numerator", "denominator"), [(1, 20), (7, 20), (100, 20), (3, 2)])
def test_quantiles_of_ratios_are_those_of_scipy(numerator: float, denominator: float) -> None:
    expected = stats.f.ppf(0.95, numerator, denominator)
    assert f_quantile(0.95, numerator, denominator) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("degrees", [1e-8, 1e-3, 0.02, 0.05, 0.2])
def test_few_degrees_of_freedom_give_a_large_quantile(degrees: float) -> None:
    quantile = t_quantile(0.975, degrees)
    assert quantile > 1e4
    assert t_quantile(0.025, degrees) == pytest.approx(-quantile)

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import nnls

from mtassay.estimation.prediction.nonnegative import fit_nonnegative


@given(st.integers(0, 2**32 - 1), st.integers(1, 5), st.integers(5, 40), st.booleans())
def test_it_is_the_fit_of_scipy(seed: int, columns: int, size: int, dependent: bool) -> None:
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(size, columns)) * 10.0 ** rng.integers(-2, 3, columns)
    if dependent:
        rows[:, -1] = rows[:, 0]
    values = rng.normal(size=size)
    found = fit_nonnegative(rows, values)
    assert (found >= 0).all()
    _, error = nnls(rows, values)
    assert np.linalg.norm(rows @ found - values) == pytest.approx(error, rel=1e-6)


def test_what_no_column_explains_gets_nothing() -> None:
    assert fit_nonnegative(np.array([[1.0, 2.0], [1.0, 0.0]]), np.array([-1.0, -3.0])).tolist() == [0, 0]
    assert fit_nonnegative(np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([1.0, 3.0])).tolist() == [2, 0]

import numpy as np
import pytest
from evidence import ReplayedEvidence
from hypothesis import given
from hypothesis import strategies as st

from mtassay.errors import InputError, SettingError
from mtassay.human.alpha import LEVELS, krippendorff

cells = st.sampled_from([0.0, 1.0, 2.0, 5.0, float("nan")])
ratings = (
    st.lists(st.tuples(cells, cells, cells), min_size=1, max_size=12)
    .map(np.array)
    .filter(lambda table: (np.count_nonzero(~np.isnan(table), axis=1) >= 2).any())
)


def obvious(table: np.ndarray, level: str) -> float:
    """Pairs of ratings within units, and pairs of all ratings, one by one."""
    units = [row[~np.isnan(row)].tolist() for row in table]
    units = [unit for unit in units if len(unit) > 1]
    pool = [value for unit in units for value in unit]

    def distance(a: float, b: float) -> float:
        if level == "nominal":
            return float(a != b)
        if level == "interval":
            return (a - b) ** 2
        if level == "ratio":
            return ((a - b) / (a + b)) ** 2 if a + b else 0.0
        low, high = min(a, b), max(a, b)
        between = sum(low <= value <= high for value in pool)
        return (between - (pool.count(a) + pool.count(b)) / 2) ** 2

    observed = sum(sum(distance(a, b) for a in unit for b in unit) / (len(unit) - 1) for unit in units) / len(pool)
    expected = sum(distance(a, b) for a in pool for b in pool) / (len(pool) * (len(pool) - 1))
    return 1 - observed / expected if expected else float("nan")


@given(ratings, st.sampled_from(LEVELS))
def test_it_is_the_formula_pair_by_pair(table: np.ndarray, level: str) -> None:
    assert krippendorff(table, level).value == pytest.approx(obvious(table, level), nan_ok=True, abs=1e-12)


@given(ratings, st.sampled_from(LEVELS), st.integers(0, 2**32))
def test_weights_repeat_units(table: np.ndarray, level: str, seed: int) -> None:
    table = table[np.count_nonzero(~np.isnan(table), axis=1) >= 2]
    weights = np.random.default_rng(seed).integers(0, 3, size=(4, len(table)))
    weights[:, 0] += 1
    replayed = ReplayedEvidence(list(table), lambda rows: krippendorff(np.array(rows), level).value)
    ours = krippendorff(table, level).evidence.score_under(weights)
    assert ours == pytest.approx(replayed.score_under(weights), nan_ok=True, abs=1e-12)


def test_one_value_alone_leaves_it_undefined_unless_decided() -> None:
    for level in LEVELS:
        found = krippendorff(np.full((4, 2), 7.0), level)
        assert np.isnan(found.value)
        assert found.reason == "all ratings are the same"
        assert krippendorff(np.full((4, 2), 7.0), level, constant=1).value == 1


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(InputError, match="no unit with two ratings"):
        krippendorff(np.array([[1, np.nan], [np.nan, 2]]))
    with pytest.raises(InputError, match="-1 is below 0, and ratios need a true zero"):
        krippendorff(np.array([[-1.0, 1.0]]), "ratio")
    with pytest.raises(SettingError, match=r"no level 'ordnal'.*ordinal"):
        krippendorff(np.array([[1.0, 1.0]]), "ordnal")
    with pytest.raises(InputError, match="a row for each unit"):
        krippendorff(np.array([1.0, 2.0]))

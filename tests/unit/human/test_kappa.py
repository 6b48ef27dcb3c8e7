import numpy as np
import pytest
from evidence import ReplayedEvidence
from hypothesis import given
from hypothesis import strategies as st

from mtassay.errors import InputError, SettingError
from mtassay.human.kappa import cohen, fleiss, randolph
from mtassay.significance.bootstrap import Bootstrap

CATEGORIES = (0, 1, 2, 3)
ratings = st.lists(st.tuples(*[st.sampled_from(CATEGORIES)] * 3), min_size=2, max_size=15).map(
    lambda rows: np.array(rows, dtype=float)
)
weightings = st.sampled_from(["none", "linear", "quadratic"])


@given(ratings, weightings, st.integers(0, 2**32))
def test_weights_repeat_units(table: np.ndarray, weighting: str, seed: int) -> None:
    weights = np.random.default_rng(seed).integers(0, 3, size=(6, len(table)))
    weights[:, :2] += 1
    found = {
        lambda t: cohen(t[:, 0], t[:, 1], weighting, CATEGORIES),
        lambda t: fleiss(t, CATEGORIES),
        lambda t: randolph(t, CATEGORIES),
    }
    for compute in found:
        replayed = ReplayedEvidence(list(table), lambda rows, compute=compute: compute(np.array(rows)).value)
        ours = compute(table).evidence.score_under(weights)
        assert ours == pytest.approx(replayed.score_under(weights), nan_ok=True, abs=1e-12)


@given(ratings, weightings)
def test_full_agreement_is_1_and_nothing_exceeds_it(table: np.ndarray, weighting: str) -> None:
    assert not cohen(table[:, 0], table[:, 1], weighting).value > 1
    assert not fleiss(table).value > 1
    same = np.repeat(table[:, :1], 3, axis=1)
    if len(np.unique(same)) > 1:
        assert cohen(same[:, 0], same[:, 1], weighting).value == 1
        assert fleiss(same).value == randolph(same).value == 1


@given(ratings, weightings)
def test_raters_can_change_places(table: np.ndarray, weighting: str) -> None:
    turned = table[:, ::-1]
    one = cohen(table[:, 0], table[:, 2], weighting)
    assert cohen(table[:, 2], table[:, 0], weighting).value == pytest.approx(one.value, nan_ok=True)
    assert fleiss(turned).value == pytest.approx(fleiss(table).value, nan_ok=True)


def test_one_rating_for_everything_leaves_it_undefined_unless_decided() -> None:
    found = cohen([1, 1, 1], [1, 1, 1])
    assert np.isnan(found.value)
    assert found.reason == "both raters always gave the same one rating"
    assert cohen([1, 1, 1], [1, 1, 1], constant=1).value == 1
    table = np.ones((3, 2))
    assert np.isnan(fleiss(table).value)
    assert fleiss(table, constant=1).value == 1
    assert randolph(table).reason == "there is only one category"
    assert randolph(table, CATEGORIES).value == 1


def test_distances_by_value_see_the_gap_between_categories() -> None:
    first, second = [0, 10, 0, 1, 10, 1], [0, 10, 1, 1, 10, 10]
    by_rank, by_value = (cohen(first, second, "linear", spacing=one).value for one in ("rank", "value"))
    assert by_rank != by_value
    full = cohen(first, second, "linear", categories=range(11)).value
    assert by_value == pytest.approx(full)


def test_what_is_missing_is_dropped() -> None:
    found = cohen([0, 1, np.nan, 1], [0, 1, 1, np.nan])
    assert (found.value, found.units) == (1, 2)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(InputError, match="no unit that both raters rated"):
        cohen([np.nan], [1])
    with pytest.raises(InputError, match="one rater has 2 ratings and the other 1"):
        cohen([1, 2], [1])
    with pytest.raises(InputError, match="equally many ratings of every unit, and these have 1 to 2"):
        fleiss(np.array([[1, 2], [1, np.nan]]))
    with pytest.raises(InputError, match="at least two ratings"):
        fleiss(np.array([[1.0], [2.0]]))
    with pytest.raises(InputError, match="a row for each unit"):
        randolph(np.zeros((0, 2)))
    with pytest.raises(InputError, match="the rating 5 is none of the categories 0, 1"):
        cohen([0, 5], [0, 1], categories=[0, 1])
    with pytest.raises(SettingError, match="no weighting 'square'"):
        cohen([0, 1], [0, 1], "square")
    with pytest.raises(SettingError, match="no spacing 'values'"):
        cohen([0, 1], [0, 1], spacing="values")


def test_raters_may_differ_between_units() -> None:
    table = np.array([[1, 1, np.nan], [np.nan, 2, 2], [1, np.nan, 2]])
    swapped = np.array([[1, 1], [2, 2], [1, 2]], dtype=float)
    assert fleiss(table).value == pytest.approx(fleiss(swapped).value)


def test_intervals_hold_the_figure() -> None:
    rng = np.random.default_rng(2)
    first = rng.integers(0, 4, 200)
    second = np.where(rng.random(200) < 0.6, first, rng.integers(0, 4, 200))
    found = cohen(first, second)
    (interval,) = Bootstrap().intervals(found.evidence)
    assert interval.low < found.value < interval.high
    assert interval.high - interval.low < 0.25

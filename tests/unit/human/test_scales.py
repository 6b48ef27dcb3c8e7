import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay.errors import InputError, SettingError
from mtassay.human.scales import EVALTRANS, SCALES, Scale, scale


def test_the_default_scale_has_eleven_values_and_the_anchors_of_the_paper() -> None:
    assert EVALTRANS.values == tuple(range(11))
    assert set(EVALTRANS.anchors) == {0, 1, 5, 9, 10}
    assert EVALTRANS.spec == "0..10/1"
    assert EVALTRANS.words == "0–10 in steps of 1"
    assert scale("-3..3/0.5").words == "-3 to 3 in steps of 0.5"
    assert scale("0..100").words == "0–100"


@pytest.mark.parametrize("name", SCALES)
def test_every_scale_is_found_by_name_and_by_spec(name: str) -> None:
    assert scale(name) is SCALES[name]
    again = scale(SCALES[name].spec)
    assert (again.low, again.high, again.step) == (SCALES[name].low, SCALES[name].high, SCALES[name].step)


@given(st.sampled_from(sorted(SCALES)), st.floats(0, 10))
def test_conversion_to_points_and_back_is_a_straight_line(name: str, points: float) -> None:
    assert SCALES[name].points(SCALES[name].from_points(points)) == pytest.approx(points, abs=1e-9)


def test_the_ends_of_every_scale_are_0_and_10_points() -> None:
    for one in SCALES.values():
        assert (one.points(one.low), one.points(one.high)) == (0, 10)


@pytest.mark.parametrize("value", [-1, 11, float("nan"), float("inf"), 5.5])
def test_a_score_off_the_scale_is_refused_by_place(value: float) -> None:
    with pytest.raises(InputError, match=r"a\.xml, line 3: the score"):
        EVALTRANS.check(value, "a.xml, line 3")


@pytest.mark.parametrize("spec", ["0", "5..1", "0..10/3", "evaltran", "", "a..b"])
def test_a_scale_that_cannot_be_is_refused(spec: str) -> None:
    with pytest.raises(SettingError):
        scale(spec)


def test_a_misspelt_scale_is_guessed() -> None:
    with pytest.raises(SettingError, match="evaltrans"):
        scale("evaltran")


def test_scales_with_equal_values_but_other_words_differ() -> None:
    assert Scale(0, 1) != Scale(0, 1, None, {0: "bad"})


def test_what_is_perfect_on_one_scale_is_so_on_another() -> None:
    one, other = Scale(2.41, 22.21), Scale(3.81, 17.01)
    assert other.from_points(one.points(one.high)) == other.high
    assert one.from_points(other.points(other.high)) == one.high

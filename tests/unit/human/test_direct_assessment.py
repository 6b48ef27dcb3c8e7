import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay.errors import InputError, SettingError
from mtassay.human.direct_assessment import paired_means, standardize, system_means
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.evidence import observed_scores

judgments = st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 100)), min_size=1, max_size=40)


@given(judgments, st.sampled_from([0, 1]))
def test_every_rater_has_mean_0_and_deviation_1(data: list[tuple[str, int]], ddof: int) -> None:
    raters = np.array([rater for rater, _ in data])
    found = standardize(raters.tolist(), [score for _, score in data], ddof)
    for rater in set(raters.tolist()):
        z = found.z[raters == rater]
        if rater in found.excluded:
            assert np.isnan(z).all()
        else:
            assert z.mean() == pytest.approx(0, abs=1e-9)
            assert z.std(ddof=ddof) == pytest.approx(1)


def test_raters_without_deviation_are_excluded() -> None:
    found = standardize(["x", "x", "y", "y", "z"], [0.1, 0.1, 3, 5, 7])
    assert found.excluded == ("x", "z")
    assert found.z.tolist() == pytest.approx([np.nan, np.nan, -1, 1, np.nan], nan_ok=True)
    with pytest.raises(SettingError, match="ddof is 2"):
        standardize(["x"], [1], 2)
    with pytest.raises(InputError, match="columns of different lengths: 1 raters, 2 scores"):
        standardize(["x"], [1, 2])


def test_means_can_be_taken_over_some_judgments_only() -> None:
    found = standardize(["x"] * 3, [1, 3, 100], counted=np.array([True, True, False]))
    assert found.z.tolist() == [-1, 1, 98]


def test_repeats_of_a_segment_count_once() -> None:
    first, second = system_means(["m", "m", "m", "n"], [1, 1, 2, 1], [10, 20, 45, 7])
    assert (first.system, first.value, first.segments, first.judgments) == ("m", 30, 2, 3)
    assert second.value == 7
    assert observed_scores(first.evidence)[0] == 30
    assert Bootstrap(draws=100).intervals(first.evidence)[0].low == 15


def test_systems_are_compared_where_all_have_scores() -> None:
    figures = paired_means(["m", "m", "n", "n"], [1, 2, 2, 3], [10, 20, 30, 40])
    assert figures.values == (20, 30)
    assert figures.left_out == 2


def test_a_system_without_scores_is_refused() -> None:
    with pytest.raises(InputError, match="no judgment of m has a score; were all of its raters excluded"):
        system_means(["m"], [1], [np.nan])

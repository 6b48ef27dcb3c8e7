"""Spreads and correlations of the scores of segments."""

import math
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import pearsonr

from mtassay import EvalSet, evaluate
from mtassay.evaluation.segment_statistics import correlate, segment_statistics, spread

scores = st.floats(-100, 100).map(lambda value: round(value, 3))


@given(st.lists(scores, min_size=2, max_size=30))
def test_a_spread_is_that_of_a_sample(values: list[float]) -> None:
    found = spread(np.array(values))
    assert (found.maximum, found.minimum) == (max(values), min(values))
    assert found.range == max(values) - min(values)
    assert math.isclose(found.mean, statistics.fmean(values), abs_tol=1e-9)
    assert math.isclose(found.variance or 0, statistics.variance(values), rel_tol=1e-9, abs_tol=1e-9)
    assert math.isclose(found.standard_deviation or 0, statistics.stdev(values), rel_tol=1e-6, abs_tol=1e-6)


def test_one_segment_has_no_variance_and_no_correlation() -> None:
    found = spread(np.array([3.0]))
    assert (found.mean, found.range, found.variance, found.standard_deviation) == (3.0, 0.0, None, None)
    assert correlate(np.array([[1.0], [2.0]]), ["a", "b"]).coefficients == ((None, None), (None, None))


@given(st.lists(st.tuples(scores, scores), min_size=3, max_size=30))
def test_correlations_are_those_of_scipy(pairs: list[tuple[float, float]]) -> None:
    table = np.array(pairs).T.copy()
    found = correlate(table, ["a", "b"])
    if found.constant:
        assert all(len(set(table[row])) == 1 for row, name in enumerate("ab") if name in found.constant)
        return
    assert math.isclose(found.coefficients[0][1] or 0, pearsonr(*table).statistic, abs_tol=1e-6)
    assert found.coefficients[0][0] == found.coefficients[1][1] == 1.0
    assert found.coefficients[0][1] == found.coefficients[1][0]


@given(st.lists(st.tuples(scores, scores), min_size=2, max_size=20), st.floats(0.01, 100), scores)
def test_scale_and_origin_do_not_matter(pairs: list[tuple[float, float]], factor: float, shift: float) -> None:
    table = np.array(pairs).T.copy()
    one, other = correlate(table, ["a", "b"]), correlate(table * [[factor], [1.0]] + [[shift], [0.0]], ["a", "b"])
    if not one.constant:
        assert math.isclose(one.coefficients[0][1] or 0, other.coefficients[0][1] or 0, abs_tol=1e-6)


def test_what_differs_by_rounding_alone_is_constant() -> None:
    found = correlate(np.array([[0.1 + 0.2, 0.3, 0.3], [1.0, 2.0, 3.0], [0.0, 0.0, 0.0]]), ["a", "b", "c"])
    assert found.constant == ("a", "c")
    assert found.coefficients == ((None, None, None), (None, 1.0, None), (None, None, None))


@pytest.mark.parametrize("scale", [1e-200, 1e200])
def test_sizes_far_from_one(scale: float) -> None:
    assert correlate(np.array([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]]) * scale, ["a", "b"]).coefficients[0][1] == (
        pytest.approx(-1.0)
    )


def test_systems_alone_and_together() -> None:
    systems = {"a": ["the cat", "a dog ran", "x y"], "b": ["cat", "dog", "x y"]}
    evaluation = evaluate(EvalSet(["the cat", "a dog sat", "x z"], systems=systems), ["wer", "chrf"])
    found = segment_statistics(evaluation)
    assert found.labels == ("WER", "chrF2")
    assert found.spreads["a"][0] == spread(evaluation["a"][0].segments)
    assert [(one.system, one.segments) for one in found.correlations] == [("a", 3), ("b", 3), (None, 6)]
    pooled = [np.concatenate([evaluation[name][index].segments for name in systems]) for index in range(2)]
    assert found.correlations[2].coefficients[0][1] == pytest.approx(np.corrcoef(*pooled)[0, 1])


def test_of_one_system_nothing_is_pooled() -> None:
    evaluation = evaluate(EvalSet(["the cat", "a dog"], systems={"a": ["the cat", "dog"]}), ["wer"])
    assert [one.system for one in segment_statistics(evaluation).correlations] == ["a"]

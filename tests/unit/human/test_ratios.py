import numpy as np
import pytest
from evidence import ReplayedEvidence
from hypothesis import given
from hypothesis import strategies as st

from mtassay.errors import InputError
from mtassay.human.ratios import RatioEvidence, pair_figures
from mtassay.significance.evidence import observed_scores

cells = st.tuples(st.integers(0, 50), st.integers(1, 9))
tables = st.lists(st.tuples(cells, cells), min_size=1, max_size=12).map(lambda rows: np.array(rows, dtype=float))


@given(tables, st.integers(0, 2**32))
def test_weights_repeat_units(table: np.ndarray, seed: int) -> None:
    weights = np.random.default_rng(seed).integers(0, 3, size=(5, len(table)))
    weights[:, 0] += 1
    replayed = ReplayedEvidence(
        list(table), lambda rows: [np.sum(rows, axis=0)[i, 0] / np.sum(rows, axis=0)[i, 1] for i in (0, 1)]
    )
    assert RatioEvidence(table).score_under(weights) == pytest.approx(replayed.score_under(weights))


@given(tables)
def test_exchanged_outputs_stay_with_their_units(table: np.ndarray) -> None:
    scores = RatioEvidence(table).score_exchanged(200, np.random.default_rng(1), [(0, 1)])
    assert scores.shape == (200, 1, 2)
    if len(table) == 1:
        units = {tuple(row) for row in scores[:, 0].tolist()}
        own, other = (table[0, :, 0] / table[0, :, 1]).tolist()
        assert units <= {(own, other), (other, own)}


@given(tables)
def test_scores_without_each_unit_are_those_of_the_others(table: np.ndarray) -> None:
    evidence = RatioEvidence(table, least=0.5)
    assert evidence.score_without_each() == pytest.approx(evidence.score_under(1 - np.eye(len(table))))


def test_nothing_over_nothing_is_undefined_unless_there_is_a_least_divisor() -> None:
    table = np.zeros((1, 1, 2))
    assert np.isnan(observed_scores(RatioEvidence(table))[0])
    table[0, 0, 0] = 3
    assert observed_scores(RatioEvidence(table, least=1))[0] == 3


def test_groups_of_units_have_the_same_score() -> None:
    table = np.arange(1.0, 13.0).reshape(6, 1, 2)
    grouped = RatioEvidence(table).grouped(np.array([7, 7, 2, 2, 2, 9]))
    assert grouped.size == 3
    assert observed_scores(grouped) == pytest.approx(observed_scores(RatioEvidence(table)))


def test_only_segments_that_all_have_are_compared() -> None:
    first = np.array([[10, 1], [20, 1], [np.nan, np.nan]])
    second = np.array([[30, 1], [np.nan, np.nan], [5, 1]])
    figures = pair_figures("SSER", ["a", "b"], [first, second], "a judgment")
    assert figures.values == (10, 30)
    assert figures.segments.tolist() == [0]
    assert figures.left_out == 2


def test_systems_without_a_common_segment_are_refused() -> None:
    rows = [np.array([[1, 1], [np.nan, np.nan]]), np.array([[np.nan, np.nan], [1, 1]])]
    with pytest.raises(InputError, match="SSER of a, b: there is no segment for which all of them have a judgment"):
        pair_figures("SSER", ["a", "b"], rows, "a judgment")
    with pytest.raises(InputError, match="there are none; give at least one"):
        pair_figures("SSER", [], [], "a judgment")

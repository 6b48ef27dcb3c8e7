import math

import numpy as np
import pytest

from mtassay.human.rankings.bradley_terry import bradley_terry, is_connected


def test_strengths_of_two_systems_are_the_log_odds() -> None:
    strengths = bradley_terry(np.array([[0.0, 30.0], [10.0, 0.0]]), np.zeros((2, 2)))
    assert strengths.tolist() == pytest.approx([math.log(3) / 2, -math.log(3) / 2])


def test_ties_are_half_a_win_for_both() -> None:
    wins, ties = np.array([[0.0, 20.0], [0.0, 0.0]]), np.array([[0.0, 20.0], [20.0, 0.0]])
    assert bradley_terry(wins, ties)[0] == pytest.approx(math.log(3) / 2)
    assert bradley_terry(np.zeros((3, 3)), np.ones((3, 3)) - np.eye(3)).tolist() == [0, 0, 0]


def test_expected_wins_equal_those_that_were_won() -> None:
    rng = np.random.default_rng(1)
    wins = rng.integers(1, 40, (5, 6, 6)).astype(float) * ~np.eye(6, dtype=bool)
    strengths = bradley_terry(wins, np.zeros(wins.shape))
    chance = 1 / (1 + np.exp(strengths[:, None, :] - strengths[:, :, None]))
    played = wins + wins.transpose(0, 2, 1)
    assert (played * chance).sum(axis=2) - played.trace(axis1=1, axis2=2)[:, None] / 2 == pytest.approx(
        wins.sum(axis=2)
    )
    assert strengths.sum(axis=1) == pytest.approx(0, abs=1e-9)
    assert bradley_terry(wins[3], np.zeros((6, 6))) == pytest.approx(strengths[3])


def test_a_system_that_never_loses_has_a_finite_strength() -> None:
    wins = np.array([[0.0, 5.0, 5.0], [0.0, 0.0, 3.0], [0.0, 2.0, 0.0]])
    assert not is_connected(wins)
    strengths = bradley_terry(wins, np.zeros((3, 3)))
    assert np.isfinite(strengths).all()
    assert strengths[0] > strengths[1] > strengths[2]
    assert is_connected(wins + wins.T)

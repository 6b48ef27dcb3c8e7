import numpy as np
import pytest

from mtassay.human.rankings.expected_wins import expected_wins
from mtassay.human.rankings.wins_ratio import at_least_ratio, wins_ratio

WINS = np.array([[0.0, 3.0, 1.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
TIES = np.array([[0.0, 0.0, 2.0], [0.0, 0.0, 0.0], [2.0, 0.0, 0.0]])


def test_each_opponent_counts_alike_however_often_it_was_met() -> None:
    assert expected_wins(WINS).tolist() == pytest.approx([(0.75 + 0.5) / 2, 0.25, 0.5])


def test_ratios_count_each_comparison_alike() -> None:
    assert wins_ratio(WINS).tolist() == pytest.approx([4 / 6, 1 / 4, 1 / 2])
    assert at_least_ratio(WINS, TIES).tolist() == pytest.approx([6 / 8, 1 / 4, 3 / 4])


def test_ties_alone_decide_nothing() -> None:
    assert np.isnan(expected_wins(np.zeros((2, 2)))).all()
    assert np.isnan(wins_ratio(np.zeros((2, 2)))).all()
    assert at_least_ratio(np.zeros((2, 2)), np.array([[0.0, 4.0], [4.0, 0.0]])).tolist() == [1, 1]

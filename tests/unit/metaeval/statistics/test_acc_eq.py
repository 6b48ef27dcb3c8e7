"""Tie calibration: every epsilon that could be best is tried, and the smallest best is taken."""

import itertools

import numpy as np
import pytest

from mtassay.metaeval.statistics.acc_eq import TieAccuracy
from mtassay.metaeval.statistics.tau_eq import TieTau


def accuracy(human: np.ndarray, scores: np.ndarray, epsilon: float) -> float:
    shares = []
    for gold, ours in zip(human.tolist(), scores.tolist(), strict=True):
        pairs = [
            (a - c, b - d)
            for (a, b), (c, d) in itertools.combinations(zip(gold, ours, strict=True), 2)
            if not np.isnan([a, b, c, d]).any()
        ]
        right = sum((x == 0) if abs(y) <= epsilon else x * y > 0 for x, y in pairs)
        if pairs:
            shares.append(right / len(pairs))
    return float(np.mean(shares))


@pytest.mark.parametrize("seed", range(6))
def test_the_best_epsilon_is_found(seed: int) -> None:
    rng = np.random.default_rng(seed)
    human, scores = rng.integers(0, 3, size=(8, 5)).astype(np.float64), rng.integers(0, 20, size=(8, 5)).astype(float)
    human[rng.random(human.shape) < 0.2] = np.nan
    candidates = range(21)
    values = [accuracy(human, scores, epsilon) for epsilon in candidates]
    parts = TieAccuracy().of_rows(human, scores)
    assert parts.value == pytest.approx(max(values))
    assert parts.epsilon == next(epsilon for epsilon in candidates if values[epsilon] > max(values) - 1e-9)
    assert TieTau().of_rows(human, scores).value == pytest.approx(2 * max(values) - 1)
    assert TieAccuracy(epsilon=3).of_rows(human, scores).value == pytest.approx(values[3])


def test_a_constant_reaches_the_share_of_human_ties() -> None:
    human = np.array([[1.0, 1, 2], [3, 3, 3]])
    assert TieAccuracy().of_rows(human, np.zeros((2, 3))).value == pytest.approx((1 / 3 + 1) / 2)


def test_a_group_of_one_says_nothing() -> None:
    parts = TieAccuracy().of_rows(np.array([[1.0, np.nan], [1, 2]]), np.array([[1.0, 2], [1, 2]]))
    assert parts.denominators.tolist() == [0, 1]
    assert parts.value == 1

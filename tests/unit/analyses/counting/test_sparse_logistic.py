"""A logistic model with few weights: the best there is, and the same as scikit-learn's."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from mtassay.analyses.counting.sparse_logistic import PairRows, fit


def random_rows(segments: int, features: int, seed: int) -> PairRows:
    rng = np.random.default_rng(seed)
    matrix = rng.integers(-1, 2, size=(segments, features)) * (rng.random((segments, features)) < 0.1)
    matrix[:, 0] += rng.random(segments) < 0.3
    places, columns = np.nonzero(matrix)
    return PairRows(places, columns, matrix[places, columns].astype(float), segments, features)


def test_weights_are_those_of_scikit_learn() -> None:
    rows = random_rows(300, 40, 1)
    weights = fit(rows, 0.2)
    matrix = rows.columns(np.arange(rows.size))
    penalty = 0.2 * np.abs(matrix.mean(axis=0)).max() / 2
    # both signs of each pair: the same loss, and no intercept
    peer = LogisticRegression(
        C=1 / (penalty * 2 * len(matrix)), l1_ratio=1, solver="saga", fit_intercept=False, tol=1e-8, max_iter=20_000
    )
    peer.fit(np.concatenate([matrix, -matrix]), np.repeat([1, 0], len(matrix)))
    assert weights == pytest.approx(peer.coef_[0], abs=1e-4)
    assert 0 < np.count_nonzero(weights) < rows.size


def test_more_features_than_are_looked_at_first() -> None:
    rows = random_rows(200, 500, 2)
    weights = fit(rows, 0.05)
    slopes = rows.gradient(rows.products(weights))
    penalty = 0.05 * np.abs(rows.gradient(np.zeros(rows.segments))).max()
    assert np.abs(slopes).max() <= penalty * 1.01
    used = weights != 0
    assert slopes[used] == pytest.approx(-penalty * np.sign(weights[used]), rel=0.01)


def test_nothing_to_tell_apart_has_no_weights() -> None:
    nothing = PairRows(np.zeros(0, int), np.zeros(0, int), np.zeros(0), 5, 3)
    assert fit(nothing, 0.1).tolist() == [0, 0, 0]

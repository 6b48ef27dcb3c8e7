"""Held-out scores come from models that saw neither the source nor the system."""

import numpy as np
import pytest
from unit.metaeval.lessons import planted_cells

from mtassay import InputError
from mtassay.metaeval.learning.cells import Cells
from mtassay.metaeval.learning.cross_validation import cross_validate, fit_all
from mtassay.metaeval.learning.folds import FOLDS, Folds
from mtassay.metaeval.learning.methods import METHODS
from mtassay.metaeval.learning.moments import Moments


def folds_of(cells: Cells, system_folds: int = 3) -> Folds:
    systems, segments = cells.human.shape
    return Folds(np.arange(segments) % FOLDS, np.arange(systems) % system_folds, np.arange(segments))


def texts_of(cells: Cells) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    return np.tile(np.arange(len(cells.human))[:, None], (1, cells.human.shape[1]))


@pytest.mark.parametrize("method", METHODS)
def test_what_people_say_of_a_source_or_a_system_does_not_change_its_own_scores(method: str) -> None:
    cells = planted_cells([1, 0.5, 0], noise=1, segments=40)
    folds, text = folds_of(cells), texts_of(cells)
    before = cross_validate(cells, text, folds, METHODS[method])
    changed = Cells(cells.scores, cells.human.copy(), cells.known)
    changed.human[:, folds.segments == 2] = np.random.default_rng(5).normal(size=(6, 8))
    changed.human[folds.systems == 1] = np.random.default_rng(6).normal(size=(2, 40))
    after = cross_validate(changed, text, folds, METHODS[method])
    place = np.ix_(folds.systems == 1, folds.segments == 2)
    assert np.array_equal(before.learned[place], after.learned[place])
    assert np.array_equal(before.best_within.scores[place], after.best_within.scores[place])
    others = np.ix_(folds.systems != 1, folds.segments != 2)
    assert not np.array_equal(before.learned[others], after.learned[others])


def test_ridge_is_least_squares_with_a_penalty() -> None:
    cells = planted_cells([1, 0.5, 0], noise=1, segments=40)
    fitted = fit_all(cells, folds_of(cells), METHODS["ridge"])
    rows, people = cells.scores.reshape(-1, 3), cells.human.reshape(-1)
    centred = rows - rows.mean(axis=0)
    products = centred.T @ centred / len(rows)
    expected = np.linalg.solve(
        products + fitted.penalty * np.diag(centred.var(axis=0)), centred.T @ (people - people.mean()) / len(rows)
    )
    assert fitted.weights == pytest.approx(expected)
    assert fitted.moments.means[-1] == pytest.approx(people.mean())


def test_pairwise_is_where_the_penalised_likelihood_is_flat() -> None:
    cells = planted_cells([1, 0.5, 0], noise=1, segments=40)
    fitting = METHODS["pairwise"]
    blocks = [fitting.block(cells)]
    weights = fitting.fit(blocks, 0.01)
    differences = blocks[0].differences
    assert len(differences) == 15 * 40

    def value(weights: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
        costs = 0.01 * (differences**2).mean(axis=0) / 4
        return float(np.logaddexp(0, -differences @ weights).mean() + (costs * weights**2).sum() / 2)

    for step in np.eye(3) * 1e-3:
        assert value(weights) < min(value(weights + step), value(weights - step))
    assert fitting.loss(blocks[0], weights) < fitting.loss(blocks[0], np.zeros(3))


def test_correlation_is_where_the_mean_correlation_is_highest() -> None:
    cells = planted_cells([1, 0.5, 0], noise=1, segments=40)
    fitting = METHODS["correlation"]
    blocks = [fitting.block(cells)]
    weights = fitting.fit(blocks, 0.0)
    rows = [np.corrcoef(cells.scores[:, item] @ weights, cells.human[:, item])[0, 1] for item in range(40)]
    assert -fitting.loss(blocks[0], weights) == pytest.approx(sum(rows))
    for step in np.eye(3) * 0.01:
        assert fitting.loss(blocks[0], weights) < fitting.loss(blocks[0], weights + step)
        assert fitting.loss(blocks[0], weights) < fitting.loss(blocks[0], weights - step)


def test_equal_outputs_have_equal_scores() -> None:
    cells = planted_cells([1, 0.5], noise=1, segments=40)
    text = texts_of(cells)
    text[1] = text[0]
    cells.scores[1] = cells.scores[0]
    scores = cross_validate(cells, text, folds_of(cells), METHODS["within"])
    for table in (scores.learned, scores.best_pooled.scores, scores.best_within.scores):
        assert np.array_equal(table[0], table[1])
        assert not np.isnan(table).any()


def test_nothing_left_to_learn_from_is_said() -> None:
    cells = planted_cells([1, 0.5], noise=1, systems=2, segments=10)
    known = cells.known.copy()
    known[1] = False
    lonely = Cells(np.where(known[..., None], cells.scores, 0), np.where(known, cells.human, 0), known)
    with pytest.raises(InputError, match="hardly any judged output is left to learn from"):
        cross_validate(lonely, texts_of(lonely), folds_of(lonely, 2), METHODS["ridge"])


def test_moments_of_parts_add() -> None:
    cells = planted_cells([1, 0.5], noise=1, segments=40)
    moments = Moments.of(cells)
    expected = [np.corrcoef(cells.scores[..., part].ravel(), cells.human.ravel())[0, 1] for part in range(2)]
    assert moments.correlations() == pytest.approx(expected)

"""Scores of outputs by models that saw neither their sources nor their systems, and by the best part of these."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mtassay.errors import InputError
from mtassay.metaeval.judged import Ints
from mtassay.metaeval.learning.cells import Cells
from mtassay.metaeval.learning.fitting import Fitting
from mtassay.metaeval.learning.folds import FOLDS, Folds
from mtassay.metaeval.learning.moments import Moments, add_moments
from mtassay.significance.evidence import Floats


@dataclass(frozen=True, eq=False)
class Fitted:
    """Weights of the parts, with the means of parts and people that they were learned from."""

    weights: Floats
    moments: Moments
    penalty: float


@dataclass(frozen=True, eq=False)
class BestPart:
    """Scores of all outputs by the part that agrees best with people where each model learned.

    `chosen` has the number of that part for each model.
    """

    scores: Floats
    chosen: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class HeldOutScores:
    """Scores of all outputs, `(systems, segments)`, by models that did not see them, and by the best parts.

    What is best depends on what is asked: of all outputs together, or which output of a segment is better.
    """

    learned: Floats
    best_pooled: BestPart
    best_within: BestPart


def cross_validate(cells: Cells, text: Ints, folds: Folds, fitting: Fitting[Any]) -> HeldOutScores:
    """A model for each fold of sources and of systems, and the parts that agree best with people where it learned.

    `text` numbers the different outputs of each segment. Equal ones get one score, the mean of theirs: the last digits
    of two models would else decide which is better, and half of such guesses are right.
    """
    learned, pooled, within = np.full((3, *cells.human.shape), np.nan)
    chosen: dict[str, list[int]] = {"pooled": [], "within": []}
    # one origin for all models, and one scale for a part whichever model takes it; nothing that people say is in them.
    # The mean of people would be: it is low where the best system is held out, and would make that one look bad.
    everything = Moments.of(cells)
    spreads = np.sqrt(np.maximum(np.diag(everything.covariances)[:-1], 0.0))
    centred = replace(cells, scores=cells.scores - everything.means[:-1])
    scaled = centred.scores / np.where(spreads > 0, spreads, 1.0)
    for held_out in range(folds.system_folds):
        lessons = lessons_of(cells, folds, held_out)
        blocks = [fitting.block(lesson) for lesson in lessons]
        moments = [Moments.of(lesson) for lesson in lessons]
        deviations = [Moments.of(lesson.deviations()) for lesson in lessons]
        for fold in range(FOLDS):
            others = [place for place in range(FOLDS) if place != fold]
            fitted = fit_blocks(fitting, [blocks[place] for place in others], [moments[place] for place in others])
            where = np.ix_(folds.systems == held_out, folds.segments == fold)
            learned[where] = fitting.scores(centred, fitted.weights, where)
            for name, table, agreements in (("pooled", pooled, moments), ("within", within, deviations)):
                part = int(np.argmax(add_moments(agreements[place] for place in others).correlations()))
                chosen[name].append(part)
                table[where] = scaled[..., part][where]
    learned, pooled, within = (
        _same_for_equal(np.where(cells.known, table, np.nan), text) for table in (learned, pooled, within)
    )
    return HeldOutScores(learned, BestPart(pooled, tuple(chosen["pooled"])), BestPart(within, tuple(chosen["within"])))


def _same_for_equal(scores: Floats, text: Ints) -> Floats:
    """The mean score of equal outputs of a segment, where they have one."""
    known = ~np.isnan(scores)
    numbers = text + np.arange(text.shape[1]) * (int(text.max(initial=0)) + 1)
    _, places = np.unique(numbers[known], return_inverse=True)
    means = np.bincount(places, weights=scores[known]) / np.maximum(np.bincount(places), 1)
    same = scores.copy()
    same[known] = means[places]
    return same


def fit_all(cells: Cells, folds: Folds, fitting: Fitting[Any]) -> Fitted:
    """The model of all outputs."""
    lessons = lessons_of(cells, folds, None)
    return fit_blocks(
        fitting, [fitting.block(lesson) for lesson in lessons], [Moments.of(lesson) for lesson in lessons]
    )


def lessons_of(cells: Cells, folds: Folds, held_out: int | None) -> list[Cells]:
    """The outputs of each fold of sources, without the systems of one fold."""
    systems = np.ones(len(folds.systems), dtype=np.bool_) if held_out is None else folds.systems != held_out
    return [cells.of(systems, folds.segments == fold) for fold in range(FOLDS)]


def fit_blocks(fitting: Fitting[Any], blocks: list[Any], moments: list[Moments]) -> Fitted:
    """Weights by the penalty that inner folds choose."""
    total = add_moments(moments)
    if total.count < 2:
        raise InputError(
            "without some systems and sources hardly any judged output is left to learn from; judge outputs of more "
            "systems on the same sources"
        )
    penalty = fitting.choose_penalty(blocks)
    return Fitted(fitting.fit(blocks, penalty), total, penalty)

"""The mean score of a system from the judged beginning of its queue: the difference estimator."""

from dataclasses import dataclass, replace

import numpy as np

from mtassay.errors import InputError
from mtassay.estimation.prediction.prediction import Prediction
from mtassay.estimation.sampling.queue import QueueSample, inclusion_probabilities, probabilities_at
from mtassay.human.memory import Bools, Floats, Ints
from mtassay.significance.student import f_quantile

PRIOR_WEIGHT = 20.0
"""How many judgments the spreads of the prediction count in the variance."""

# of what it would be without gaps: less than this, and a single item could outweigh all others
_LEAST_CHANCE = 0.1


@dataclass(frozen=True, kw_only=True)
class SampleMean:
    """The mean of a system's scores as a sample of judgments tells it, without bias whatever was predicted.

    `variance` is None where nothing of the queue was judged although something is left. `size` counts the judgments of
    the sample, `outside` those that it does not hold, `outputs` all outputs less those of `without_score` items. What
    was judged is not `is_expected` where it varies more than the spreads of the prediction allow; they then do not
    count.
    """

    mean: float
    variance: float | None
    degrees: float
    size: int
    outside: int
    without_score: int
    outputs: int
    repeats: int
    is_expected: bool


@dataclass(frozen=True, eq=False)
class Sample:
    """Which items of a queue are a sample, by number, and how likely each item was to be in it.

    `outside` were judged but are not in it; `rest` are all others that have or may get a score. Only for these are
    there probabilities.
    """

    items: Ints
    outside: Ints
    rest: Ints
    probabilities: Floats


def find_sample(queue: QueueSample, scores: Floats, removed: Bools) -> Sample:
    """The items of each judge up to the first that he or she has left open.

    Judges need not be equally far: who is slow has to do with the places of the queue and not with the items there. But
    an item that a judge put off may be a hard one, so that what comes behind is no sample any more. Where gaps leave an
    item hardly any chance, the sample ends at the first of all gaps.

    Where items were dealt before they got their places, each judge's are sampled by themselves, whoever answers now.
    Until all have begun, nothing is a sample of all: whoever begins first would stand for the others.
    """
    order = queue.order[~removed[queue.order]]
    if queue.dealt is None:
        return _sample_of(queue, order, scores)
    whole = replace(queue, judge=None)  # an item that was handed over is still a gap for whoever left it open
    parts = [_sample_of(whole, order[queue.dealt[order] == number], scores) for number in np.unique(queue.dealt[order])]
    if all(len(part.items) or not len(part.rest) for part in parts):
        probabilities = np.ones(len(scores))
        for part in parts:
            probabilities[part.rest] = part.probabilities[part.rest]
        items, outside, rest = (
            np.concatenate([getattr(part, name) for part in parts]) for name in ("items", "outside", "rest")
        )
        return Sample(items, outside, np.sort(rest), probabilities)
    is_judged = ~np.isnan(scores[order])
    return Sample(order[:0], order[is_judged], np.sort(order[~is_judged]), np.ones(len(scores)))


def _sample_of(queue: QueueSample, order: Ints, scores: Floats) -> Sample:
    """The sample among items in one order by chance."""
    is_judged = ~np.isnan(scores[order])
    finished: Bools = np.logical_and.accumulate(is_judged)
    by_judge = finished.copy()
    if queue.judge is not None:
        judge = queue.judge[order]
        for number in np.unique(judge[judge >= 0]).tolist():
            own = np.flatnonzero(judge == number)
            by_judge[own] |= np.logical_and.accumulate(is_judged[own])
    for chosen in (by_judge, finished):
        kept = chosen | ~is_judged
        items, outside, rest = order[chosen], order[~kept], order[kept]
        probabilities = np.ones(len(scores))
        probabilities[rest] = probabilities_at(queue.sizes[rest], np.flatnonzero(chosen[kept]))
        if (probabilities[rest] >= _LEAST_CHANCE * inclusion_probabilities(queue.sizes[rest], len(items))).all():
            break
    return Sample(items, outside, np.sort(rest), probabilities)


def sample_mean(
    prediction: Prediction,
    queue: QueueSample,
    scores: Floats,
    without_score: Bools | None = None,
    segments: Bools | None = None,
) -> SampleMean:
    """The mean over all outputs, or over some `segments`, from the scores of judged items, NaN for the others.

    What was judged outside the sample is known by itself, as a repeat is, which is right only if nobody chose it by its
    score. Items `without_score` are taken away as if they had never been outputs.
    """
    if len(queue) != prediction.items or len(scores) != prediction.items:
        raise InputError(
            f"the prediction has {prediction.items} items to judge but the queue {len(queue)} and the scores "
            f"{len(scores)}; use the queue that was drawn from this prediction"
        )
    removed = np.zeros(prediction.items, dtype=bool) if without_score is None else without_score
    wanted = np.ones(len(prediction), dtype=bool) if segments is None else segments
    in_items = prediction.item[wanted & ~prediction.is_repeat]
    counts = np.where(removed, 0, np.bincount(in_items, minlength=prediction.items)).astype(np.float64)
    stored = prediction.known[wanted & prediction.is_repeat]
    outputs = len(stored) + int(counts.sum())
    if not outputs:
        raise InputError(f"no output of {prediction.system or 'the system'} is left to estimate")

    sample = find_sample(queue, scores, removed)
    items, outside, rest, size = sample.items, sample.outside, sample.rest, len(sample.items)
    known = float(stored.sum()) + float((counts[outside] * scores[outside]).sum())
    predicted = float((counts * prediction.item_scores)[rest].sum())

    variance: float | None = 0.0
    corrections, degrees, is_expected = 0.0, degrees_of_freedom(size), True
    if len(rest) and not size and counts[rest].any():
        variance = None
    elif size:
        chances = sample.probabilities[items]
        differences = (counts * (scores - prediction.item_scores))[items] / chances
        corrections = float(differences.sum())
        expected = (counts * prediction.item_deviations)[items] / chances
        pooled = pooled_variance(differences, expected, chances)
        variance, degrees = float(pooled.values) / outputs**2, float(pooled.degrees)
        is_expected = bool(pooled.is_expected)
    return SampleMean(
        mean=(known + predicted + corrections) / outputs,
        variance=variance,
        degrees=degrees,
        size=size,
        outside=len(outside),
        without_score=int(np.count_nonzero(removed)),
        outputs=outputs,
        repeats=len(stored),
        is_expected=is_expected,
    )


@dataclass(frozen=True, eq=False)
class PooledVariance:
    """Variances, their degrees of freedom, and whether the sample bears out the spreads that were expected."""

    values: Floats
    degrees: Floats
    is_expected: Bools


def pooled_variance(differences: Floats, expected: Floats, probabilities: Floats) -> PooledVariance:
    """The variance of the sum of weighted differences: what the sample says, pooled with what was expected.

    All are over the judged, in the last axis; `expected` are the deviations of predictions, weighted likewise. Where
    the sample varies more than these allow in 95 of 100 samples, it counts alone: pooled with them, intervals of a
    system that is unlike those in the memory would be too narrow.
    """
    size = differences.shape[-1]
    left = 1 - probabilities
    prior = (left * expected**2).sum(axis=-1)
    if size < 2:
        return PooledVariance(prior, np.full(prior.shape, PRIOR_WEIGHT), np.ones(prior.shape, dtype=bool))
    total = left.sum(axis=-1, keepdims=True)
    sums = (left * differences).sum(axis=-1, keepdims=True)
    middle = np.divide(sums, total, out=np.zeros_like(total), where=total > 0)
    observed = (left * (differences - middle) ** 2).sum(axis=-1) * size / (size - 1)
    pooled = (PRIOR_WEIGHT * prior + (size - 1) * observed) / (PRIOR_WEIGHT + size - 1)
    is_expected = observed <= f_quantile(0.95, size - 1, PRIOR_WEIGHT) * prior
    degrees = np.where(is_expected, size + PRIOR_WEIGHT - 1, size - 1.0)
    return PooledVariance(np.where(is_expected, pooled, observed), degrees, np.asarray(is_expected))


def degrees_of_freedom(size: int) -> float:
    """Of the pooled variance, where the sample bears the spreads out."""
    return size + PRIOR_WEIGHT - 1

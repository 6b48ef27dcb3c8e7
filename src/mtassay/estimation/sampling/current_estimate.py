"""Where a system stands by now: the estimate that its judgments allow, and the paper's beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import sqlalchemy as sa

from mtassay.errors import InputError, Remedy, SettingError
from mtassay.estimation.nearest.candidate_set import CandidateSet, candidate_set
from mtassay.estimation.nearest.rule import estimate
from mtassay.estimation.prediction.quality import CHRF, quality_name
from mtassay.estimation.sampling.assisted import assisted
from mtassay.estimation.sampling.certified import certified
from mtassay.estimation.sampling.drawn_queue import (
    DrawnQueue,
    PredictionChoices,
    RunPrediction,
    find_drawn_queue,
    metric_to_make,
    predict_run,
    queue_of_other_outputs,
)
from mtassay.estimation.sampling.order import Difference, JudgedQueue, compare_queues, compare_rates
from mtassay.estimation.sampling.rate_estimate import NEAR, RateEstimate
from mtassay.estimation.sampling.zero_budget import zero_budget
from mtassay.human.memory import Bools, Floats, Ints
from mtassay.store.contents.projects import Project
from mtassay.store.memory.stored_memory import ProjectHistory, StoredMemory

# half of an interval in points of SSER: a narrower one would be shown as ± 0.0
_LEAST_WIDTH = 0.05


@dataclass(frozen=True, eq=False, kw_only=True)
class CurrentEstimate:
    """The estimate of a system as of a revision.

    `drawn` is the queue that it rests on, None where it rests on the memory alone; `judged` is what that brought.
    `esser` is the rate by the rule of 2000 over `esser_outputs` of its outputs, NaN where these are none.
    `changed_repeats` counts outputs that were judged before the queue was drawn and have another score since, which the
    estimate does not use. `other_queue` says that another run of the system has a queue, and this one none. `segments`
    are those that the system has outputs of, none of them left out; `test_set` are also those of its other runs, and
    of systems that share some with it.
    """

    estimate: RateEstimate
    run_prediction: RunPrediction
    drawn: DrawnQueue | None
    judged: JudgedQueue | None
    esser: float
    esser_outputs: int
    revision: int
    segments: int
    test_set: int
    changed_repeats: int = 0
    other_queue: str = ""

    @property
    def is_open(self) -> Bools:
        """Which items may still be judged."""
        is_open = np.isnan(self.item_scores)
        return is_open if self.drawn is None else is_open & ~self.drawn.without_score

    @property
    def item_scores(self) -> Floats:
        """What people said of each item that was new, NaN where nobody did."""
        return np.full(self.run_prediction.prediction.items, np.nan) if self.judged is None else self.judged.scores


def find_current_estimate(
    connection: sa.Connection,
    project: Project,
    history: ProjectHistory,
    stored: StoredMemory,
    system: str,
    *,
    method: str | None = None,
    target: str = "B",
    run: str | None = None,
    given: Mapping[str, Any] | None = None,
    references: Mapping[int, Sequence[str]] | None = None,
) -> CurrentEstimate:
    """The estimate by a method; by default the certified one where any of the queue is judged, else the memory's.

    `given` are prediction choices by name. A queue has its own, and contradicting them is refused: probabilities hold
    for the predictions that it was drawn from. While nothing of the queue counts, the memory's estimate is by the
    queue's choices where none are given.
    """
    if method not in (None, "certified", "assisted", "predicted"):
        raise SettingError(f"there is no method {method!r} for this; there are certified, assisted and predicted")
    drawn = None if method == "predicted" else find_drawn_queue(connection, project, history, stored, system, run)
    if drawn is not None:
        judged = drawn.judged(connection, project, stored.memory.revision)
        estimate = queue_estimate(stored, drawn, judged, method, target)
        if method is not None or estimate.judged:
            _check_given(drawn, given or {}, references)
            changed = drawn.changed_repeats(stored)
            run_prediction = drawn.run_prediction
            segments, test_set = _segments(stored, run_prediction, drawn.without_score)
            by_rule = _by_rule(run_prediction)
            return CurrentEstimate(
                estimate=estimate,
                run_prediction=run_prediction,
                drawn=drawn,
                judged=judged,
                esser=by_rule.esser,
                esser_outputs=by_rule.known,
                revision=stored.memory.revision,
                segments=segments,
                test_set=test_set,
                changed_repeats=changed,
            )
    choices = PredictionChoices()
    if drawn is not None:
        choices, references = drawn.run_prediction.choices, references or drawn.run_prediction.references
        if metric_to_make(drawn.queue.settings) is None:  # its values are of the memory as it was
            choices = replace(choices, metric=CHRF)
    run_prediction = predict_run(stored, system, run, replace(choices, **(given or {})), references)
    other = queue_of_other_outputs(connection, project, stored, system, run)
    if method in ("certified", "assisted") and run_prediction.prediction.items:
        raise InputError(
            f"{system} has no queue, and a {method} estimate needs a judged one"
            f"{f' ({other})' if other else ''}; draw it",
            remedy=Remedy.DRAW_QUEUE,
            about={"system": system, "run": run or ""},
        )
    segments, test_set = _segments(stored, run_prediction)
    by_rule = _by_rule(run_prediction)
    estimate = zero_budget(run_prediction.prediction, target)
    return CurrentEstimate(
        estimate=_named(estimate, segments, test_set, _near_repeats(run_prediction), is_whole=not estimate.new),
        run_prediction=run_prediction,
        drawn=None,
        judged=None,
        esser=by_rule.esser,
        esser_outputs=by_rule.known,
        revision=stored.memory.revision,
        segments=segments,
        test_set=test_set,
        other_queue=other,
    )


def queue_estimate(
    stored: StoredMemory, drawn: DrawnQueue, judged: JudgedQueue, method: str | None = None, target: str = "B"
) -> RateEstimate:
    """The estimate from what a queue has brought, certified or assisted, by what it rests on."""
    rule = assisted if method == "assisted" else certified
    estimate = rule(judged.prediction, judged.queue, judged.scores, judged.without_score, target)
    segments, test_set = _segments(stored, drawn.run_prediction, drawn.without_score)
    is_open = np.isnan(judged.scores) & ~drawn.without_score
    near = _near_repeats(drawn.run_prediction)
    return _named(estimate, segments, test_set, near, is_whole=not is_open.any())


def compare_standings(standing: CurrentEstimate, other: CurrentEstimate) -> Difference:
    """Which of two systems is better: where both have a queue and the same segments, equal translations cancel."""
    first, second = standing.run_prediction.translations, other.run_prediction.translations
    if (
        standing.judged is None
        or other.judged is None
        or None in (standing.estimate.variance, other.estimate.variance)
        or not {standing.estimate.method, other.estimate.method} <= {"certified", "judged"}
        or {standing.estimate.target, other.estimate.target} not in ({"B"}, {NEAR})
        or not np.array_equal(_source_numbers(standing.run_prediction), _source_numbers(other.run_prediction))
    ):
        return compare_rates(standing.estimate, other.estimate)
    same = np.array([a == b for a, b in zip(first.texts, second.texts, strict=True)], dtype=bool)
    return compare_queues(standing.judged, other.judged, same, standing.estimate.level)


def _named(estimate: RateEstimate, segments: int, test_set: int, near: int, *, is_whole: bool) -> RateEstimate:
    """An estimate by what it rests on once nothing of it is open (`is_whole`).

    Only that of a whole test set is known for sure: of some judged segments nobody knows what the others are like, and
    nobody judged the `near` outputs that keep the score of another text.
    """
    if is_whole and near:
        kept = "1 output keeps" if near == 1 else f"{near} outputs keep"
        return replace(estimate, variance=None, reason=f"{kept} the score of a near one")
    if is_whole and segments < test_set:
        reason = (
            f"{estimate.system} has judged outputs of only {segments} of the {test_set} segments of the test set, and "
            "its SSER is that of these"
        )
        return replace(estimate, method="partial", variance=None, reason=reason)
    if is_whole:
        return replace(estimate, method="judged")
    width = estimate.half_width
    if width is not None and width < _LEAST_WIDTH:
        reason = "all that was judged is almost as predicted, which does not say how far off the others can be"
        return replace(estimate, variance=None, reason=reason)
    return estimate


def _segments(
    stored: StoredMemory, run_prediction: RunPrediction, without_score: Bools | None = None
) -> tuple[int, int]:
    """How many segments a run has outputs of, and how many the test set has that it is a part of.

    A segment of which an output is left out is still one of the test set.
    """
    sources = _source_numbers(run_prediction)
    own = np.unique(sources)
    test_set = own
    for outputs in stored.memory.outputs:
        others = stored.source_ids[outputs.source]
        if outputs.system == run_prediction.translations.system or np.isin(others, own).any():
            test_set = np.union1d(test_set, others)
    if without_score is not None:
        is_left_out = np.append(without_score, False)[run_prediction.prediction.item]  # repeats, -1, are the last
        own = np.setdiff1d(own, sources[is_left_out])
    return len(own), len(test_set)


def _near_repeats(run_prediction: RunPrediction) -> int:
    """How many outputs have a score only because they differ little from what was judged."""
    scores = run_prediction.stored.memory.scores[run_prediction.translations.target]
    return int(np.count_nonzero(run_prediction.prediction.is_repeat & np.isnan(scores)))


def _source_numbers(run_prediction: RunPrediction) -> Ints:
    """The source of each output, by its number in the database: the memory may have grown between two queues."""
    sources: Ints = run_prediction.stored.source_ids[run_prediction.translations.source]
    return sources


def _by_rule(run_prediction: RunPrediction) -> CandidateSet:
    translations, memory = run_prediction.translations, run_prediction.stored.memory
    estimates = estimate(memory, translations.source, translations.texts, run_prediction.choices.distance)
    return candidate_set(memory, estimates)


def _check_given(drawn: DrawnQueue, given: Mapping[str, Any], references: Mapping[int, Sequence[str]] | None) -> None:
    queue = drawn.queue
    why = f"predictions of {queue.system} were fixed when its queue was drawn, at revision {queue.drawn}"
    if references:
        raise SettingError(
            f"{why}, references too; leave them away, or estimate from the memory alone", remedy=Remedy.USE_MEMORY
        )
    for name, value in given.items():
        fixed = getattr(drawn.run_prediction.choices, name)
        if (quality_name(value) if name == "metric" else value) != fixed:
            shown = name.replace("_", " ")
            raise SettingError(
                f"{why}, with {shown} {fixed}, not {value}; leave that away, or estimate from the memory alone",
                remedy=Remedy.USE_MEMORY,
            )

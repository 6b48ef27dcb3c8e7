"""Where a system stands by now: the estimate that its judgments allow, and the paper's beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sqlalchemy as sa

from mtassay.errors import InputError, Remedy, SettingError
from mtassay.estimation.nearest.candidate_set import candidate_set
from mtassay.estimation.nearest.rule import estimate
from mtassay.estimation.sampling.assisted import assisted
from mtassay.estimation.sampling.certified import certified
from mtassay.estimation.sampling.drawn_queue import (
    DrawnQueue,
    PredictionChoices,
    RunPrediction,
    find_drawn_queue,
    predict_run,
    queue_of_other_outputs,
)
from mtassay.estimation.sampling.order import Difference, JudgedQueue, compare_queues, compare_rates
from mtassay.estimation.sampling.rate_estimate import NEAR, RateEstimate
from mtassay.estimation.sampling.zero_budget import zero_budget
from mtassay.human.memory import Floats, Ints
from mtassay.store.contents.projects import Project
from mtassay.store.memory.stored_memory import ProjectHistory, StoredMemory


@dataclass(frozen=True, eq=False, kw_only=True)
class CurrentEstimate:
    """The estimate of a system as of a revision.

    `drawn` is the queue that it rests on, None where it rests on the memory alone; `judged` is what that brought.
    `esser` is the rate by the rule of 2000, NaN where it has none. `changed_repeats` counts outputs that were judged
    before the queue was drawn and have another score since, which the estimate does not use. `other_queue` says that
    another run of the system has a queue, and this one none.
    """

    estimate: RateEstimate
    run_prediction: RunPrediction
    drawn: DrawnQueue | None
    judged: JudgedQueue | None
    esser: float
    revision: int
    changed_repeats: int = 0
    other_queue: str = ""

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
    for the predictions that it was drawn from.
    """
    if method not in (None, "certified", "assisted", "memory"):
        raise SettingError(f"there is no method {method!r} for this; there are certified, assisted and memory")
    drawn = None if method == "memory" else find_drawn_queue(connection, project, history, stored, system, run)
    if drawn is not None:
        judged = drawn.judged(connection, project, stored.memory.revision)
        rule = assisted if method == "assisted" else certified
        found = rule(judged.prediction, judged.queue, judged.scores, judged.without_score, target)
        if method is not None or found.judged:
            _check_given(drawn, given or {}, references)
            changed = drawn.changed_repeats(stored)
            run_prediction = drawn.run_prediction
            return CurrentEstimate(
                estimate=found,
                run_prediction=run_prediction,
                drawn=drawn,
                judged=judged,
                esser=_esser(run_prediction),
                revision=stored.memory.revision,
                changed_repeats=changed,
            )
    run_prediction = predict_run(stored, system, run, PredictionChoices(**(given or {})), references)
    other = queue_of_other_outputs(connection, project, stored, system, run)
    if method in ("certified", "assisted") and run_prediction.prediction.items:
        raise InputError(
            f"{system} has no queue, and a {method} estimate needs a judged one"
            f"{f' ({other})' if other else ''}; draw it",
            remedy=Remedy.DRAW_QUEUE,
            about={"system": system, "run": run or ""},
        )
    found = zero_budget(run_prediction.prediction, target)
    return CurrentEstimate(
        estimate=found,
        run_prediction=run_prediction,
        drawn=None,
        judged=None,
        esser=_esser(run_prediction),
        revision=stored.memory.revision,
        other_queue=other,
    )


def compare_standings(one: CurrentEstimate, other: CurrentEstimate) -> Difference:
    """Which of two systems is better: where both have a queue and the same segments, equal translations cancel."""
    first, second = one.run_prediction.translations, other.run_prediction.translations
    if (
        one.judged is None
        or other.judged is None
        or {one.estimate.method, other.estimate.method} != {"certified"}
        or {one.estimate.target, other.estimate.target} not in ({"B"}, {NEAR})
        or not np.array_equal(_sources(one), _sources(other))
    ):
        return compare_rates(one.estimate, other.estimate)
    same = np.array([a == b for a, b in zip(first.texts, second.texts, strict=True)], dtype=bool)
    return compare_queues(one.judged, other.judged, same, one.estimate.level)


def _sources(one: CurrentEstimate) -> Ints:
    """The source of each output, by its number in the database: the memory may have grown between two queues."""
    sources: Ints = one.run_prediction.stored.source_ids[one.run_prediction.translations.source]
    return sources


def _esser(run_prediction: RunPrediction) -> float:
    translations, memory = run_prediction.translations, run_prediction.stored.memory
    figures = candidate_set(
        memory, estimate(memory, translations.source, translations.texts, run_prediction.choices.distance)
    )
    return figures.esser if figures.known else float("nan")


def _check_given(drawn: DrawnQueue, given: Mapping[str, Any], references: Mapping[int, Sequence[str]] | None) -> None:
    queue = drawn.queue
    why = f"predictions of {queue.system} were fixed when its queue was drawn, at revision {queue.drawn}"
    if references:
        raise SettingError(
            f"{why}, references too; leave them away, or estimate from the memory alone", remedy=Remedy.USE_MEMORY
        )
    for name, value in given.items():
        fixed = getattr(drawn.run_prediction.choices, name)
        if value != fixed:
            shown = name.replace("_", " ")
            raise SettingError(
                f"{why}, with {shown} {fixed}, not {value}; leave that away, or estimate from the memory alone",
                remedy=Remedy.USE_MEMORY,
            )

"""A new system of the database: what the memory predicts of it, its judging queue, and what that brought so far."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import sqlalchemy as sa

from mtassay.alignment.distances.base import DISTANCES
from mtassay.errors import Conflict, InputError, Remedy
from mtassay.estimation.prediction.cost import JUDGMENTS, check_cost
from mtassay.estimation.prediction.dealing import Dealing
from mtassay.estimation.prediction.kept_qualities import QUALITIES, kept_qualities, restored_qualities
from mtassay.estimation.prediction.prediction import Prediction, predict
from mtassay.estimation.prediction.quality import CHRF, Qualities, find_qualities
from mtassay.estimation.sampling.order import JudgedQueue
from mtassay.estimation.sampling.queue import QueueSample, draw_queue
from mtassay.human.judge_effects import fit_judge_effects
from mtassay.human.memory import Bools, Floats
from mtassay.human.translations import Translations, outputs_of
from mtassay.store.contents.projects import Project
from mtassay.store.judging.queues import (
    NewItem,
    StoredQueue,
    add_queue,
    answers,
    open_queues,
    queue_of_run,
    references_of,
)
from mtassay.store.memory.stored_memory import ProjectHistory, StoredMemory


@dataclass(frozen=True)
class PredictionChoices:
    """What changes predictions and the order of a queue.

    That is the distance, the metric that says how good translations are, whether judges are made alike, whether what
    differs from a judged translation in case and punctuation alone keeps its score, and what the queue is to save.
    """

    distance: str = "edits"
    metric: str = CHRF
    judge_effects: bool = True
    near_repeats: bool = False
    cost: str = JUDGMENTS


@dataclass(frozen=True, eq=False)
class RunPrediction:
    """What the memory at one revision predicts of a run.

    `run` is the run's number in the database and `targets` are those of the items to be judged. `references` are by the
    numbers of their sources. `qualities` are those by the metric, None where there are none.
    """

    stored: StoredMemory
    translations: Translations
    run: int
    prediction: Prediction
    choices: PredictionChoices
    references: Mapping[int, Sequence[str]] = field(default_factory=dict)
    qualities: Qualities | None = None

    @cached_property
    def targets(self) -> tuple[int, ...]:
        """The translation of each item, by its number in the database."""
        places = self.translations.target[self.prediction.first]
        return tuple(self.stored.target_ids[places].tolist())


def predict_run(
    stored: StoredMemory,
    system: str,
    run: str | None = None,
    choices: PredictionChoices | None = None,
    references: Mapping[int, Sequence[str]] | None = None,
    *,
    dealing: Dealing | None = None,
    kept: Mapping[str, Any] | None = None,
) -> RunPrediction:
    """Predict the last run of a system, or the one that is named, from all that is stored.

    `dealing` says who is to judge it. `kept` are qualities as a queue keeps them, instead of those by the metric.
    """
    choices, references = choices or PredictionChoices(), references or {}
    memory = stored.memory
    translations = outputs_of(memory, system, run)
    effects = fit_judge_effects(memory) if choices.judge_effects else None
    places = {number: place for place, number in enumerate(stored.source_ids.tolist())}
    by_place = {places[source]: tuple(texts) for source, texts in references.items() if source in places}
    if kept is None:
        qualities = find_qualities(memory, translations, by_place, choices.metric)
    else:
        qualities = restored_qualities(kept, memory, translations, choices.metric)
    prediction = predict(
        memory,
        translations,
        qualities,
        effects,
        choices.distance,
        near_repeats=choices.near_repeats,
        dealing=dealing,
        cost=choices.cost,
    )
    number = run_number(stored, system, run)
    return RunPrediction(stored, translations, number, prediction, choices, references, qualities)


def run_number(stored: StoredMemory, system: str, run: str | None = None) -> int:
    """The number in the database of the last run of a system, or of the last one that has a name."""
    outputs_of(stored.memory, system, run)  # says what there is where this is not
    return next(
        number
        for number, outputs in zip(reversed(stored.run_ids), reversed(stored.memory.outputs), strict=True)
        if outputs.system == system and run in (None, outputs.run)
    )


def references_by_source(
    stored: StoredMemory, translations: Translations, references: Sequence[Sequence[str]]
) -> dict[int, list[str]]:
    """References that stand beside the outputs of a run, one list for each, by the numbers of their sources.

    A source that stands in several segments has the references of all of them.
    """
    if len(references) != len(translations):
        raise InputError(
            f"there are references for {len(references)} segments, but {translations.system} has {len(translations)} "
            "outputs; give one line for each output, in the same order"
        )
    texts_of_source: dict[int, dict[str, None]] = {}
    for source, texts in zip(stored.source_ids[translations.source].tolist(), references, strict=True):
        texts_of_source.setdefault(source, {}).update(dict.fromkeys(text for text in texts if text.strip()))
    return {source: list(texts) for source, texts in texts_of_source.items() if texts}


def store_queue(
    connection: sa.Connection, project: Project, run_prediction: RunPrediction, seed: int, who: str
) -> StoredQueue:
    """Draw the queue of a prediction and keep it, with all that is needed to predict the same again."""
    prediction, choices = run_prediction.prediction, run_prediction.choices
    drawn = draw_queue(prediction, seed)
    dealt = drawn.dealt if drawn.dealt is not None else np.full(len(drawn), -1)
    items = [
        NewItem(run_prediction.targets[item], float(drawn.uniforms[item]), float(drawn.sizes[item]), int(dealt[item]))
        for item in drawn.order.tolist()
    ]
    settings: dict[str, Any] = {
        "distance": prediction.distance,
        "metric": choices.metric,
        "judge_effects": choices.judge_effects,
        "near_repeats": choices.near_repeats,
        "cost": choices.cost,
        "references": sum(map(len, run_prediction.references.values())),
    }
    qualities = run_prediction.qualities
    if qualities is not None and choices.metric != CHRF:
        # a file may be gone, or another, when the estimate is computed anew
        settings |= {"metric": qualities.metric, QUALITIES: kept_qualities(qualities, run_prediction.stored.memory)}
    return add_queue(
        connection,
        project,
        run_prediction.run,
        items,
        who,
        seed=seed,
        revision=prediction.revision,
        settings=settings,
        references=run_prediction.references,
        dealt_to=prediction.dealt_to,
    )


@dataclass(frozen=True, eq=False)
class DrawnQueue:
    """A stored queue with the prediction that it was drawn from, made again from the memory as it was then."""

    queue: StoredQueue
    run_prediction: RunPrediction

    @cached_property
    def drawn(self) -> QueueSample:
        """The queue as estimates take it, items in the prediction's order."""
        known = {item.target: item for item in self.queue.items}
        if set(known) != set(self.run_prediction.targets):
            raise Conflict(
                f"the queue of {self.queue.system}, drawn at revision {self.queue.drawn}, does not ask for what is new "
                f"at revision {self.queue.revision}; another version of mtassay may have drawn it. Close it and draw "
                "another one",
                remedy=Remedy.CLOSE_QUEUE,
                about=self.queue.about,
            )
        items = [known[target] for target in self.run_prediction.targets]
        numbers = {name: number for number, name in enumerate(sorted({item.judge or "" for item in items}))}
        return QueueSample(
            self.queue.seed,
            np.array([item.uniform for item in items]),
            np.array([item.size for item in items]),
            np.array([-1 if item.judge is None else numbers[item.judge] for item in items], dtype=np.int64),
            self.run_prediction.prediction.dealt,
        )

    @cached_property
    def without_score(self) -> Bools:
        """Which items are left out, because nobody could judge them or they were deleted."""
        left_out = {item.target for item in self.queue.items if item.is_left_out}
        return np.array([target in left_out for target in self.run_prediction.targets], dtype=bool)

    def judged(self, connection: sa.Connection, project: Project, revision: int | None = None) -> JudgedQueue:
        """What people said of the items by a revision, judge effects taken away."""
        return JudgedQueue(
            self.run_prediction.prediction, self.drawn, self.scores(connection, project, revision), self.without_score
        )

    def scores(self, connection: sa.Connection, project: Project, revision: int | None = None) -> Floats:
        """The mean score of each item, judge effects taken away, NaN where nobody judged it.

        Items are found by their numbers in the database and not by their texts: two sources may have the same.
        """
        given = answers(connection, project, self.queue, revision)
        points = np.array([answer.points for answer in given], dtype=np.float64)
        effects = self.run_prediction.prediction.effects
        if effects is not None:
            points = effects.adjust_named(points.tolist(), [answer.judge for answer in given])
        place_of = {target: place for place, target in enumerate(self.run_prediction.targets)}
        places = np.array([place_of.get(answer.target, -1) for answer in given], dtype=np.int64)
        known = places >= 0
        size = len(self.run_prediction.targets)
        counts = np.bincount(places[known], minlength=size)
        sums = np.bincount(places[known], weights=points[known], minlength=size)
        scores: Floats = np.divide(sums, counts, out=np.full(size, np.nan), where=counts > 0)
        return scores

    def changed_repeats(self, stored: StoredMemory) -> int:
        """How many outputs that were known when the queue was drawn have another score, or none, by now."""
        then, now = self.run_prediction.stored, stored.memory
        places = self.run_prediction.translations.target[self.run_prediction.prediction.is_repeat]
        old = then.memory.scores[places]
        scores = dict(zip(stored.target_ids.tolist(), now.scores.tolist(), strict=True))
        new = np.array([scores.get(number, np.nan) for number in then.target_ids[places].tolist()], dtype=np.float64)
        return int(np.count_nonzero(~np.isclose(old, new, rtol=0, atol=1e-9)))


def find_drawn_queue(
    connection: sa.Connection,
    project: Project,
    history: ProjectHistory,
    stored: StoredMemory,
    system: str,
    run: str | None = None,
) -> DrawnQueue | None:
    """The last queue of a system's last run, or of the one that is named, as of the memory's revision; None without."""
    queue = queue_of_run(connection, project, run_number(stored, system, run), stored.memory.revision)
    return None if queue is None else open_campaign(connection, history, queue)


def queue_of_other_outputs(
    connection: sa.Connection, project: Project, stored: StoredMemory, system: str, run: str | None = None
) -> str:
    """Says that another run of a system has an open queue, where the asked one has none; empty where that is not so."""
    number = run_number(stored, system, run)
    queues = open_queues(connection, project, stored.memory.revision)
    others = [queue for queue in queues if queue.system == system and queue.run != number]
    if not others or queue_of_run(connection, project, number, stored.memory.revision) is not None:
        return ""
    other = others[-1]
    said = (
        f"the open queue drawn at revision {other.drawn} is of another run, and counts only where outputs are the same"
    )
    if run_number(stored, system, other.run_name) == other.run:
        said += f"; if you mean that run, name it: {other.run_name}"
    return said


def open_campaign(connection: sa.Connection, history: ProjectHistory, queue: StoredQueue) -> DrawnQueue:
    """Predict again, from the memory at which the queue was frozen, for those whom it was dealt to then."""
    stored = history.memory(queue.revision)
    references = references_of(connection, queue)
    dealing = None
    if queue.dealt_to:
        dealt = {item.target: item.dealt for item in queue.items}
        targets = stored.target_ids[outputs_of(stored.memory, queue.system, queue.run_name).target]
        fixed = np.array([dealt.get(target, -1) for target in targets.tolist()], dtype=np.int64)
        dealing = Dealing(queue.dealt_to, queue.seed, fixed)
    run_prediction = predict_run(
        stored,
        queue.system,
        queue.run_name,
        choices_of(queue.settings),
        references,
        dealing=dealing,
        kept=queue.settings.get(QUALITIES),
    )
    return DrawnQueue(queue, run_prediction)


def metric_to_make(settings: Mapping[str, Any]) -> str | None:
    """The metric that predictions of a queue compute; None where it keeps the values themselves."""
    choices = choices_of(settings)
    return None if QUALITIES in settings else choices.metric


def choices_of(settings: Mapping[str, Any]) -> PredictionChoices:
    """What a queue keeps of the choices that it was predicted by; a queue from elsewhere may have kept anything.

    The metric is not made here: making one may read a file that it names.
    """
    distance, metric, judge_effects = (settings.get(name) for name in ("distance", "metric", "judge_effects"))
    # queues of earlier versions do not say these
    near_repeats, cost = settings.get("near_repeats", False), settings.get("cost", JUDGMENTS)
    if not (
        isinstance(distance, str)
        and isinstance(metric, str)
        and isinstance(judge_effects, bool)
        and isinstance(near_repeats, bool)
        and isinstance(cost, str)
    ):
        raise InputError(
            "a queue does not say by which distance and metric it was predicted; draw it anew in the project that it "
            "is from, or close it there"
        )
    DISTANCES.create(distance)
    return PredictionChoices(distance, metric, judge_effects, near_repeats, check_cost(cost))

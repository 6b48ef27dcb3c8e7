"""Runs by their numbers: where one stands, how far its queue is, and drawing that queue or asking for more of it."""

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from mtassay.errors import NotFound
from mtassay.estimation.prediction.dealing import Dealing
from mtassay.estimation.sampling.current_estimate import CurrentEstimate, find_current_estimate
from mtassay.estimation.sampling.drawn_queue import (
    PredictionChoices,
    RunPrediction,
    predict_run,
    run_number,
    store_queue,
)
from mtassay.estimation.sampling.headline import Headline, headline
from mtassay.estimation.sampling.plan import planned_judgments
from mtassay.human.memory import Outputs
from mtassay.store.contents.projects import Project
from mtassay.store.judging.queues import StoredQueue, answers, assign, queue_of_run
from mtassay.store.memory.stored_memory import ProjectHistory, StoredMemory


@dataclass(frozen=True)
class QueueState:
    """The last queue of a run, and how many of the items that are asked for have a score."""

    queue: StoredQueue
    answered: int


def queue_state(connection: sa.Connection, project: Project, run: int, revision: int) -> QueueState | None:
    """How far the queue of a run is as of a revision; None where it had none."""
    queue = queue_of_run(connection, project, run, revision)
    if queue is None:
        return None
    asked = {item.target for item in queue.asked}
    return QueueState(
        queue, len(asked.intersection(answer.target for answer in answers(connection, project, queue, revision)))
    )


def standing_of_run(
    connection: sa.Connection, project: Project, history: ProjectHistory, stored: StoredMemory, run: int
) -> CurrentEstimate:
    """Where a run stands, by its number in the database."""
    outputs = outputs_of_run(stored, run)
    return find_current_estimate(connection, project, history, stored, outputs.system, run=outputs.run)


def headlines(
    connection: sa.Connection, project: Project, history: ProjectHistory, stored: StoredMemory
) -> tuple[Headline | None, ...]:
    """The headline of every run that has outputs, the oldest first.

    None for one that a later one of the same name followed, and for all where nobody judged anything.
    """
    current = {number for number, _ in current_runs(stored)}
    if not len(stored.memory.counting):
        current = set()
    return tuple(
        headline(standing_of_run(connection, project, history, stored, number)) if number in current else None
        for number, outputs in zip_runs(stored)
        if len(outputs)
    )


def current_runs(stored: StoredMemory) -> tuple[tuple[int, Outputs], ...]:
    """The runs of a memory by their numbers; of several runs of a system with one name, the last."""
    newest = {(outputs.system, outputs.run): number for number, outputs in zip_runs(stored)}
    return tuple((number, outputs) for number, outputs in zip_runs(stored) if number in newest.values())


def zip_runs(stored: StoredMemory) -> list[tuple[int, Outputs]]:
    """The numbers of runs and what they made."""
    return list(zip(stored.run_ids, stored.memory.outputs, strict=True))


def outputs_of_run(stored: StoredMemory, run: int) -> Outputs:
    """What a run made; NotFound where there is no such run, or one of the same name came later."""
    for number, outputs in current_runs(stored):
        if number == run:
            return outputs
    raise NotFound(f"there is no set {run} in this project as of revision {stored.memory.revision}")


def outlook_of_run(
    stored: StoredMemory, run: int, judges: Sequence[str], seed: int, choices: PredictionChoices | None = None
) -> RunPrediction:
    """What the memory predicts of a run that some judges judge, from which its queue can be drawn."""
    outputs = outputs_of_run(stored, run)
    assert run_number(stored, outputs.system, outputs.run) == run  # the last of its name
    dealing = Dealing(tuple(dict.fromkeys(judges)), seed) if judges else None
    return predict_run(stored, outputs.system, outputs.run, choices, dealing=dealing)


def ask_for(
    connection: sa.Connection,
    project: Project,
    run: int,
    run_prediction: RunPrediction | None,
    who: str,
    *,
    count: int | None,
    judges: Sequence[str],
    seed: int,
) -> list[int]:
    """Ask for the first items of a run's queue, which is drawn where none is open; returns the revisions.

    `run_prediction` is what it is drawn from, and may be None where one is open; without a `count` as many as make the
    SSER sure to one point are asked for.
    """
    queue = queue_of_run(connection, project, run)
    done: list[int] = []
    if queue is None or queue.is_closed:
        if run_prediction is None:
            raise NotFound("there is no open queue of this set; draw one")
        queue = store_queue(connection, project, run_prediction, seed, who)
        done.append(queue.drawn)
        count = planned_judgments(run_prediction.prediction) if count is None else count
    assigned = assign(connection, project, queue, who, count=count, judges=judges)
    return done if assigned is None else [*done, assigned]

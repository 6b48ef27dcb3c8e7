"""Runs that come in batches: judges send what they have done, and the next file goes on where the last one ended."""

from collections.abc import Container, Sequence
from typing import Any

import sqlalchemy as sa

from mtassay.store.contents.known_runs import KnownRun, Place
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import chosen_rows, present
from mtassay.store.schema import EVENTS, JUDGMENTS, OUTPUTS, QUEUES, RUNS, TARGETS


def find_growing_run(
    connection: sa.Connection,
    runs: Sequence[KnownRun],
    name: str,
    system: int,
    places: Sequence[Place],
    gone: Container[int],
) -> KnownRun | None:
    """The last run of a name, where outputs that come with judgments go on with it; None where they do not.

    They do where judgments brought that run, too, and where they have no other translation of a source that it has. A
    run whose outputs came as a whole has none to come. Outputs that hold all of that run stand in an order of their
    own, and are better stored as they come: nothing is lost by that.
    """
    last = next((run for run in runs if run.name == name), None)
    if last is None:
        return None
    there = last.targets_there(gone)
    coming = {target for _, target in places}
    if there <= coming or not _came_with_judgments(connection, last, system, there):
        return None
    query = sa.select(TARGETS.c.id, TARGETS.c.source)
    sources: dict[int, int] = {row[0]: row[1] for row in chosen_rows(connection, query, 0, there | coming)}
    translated = {sources[target] for target in there}
    return None if any(sources[target] in translated for target in coming - there) else last


def rows_to_add(run: KnownRun, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows of outputs that a run does not have, behind its own where they would stand in the same places."""
    known = {target for _, target in run.outputs}
    taken = {position for position, _ in run.outputs}
    new = [{**row, "run": run.number} for row in rows if row["target"] not in known]
    if any(row["position"] in taken for row in new):  # many files number their own rows
        new = [{**row, "position": position} for position, row in enumerate(new, start=max(taken) + 1)]
    return new


def _came_with_judgments(connection: sa.Connection, run: KnownRun, system: int, targets: set[int]) -> bool:
    """Whether a run came by files in which all of it was judged, and nobody drew a queue of it."""
    kind = connection.scalar(
        sa.select(EVENTS.c.kind).join(RUNS, RUNS.c.event == EVENTS.c.id).where(RUNS.c.id == run.number)
    )
    if kind == EventKind.OUTPUT or connection.scalar(sa.select(QUEUES.c.id).where(QUEUES.c.run == run.number).limit(1)):
        return False
    judged = (
        sa.select(JUDGMENTS.c.target)
        .join(OUTPUTS, OUTPUTS.c.target == JUDGMENTS.c.target)
        .where(OUTPUTS.c.run == run.number, JUDGMENTS.c.system == system, present(JUDGMENTS))
    )
    return targets <= set(connection.scalars(judged))

"""Targets, sources, systems and judgments taken away; an undo brings them back."""

from collections.abc import Sequence

import sqlalchemy as sa

from mtassay.errors import InputError
from mtassay.store.contents.projects import Project
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import present
from mtassay.store.judging.holding import current_judgments
from mtassay.store.schema import ITEMS, JUDGES, JUDGMENTS, OUTPUTS, RUNS, SYSTEMS, TARGETS


def delete_targets(connection: sa.Connection, project: Project, targets: Sequence[int], who: str) -> int:
    """Take targets away, with their judgments and with the places they hold in outputs; returns the revision."""
    if not targets:
        raise InputError("nothing to delete: the selection is empty")
    event = events.record(connection, project.id, EventKind.DELETE, who)
    counts = {"targets": len(targets), **_take_away_with(connection, event, targets)}
    events.summarize(connection, event, counts)
    return event


def delete_sources(connection: sa.Connection, project: Project, sources: Sequence[int], who: str) -> int:
    """Take sources away with all that belongs to them; returns the revision."""
    if not sources:
        raise InputError("nothing to delete: the selection is empty")
    event = events.record(connection, project.id, EventKind.DELETE, who)
    events.mark(connection, event, "sources", sources, is_gone=True)
    items = _numbers(connection, ITEMS, ITEMS.c.source, sources)
    events.mark(connection, event, "items", items, is_gone=True)
    targets = _numbers(connection, TARGETS, TARGETS.c.source, sources)
    counts = {"sources": len(sources), "targets": len(targets), **_take_away_with(connection, event, targets)}
    events.summarize(connection, event, counts)
    return event


def delete_system(connection: sa.Connection, project: Project, system: str, who: str) -> int:
    """Take a system and its runs away; what people said of its outputs stays in the memory."""
    query = sa.select(SYSTEMS.c.id).where(SYSTEMS.c.project == project.id, SYSTEMS.c.name == system, present(SYSTEMS))
    number = connection.scalar(query)
    if number is None:
        raise InputError(f"there is no system {system!r} in the project")
    event = events.record(connection, project.id, EventKind.DELETE, who)
    runs = _numbers(connection, RUNS, RUNS.c.system, [number])
    outputs = _numbers(connection, OUTPUTS, OUTPUTS.c.run, runs)
    for kind, rows in (("systems", [number]), ("runs", runs), ("outputs", outputs)):
        events.mark(connection, event, kind, rows, is_gone=True)
    events.summarize(connection, event, {"system": system, "runs": len(runs), "outputs": len(outputs)})
    return event


def delete_judgments(connection: sa.Connection, project: Project, judgments: Sequence[int], who: str) -> int:
    """Take judgments away, with those that they corrected, which would hold again; returns the revision."""
    if not judgments:
        raise InputError("nothing to delete: the selection is empty")
    event = events.record(connection, project.id, EventKind.DELETE, who, {"judgments": len(judgments)})
    query = sa.select(JUDGMENTS.c.id, JUDGMENTS.c.replaces).where(
        JUDGMENTS.c.project == project.id, JUDGMENTS.c.replaces.is_not(None)
    )
    replaced = {row.id: row.replaces for row in connection.execute(query)}
    lost: dict[int, None] = {}
    for judgment in judgments:
        number: int | None = judgment
        while number is not None:
            lost[number] = None
            number = replaced.get(number)
    there = set(
        connection.scalars(sa.select(JUDGMENTS.c.id).where(JUDGMENTS.c.project == project.id, present(JUDGMENTS)))
    )
    events.mark(connection, event, "judgments", [number for number in lost if number in there], is_gone=True)
    return event


def judgments_of(connection: sa.Connection, project: Project, judge: str) -> tuple[int, ...]:
    """The judgments of one judge that hold."""
    query = (
        sa.select(JUDGMENTS.c.id)
        .join(JUDGES, JUDGES.c.id == JUDGMENTS.c.judge)
        .where(JUDGMENTS.c.project == project.id, JUDGES.c.name == judge, current_judgments())
    )
    return tuple(connection.scalars(query))


def _take_away_with(connection: sa.Connection, event: int, targets: Sequence[int]) -> dict[str, int]:
    """Mark targets and what hangs on them as gone; returns how much that was."""
    judgments = _numbers(connection, JUDGMENTS, JUDGMENTS.c.target, targets)
    outputs = _numbers(connection, OUTPUTS, OUTPUTS.c.target, targets)
    for kind, rows in (("targets", targets), ("judgments", judgments), ("outputs", outputs)):
        events.mark(connection, event, kind, rows, is_gone=True)
    return {"judgments": len(judgments), "outputs": len(outputs)}


def _numbers(
    connection: sa.Connection, table: sa.Table, column: sa.ColumnElement[int], owners: Sequence[int]
) -> list[int]:
    """The rows of a table that belong to `owners` and are there."""
    ids: list[int] = []
    for start in range(0, len(owners), 500):  # databases limit how many values a statement may have
        query = sa.select(table.c.id).where(column.in_(owners[start : start + 500]), present(table))
        ids.extend(connection.scalars(query.order_by(table.c.id)))
    return ids

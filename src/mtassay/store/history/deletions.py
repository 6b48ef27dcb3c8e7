"""What was deleted and can be brought back: found by its text."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import sqlalchemy as sa

from mtassay.store.contents.projects import Project
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import Event, undone_events
from mtassay.store.lists.text_conditions import holds
from mtassay.store.schema import EVENTS, MARKS, SOURCES, TARGETS


@dataclass(frozen=True)
class Deletion:
    """A deletion that holds: the event, some of the texts that it took, each with its source, and how many they are."""

    event: Event
    texts: tuple[tuple[str, str], ...]
    count: int


def deletions(
    connection: sa.Connection, project: Project, words: Sequence[str] = (), before: int | None = None, limit: int = 20
) -> tuple[Deletion, ...]:
    """The deletions that were not undone, the newest first; with `words`, those of texts that hold all of them.

    `before` is a revision, from which to go on.
    """
    undone = undone_events(connection, project.id)
    # a system that was deleted took no text with it, but no text holds the words either
    query = sa.select(EVENTS).where(EVENTS.c.project == project.id, EVENTS.c.kind == EventKind.DELETE)
    if before is not None:
        query = query.where(EVENTS.c.id < before)
    taken = (
        sa.select(MARKS.c.event, SOURCES.c.text, TARGETS.c.text)
        .join(TARGETS, (MARKS.c.kind == TARGETS.name) & (TARGETS.c.id == MARKS.c.row))
        .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
        .where(MARKS.c.is_gone)
    )
    for word in words:
        taken = taken.where(holds(TARGETS, word) | holds(SOURCES, word))
    if words:
        query = query.where(EVENTS.c.id.in_(taken.with_only_columns(MARKS.c.event)))
    listed = []
    # chosen here and not by the database, which limits how many numbers a statement may name
    holding = (row for row in connection.execute(query.order_by(EVENTS.c.id.desc())) if row.id not in undone)
    for row in list(islice(holding, limit)):
        own = taken.where(MARKS.c.event == row.id)
        texts = connection.execute(own.with_only_columns(SOURCES.c.text, TARGETS.c.text).order_by(MARKS.c.id).limit(5))
        count = connection.scalar(own.with_only_columns(sa.func.count())) or 0
        event = Event(row.id, row.at, row.who, row.kind, row.summary, row.undoes, None)
        listed.append(Deletion(event, tuple((source, target) for source, target in texts), count))
    return tuple(listed)

"""Looking for events: by kind, person, day, text, or the translation that they are about."""

import json
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from mtassay.store.events import Event, undone_events
from mtassay.store.projects import Project
from mtassay.store.schema import EVENTS, ITEMS, JUDGES, JUDGMENTS, MARKS, OUTPUTS, SOURCES, TARGETS


@dataclass(frozen=True)
class EventFilter:
    """Which events are meant: all conditions must hold, and what is None or empty is none.

    `text` stands in a source, a translation, an item, a comment or what an event says of itself. `target` is the
    number of a translation, `source` that of a source. `since` is the first moment, `until` the one after the last.
    """

    kind: str = ""
    who: str = ""
    text: str = ""
    target: int | None = None
    source: int | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True)
class EventChoices:
    """What occurs in the history of a project, for whoever offers filters."""

    kinds: tuple[str, ...]
    people: tuple[str, ...]


def find_events(
    connection: sa.Connection, project: Project, chosen: EventFilter, *, before: int | None = None, limit: int = 50
) -> tuple[Event, ...]:
    """The events that are meant, the newest first; with `before`, those that came before a revision."""
    query = sa.select(EVENTS).where(EVENTS.c.project == project.id)
    if before is not None:
        query = query.where(EVENTS.c.id < before)
    if chosen.kind:
        query = query.where(EVENTS.c.kind == chosen.kind)
    if chosen.who:
        query = query.where(EVENTS.c.who == chosen.who)
    if chosen.since is not None:
        query = query.where(EVENTS.c.at >= chosen.since)
    if chosen.until is not None:
        query = query.where(EVENTS.c.at < chosen.until)
    if chosen.text:
        query = query.where(_says(project, chosen.text))
    if chosen.target is not None:
        query = query.where(_touches(_targets(project).where(TARGETS.c.id == chosen.target)))
    if chosen.source is not None:
        own = sa.select(SOURCES.c.id).where(SOURCES.c.project == project.id, SOURCES.c.id == chosen.source)
        of_source = _targets(project).where(TARGETS.c.source == chosen.source)
        query = query.where(_touches(of_source) | _touches_sources(own))
    undone = undone_events(connection, project.id)
    rows = connection.execute(query.order_by(EVENTS.c.id.desc()).limit(limit))
    return tuple(Event(row.id, row.at, row.who, row.kind, row.summary, row.undoes, undone.get(row.id)) for row in rows)


def event_choices(connection: sa.Connection, project: Project) -> EventChoices:
    """The kinds of events and the people in a history."""
    query = sa.select(EVENTS.c.kind, EVENTS.c.who).where(EVENTS.c.project == project.id).distinct()
    pairs = connection.execute(query).all()
    return EventChoices(tuple(sorted({kind for kind, _ in pairs})), tuple(sorted({who for _, who in pairs})))


def _targets(project: Project) -> sa.Select[int]:
    return (
        sa.select(TARGETS.c.id).join(SOURCES, SOURCES.c.id == TARGETS.c.source).where(SOURCES.c.project == project.id)
    )


def _says(project: Project, text: str) -> sa.ColumnElement[bool]:
    """The condition that a text has something to do with an event."""

    def has(column: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
        return column.icontains(text, autoescape=True)

    # tables of their own, so that texts are looked at once and not for each way in which an event can touch them
    of_targets = _targets(project).where(has(TARGETS.c.text) | has(SOURCES.c.text)).cte("found_targets")
    of_sources = (
        sa.select(SOURCES.c.id).where(SOURCES.c.project == project.id, has(SOURCES.c.text)).cte("found_sources")
    )
    found, sources = sa.select(of_targets.c.id), sa.select(of_sources.c.id)
    commented = sa.select(JUDGMENTS.c.event).where(JUDGMENTS.c.project == project.id, has(JUDGMENTS.c.comment))
    people = sa.select(JUDGES.c.id).where(JUDGES.c.project == project.id, has(JUDGES.c.name))
    judged = sa.select(JUDGMENTS.c.event).where(JUDGMENTS.c.project == project.id, JUDGMENTS.c.judge.in_(people))
    # letters beyond ASCII are escaped in it
    summary = sa.cast(EVENTS.c.summary, sa.Text).icontains(json.dumps(text)[1:-1], autoescape=True)
    return sa.or_(
        summary,
        EVENTS.c.id.in_(commented),
        EVENTS.c.id.in_(judged),
        _touches(found),
        _touches_sources(sources),
    )


def _touches(targets: sa.Select[int]) -> sa.ColumnElement[bool]:
    """The condition that an event added, took away or brought back one of these translations, or what is theirs."""
    judgments = sa.select(JUDGMENTS.c.id).where(JUDGMENTS.c.target.in_(targets))
    return sa.or_(
        EVENTS.c.id.in_(sa.select(TARGETS.c.event).where(TARGETS.c.id.in_(targets))),
        EVENTS.c.id.in_(sa.select(JUDGMENTS.c.event).where(JUDGMENTS.c.target.in_(targets))),
        EVENTS.c.id.in_(sa.select(OUTPUTS.c.event).where(OUTPUTS.c.target.in_(targets))),
        EVENTS.c.id.in_(_marking("targets", targets)),
        EVENTS.c.id.in_(_marking("judgments", judgments)),
    )


def _touches_sources(sources: sa.Select[int]) -> sa.ColumnElement[bool]:
    items = sa.select(ITEMS.c.id).where(ITEMS.c.source.in_(sources))
    return sa.or_(
        EVENTS.c.id.in_(sa.select(SOURCES.c.event).where(SOURCES.c.id.in_(sources))),
        EVENTS.c.id.in_(sa.select(ITEMS.c.event).where(ITEMS.c.source.in_(sources))),
        EVENTS.c.id.in_(_marking("sources", sources)),
        EVENTS.c.id.in_(_marking("items", items)),
    )


def _marking(kind: str, rows: sa.Select[int]) -> sa.Select[int]:
    return sa.select(MARKS.c.event).where(MARKS.c.kind == kind, MARKS.c.row.in_(rows))

"""Looking for events: by kind, person, day, text, or the translation that they are about."""

import json
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

import sqlalchemy as sa

from mtassay.human.collection import folded
from mtassay.store.contents.projects import Project
from mtassay.store.history.events import Event, undone_events
from mtassay.store.lists.text_conditions import holds
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
    if chosen.target is not None:
        query = query.where(_touches(_targets(project).where(TARGETS.c.id == chosen.target)))
    if chosen.source is not None:
        own = sa.select(SOURCES.c.id).where(SOURCES.c.project == project.id, SOURCES.c.id == chosen.source)
        of_source = _targets(project).where(TARGETS.c.source == chosen.source)
        query = query.where(_touches(of_source) | _touches_sources(own))
    if chosen.text:
        said = _newest(connection, query, chosen.text, limit)
        query = query.where(EVENTS.c.id.in_(said) | _concerns(connection, project, chosen.text))
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


def _newest(connection: sa.Connection, query: sa.Select[Any], text: str, limit: int) -> set[int]:
    """The newest events of a query that say a text themselves, or by the comment of a judgment.

    Compared here: databases differ in the letters whose case they know, and these texts are few and short.
    """

    def write(said: object) -> str:
        return json.dumps(said, ensure_ascii=False)

    is_told = sa.cast(EVENTS.c.summary, sa.Text) != "{}"
    told = query.with_only_columns(EVENTS.c.id, EVENTS.c.summary).where(is_told)
    commented = (
        query.with_only_columns(EVENTS.c.id, JUDGMENTS.c.comment)
        .join(JUDGMENTS, JUDGMENTS.c.event == EVENTS.c.id)
        .where(JUDGMENTS.c.comment != "")
    )
    revisions: set[int] = set()
    for part, wanted, as_text in ((told, folded(write(text)[1:-1]), write), (commented, folded(text), str)):
        rows = connection.execute(part.order_by(EVENTS.c.id.desc()))
        matching = (number for number, said in rows if wanted in folded(as_text(said)))
        revisions.update(islice(dict.fromkeys(matching), limit))
    return revisions


def _concerns(connection: sa.Connection, project: Project, text: str) -> sa.ColumnElement[bool]:
    """The condition that an event is about texts that hold a text, or has a judgment of somebody called so."""
    # a table of its own, so that texts are looked at once and not for each way in which an event can touch them
    sources = sa.select(SOURCES.c.id).where(SOURCES.c.project == project.id)
    of_sources = sa.select(sources.where(holds(SOURCES, text)).cte("found_sources").c.id)
    of_targets = (
        sa.select(TARGETS.c.id)
        .where(TARGETS.c.source.in_(sources), TARGETS.c.source.in_(of_sources) | holds(TARGETS, text))
        .cte("found_targets")
    )
    names = connection.execute(sa.select(JUDGES.c.id, JUDGES.c.name).where(JUDGES.c.project == project.id))
    people = [number for number, name in names if folded(text) in folded(name)]
    return sa.or_(
        EVENTS.c.id.in_(sa.select(JUDGMENTS.c.event).where(JUDGMENTS.c.judge.in_(people))),
        _touches(sa.select(of_targets.c.id)),
        _touches_sources(of_sources),
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

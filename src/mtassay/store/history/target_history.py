"""One translation: who said what of it, and all that ever happened to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

import sqlalchemy as sa

from mtassay.errors import NotFound
from mtassay.store.contents.projects import Project
from mtassay.store.history.event_kinds import BY_JUDGES, EventKind
from mtassay.store.history.events import Event, present, undone_events
from mtassay.store.judging.holding import current_judgments
from mtassay.store.schema import EVENTS, ITEMS, JUDGES, JUDGMENTS, MARKS, SOURCES, SYSTEMS, TARGETS, VERDICTS


@dataclass(frozen=True, kw_only=True)
class TargetJudgment:
    """What a judge says of the translation at present; `verdicts` are by the numbers of items."""

    id: int
    judge: str
    system: str
    value: float | None
    points: float | None
    at: datetime | None
    seconds: float | None
    comment: str
    is_recheck: bool
    verdicts: Mapping[int, str] = field(default_factory=dict)


class Change(StrEnum):
    """What happened to a translation or to a judgment of it."""

    ADDED = "added"
    JUDGED = "judged"
    CORRECTED = "corrected"
    RECHECKED = "rechecked"
    DELETED = "deleted"
    RESTORED = "restored"


@dataclass(frozen=True)
class TargetChange:
    """A step in the life of a translation: `before` and `after` are scores on the project's scale.

    `judge` is whose judgment it is about, empty where it is about the translation itself. `is_own` says that the
    event did nothing else than this, so that undoing it takes back just this.
    """

    event: Event
    change: Change
    judge: str = ""
    before: float | None = None
    after: float | None = None
    verdicts: tuple[str, ...] = ()
    is_own: bool = False


def judgments_on(connection: sa.Connection, project: Project, target: int) -> tuple[TargetJudgment, ...]:
    """The judgments of a translation that hold, the oldest first."""
    query = (
        sa.select(JUDGMENTS, JUDGES.c.name.label("judge_name"), SYSTEMS.c.name.label("system_name"))
        .outerjoin(JUDGES, JUDGES.c.id == JUDGMENTS.c.judge)
        .outerjoin(SYSTEMS, SYSTEMS.c.id == JUDGMENTS.c.system)
        .where(JUDGMENTS.c.target == target, current_judgments())
        .order_by(JUDGMENTS.c.id)
    )
    verdicts = _verdicts(connection, target)
    return tuple(
        TargetJudgment(
            id=row.id,
            judge=row.judge_name or "",
            system=row.system_name or "",
            value=row.value,
            points=None if row.value is None else project.scale.points(row.value),
            at=row.at,
            seconds=row.seconds,
            comment=row.comment,
            is_recheck=row.is_recheck,
            verdicts={item: verdict for item, (_, verdict) in verdicts.get(row.id, {}).items()},
        )
        for row in connection.execute(query)
    )


def history_of(connection: sa.Connection, project: Project, target: int) -> tuple[TargetChange, ...]:
    """All that happened to a translation and to judgments of it, the newest first."""
    home = sa.select(TARGETS.c.event).join(SOURCES, SOURCES.c.id == TARGETS.c.source)
    begun = connection.scalar(home.where(TARGETS.c.id == target, SOURCES.c.project == project.id))
    if begun is None:
        raise NotFound("this translation is not in the project")
    query = (
        sa.select(JUDGMENTS, JUDGES.c.name)
        .outerjoin(JUDGES, JUDGES.c.id == JUDGMENTS.c.judge)
        .where(JUDGMENTS.c.target == target)
        .order_by(JUDGMENTS.c.id)
    )
    judged = {row.id: row for row in connection.execute(query)}
    marks = connection.execute(
        sa.select(MARKS)
        .where(
            ((MARKS.c.kind == TARGETS.name) & (MARKS.c.row == target))
            | ((MARKS.c.kind == JUDGMENTS.name) & MARKS.c.row.in_(list(judged)))
        )
        .order_by(MARKS.c.id)
    ).all()
    numbers = {begun, *(row.event for row in judged.values()), *(mark.event for mark in marks)}
    events = _events(connection, project, numbers)
    verdicts = _verdicts(connection, target)
    changes = [TargetChange(events[begun], Change.ADDED)]
    for row in judged.values():
        old = judged.get(row.replaces)
        event = events[row.event]
        changes.append(
            TargetChange(
                event,
                Change.RECHECKED if row.is_recheck else Change.JUDGED if old is None else Change.CORRECTED,
                row.name or "",
                None if old is None else old.value,
                row.value,
                tuple(f"{text}: {verdict}" for text, verdict in verdicts.get(row.id, {}).values() if verdict != "ok"),
                event.kind in BY_JUDGES,
            )
        )
    whole = {mark.event for mark in marks if mark.kind == TARGETS.name}
    for mark in marks:
        change = Change.DELETED if mark.is_gone else Change.RESTORED
        if mark.kind == TARGETS.name:
            changes.append(TargetChange(events[mark.event], change, is_own=events[mark.event].kind == EventKind.DELETE))
        elif mark.event not in whole:  # otherwise it went with its translation
            row = judged[mark.row]
            values = (row.value, None) if mark.is_gone else (None, row.value)
            changes.append(TargetChange(events[mark.event], change, row.name or "", *values))
    return tuple(sorted(changes, key=lambda entry: (-entry.event.revision, entry.change is Change.ADDED)))


def _events(connection: sa.Connection, project: Project, numbers: set[int]) -> dict[int, Event]:
    undone = undone_events(connection, project.id)
    rows = connection.execute(sa.select(EVENTS).where(EVENTS.c.id.in_(sorted(numbers))))
    return {
        row.id: Event(row.id, row.at, row.who, row.kind, row.summary, row.undoes, undone.get(row.id)) for row in rows
    }


def _verdicts(connection: sa.Connection, target: int) -> dict[int, dict[int, tuple[str, str]]]:
    """By judgment and item: the text of the item, and the verdict."""
    query: sa.Select[Any] = (
        sa.select(VERDICTS.c.judgment, VERDICTS.c.item, ITEMS.c.text, VERDICTS.c.verdict)
        .join(JUDGMENTS, JUDGMENTS.c.id == VERDICTS.c.judgment)
        .join(ITEMS, ITEMS.c.id == VERDICTS.c.item)
        .where(JUDGMENTS.c.target == target, present(ITEMS))
        .order_by(ITEMS.c.start, ITEMS.c.id)
    )
    verdicts: dict[int, dict[int, tuple[str, str]]] = {}
    for judgment, item, text, verdict in connection.execute(query):
        verdicts.setdefault(judgment, {})[item] = (text, verdict)
    return verdicts

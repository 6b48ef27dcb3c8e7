"""What happened, who did it and when, and which rows were there at which revision."""

import uuid
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from mtassay.errors import Conflict, NotFound
from mtassay.store.history.event_kinds import EventKind, Trait
from mtassay.store.schema import EVENTS, MARKS, PROJECTS

LATEST = 2**62
"""A revision that comes after all others: the present."""

_FEW = 10_000
_RECORD = sa.insert(EVENTS).returning(EVENTS.c.id)
_CLOSED = sa.select(PROJECTS.c.name, PROJECTS.c.is_archived, PROJECTS.c.deleted).where(
    PROJECTS.c.id == sa.bindparam("project")
)


@dataclass(frozen=True)
class Event:
    """One entry of the history. Its number is the revision that it led to."""

    revision: int
    at: datetime
    who: str
    kind: str
    summary: Mapping[str, Any]
    undoes: int | None = None
    undone_by: int | None = None


def record(
    connection: sa.Connection,
    project: int | None,
    kind: EventKind,
    who: str,
    summary: Mapping[str, Any] | None = None,
    undoes: int | None = None,
    *,
    at_any_time: bool = False,
) -> int:
    """Enter an event; what is written after it, in the same transaction, belongs to it.

    A project that is archived or deleted stays as it is, but for kinds that say so and what is said `at_any_time`.
    """
    if project is not None and not (at_any_time or Trait.AT_ANY_TIME in kind.traits):
        refuse_closed(connection, project)
    values = {
        "uid": uuid.uuid4().hex,
        "project": project,
        "at": datetime.now(UTC),
        "who": who,
        "kind": kind,
        "summary": dict(summary or {}),
        "undoes": undoes,
    }
    number: int = connection.execute(_RECORD, values).scalar_one()
    return number


def refuse_closed(connection: sa.Connection, project: int) -> None:
    """Refuse to change a project that is archived or deleted."""
    row = connection.execute(_CLOSED, {"project": project}).first()
    if row is not None and (row.is_archived or row.deleted is not None):
        how = "archived" if row.deleted is None else "deleted"
        raise Conflict(f"{row.name} is {how}, so that nothing in it can be changed; a manager can undo that")


def summarize(connection: sa.Connection, revision: int, summary: Mapping[str, Any]) -> None:
    """Say what an event did, once it is done; part of the transaction that entered it."""
    connection.execute(sa.update(EVENTS).where(EVENTS.c.id == revision).values(summary=dict(summary)))


def latest(connection: sa.Connection, project: int) -> int:
    """The present revision of a project."""
    number: int | None = connection.scalar(sa.select(sa.func.max(EVENTS.c.id)).where(EVENTS.c.project == project))
    return number or 0


def known_revision(connection: sa.Connection, project: int, revision: int | None) -> int:
    """The revision, or the present one for None; NotFound for one that has not come yet."""
    last = latest(connection, project)
    if revision is not None and revision > last:
        raise NotFound(f"there is no revision {revision} yet; the last one is {last}")
    return last if revision is None else revision


def state_of(connection: sa.Connection, project: int, revision: int | None = None) -> str:
    """What stands for a project at a revision, or now, and for nothing else: its number with the uid of the event.

    A server of PostgreSQL that crashes may forget an event that others saw already, before the disk had it and anybody
    was told that it is stored. Its number is given out again then.
    """
    query = sa.select(EVENTS.c.id, EVENTS.c.uid).where(EVENTS.c.project == project)
    if revision is not None:
        query = query.where(EVENTS.c.id <= min(revision, LATEST))
    last = connection.execute(query.order_by(EVENTS.c.id.desc()).limit(1)).first()
    number, uid = (0, "") if last is None else (last.id, last.uid)
    return name_state(number if revision is None else revision, uid)


def name_state(revision: int, uid: str) -> str:
    """The state at a revision whose last event, of that number or before, has a uid; empty where there is none."""
    return f"{revision} {uid}"


def gone(kind: str, revision: int = LATEST) -> sa.Select[int]:
    """The rows of a kind that are taken away at a revision, as a subquery."""
    marks = sa.select(sa.func.max(MARKS.c.id)).where(MARKS.c.kind == kind)
    # without a condition that all meet, an index alone can answer
    last = (marks if revision == LATEST else marks.where(MARKS.c.event <= revision)).group_by(MARKS.c.row)
    return sa.select(MARKS.c.row).where(MARKS.c.id.in_(last), MARKS.c.is_gone)


def present(table: sa.Table, revision: int = LATEST) -> sa.ColumnElement[bool]:
    """The condition that a row was there at a revision."""
    is_there = table.c.id.not_in(gone(table.name, revision))
    return is_there if revision == LATEST else sa.and_(table.c.event <= revision, is_there)


def is_gone(table: sa.Table) -> sa.ColumnElement[bool | None]:
    """Whether a row is taken away at present, as a column: None where nothing was ever said of it.

    For queries on a few rows; `present` is better for many.
    """
    last = sa.select(MARKS.c.is_gone).where(MARKS.c.kind == table.name, MARKS.c.row == table.c.id)
    return last.order_by(MARKS.c.id.desc()).limit(1).correlate(table).scalar_subquery()


def gone_among(connection: sa.Connection, kind: str, rows: Iterable[int]) -> set[int]:
    """Which of some rows are taken away at present; `gone` would look at all there are, in all projects."""
    listed = sorted(set(rows))
    last: dict[int, bool] = {}
    query = sa.select(MARKS.c.row, MARKS.c.is_gone).where(MARKS.c.kind == kind).order_by(MARKS.c.id)
    for start in range(0, len(listed), 500):  # databases limit how many values a statement may have
        last.update(connection.execute(query.where(MARKS.c.row.in_(listed[start : start + 500]))).all())
    return {row for row, is_gone in last.items() if is_gone}


def chosen_rows(
    connection: sa.Connection, query: sa.Select[Any], place: int, chosen: Set[int]
) -> Iterator[tuple[Any, ...]]:
    """The rows of a query whose column at `place` has one of the chosen numbers."""
    if len(chosen) > _FEW:  # all of the table is faster than many parts of it
        yield from (tuple(row) for row in connection.execute(query) if row[place] in chosen)
        return
    column = list(query.selected_columns)[place]
    listed = sorted(chosen)
    for start in range(0, len(listed), 500):  # databases limit how many values a statement may have
        yield from map(tuple, connection.execute(query.where(column.in_(listed[start : start + 500]))))


def mark(connection: sa.Connection, revision: int, kind: str, rows: Iterable[int], *, is_gone: bool) -> None:
    """Take rows away, or bring them back."""
    values = [{"event": revision, "kind": kind, "row": row, "is_gone": is_gone} for row in rows]
    if values:
        connection.execute(sa.insert(MARKS), values)


def history(
    connection: sa.Connection, project: int, *, limit: int | None = None, revision: int | None = None
) -> tuple[Event, ...]:
    """The events of a project, the newest first; or one of them."""
    undone = undone_events(connection, project)
    query = sa.select(EVENTS).where(EVENTS.c.project == project)
    if revision is not None:
        query = query.where(EVENTS.c.id == revision)
    rows = connection.execute(query.order_by(EVENTS.c.id.desc()).limit(limit))
    return tuple(Event(row.id, row.at, row.who, row.kind, row.summary, row.undoes, undone.get(row.id)) for row in rows)


def undone_events(connection: sa.Connection, project: int, revision: int = LATEST) -> dict[int, int]:
    """The events that are undone at a revision, and by which one: an undo that was not undone in its turn."""
    # numbers are above 0: a range of an index, which has nothing but events that undo
    query = sa.select(EVENTS.c.id, EVENTS.c.undoes).where(EVENTS.c.project == project, EVENTS.c.undoes > 0)
    if revision != LATEST:  # a condition that all meet would lead SQLite to all events of the project
        query = query.where(EVENTS.c.id <= revision)
    undone: dict[int, int] = {}
    # sorted here, or SQLite takes the index that has all events in their order
    for number, undoes in sorted(map(tuple, connection.execute(query)), reverse=True):
        if number not in undone:
            undone[undoes] = number
    return undone

"""The way back: what an event did is taken away, and what was built on it since stays.

Rows belong to others: a judgment to its target, a target to its source. Nothing is there without its owner.
"""

from collections.abc import Container, Sequence, Set

import sqlalchemy as sa

from mtassay.errors import Conflict, NotFound, Remedy
from mtassay.store.campaign_tables import ANSWERS, CAMPAIGN_ITEMS, CAMPAIGN_OUTPUTS, SEATS
from mtassay.store.history.event_kinds import EventKind, Trait, known_kind, why_lasting
from mtassay.store.history.events import (
    Event,
    chosen_rows,
    gone_among,
    history,
    mark,
    record,
    undone_events,
)
from mtassay.store.history.project_details import retell
from mtassay.store.schema import (
    EVENTS,
    ITEMS,
    JUDGMENTS,
    MARKED,
    MARKS,
    OUTPUTS,
    RUNS,
    SOURCES,
    SYSTEMS,
    TARGETS,
    VERDICTS,
)

Rows = dict[str, set[int]]
"""Numbers of rows, by the name of their table."""

# owners come after what they own; that a source is cut into items does not keep it, nor that a run is queued: a part of
# a queue would be another sample, and outputs that were wrong need no judging
_OWNERS = (
    (ANSWERS, "seat", SEATS),
    (CAMPAIGN_OUTPUTS, "system", SYSTEMS),
    (CAMPAIGN_ITEMS, "target", TARGETS),
    (JUDGMENTS, "target", TARGETS),
    (OUTPUTS, "target", TARGETS),
    (OUTPUTS, "run", RUNS),
    (RUNS, "system", SYSTEMS),
    (TARGETS, "source", SOURCES),
)


def undo(connection: sa.Connection, project: int, revisions: Sequence[int], who: str) -> tuple[int, ...]:
    """Take back what some events did, the newest first; that is an event too, and can be undone itself.

    What was built on them since stays, and with it the sources and translations that it belongs to.
    """
    done = []
    for revision in sorted(set(revisions), reverse=True):
        events_of_revision = history(connection, project, revision=revision)
        if not events_of_revision:
            raise NotFound(
                f"there is no revision {revision} in this project; see its history", remedy=Remedy.SEE_HISTORY
            )
        (event,) = events_of_revision
        if reason := why_not_undone(event):
            raise Conflict(f"revision {revision} {reason}")
        summary = {"revision": revision, "kind": event.kind}
        while event.undoes is not None:
            (event,) = history(connection, project, revision=event.undoes)
        kind = known_kind(event.kind)
        # whoever archived or deleted a project can take that back, though nothing else of it can be changed
        any_time = kind is not None and Trait.AT_ANY_TIME in kind.traits
        number = record(connection, project, EventKind.UNDO, who, summary, undoes=revision, at_any_time=any_time)
        _replay(connection, project, event, number)
        retell(connection, project, event)
        done.append(number)
    return tuple(done)


def why_not_undone(event: Event) -> str:
    """Why an event cannot be undone, in words that follow its name; empty where it can."""
    if words := why_lasting(event.kind):
        return f"{words}, which cannot be undone"
    return f"is undone already, by revision {event.undone_by}" if event.undone_by is not None else ""


def can_undo(connection: sa.Connection, project: int, revisions: Sequence[int]) -> bool:
    """Whether `undo` takes some events of a project, all of them; no where there are none."""
    undone = undone_events(connection, project)
    query = sa.select(EVENTS.c.id, EVENTS.c.kind).where(EVENTS.c.project == project)
    kinds: dict[int, str] = {row[0]: row[1] for row in chosen_rows(connection, query, 0, set(revisions))}
    return bool(revisions) and all(
        revision in kinds and revision not in undone and not why_lasting(kinds[revision]) for revision in revisions
    )


def _replay(connection: sa.Connection, project: int, event: Event, number: int) -> None:
    """Bring all that an event did to what the events which hold now say of it."""
    rows: Rows = {
        kind: set(connection.scalars(sa.select(table.c.id).where(table.c.event == event.revision)))
        for kind, table in MARKED.items()
    }
    for row in connection.execute(sa.select(MARKS).where(MARKS.c.event == event.revision)):
        rows[row.kind].add(row.row)
    _add_owners(connection, rows)
    undone = undone_events(connection, project)
    there: Rows = {}
    unsaid: Rows = {}
    for kind in MARKED:
        said = _last_words(connection, kind, rows[kind], undone)
        there[kind] = {row for row, is_there in said.items() if is_there}
        unsaid[kind] = rows[kind] - said.keys()
    _drop_superseded(connection, there)
    _drop_answered_anew(connection, rows, there)
    _keep_owners(connection, rows, there)
    _keep_judged_items(connection, unsaid["items"], rows, there)
    for kind in MARKED:
        lost = gone_among(connection, kind, rows[kind] | there[kind])
        mark(connection, number, kind, sorted(rows[kind] - there[kind] - lost), is_gone=True)
        mark(connection, number, kind, sorted(there[kind] & lost), is_gone=False)


def _last_words(connection: sa.Connection, kind: str, rows: Set[int], undone: Container[int]) -> dict[int, bool]:
    """Which rows are there by the last word of the events that are not undone, where any of them speaks of a row.

    An undo has no word of its own.
    """
    table = MARKED[kind]
    added = chosen_rows(connection, sa.select(table.c.id, table.c.event), 0, rows)
    there = {row: True for row, event in added if event not in undone}
    marks = sa.select(MARKS.c.id, MARKS.c.row, MARKS.c.event, MARKS.c.is_gone)
    marks = marks.join(EVENTS, EVENTS.c.id == MARKS.c.event).where(
        MARKS.c.kind == kind, EVENTS.c.kind != EventKind.UNDO
    )
    for _, row, event, is_gone in sorted(chosen_rows(connection, marks, 1, rows)):
        if event not in undone:
            there[row] = not is_gone
    return there


def _add_owners(connection: sa.Connection, rows: Rows) -> None:
    """Add to rows all that they belong to."""
    for owned, column, owner in _OWNERS:
        query = sa.select(owned.c.id, owned.c[column])
        pairs = chosen_rows(connection, query, 0, rows[owned.name])
        rows[owner.name] |= {number for _, number in pairs if number is not None}


def _keep_owners(connection: sa.Connection, rows: Rows, there: Rows) -> None:
    """Of `rows`, add those to `there` that something belongs to which is there."""
    for owned, column, owner in _OWNERS:
        doubtful = rows[owner.name] - there[owner.name]
        pairs = list(chosen_rows(connection, sa.select(owned.c.id, owned.c[column]), 1, doubtful))
        absent = (gone_among(connection, owned.name, (row for row, _ in pairs)) | rows[owned.name]) - there[owned.name]
        there[owner.name] |= {number for row, number in pairs if row not in absent}


def _keep_judged_items(connection: sa.Connection, items: Set[int], rows: Rows, there: Rows) -> None:
    """Of `items`, add those to `there` on which a judgment that is there has a verdict."""
    # who undoes a cut wants its items gone, judged or not
    query = (
        sa.select(VERDICTS.c.judgment, VERDICTS.c.item)
        .join(ITEMS, ITEMS.c.id == VERDICTS.c.item)
        .join(EVENTS, EVENTS.c.id == ITEMS.c.event)
        .where(EVENTS.c.kind != EventKind.ITEMS)
    )
    pairs = list(chosen_rows(connection, query, 1, items))
    absent = (
        gone_among(connection, JUDGMENTS.name, (judgment for judgment, _ in pairs)) | rows[JUDGMENTS.name]
    ) - there[JUDGMENTS.name]
    there[ITEMS.name] |= {item for judgment, item in pairs if judgment not in absent}


def _drop_superseded(connection: sa.Connection, there: Rows) -> None:
    """Remove from `there` judgments that were gone, and whose correction was made anew since."""
    query = sa.select(JUDGMENTS.c.id, JUDGMENTS.c.replaces).where(JUDGMENTS.c.replaces.is_not(None))
    brought = there[JUDGMENTS.name] & gone_among(connection, JUDGMENTS.name, there[JUDGMENTS.name])
    back: dict[int, int] = {row[0]: row[1] for row in chosen_rows(connection, query, 0, brought)}
    newest: dict[int, int] = {}
    pairs = list(chosen_rows(connection, query, 1, set(back.values())))
    lost = gone_among(connection, JUDGMENTS.name, (row for row, _ in pairs))
    for row, number in pairs:
        if row in back or row not in lost:
            newest[number] = max(row, newest.get(number, 0))
    there[JUDGMENTS.name] -= {row for row, number in back.items() if newest[number] != row}


def _drop_answered_anew(connection: sa.Connection, rows: Rows, there: Rows) -> None:
    """Remove from `there` judgments that were gone and answers with them, where their seat has answered anew since.

    Of what a seat says of an item one answer holds, and so does one judgment.
    """
    brought = there[JUDGMENTS.name] & gone_among(connection, JUDGMENTS.name, there[JUDGMENTS.name])
    place = (ANSWERS.c.task, ANSWERS.c.seat, ANSWERS.c.item)
    back = list(chosen_rows(connection, sa.select(ANSWERS.c.judgment, ANSWERS.c.id, *place), 0, brought))
    later: dict[tuple[int, ...], int] = {}
    said = list(chosen_rows(connection, sa.select(ANSWERS.c.id, *place), 1, {row[2] for row in back}))
    absent = (gone_among(connection, ANSWERS.name, (row[0] for row in said)) | rows[ANSWERS.name]) - there[ANSWERS.name]
    for answer, *own in said:
        if answer not in absent:
            later[tuple(own)] = max(answer, later.get(tuple(own), 0))
    for judgment, answer, *own in back:
        if later.get(tuple(own), 0) > answer:
            there[JUDGMENTS.name].discard(judgment)
            if answer in rows[ANSWERS.name]:
                there[ANSWERS.name].discard(answer)

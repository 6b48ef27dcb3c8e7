"""What an event changed: which rows came, went, came back or took the place of others, with their texts."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import sqlalchemy as sa

from mtassay.store.history.event_kinds import BY_JUDGES
from mtassay.store.history.events import Event, chosen_rows, present
from mtassay.store.schema import (
    ITEMS,
    JUDGES,
    JUDGING_RULES,
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


class Action(StrEnum):
    """What became of something."""

    ADDED = "added"
    CORRECTED = "corrected"
    DELETED = "deleted"
    RESTORED = "restored"


@dataclass(frozen=True, kw_only=True)
class Change:
    """One thing that an event did.

    `what` is the table: sources, targets, judgments and so on. `before` and `after` are what stood there, empty where
    nothing did; `source` and `text` say where, `target` is the number of the translation, and `judge` whose judgment.
    """

    what: str
    action: Action
    before: str = ""
    after: str = ""
    source: str = ""
    text: str = ""
    target: int | None = None
    judge: str = ""


@dataclass(frozen=True)
class ChangeGroup:
    """All that an event did of one kind; `changes` are the first of them."""

    what: str
    action: Action
    count: int
    changes: tuple[Change, ...]


# what tells most comes first
_ORDER = ("sources", "targets", "judgments", "items", "systems", "runs", "outputs")


@dataclass(frozen=True)
class _Row:
    """What a row says: itself in words, where it belongs, and what the row said whose place it took."""

    words: str
    source: str = ""
    text: str = ""
    target: int | None = None
    judge: str = ""
    replaced: str = ""
    replaces: int | None = None


def glimpse(connection: sa.Connection, events: Sequence[Event], most: int) -> dict[int, list[Change]]:
    """The first few changes of several events: what a judge said, and whatever went or came back.

    What went with something larger is left out, and so is what an import added: that would be looked for in all there
    is.
    """
    touched: dict[int, list[tuple[str, int, Action]]] = defaultdict(list)
    judged = [event.revision for event in events if event.kind in BY_JUDGES]
    for event, row in _added(connection, JUDGMENTS, judged, most):
        touched[event].append((JUDGMENTS.name, row, Action.ADDED))
    for event, kind, row, is_gone in _marked(connection, [event.revision for event in events], most):
        if not touched[event] or touched[event][0][0] == kind:
            touched[event].append((kind, row, Action.DELETED if is_gone else Action.RESTORED))
    described = _describe(connection, [row for rows in touched.values() for row in rows])
    together = _marked_together(connection, list(touched), described.values())
    return {
        event: [_change(kind, action, described[kind, row], together[event]) for kind, row, action in rows]
        for event, rows in touched.items()
    }


def changes_of(connection: sa.Connection, revision: int, most: int) -> tuple[ChangeGroup, ...]:
    """All that an event did, with up to `most` of each kind in full."""
    counts: dict[tuple[str, Action], int] = {}
    wanted: list[tuple[str, int, Action]] = []
    for table in MARKED.values():
        number = connection.scalar(sa.select(sa.func.count()).select_from(table).where(table.c.event == revision))
        if number:
            counts[table.name, Action.ADDED] = number
            wanted += [(table.name, row, Action.ADDED) for _, row in _added(connection, table, [revision], most)]
    query = sa.select(MARKS.c.kind, MARKS.c.is_gone, sa.func.count()).where(MARKS.c.event == revision)
    for kind, is_gone, number in connection.execute(query.group_by(MARKS.c.kind, MARKS.c.is_gone)):
        action = Action.DELETED if is_gone else Action.RESTORED
        counts[kind, action] = number
        marks = sa.select(MARKS.c.row).where(
            MARKS.c.event == revision, MARKS.c.kind == kind, MARKS.c.is_gone == is_gone
        )
        rows = connection.scalars(marks.order_by(MARKS.c.id).limit(most))
        wanted += [(kind, row, action) for row in rows]
    described = _describe(connection, wanted)
    together = _marked_together(connection, [revision], described.values())[revision]
    changes: dict[tuple[str, Action], list[Change]] = defaultdict(list)
    for kind, row, action in wanted:
        if (kind, row) in described:
            changes[kind, action].append(_change(kind, action, described[kind, row], together))
    return tuple(
        ChangeGroup(kind, action, number, tuple(changes[kind, action]))
        for (kind, action), number in sorted(counts.items(), key=lambda entry: _place(entry[0][0]))
    )


def built_on(connection: sa.Connection, revision: int) -> tuple[int, ...]:
    """The later events that need what an event added: what they did stays when it is undone, with what it is about."""
    old = sa.alias(JUDGMENTS)
    later = (
        (JUDGMENTS, sa.join(JUDGMENTS, TARGETS, TARGETS.c.id == JUDGMENTS.c.target), TARGETS),
        (OUTPUTS, sa.join(OUTPUTS, TARGETS, TARGETS.c.id == OUTPUTS.c.target), TARGETS),
        (OUTPUTS, sa.join(OUTPUTS, RUNS, RUNS.c.id == OUTPUTS.c.run), RUNS),
        (RUNS, sa.join(RUNS, SYSTEMS, SYSTEMS.c.id == RUNS.c.system), SYSTEMS),
        (TARGETS, sa.join(TARGETS, SOURCES, SOURCES.c.id == TARGETS.c.source), SOURCES),
        (JUDGMENTS, sa.join(JUDGMENTS, old, old.c.id == JUDGMENTS.c.replaces), old),
    )
    events: set[int] = set()
    for table, joined, owner in later:
        query = (
            sa.select(table.c.event)
            .select_from(joined)
            .where(owner.c.event == revision, table.c.event > revision, present(table))
        )
        events |= set(connection.scalars(query.distinct()))
    return tuple(sorted(events))


def left_over(connection: sa.Connection, revision: int) -> dict[str, int]:
    """How many rows that an event added are there, by table: where it is undone, others keep them."""
    counts = {}
    for table in MARKED.values():
        query = sa.select(sa.func.count()).select_from(table).where(table.c.event == revision, present(table))
        counts[table.name] = connection.scalar(query) or 0
    return {name: number for name, number in counts.items() if number}


def _place(kind: str) -> int:
    return _ORDER.index(kind) if kind in _ORDER else len(_ORDER)


def _added(
    connection: sa.Connection, table: sa.Table, revisions: Sequence[int], most: int
) -> Iterable[tuple[int, int]]:
    """The first rows of a table that each event added."""
    place = sa.func.row_number().over(partition_by=table.c.event, order_by=table.c.id).label("place")
    ranked = sa.select(table.c.event, table.c.id, place).where(table.c.event.in_(revisions)).subquery()
    query = sa.select(ranked.c.event, ranked.c.id).where(ranked.c.place <= most).order_by(ranked.c.id)
    return [(row[0], row[1]) for row in connection.execute(query)]


def _marked(connection: sa.Connection, revisions: Sequence[int], most: int) -> Iterable[tuple[int, str, int, bool]]:
    """The first marks of each event, those of larger things before those of what went with them."""
    rank = sa.case({kind: number for number, kind in enumerate(_ORDER)}, value=MARKS.c.kind, else_=len(_ORDER))
    place = sa.func.row_number().over(partition_by=MARKS.c.event, order_by=[rank, MARKS.c.id]).label("place")
    ranked = (
        sa.select(MARKS.c.event, MARKS.c.kind, MARKS.c.row, MARKS.c.is_gone, place)
        .where(MARKS.c.event.in_(revisions), MARKS.c.kind.in_(_ORDER))
        .subquery()
    )
    query = sa.select(ranked).where(ranked.c.place <= most).order_by(ranked.c.event, ranked.c.place)
    return [(row.event, row.kind, row.row, row.is_gone) for row in connection.execute(query)]


def _marked_together(
    connection: sa.Connection, revisions: Sequence[int], described: Iterable[_Row]
) -> defaultdict[int, set[int]]:
    """Of the judgments that others corrected, those that went or came back by the same event as these."""
    replaced = {row.replaces for row in described if row.replaces is not None}
    query = sa.select(MARKS.c.event, MARKS.c.row).where(
        MARKS.c.kind == JUDGMENTS.name, MARKS.c.event.in_(list(revisions))
    )
    rows_of_event: defaultdict[int, set[int]] = defaultdict(set)
    for event, row in chosen_rows(connection, query, 1, replaced):
        rows_of_event[event].add(row)
    return rows_of_event


def _change(kind: str, action: Action, row: _Row, together: Set[int]) -> Change:
    # a correction that goes alone leaves what it corrected; one that goes with it leaves nothing
    replaced = row.replaced if action is Action.ADDED or row.replaces not in together else ""
    before, after = (row.words, replaced) if action is Action.DELETED else (replaced, row.words)
    if action is Action.ADDED and replaced:
        action = Action.CORRECTED
    return Change(
        what=kind,
        action=action,
        before=before,
        after=after,
        source=row.source,
        text=row.text,
        target=row.target,
        judge=row.judge,
    )


def _describe(connection: sa.Connection, wanted: Iterable[tuple[str, int, Action]]) -> dict[tuple[str, int], _Row]:
    by_kind: dict[str, set[int]] = defaultdict(set)
    for kind, row, _ in wanted:
        by_kind[kind].add(row)
    descriptions: dict[tuple[str, int], _Row] = {}
    for kind, rows in by_kind.items():
        if kind in _DESCRIBED:
            descriptions |= {(kind, number): row for number, row in _DESCRIBED[kind](connection, rows).items()}
    return descriptions


def _sources(connection: sa.Connection, rows: set[int]) -> dict[int, _Row]:
    query = sa.select(SOURCES.c.id, SOURCES.c.text)
    return {number: _Row(text, text) for number, text in chosen_rows(connection, query, 0, rows)}


def _targets(connection: sa.Connection, rows: set[int]) -> dict[int, _Row]:
    query = sa.select(TARGETS.c.id, TARGETS.c.text, SOURCES.c.text.label("source")).join(
        SOURCES, SOURCES.c.id == TARGETS.c.source
    )
    return {
        number: _Row(text, source, text, number) for number, text, source in chosen_rows(connection, query, 0, rows)
    }


def _items(connection: sa.Connection, rows: set[int]) -> dict[int, _Row]:
    query = sa.select(ITEMS.c.id, ITEMS.c.text, SOURCES.c.text.label("source")).join(
        SOURCES, SOURCES.c.id == ITEMS.c.source
    )
    return {number: _Row(text, source) for number, text, source in chosen_rows(connection, query, 0, rows)}


def _systems(connection: sa.Connection, rows: set[int]) -> dict[int, _Row]:
    query = sa.select(SYSTEMS.c.id, SYSTEMS.c.name)
    return {number: _Row(name) for number, name in chosen_rows(connection, query, 0, rows)}


def _runs(connection: sa.Connection, rows: set[int]) -> dict[int, _Row]:
    query = sa.select(RUNS.c.id, RUNS.c.name, SYSTEMS.c.name.label("system")).join(
        SYSTEMS, SYSTEMS.c.id == RUNS.c.system
    )
    return {
        number: _Row(f"{system}, {name}" if name else system)
        for number, name, system in chosen_rows(connection, query, 0, rows)
    }


def _outputs(connection: sa.Connection, rows: set[int]) -> dict[int, _Row]:
    query = (
        sa.select(
            OUTPUTS.c.id,
            OUTPUTS.c.position,
            TARGETS.c.id.label("target"),
            TARGETS.c.text,
            SOURCES.c.text.label("source"),
            SYSTEMS.c.name,
        )
        .join(TARGETS, TARGETS.c.id == OUTPUTS.c.target)
        .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
        .join(RUNS, RUNS.c.id == OUTPUTS.c.run)
        .join(SYSTEMS, SYSTEMS.c.id == RUNS.c.system)
    )
    return {
        number: _Row(f"segment {position} of {system}", source, text, target)
        for number, position, target, text, source, system in chosen_rows(connection, query, 0, rows)
    }


def _judgments(connection: sa.Connection, rows: set[int]) -> dict[int, _Row]:
    query = (
        sa.select(
            JUDGMENTS.c.id,
            JUDGMENTS.c.value,
            JUDGMENTS.c.comment,
            JUDGMENTS.c.replaces,
            JUDGES.c.name,
            TARGETS.c.id.label("target"),
            TARGETS.c.text,
            SOURCES.c.text.label("source"),
        )
        .join(TARGETS, TARGETS.c.id == JUDGMENTS.c.target)
        .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
        .outerjoin(JUDGES, JUDGES.c.id == JUDGMENTS.c.judge)
    )
    judgments = {row[0]: row for row in chosen_rows(connection, query, 0, rows)}
    replaced = {row[3] for row in judgments.values() if row[3] is not None}
    old = {row[0]: row for row in chosen_rows(connection, query, 0, replaced)}
    verdicts: dict[int, list[str]] = defaultdict(list)
    said = sa.select(VERDICTS.c.judgment, VERDICTS.c.verdict, ITEMS.c.start, ITEMS.c.text).join(
        ITEMS, ITEMS.c.id == VERDICTS.c.item
    )
    for judgment, verdict, _, text in sorted(
        chosen_rows(connection, said, 0, set(judgments) | set(old)), key=lambda row: (row[0], row[2])
    ):
        if verdict != "ok":
            verdicts[judgment].append(f"{text}: {verdict}")
    return {
        number: _Row(
            _words(row, verdicts),
            row[7],
            row[6],
            row[5],
            row[4] or "",
            _words(old[row[3]], verdicts) if row[3] in old else "",
            row[3],
        )
        for number, row in judgments.items()
    }


def _words(row: tuple[Any, ...], verdicts: dict[int, list[str]]) -> str:
    """The score, items that are not ok, and the comment."""
    _, value, comment, *_rest = row
    parts = ["no score" if value is None else f"{value:g}", *verdicts[row[0]]]
    return "; ".join(parts) + (f" “{comment}”" if comment else "")


def _rules(connection: sa.Connection, rows: set[int]) -> dict[int, _Row]:
    descriptions = {}
    query = sa.select(JUDGING_RULES)
    for row in connection.execute(query.where(JUDGING_RULES.c.id.in_(sorted(rows)))).all():
        held = query.where(JUDGING_RULES.c.project == row.project, present(JUDGING_RULES, row.event - 1))
        old = connection.execute(held.order_by(JUDGING_RULES.c.id.desc()).limit(1)).first()
        descriptions[row.id] = _Row(_rule_words(row), replaced="" if old is None else _rule_words(old))
    return descriptions


def _rule_words(row: Any) -> str:
    shown = "shown before a judge answers" if row.is_open else "hidden until a judge answers"
    return f"Earlier scores are {shown}; order {row.seed}.\n\n{row.guidelines}".strip()


_DESCRIBED: dict[str, Callable[[sa.Connection, set[int]], dict[int, _Row]]] = {
    SOURCES.name: _sources,
    TARGETS.name: _targets,
    ITEMS.name: _items,
    SYSTEMS.name: _systems,
    RUNS.name: _runs,
    OUTPUTS.name: _outputs,
    JUDGMENTS.name: _judgments,
    JUDGING_RULES.name: _rules,
}

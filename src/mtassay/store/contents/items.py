"""Information items of sources: cut, and cut anew."""

from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, count
from typing import Any

import sqlalchemy as sa

from mtassay.errors import InputError, NotFound
from mtassay.human.collection import collapse, item_starts
from mtassay.human.item_classes import ITEM_CLASSES
from mtassay.store.contents.projects import Project
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import present
from mtassay.store.judging.holding import current_judgments
from mtassay.store.schema import ITEMS, JUDGMENTS, MARKS, SOURCES, TARGETS, VERDICTS


@dataclass(frozen=True)
class StoredItem:
    """An information item and its number in the database."""

    id: int
    label: str
    text: str


def items_of(connection: sa.Connection, source: int) -> tuple[StoredItem, ...]:
    """The items of a source, in order."""
    query = (
        sa.select(ITEMS.c.id, ITEMS.c.label, ITEMS.c.text)
        .where(ITEMS.c.source == source, present(ITEMS))
        .order_by(ITEMS.c.start, ITEMS.c.id)
    )
    return tuple(StoredItem(*row) for row in connection.execute(query))


@dataclass(frozen=True)
class ClassShare:
    """How often a class was said of an item, and its part of a bar from 0 to 1 that holds all classes."""

    verdict: str
    count: int
    start: float
    share: float


@dataclass(frozen=True)
class JudgedItem:
    """An item of a source, where it begins there, and how often each class was said of it; rechecks do not count."""

    id: int
    label: str
    text: str
    start: int
    classes: dict[str, int]

    @property
    def verdicts(self) -> int:
        return sum(self.classes.values())

    @property
    def parts(self) -> tuple[ClassShare, ...]:
        """The classes that were said, in their order."""
        ends = list(accumulate(self.classes.values()))
        return tuple(
            ClassShare(verdict, number, (end - number) / self.verdicts, number / self.verdicts)
            for (verdict, number), end in zip(self.classes.items(), ends, strict=True)
            if number
        )


@dataclass(frozen=True)
class ItemCut:
    """What a cut would do to the items of a source.

    Items are `kept` with their verdicts, `lost` with them until an undo or another cut brings them back, `revived`
    from an earlier cut, or new: `stored` has None for these beside their texts. `is_same` says that nothing would
    change.
    """

    texts: tuple[str, ...]
    starts: tuple[int, ...]
    stored: tuple[StoredItem | None, ...]
    kept: tuple[StoredItem, ...]
    lost: tuple[StoredItem, ...]
    revived: tuple[StoredItem, ...]

    @property
    def is_same(self) -> bool:
        return not (self.lost or self.revived or None in self.stored)


def judged_items(connection: sa.Connection, source: int) -> tuple[JudgedItem, ...]:
    """The items of a source, in order, with the verdicts that hold."""
    query = (
        sa.select(ITEMS.c.id, ITEMS.c.label, ITEMS.c.text, ITEMS.c.start)
        .where(ITEMS.c.source == source, present(ITEMS))
        .order_by(ITEMS.c.start, ITEMS.c.id)
    )
    items = connection.execute(query).all()
    counted = (
        sa.select(VERDICTS.c.item, VERDICTS.c.verdict, sa.func.count())
        .join(JUDGMENTS, JUDGMENTS.c.id == VERDICTS.c.judgment)
        .where(JUDGMENTS.c.target.in_(sa.select(TARGETS.c.id).where(TARGETS.c.source == source, present(TARGETS))))
        .where(~JUDGMENTS.c.is_recheck, current_judgments())
        .group_by(VERDICTS.c.item, VERDICTS.c.verdict)
    )
    counts: dict[int, dict[str, int]] = {row.id: dict.fromkeys(ITEM_CLASSES, 0) for row in items}
    for item, verdict, number in connection.execute(counted):
        if item in counts:
            counts[item][verdict] = number
    return tuple(JudgedItem(row.id, row.label, row.text, row.start, counts[row.id]) for row in items)


def plan_cut(connection: sa.Connection, project: Project, source: int, texts: Sequence[str]) -> ItemCut:
    """What cutting a source into these items would do; nothing is changed."""
    query = sa.select(SOURCES.c.text).where(SOURCES.c.project == project.id, SOURCES.c.id == source, present(SOURCES))
    source_text: str | None = connection.scalar(query)
    if source_text is None:
        raise NotFound("this source is not in the project any more; it may have been deleted meanwhile")
    wanted = tuple(collapse(text) for text in texts)
    for text in wanted:
        if not text or text not in source_text:
            raise InputError(f"the information item {text!r} does not occur in the source {source_text[:60]!r}")
    starts = item_starts(source_text, wanted)
    columns = sa.select(ITEMS.c.id, ITEMS.c.label, ITEMS.c.text, ITEMS.c.start).where(ITEMS.c.source == source)
    known = connection.execute(columns.where(present(ITEMS)).order_by(ITEMS.c.start, ITEMS.c.id)).all()
    gone = connection.execute(columns.where(~present(ITEMS)).order_by(ITEMS.c.id.desc())).all()

    @cache
    def occurs_once(text: str, within: str = source_text) -> bool:
        return within.find(text) == within.rfind(text)

    def place_of(text: str, start: int) -> tuple[str, int]:
        # another word of the same letters is another item, and verdicts on the one say nothing of the other
        return text, 0 if occurs_once(text) else start

    free: dict[tuple[str, int], deque[StoredItem]] = defaultdict(deque)
    for row in (*known, *gone):
        free[place_of(row.text, row.start)].append(StoredItem(row.id, row.label, row.text))
    stored: list[StoredItem | None] = []
    for text, start in zip(wanted, starts, strict=True):
        same = free[place_of(text, start)]
        stored.append(same.popleft() if same else None)
    taken = {item.id for item in stored if item is not None}

    def chosen(rows: Sequence[Any], *, are_taken: bool) -> tuple[StoredItem, ...]:
        return tuple(StoredItem(row.id, row.label, row.text) for row in rows if (row.id in taken) is are_taken)

    return ItemCut(
        wanted,
        tuple(starts),
        tuple(stored),
        chosen(known, are_taken=True),
        chosen(known, are_taken=False),
        chosen(gone, are_taken=True),
    )


def cut_items(connection: sa.Connection, project: Project, source: int, texts: Sequence[str], who: str) -> int:
    """Give a source these items; returns the revision.

    Items that stay where they are keep what was said of them. Others are taken away with their verdicts, which an undo
    brings back, or another cut that has them again.
    """
    plan = plan_cut(connection, project, source, texts)
    event = events.record(connection, project.id, EventKind.ITEMS, who)
    known = items_of(connection, source)
    # labels of items that were taken away are not given again: an undo may bring those back
    labels = set(connection.scalars(sa.select(ITEMS.c.label).where(ITEMS.c.source == source)))
    free = (str(number) for number in count() if str(number) not in labels)
    rows = [
        {"source": source, "event": event, "label": next(free), "start": start, "text": text}
        for text, start, stored in zip(plan.texts, plan.starts, plan.stored, strict=True)
        if stored is None
    ]
    events.mark(connection, event, "items", [item.id for item in plan.lost], is_gone=True)
    events.mark(connection, event, "items", [item.id for item in plan.revived], is_gone=False)
    if rows:
        connection.execute(sa.insert(ITEMS), rows)
    source_text = connection.scalar(sa.select(SOURCES.c.text).where(SOURCES.c.id == source)) or ""
    before = " | ".join(item.text for item in known)
    events.summarize(
        connection,
        event,
        {"source": source_text[:80], "items": len(plan.texts), "before": before, "after": " | ".join(plan.texts)},
    )
    return event


def items_cut_away(connection: sa.Connection, project: Project) -> set[int]:
    """The items that are gone because their source was cut anew, and not because something was deleted or undone."""
    happened = {event.revision: event for event in events.history(connection, project.id)}
    cut: set[int] = set()
    query = (
        sa.select(MARKS.c.row, MARKS.c.event, MARKS.c.is_gone)
        .join(ITEMS, ITEMS.c.id == MARKS.c.row)
        .join(SOURCES, SOURCES.c.id == ITEMS.c.source)
        .where(MARKS.c.kind == ITEMS.name, SOURCES.c.project == project.id)
    )
    for item, revision, is_gone in connection.execute(query.order_by(MARKS.c.id)):
        event = happened[revision]
        while event.undoes is not None:  # an undo that was undone does again what the event did
            event = happened[event.undoes]
        (cut.add if is_gone and event.kind == EventKind.ITEMS else cut.discard)(item)
    return cut

"""Information items of sources: cut, and cut anew."""

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from mtassay.errors import InputError, NotFound
from mtassay.human.collection import collapse, item_starts
from mtassay.store import events
from mtassay.store.events import present
from mtassay.store.projects import Project
from mtassay.store.schema import ITEMS, MARKS, SOURCES


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


def cut_items(connection: sa.Connection, project: Project, source: int, texts: Sequence[str], who: str) -> int:
    """Give a source these items; returns the revision.

    Items whose text stays keep what was said of them. Others are taken away with their verdicts, which an undo
    brings back, or another cut that has them again.
    """
    query = sa.select(SOURCES.c.text).where(SOURCES.c.project == project.id, SOURCES.c.id == source, present(SOURCES))
    source_text = connection.scalar(query)
    if source_text is None:
        raise NotFound("this source is not in the project any more; it may have been deleted meanwhile")
    wanted = [collapse(text) for text in texts]
    for text in wanted:
        if not text or text not in source_text:
            raise InputError(f"the information item {text!r} does not occur in the source {source_text[:60]!r}")
    known = items_of(connection, source)
    query = sa.select(ITEMS.c.id, ITEMS.c.label, ITEMS.c.text).where(ITEMS.c.source == source, ~present(ITEMS))
    lost = [StoredItem(*row) for row in connection.execute(query.order_by(ITEMS.c.id.desc()))]
    event = events.record(connection, project.id, "items", who)
    kept: list[int] = []
    rows = []
    # labels of items that were taken away are not given again: an undo may bring those back
    labels = {item.label for item in (*known, *lost)}
    for start, text in zip(item_starts(source_text, wanted), wanted, strict=True):
        same = next((item for item in (*known, *lost) if item.text == text and item.id not in kept), None)
        if same is not None:
            kept.append(same.id)
            continue
        label = next(str(free) for free in range(len(labels) + 1) if str(free) not in labels)
        labels.add(label)
        rows.append({"source": source, "event": event, "label": label, "start": start, "text": text})
    events.mark(connection, event, "items", [item.id for item in known if item.id not in kept], is_gone=True)
    events.mark(connection, event, "items", [item.id for item in lost if item.id in kept], is_gone=False)
    if rows:
        connection.execute(sa.insert(ITEMS), rows)
    before = " | ".join(item.text for item in known)
    events.summarize(
        connection,
        event,
        {"source": source_text[:80], "items": len(wanted), "before": before, "after": " | ".join(wanted)},
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
        (cut.add if is_gone and event.kind == "items" else cut.discard)(item)
    return cut

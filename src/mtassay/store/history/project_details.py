"""What events say of a project as a whole: its name and languages, whether it is archived or deleted, and the way back.

The columns of the project have what holds; an undo brings them to what the events which hold then say.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from mtassay.errors import Conflict
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import Event, history, present
from mtassay.store.schema import PROJECTS, SOURCES, TARGETS

_LANGUAGES = ("source_language", "target_language")
BEFORE = "before"
"""Where the summary of a change of the name or the languages has what was there."""


def retell(connection: sa.Connection, project: int, event: Event) -> None:
    """Bring what an event told of the project to what the events which hold now say of it."""
    if any(name in event.summary for name in _LANGUAGES):
        _write(connection, project, **_languages(connection, project, event))
    if event.kind not in (EventKind.RENAMING, EventKind.ARCHIVING, EventKind.DELETION):
        return
    events = history(connection, project)
    # a project that was brought back from an archive has its own name since, and is neither archived nor deleted
    begun = max((earlier.revision for earlier in events if earlier.kind == EventKind.ARCHIVE), default=0)
    telling = [earlier for earlier in events if earlier.kind == event.kind and earlier.revision > begun]
    last = next((earlier for earlier in telling if earlier.undone_by is None), None)
    if event.kind == EventKind.ARCHIVING:
        _write(connection, project, is_archived=last is not None)
    elif event.kind == EventKind.DELETION:
        _write(connection, project, deleted=None if last is None else _begun_to_hold(events, last))
    elif telling:
        name = telling[-1].summary.get(BEFORE) if last is None else last.summary.get("name")
        if isinstance(name, str):  # else it came by a broken file, and the name stays
            refuse_taken(connection, name, project)
            _write(connection, project, name=name)


def tells_change(kind: str, summary: Mapping[str, Any]) -> bool:
    """Whether an event that changes the name or the languages says what was there before and after; others need not."""
    before = summary.get(BEFORE)
    if kind == EventKind.RENAMING:
        return isinstance(before, str) and isinstance(summary.get("name"), str)
    if kind == EventKind.LANGUAGES:
        pairs = (summary, before) if isinstance(before, dict) else ()
        return bool(pairs) and all(isinstance(pair.get(name), str) for pair in pairs for name in _LANGUAGES)
    return True


def refuse_taken(connection: sa.Connection, name: str, project: int = 0) -> None:
    """Refuse a name that another project has, also one that was deleted and may come back."""
    query = sa.select(PROJECTS.c.deleted).where(PROJECTS.c.name == name, PROJECTS.c.id != project)
    row = connection.execute(query).first()
    if row is None:
        return
    if row.deleted is not None:
        raise Conflict(f"a project {name!r} was deleted and can be restored still; choose another name, or restore it")
    raise Conflict(f"there is a project {name!r} already; choose another name")


def is_name_taken(connection: sa.Connection, name: str) -> bool:
    """Whether a new project cannot have a name."""
    try:
        refuse_taken(connection, name)
    except Conflict:
        return True
    return False


def _begun_to_hold(events: tuple[Event, ...], deletion: Event) -> datetime:
    """When a deletion last took effect: an undo that was undone lets its days begin anew."""
    redone = [
        earlier.at
        for earlier in events
        if earlier.kind == EventKind.UNDO and earlier.summary.get("kind") == EventKind.UNDO
    ]
    return max([deletion.at, *(at for at in redone if at > deletion.at)])


def _languages(connection: sa.Connection, project: int, event: Event) -> dict[str, str]:
    """The languages that an event told, as the events which hold now say them: none where none does.

    A project that began with a language is told none. Its languages stay where texts of the event are kept, and where
    others came after it, which had to be in the languages that were known; not so where somebody corrected them.
    """
    is_kept = event.kind != EventKind.LANGUAGES and _has_texts_since(connection, project, event.revision)
    kept_revision = event.revision if is_kept else None
    events = [earlier for earlier in history(connection, project) if earlier.kind != EventKind.UNDO]
    holding = [earlier for earlier in events if earlier.undone_by is None or earlier.revision == kept_revision]
    values = {}
    for name in _LANGUAGES:
        if name in event.summary:
            first = next(earlier for earlier in reversed(events) if name in earlier.summary)
            before = first.summary.get(BEFORE) if first.kind == EventKind.LANGUAGES else None
            begun = before.get(name, "") if isinstance(before, dict) else ""
            values[name] = next(
                (str(earlier.summary[name]) for earlier in holding if name in earlier.summary), str(begun)
            )
    return values


def _has_texts_since(connection: sa.Connection, project: int, revision: int) -> bool:
    sources = sa.select(SOURCES.c.id).where(SOURCES.c.project == project)
    kept = (
        sources.where(SOURCES.c.event > revision, present(SOURCES)).limit(1),
        sa.select(TARGETS.c.id)
        .where(TARGETS.c.source.in_(sources), TARGETS.c.event >= revision, present(TARGETS))
        .limit(1),
    )
    return any(connection.scalar(query) is not None for query in kept)


def _write(connection: sa.Connection, project: int, **values: Any) -> None:
    connection.execute(sa.update(PROJECTS).where(PROJECTS.c.id == project).values(**values))

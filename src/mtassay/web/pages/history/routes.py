"""History: who did what and when, what stood there before and after, and the way back."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated
from urllib.parse import urlencode

from fastapi import Query

from mtassay.errors import NotFound, SettingError
from mtassay.store.contents.projects import project_of
from mtassay.store.history.changes import Change, built_on, changes_of, glimpse, left_over
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import Event, history
from mtassay.store.history.project_details import BEFORE
from mtassay.store.history.search import EventFilter, event_choices, find_events
from mtassay.store.history.undo import undo, why_not_undone
from mtassay.store.people.accounts import Role
from mtassay.web.event_words import counted, did, languages, noun, summary_words
from mtassay.web.serving.routes import Context, Done, Routes

ROUTES = Routes("History")

_EVENTS = 50
_GLIMPSE = 3
_CHANGES = 100
_NAMED = 8
_BUTTONS: Mapping[str, str] = {EventKind.DELETE: "Restore", EventKind.UNDO: "Redo"}
_Number = Annotated[int | None, Query(ge=1, lt=2**62)]
_Word = Annotated[str, Query(max_length=200)]


@dataclass(frozen=True, kw_only=True)
class ChangeRow:
    """What became of one thing: `before` and `after` are empty where nothing stood there."""

    what: str
    action: str
    before: str
    after: str
    source: str
    text: str
    target: int | None
    judge: str


@dataclass(frozen=True, kw_only=True)
class StepRow:
    """A step of the history; `undone_by` is the revision that took it back, `undoes` the one that it took back.

    `changes` are the first of what it did. `why_not` says why it cannot be undone, empty where it can.
    """

    revision: int
    at: datetime
    who: str
    kind: str
    did: str
    what: list[str]
    changes: list[ChangeRow]
    undoes: int | None
    undone_by: int | None
    why_not: str
    button: str


@dataclass(frozen=True)
class KindChoice:
    """A kind of step, and what people read."""

    value: str
    words: str


@dataclass(frozen=True)
class Filters:
    """What was asked for; days are those of UTC."""

    kind: str
    who: str
    text: str
    target: int | None
    source: int | None
    since: str
    until: str

    @property
    def is_empty(self) -> bool:
        """Whether the whole history is meant."""
        return not any((self.kind, self.who, self.text, self.target, self.source, self.since, self.until))

    @property
    def query(self) -> str:
        """The same as a part of an address."""
        return urlencode({name: value for name, value in vars(self).items() if value})


@dataclass(frozen=True, kw_only=True)
class History:
    """Steps, the newest first; `next_before` is where the page after this one begins."""

    project_id: int
    project_name: str
    steps: list[StepRow]
    filters: Filters
    filter_query: str
    is_filtered: bool
    kinds: list[KindChoice]
    people: list[str]
    next_before: int | None
    is_first: bool
    said: str


@dataclass(frozen=True)
class ChangeRows:
    """All changes of one kind; `rows` are the first of `count`."""

    title: str
    count: int
    rows: list[ChangeRow]


@dataclass(frozen=True)
class OneStep:
    """A step in full.

    `later` are steps that need what it added: what they did stays when it is undone, and `later_count` how many there
    are. `kept` says what of it is there although it is undone.
    """

    project_id: int
    project_name: str
    step: StepRow
    groups: list[ChangeRows]
    later: list[int]
    later_count: int
    kept: list[str]


@dataclass(frozen=True)
class TakenBack:
    """A step that was undone, the one that did it, and what stayed because later steps need it."""

    revision: int
    by: int
    kept: list[str]


@ROUTES.page("/projects/{project}/history", may=Role.MANAGER, template="history/page.html")
def project_history(
    context: Context,
    project: int,
    kind: _Word = "",
    who: _Word = "",
    text: _Word = "",
    target: _Number = None,
    source: _Number = None,
    since: _Word = "",
    until: _Word = "",
    before: _Number = None,
    undone: _Number = None,
) -> History:
    """Who did what and when, by kind, person, text, day or translation; days are YYYY-MM-DD."""
    filters = Filters(kind, who, text.strip(), target, source, since, until)
    chosen = EventFilter(
        kind, who, filters.text.replace("\0", ""), target, source, _day(since), _day(until, after=True)
    )
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        events = find_events(connection, stored, chosen, before=before, limit=_EVENTS + 1)
        shown = events[:_EVENTS]
        changes = glimpse(connection, shown, _GLIMPSE)
        choices = event_choices(connection, stored)
        said = "" if undone is None else _said(history(connection, stored.id, revision=undone))
    return History(
        project_id=stored.id,
        project_name=stored.name,
        steps=[_step_row(event, changes.get(event.revision, [])) for event in shown],
        filters=filters,
        filter_query=filters.query,
        is_filtered=not filters.is_empty,
        kinds=[KindChoice(value, did(value)) for value in choices.kinds],
        people=list(choices.people),
        next_before=shown[-1].revision if len(events) > _EVENTS else None,
        is_first=before is None,
        said=said,
    )


@ROUTES.page("/projects/{project}/history/{revision}", may=Role.MANAGER, template="history/step.html")
def project_step(context: Context, project: int, revision: int) -> OneStep:
    """One step: all that came, went or changed, and what was built on it since."""
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        event = _found(history(connection, stored.id, revision=_known(revision)), revision)
        groups = changes_of(connection, revision, _CHANGES)
        later = built_on(connection, revision) if event.undone_by is None else ()
        kept = left_over(connection, revision) if event.undone_by is not None else {}
    return OneStep(
        stored.id,
        stored.name,
        _step_row(event, []),
        [
            ChangeRows(
                f"{counted(group.count, group.what)} {group.action}", group.count, list(map(_row, group.changes))
            )
            for group in groups
        ],
        list(later[:_NAMED]),
        len(later),
        [counted(number, what) for what, number in kept.items()],
    )


@ROUTES.action("/projects/{project}/history/{revision}/undo", may=Role.MANAGER)
def undo_step(context: Context, project: int, revision: int) -> Done[TakenBack]:
    """Take a step back: what it deleted returns, what it added goes, but for what later steps need."""
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        (by,) = undo(connection, stored.id, [_known(revision)], context.visitor.name)
        kept = left_over(connection, revision)
    done = TakenBack(revision, by, [counted(number, what) for what, number in kept.items()])
    return Done(done, f"/projects/{stored.id}/history?undone={by}")


def _known(revision: int) -> int:
    if not 0 < revision < 2**62:
        raise NotFound(f"there is no revision {revision} in this project")
    return revision


def _found(events: tuple[Event, ...], revision: int) -> Event:
    if not events:
        raise NotFound(f"there is no revision {revision} in this project; see its history")
    return events[0]


def _day(text: str, *, after: bool = False) -> datetime | None:
    """The beginning of a day, or of the day after it."""
    if not text:
        return None
    try:
        day = datetime.combine(date.fromisoformat(text), time(), UTC)
        return day + timedelta(days=1) if after else day
    except (ValueError, OverflowError):
        raise SettingError(f"{text[:50]!r} is no day; write it as 2026-11-16") from None


def _step_row(event: Event, changes: list[Change]) -> StepRow:
    reason = why_not_undone(event)
    if reason and event.undone_by is not None:
        reason += "; undo that to have it again"
    return StepRow(
        revision=event.revision,
        at=event.at,
        who=event.who,
        kind=event.kind,
        did=did(event.kind),
        what=summary_words(event),
        changes=_cut(event) or [_row(change) for change in changes],
        undoes=event.undoes,
        undone_by=event.undone_by,
        why_not=f"It {reason}." if reason else "",
        button=_BUTTONS.get(event.kind, "Undo"),
    )


def _cut(event: Event) -> list[ChangeRow]:
    """What events say themselves side by side: the items of a source, a name or languages before and after."""
    said = event.summary
    before, after, source = (str(said.get(name, "")) for name in (BEFORE, "after", "source"))
    if event.kind == EventKind.RENAMING:
        what, action, after = "name", "changed", str(said.get("name", ""))
    elif event.kind == EventKind.LANGUAGES:
        known = said.get(BEFORE)
        what, action, after = "languages", "changed", languages(said)
        before = languages(known if isinstance(known, dict) else {})
    elif event.kind == EventKind.ITEMS:
        what, action = noun("items"), "cut"
    else:
        return []
    return [
        ChangeRow(what=what, action=action, before=before, after=after, source=source, text="", target=None, judge="")
    ]


def _row(change: Change) -> ChangeRow:
    return ChangeRow(
        what=noun(change.what),
        action=change.action.value,
        before=change.before,
        after=change.after,
        source=change.source,
        text=change.text,
        target=change.target,
        judge=change.judge,
    )


def _said(events: tuple[Event, ...]) -> str:
    """What an undo did, in a sentence; nothing for a number that somebody typed."""
    if not events or events[0].undoes is None:
        return ""
    return f"Revision {events[0].undoes} is undone, by revision {events[0].revision}."

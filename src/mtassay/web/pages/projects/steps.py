"""The last steps of a project, runs of judgments folded: who judged how many, from when to when."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from mtassay.store.history.event_kinds import BY_JUDGES
from mtassay.store.history.events import Event
from mtassay.store.history.undo import why_not_undone
from mtassay.web.event_words import did, summary_words

_PAUSE = timedelta(hours=1)
"""Who comes back after longer than this begins another run."""


@dataclass(frozen=True, kw_only=True)
class EventRow:
    """A step of the history; `undone_by` is the revision that took it back.

    Where it stands for `count` judgments in a row, it is the last of them; the first was `begun_at`.
    """

    revision: int
    at: datetime
    who: str
    did: str
    what: list[str]
    undone_by: int | None
    can_undo: bool
    count: int
    begun_at: datetime


def step_rows(events: Iterable[Event], most: int) -> list[EventRow]:
    """The first rows of a history, which comes the newest first."""
    runs: list[list[Event]] = []
    for event in events:
        if runs and _continues(runs[-1][-1], event):
            runs[-1].append(event)
        elif len(runs) == most:
            break
        else:
            runs.append([event])
    return [_row(run) for run in runs]


def _continues(later: Event, earlier: Event) -> bool:
    is_alike = (later.who, later.kind) == (earlier.who, earlier.kind) and later.kind in BY_JUDGES
    is_held = later.undone_by is None and earlier.undone_by is None
    return is_alike and is_held and later.at - earlier.at <= _PAUSE


def _row(run: Sequence[Event]) -> EventRow:
    last, first = run[0], run[-1]
    return EventRow(
        revision=last.revision,
        at=last.at,
        who=last.who,
        did=did(last.kind),
        what=summary_words(last) if len(run) == 1 else [f"{len(run):,} translations", _times(first.at, last.at)],
        undone_by=last.undone_by,
        can_undo=len(run) == 1 and not why_not_undone(last),
        count=len(run),
        begun_at=first.at,
    )


def _times(begun: datetime, ended: datetime) -> str:
    return f"{begun:%H:%M}–{ended:%H:%M} UTC"

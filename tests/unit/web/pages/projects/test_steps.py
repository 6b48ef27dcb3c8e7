"""Runs of judgments are one line of a project's page."""

from datetime import UTC, datetime, timedelta

from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import Event
from mtassay.web.pages.projects.steps import step_rows

BEGUN = datetime(2026, 11, 18, 10, 2, tzinfo=UTC)


def event(revision: int, who: str = "Anna", kind: EventKind = EventKind.JUDGMENT, **more: int) -> Event:
    return Event(revision, BEGUN + timedelta(minutes=revision), who, kind, {"judgments": 1}, **more)


def test_a_run_is_one_row_with_its_times() -> None:
    (row,) = step_rows([event(number) for number in range(29, -1, -1)], 10)
    assert (row.count, row.who, row.did, row.revision) == (30, "Anna", "judged", 29)
    assert row.what == ["30 translations", "10:02–10:31 UTC"]
    assert (row.begun_at, row.at) == (BEGUN, BEGUN + timedelta(minutes=29))
    assert not row.can_undo


def test_others_other_kinds_pauses_and_undone_ones_end_a_run() -> None:
    events = [
        event(200),
        event(104),
        event(103, who="Ben"),
        event(102, undone_by=300),
        event(101),
        event(100),
        event(2, kind=EventKind.IMPORT),
        event(1, kind=EventKind.IMPORT),
    ]
    rows = step_rows(events, 10)
    assert [row.count for row in rows] == [1, 1, 1, 1, 2, 1, 1]
    assert [row.can_undo for row in rows] == [True, True, True, False, False, True, True]


def test_there_are_as_many_rows_as_are_wanted_and_the_last_is_whole() -> None:
    events = [event(10, kind=EventKind.IMPORT), *(event(number) for number in range(9, 1, -1)), event(1, who="Ben")]
    rows = step_rows(events, 2)
    assert [row.count for row in rows] == [1, 8]

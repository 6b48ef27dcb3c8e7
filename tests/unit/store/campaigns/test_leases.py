"""Seats of a crowd: who comes gets one, who leaves loses it. The clock is handed in; nobody waits."""

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from campaign_desk import answer_everything, begin, first_task, say, seat_of

from mtassay.campaigns.handing_over import add_seats, settle_abandoned_seats, take_in_again
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import Conflict
from mtassay.store.archives.backups import back_up, restore_backup
from mtassay.store.archives.project_archive import add_archive, read_archive, write_archive
from mtassay.store.campaign_tables import CROWD_STARTS, SEAT_DRAFTS, SEAT_LEASES
from mtassay.store.campaigns.campaigns import CampaignState, StoredCampaign, campaign_of, find_campaign, set_state
from mtassay.store.campaigns.crowd_addresses import make_crowd_address
from mtassay.store.campaigns.leases import (
    LEASE,
    MOST_STARTS,
    PATIENCE,
    NoFreeSeat,
    TooManySeats,
    has_free_seat,
    needs_renewal,
    places_of,
    renew_lease,
    seat_of_holder,
    take_seat,
)
from mtassay.store.campaigns.links import make_links, seat_of_session
from mtassay.store.campaigns.progress import SeatState, seat_progress
from mtassay.store.campaigns.seat_answers import keep_seat_draft, take_seat_answer_back
from mtassay.store.campaigns.seat_work import open_seat, seat_tasks
from mtassay.store.campaigns.seats import exclude_seat
from mtassay.store.contents.projects import Project, find_project
from mtassay.store.database import Database
from mtassay.store.history.events import history
from mtassay.store.history.undo import undo

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
MANY = EvalSet(
    [f"sentence number {number}" for number in range(100)],
    sources=[f"Satz Nummer {number}" for number in range(100)],
    systems={name: [f"{name} {number}" for number in range(100)] for name in ("good", "bad", "odd", "new")},
)
CONTROLLED = EvalSet(
    [f"the people of house {number} went home to their late supper" for number in range(30)],
    sources=[f"Satz Nummer {number}" for number in range(30)],
    systems={name: [f"{name} people of house {number} go home late" for number in range(30)] for name in "abcd"},
)


def crowd(connection: sa.Connection, project: Project, seats: int = 2, **design: object) -> StoredCampaign:
    campaign = begin(connection, project, judges=(), seats=seats, crowd=True, **design)
    make_crowd_address(connection, campaign, "manager", NOW)
    return campaign


def come(connection: sa.Connection, campaign: StoredCampaign, who: str, at: datetime = NOW) -> int:
    """Somebody, each from a network of their own; returns the number of the seat."""
    address = f"10.{sum(map(ord, who)) % 250}.{len(who)}.1"
    session = seat_of_session(connection, take_seat(connection, campaign, who, address, at), at)
    assert session is not None
    return open_seat(connection, session.seat).number


def places(connection: sa.Connection, campaign: StoredCampaign, at: datetime) -> list[str]:
    return list(places_of(connection, campaign, seat_progress(connection, campaign), at).values())


def test_fifty_strangers_in_one_second_have_fifty_seats(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = crowd(connection, project, 50, texts=MANY)
    told: list[int | str] = []
    ready = threading.Barrier(51)

    def arrive(number: int) -> None:
        ready.wait()
        try:
            with database.answering(f"crowd {number}") as connection:
                session = take_seat(connection, campaign, f"holder {number}", f"10.1.{number}.1", NOW)
                sitting = seat_of_session(connection, session, NOW)
                assert sitting is not None
                told.append(sitting.seat)
        except NoFreeSeat:
            told.append("full")

    people = [threading.Thread(target=arrive, args=(number,)) for number in range(51)]
    begun = time.monotonic()
    for person in people:
        person.start()
    for person in people:
        person.join()
    seconds = time.monotonic() - begun
    assert told.count("full") == 1
    assert len(set(told)) == 51
    assert seconds < 20, seconds  # 51 in a row; how long it takes is a matter of the disk
    with database.reading() as connection:
        assert not has_free_seat(connection, campaign, NOW)
        assert set(places(connection, campaign, NOW)) == {"held"}


def test_one_person_who_comes_twice_at_once_has_one_seat(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = crowd(connection, project, 10, texts=MANY)
    seats: list[int] = []
    ready = threading.Barrier(8)

    def arrive() -> None:
        ready.wait()
        with database.answering("crowd anna") as connection:
            sitting = seat_of_session(connection, take_seat(connection, campaign, "anna", "10.1.1.1", NOW), NOW)
            assert sitting is not None
            seats.append(sitting.seat)

    visits = [threading.Thread(target=arrive) for _ in range(8)]
    for visit in visits:
        visit.start()
    for visit in visits:
        visit.join()
    assert len(seats) == 8
    assert len(set(seats)) == 1
    with database.reading() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(CROWD_STARTS)) == 1


def test_a_lease_without_answers_ends_and_nothing_of_it_is_seen_by_the_next(
    database: Database, project: Project
) -> None:
    with database.writing() as connection:
        campaign = crowd(connection, project, 1)
        session = take_seat(connection, campaign, "anna", "10.0.0.1", NOW)
        seat = seat_of(connection, campaign)
        task = first_task(connection, seat)
        keep_seat_draft(connection, seat, task, 0, {"score": 1}, "mine alone")
        almost = NOW + LEASE - timedelta(seconds=1)
        with pytest.raises(NoFreeSeat):
            take_seat(connection, campaign, "ben", "10.0.0.2", almost)
        assert come(connection, campaign, "ben", NOW + LEASE) == 1
        assert seat_of_session(connection, session, NOW + LEASE) is None
        assert connection.scalar(sa.select(sa.func.count()).select_from(SEAT_DRAFTS)) == 0
        with pytest.raises(NoFreeSeat):  # there is no second seat
            take_seat(connection, campaign, "anna", "10.0.0.1", NOW + LEASE)


def test_who_comes_back_before_anybody_else_has_the_seat_again(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = crowd(connection, project, 3, texts=MANY)
        assert [come(connection, campaign, who) for who in ("anna", "ben", "anna")] == [1, 2, 1]
        assert come(connection, campaign, "ben", NOW + 2 * LEASE) == 2
        assert places(connection, campaign, NOW + 2 * LEASE) == ["free", "held", "free"]


def test_requests_renew_a_lease_and_write_seldom(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = crowd(connection, project, 1)
        session = take_seat(connection, campaign, "anna", "10.0.0.1", NOW)

        def until(at: datetime) -> datetime | None:
            sitting = seat_of_session(connection, session, at)
            assert sitting is not None
            return sitting.leased_until

        assert until(NOW) == NOW + LEASE
        assert not needs_renewal(until(NOW), NOW + timedelta(minutes=4))
        later = NOW + timedelta(minutes=6)
        assert needs_renewal(until(later), later)
        renew_lease(connection, seat_of(connection, campaign).id, later)
        assert until(later) == later + LEASE
        assert needs_renewal(until(later), NOW - timedelta(hours=2))  # a clock that was moved back


def test_a_lease_from_before_the_clock_was_moved_back_holds_nobody_up(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = crowd(connection, project, 1)
        come(connection, campaign, "anna", NOW + timedelta(days=365))
        assert come(connection, campaign, "ben", NOW) == 1


def test_what_is_open_of_a_seat_with_answers_is_another_seat_after_a_day(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = crowd(connection, project, 2)
        come(connection, campaign, "anna")
        said = say(connection, seat_of(connection, campaign), {"score": 9})
        tasks = {task.task for task in seat_tasks(connection, seat_of(connection, campaign))}
        come(connection, campaign, "ben")
        assert places(connection, campaign, NOW) == ["held", "held"]
        assert places(connection, campaign, NOW + LEASE) == ["left", "free"]
        ended = NOW + LEASE + PATIENCE
        settle_abandoned_seats(connection, campaign, ended - timedelta(seconds=1))
        assert len(seat_progress(connection, campaign)) == 2
        with pytest.raises(NoFreeSeat):  # with an answer it is not free, however long ago
            take_seat(connection, campaign, "cleo", "10.0.0.9", NOW + timedelta(minutes=44))
        assert come(connection, campaign, "anna", NOW + timedelta(hours=20)) == 1  # her lease counts anew
        settle_abandoned_seats(connection, campaign, ended)
        assert len(seat_progress(connection, campaign)) == 2
        settle_abandoned_seats(connection, campaign, ended + timedelta(hours=20))
        first, second, third = seat_progress(connection, campaign)
        assert (first.state, first.done, first.asked) == (SeatState.RELEASED, 1, 1)
        assert (third.done, third.asked) == (0, len(tasks) - 1)
        assert second.asked == 17 - len(tasks)  # ben answered nothing, and his seat is free as it is
        left = {task.task for task in seat_tasks(connection, seat_of(connection, campaign, 3))}
        assert left == tasks - {task.task for task in seat_tasks(connection, seat_of(connection, campaign))}
        event = history(connection, project.id)[0]
        assert (event.kind, event.who) == ("release", "mtassay")
        settle_abandoned_seats(connection, campaign, ended + timedelta(hours=40))  # once
        assert len(seat_progress(connection, campaign)) == 3
        assert come(connection, campaign, "cleo", ended + timedelta(hours=40)) == 2
        assert come(connection, campaign, "dora", ended + timedelta(hours=40)) == 3
        # finished work is taken although others have the tasks by now
        own = seat_of(connection, campaign)
        assert say(connection, own, {"score": 4}, task=min(left)).answer > said.answer


def test_the_next_who_takes_open_work_is_checked_as_the_first_was(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = crowd(connection, project, 2, texts=CONTROLLED, controls="crowd")
        come(connection, campaign, "anna")
        say(connection, seat_of(connection, campaign), {"score": 9})
        before = seat_progress(connection, campaign)[0]
        settle_abandoned_seats(connection, campaign, NOW + LEASE + PATIENCE)
        after = seat_progress(connection, campaign)[2]
        assert before.asked - before.work_asked > 10
        # a repeat or a worse output of the one task that was answered cannot be asked of another judge
        assert before.asked - before.work_asked - (after.asked - after.work_asked) <= 3
        places = [task.place for task in seat_tasks(connection, seat_of(connection, campaign, 3))]
        assert places == sorted(set(places))


def test_an_address_has_five_seats_an_hour(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = crowd(connection, project, 20, texts=MANY)

        def take(number: int, address: str, at: datetime) -> str:
            return take_seat(connection, campaign, f"holder {number}", address, at)

        for number in range(MOST_STARTS):
            take(number, "2001:db8::1", NOW)
        with pytest.raises(TooManySeats):
            take(5, "2001:db8::ffff", NOW + timedelta(minutes=59))  # of the same customer
        take(0, "2001:db8::1", NOW + timedelta(minutes=10))  # whoever has a seat comes back as they like
        take(6, "2001:db9::1", NOW)
        take(7, "2001:db8::1", NOW + timedelta(hours=1))
        take(8, "2001:db8::1", NOW - timedelta(days=1))  # the clock was moved back
        addresses = set(connection.scalars(sa.select(CROWD_STARTS.c.subject)))
        assert len(addresses) == 2
        assert not any("2001" in address for address in addresses)


def test_nobody_new_comes_to_a_campaign_that_does_not_run(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = crowd(connection, project, 5, texts=MANY)
        come(connection, campaign, "anna")
        set_state(connection, campaign, CampaignState.PAUSED, "manager")
        paused = campaign_of(connection, campaign.id)
        assert come(connection, paused, "anna") == 1
        with pytest.raises(NoFreeSeat, match="paused"):
            take_seat(connection, paused, "ben", "10.0.0.2", NOW)


def test_seats_that_were_excluded_are_nobodys(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = crowd(connection, project, 2)
        exclude_seat(connection, campaign, 1, "a test of ours", "manager")
        assert come(connection, campaign, "anna") == 2
        with pytest.raises(NoFreeSeat):
            take_seat(connection, campaign, "ben", "10.0.0.2", NOW)


def test_where_nothing_is_asked_nobody_gets_a_seat(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = crowd(connection, project, 5)  # of two documents, each for one judge
        assert sorted(come(connection, campaign, who) for who in ("anna", "ben")) == [
            seat.number for seat in seat_progress(connection, campaign) if seat.asked
        ]
        assert not has_free_seat(connection, campaign, NOW)


def test_a_seat_whose_answers_were_taken_back_is_not_free(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = crowd(connection, project, 1)
        come(connection, campaign, "anna")
        say(connection, seat_of(connection, campaign), {"score": 9})
        take_seat_answer_back(connection, seat_of(connection, campaign))
        with pytest.raises(NoFreeSeat):  # the history can bring them back
            take_seat(connection, campaign, "ben", "10.0.0.2", NOW + 2 * LEASE)
        settle_abandoned_seats(connection, campaign, NOW + LEASE + PATIENCE)
        assert come(connection, campaign, "ben", NOW + LEASE + PATIENCE) == 2


def test_a_crowd_has_neither_links_nor_more_seats(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = crowd(connection, project, 2)
        with pytest.raises(Conflict, match="one address for all"):
            make_links(connection, campaign, [1], "manager")
        with pytest.raises(Conflict, match="all of a size"):
            add_seats(connection, campaign, [""], "manager")
        come(connection, campaign, "anna")
        say(connection, seat_of(connection, campaign), {"score": 9})
        settle_abandoned_seats(connection, campaign, NOW + LEASE + PATIENCE)
        with pytest.raises(Conflict, match="another seat by now"):
            take_in_again(connection, campaign, 1, "manager")


def test_undo_gives_a_seat_back_to_who_had_it(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = crowd(connection, project, 2)
        come(connection, campaign, "anna")
        say(connection, seat_of(connection, campaign), {"score": 9})
        settle_abandoned_seats(connection, campaign, NOW + LEASE + PATIENCE)
        later = NOW + timedelta(days=2)
        assert come(connection, campaign, "cleo", later) == 2
        assert come(connection, campaign, "dora", later) == 3
        undo(connection, project.id, [history(connection, project.id)[0].revision], "manager")
        settle_abandoned_seats(connection, campaign, later)  # what somebody undid is not done again
        assert [seat.number for seat in seat_progress(connection, campaign)] == [1, 2]
        assert come(connection, campaign, "anna", later) == 1
        answer_everything(connection, seat_of(connection, campaign))
        with pytest.raises(NoFreeSeat):  # the seat that dora had is not there any more
            take_seat(connection, campaign, "dora", "10.0.0.7", later)
        with_seat = seat_of_holder(connection, campaign, "dora")
        assert with_seat is None


def test_a_backup_keeps_who_has_which_seat(
    database: Database, project: Project, new_location: Callable[[str], str], tmp_path: Path
) -> None:
    with database.writing() as connection:
        campaign = crowd(connection, project, 5, texts=MANY)
        come(connection, campaign, "anna")
        come(connection, campaign, "ben")
    back_up(database, tmp_path / "backup.db")
    back = Database(new_location("sqlite" if database.is_sqlite else "postgresql"))
    restore_backup(tmp_path / "backup.db", back)
    with back.writing() as connection:
        again = find_campaign(connection, find_project(connection), "talks")
        assert connection.scalar(sa.select(sa.func.count()).select_from(CROWD_STARTS)) == 0
        assert come(connection, again, "ben") == 2
        assert come(connection, again, "cleo") == 3
    back.close()


def test_an_archive_brings_a_crowd_without_its_people(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = crowd(connection, project, 3, texts=MANY)
        come(connection, campaign, "anna")
        say(connection, seat_of(connection, campaign), {"score": 9})
        answers = [(seat.number, seat.done, seat.asked) for seat in seat_progress(connection, campaign)]
        archive = write_archive(connection, project)
        back = add_archive(connection, read_archive(archive, "talks.zip"), "manager", name="back").project
        again = find_campaign(connection, back, "talks")
        assert again.is_crowd
        assert [(seat.number, seat.done, seat.asked) for seat in seat_progress(connection, again)] == answers
        assert connection.scalar(sa.select(sa.func.count()).select_from(SEAT_LEASES)) == 3  # those of the other one
        make_crowd_address(connection, again, "manager", NOW)
        assert come(connection, again, "ben") == 2  # at the first somebody has answered
        settle_abandoned_seats(connection, again, NOW + PATIENCE)
        states = [seat.state for seat in seat_progress(connection, again)]
        assert states.count(SeatState.RELEASED) == 1
        assert len(states) == 4

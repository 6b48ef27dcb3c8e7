from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa
from campaign_desk import begin, seat_of

from mtassay.campaigns.handing_over import release_seats
from mtassay.errors import NotFound
from mtassay.store.campaign_tables import SEAT_LINKS, SEAT_SESSIONS
from mtassay.store.campaigns.links import (
    LIFETIME,
    MOST_SESSIONS,
    SESSION_LIFETIME,
    SeatSession,
    begin_seat_session,
    end_seat_session,
    make_links,
    seat_of_link,
    seat_of_session,
)
from mtassay.store.campaigns.seats import exclude_seat
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.history.events import history
from mtassay.store.history.undo import undo

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)


def test_a_link_leads_to_its_seat_on_several_machines(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project)
        first, second = make_links(connection, campaign, None, "manager", NOW)
        assert (first.number, first.judge, second.number, second.judge) == (1, "anna", 2, "")
        assert seat_of_link(connection, first.token, NOW) == seat_of(connection, campaign).id
        sessions = [
            begin_seat_session(connection, first.token, NOW + timedelta(minutes=minute))
            for minute in range(MOST_SESSIONS + 1)
        ]
        known = [seat_of_session(connection, session, NOW) for session in sessions]
        assert known == [None, *[SeatSession(first.seat, None)] * MOST_SESSIONS]
        end_seat_session(connection, sessions[-1])
        assert seat_of_session(connection, sessions[-1], NOW) is None
        assert seat_of_session(connection, sessions[1], NOW + SESSION_LIFETIME + timedelta(hours=1)) is None


def test_links_that_are_wrong_old_or_renewed_sound_the_same(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project)
        old, other = make_links(connection, campaign, None, "manager", NOW)
        session = begin_seat_session(connection, old.token, NOW)
        (new,) = make_links(connection, campaign, [1], "manager", NOW)
        assert seat_of_session(connection, session, NOW) is None
        assert seat_of_link(connection, new.token, NOW) == old.seat
        assert seat_of_link(connection, other.token, NOW) == other.seat
        said = set()
        for token, at in ((old.token, NOW), ("x" * 22, NOW), ("", NOW), ("\ud800", NOW), (new.token, NOW + LIFETIME)):
            with pytest.raises(NotFound) as caught:
                seat_of_link(connection, token, at)
            said.add(str(caught.value))
        assert len(said) == 1
        with pytest.raises(NotFound, match="no seat 7"):
            make_links(connection, campaign, [7], "manager")


def test_the_database_knows_no_token(database: Database, project: Project) -> None:
    with database.writing() as connection:
        (link, _) = make_links(connection, begin(connection, project), None, "manager", NOW)
        session = begin_seat_session(connection, link.token, NOW)
        for table in (SEAT_LINKS, SEAT_SESSIONS):
            stored = str([tuple(row) for row in connection.execute(sa.select(table))])
            assert link.token not in stored
            assert session not in stored
        assert link.token not in str(history(connection, project.id))


def test_a_campaign_that_is_undone_lets_nobody_in(database: Database, project: Project) -> None:
    with database.writing() as connection:
        (link, _) = make_links(connection, begin(connection, project), None, "manager", NOW)
        session = begin_seat_session(connection, link.token, NOW)
        made = next(event for event in history(connection, project.id) if event.kind == "campaign")
        (undone,) = undo(connection, project.id, [made.revision], "manager")
        assert seat_of_session(connection, session, NOW) is None
        with pytest.raises(NotFound):
            seat_of_link(connection, link.token, NOW)
        undo(connection, project.id, [undone], "manager")
        assert seat_of_session(connection, session, NOW) == SeatSession(link.seat, None)


def test_nobody_who_left_gets_a_link_unless_named(database: Database, project: Project) -> None:
    with database.writing() as connection:
        campaign = begin(connection, project, seats=4)
        release_seats(connection, campaign, [2], "manager")
        exclude_seat(connection, campaign, 3, "too fast", "manager")
        assert [link.number for link in make_links(connection, campaign, None, "manager")] == [1, 4]
        assert [link.number for link in make_links(connection, campaign, [2], "manager")] == [2]

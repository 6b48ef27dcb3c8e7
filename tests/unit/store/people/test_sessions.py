"""Sessions end: by signing out, by time, and with their account."""

from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from mtassay.store.database import Database
from mtassay.store.people.accounts import Account, Role, add_account
from mtassay.store.people.sessions import (
    begin_session,
    end_session,
    find_session,
    forget_expired_sessions,
    touch_session,
)
from mtassay.store.people_tables import SESSIONS

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


@pytest.fixture
def anna(database: Database) -> Account:
    with database.writing() as connection:
        return add_account(connection, "Anna", "correct horse battery", Role.JUDGE, "anna")


def test_a_session_lets_its_account_in_until_it_expires(database: Database, anna: Account) -> None:
    with database.writing() as connection:
        token = begin_session(connection, anna.id, now=NOON)
        session = find_session(connection, token, NOON + 12 * HOUR - MINUTE)
        assert session is not None
        assert (session.account, session.begun, session.expires) == (anna, NOON, NOON + 12 * HOUR)
        assert find_session(connection, token, NOON + 12 * HOUR) is None
        assert find_session(connection, token) is None  # that was years ago


def test_tokens_are_long_never_repeat_and_are_not_stored(database: Database, anna: Account) -> None:
    with database.writing() as connection:
        tokens = [begin_session(connection, anna.id) for _ in range(3)]
        stored = connection.scalars(sa.select(SESSIONS.c.token)).all()
    assert len({*tokens, *stored}) == 6
    assert all(len(token) == 43 for token in tokens)
    with database.reading() as connection:
        for wrong in (*stored, "", "\0", "\ud800", tokens[0][:-1], "x" * 100_000):
            assert find_session(connection, wrong) is None


def test_signing_out_ends_one_session(database: Database, anna: Account) -> None:
    with database.writing() as connection:
        tokens = [begin_session(connection, anna.id) for _ in range(3)]
        end_session(connection, tokens[0])
        end_session(connection, "unknown")
        assert [find_session(connection, token) is None for token in tokens] == [True, False, False]


def test_use_moves_the_expiry_at_most_once_in_five_minutes(database: Database, anna: Account) -> None:
    with database.writing() as connection:
        token = begin_session(connection, anna.id, now=NOON)
        for minutes, expected in ((4, 0), (5, 5), (9, 5), (11, 11)):
            now = NOON + minutes * MINUTE
            session = find_session(connection, token, now)
            assert session is not None
            touch_session(connection, token, now)
            moved = find_session(connection, token, now)
            assert moved is not None
            assert moved.expires == NOON + expected * MINUTE + 12 * HOUR
            assert session.needs_touch(now) == (moved != session)
        touch_session(connection, token, NOON + 13 * HOUR)  # too late
        assert find_session(connection, token, NOON + 13 * HOUR) is None
        touch_session(connection, "unknown", NOON)


def test_no_session_lasts_longer_than_thirty_days(database: Database, anna: Account) -> None:
    with database.writing() as connection:
        token, now = begin_session(connection, anna.id, now=NOON), NOON
        while find_session(connection, token, now) is not None:
            touch_session(connection, token, now)
            now += 11 * HOUR
        assert timedelta(days=30) <= now - NOON < timedelta(days=31)
        forever = begin_session(connection, anna.id, lifetime=timedelta(days=1000), now=NOON)
        assert find_session(connection, forever, NOON + timedelta(days=30)) is None


def test_a_clock_that_is_moved_back_lets_people_stay(database: Database, anna: Account) -> None:
    with database.writing() as connection:
        token = begin_session(connection, anna.id, now=NOON)
        assert find_session(connection, token, NOON - HOUR) is not None
        touch_session(connection, token, NOON - HOUR)
        session = find_session(connection, token, NOON - HOUR)
        assert session is not None
        assert session.expires == NOON + 11 * HOUR  # by the clock as it is now


def test_what_has_expired_is_cleaned_away(database: Database, anna: Account) -> None:
    with database.writing() as connection:
        begin_session(connection, anna.id, now=NOON)
        later = begin_session(connection, anna.id, now=NOON + HOUR)
        assert forget_expired_sessions(connection, NOON + 12 * HOUR) == 1
        assert forget_expired_sessions(connection, NOON + 12 * HOUR) == 0
        assert find_session(connection, later, NOON + 12 * HOUR) is not None

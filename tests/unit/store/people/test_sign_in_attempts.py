"""Guessing passwords becomes slow, mistyping them does not, and no clock locks anybody out for ever."""

from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from mtassay.store.database import Database
from mtassay.store.people.sign_in_attempts import forget_failures, record_failure, seconds_to_wait
from mtassay.store.people_tables import SIGN_IN_FAILURES

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
HOME = "192.0.2.7"


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def test_the_fifth_failure_of_a_name_makes_it_wait_half_a_minute(database: Database) -> None:
    with database.writing() as connection:
        for number in range(5):
            assert seconds_to_wait(connection, "Anna", HOME, NOON) == 0
            record_failure(connection, "Anna", f"192.0.2.{number}", NOON)
        assert seconds_to_wait(connection, " ANNA", "198.51.100.1", NOON) == 30
        assert seconds_to_wait(connection, "Anna", HOME, after(29.5)) == 1
        assert seconds_to_wait(connection, "Anna", HOME, after(30)) == 0
        assert seconds_to_wait(connection, "Ben", HOME, NOON) == 0


def test_the_wait_doubles_up_to_a_quarter_of_an_hour_and_ends(database: Database) -> None:
    with database.writing() as connection:
        now, waits = NOON, []
        for _ in range(13):
            record_failure(connection, "Anna", HOME, now)
            waits.append(seconds_to_wait(connection, "Anna", HOME, now))
            now += timedelta(seconds=waits[-1])
        assert waits == [0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900, 900]
        # a quarter of an hour without failures after the wait, and all is forgotten
        later = now + timedelta(minutes=15)
        record_failure(connection, "Anna", HOME, later)
        assert seconds_to_wait(connection, "Anna", HOME, later) == 0
        assert connection.scalar(sa.select(sa.func.count()).select_from(SIGN_IN_FAILURES)) == 2


def test_failures_that_are_far_apart_do_not_add_up(database: Database) -> None:
    with database.writing() as connection:
        for number in range(20):
            now = after(number * 4 * 60)  # four within a quarter of an hour
            record_failure(connection, "Anna", HOME, now)
            assert seconds_to_wait(connection, "Anna", HOME, now) == 0


def test_an_address_waits_after_thirty_whatever_the_names(database: Database) -> None:
    with database.writing() as connection:
        for number in range(30):
            assert seconds_to_wait(connection, "Anna", HOME, NOON) == 0
            record_failure(connection, f"guess {number}", HOME, NOON)
        assert seconds_to_wait(connection, "Anna", HOME, NOON) == 30
        assert seconds_to_wait(connection, "Anna", "::ffff:192.0.2.7", NOON) == 30
        assert seconds_to_wait(connection, "Anna", "192.0.2.8", NOON) == 0
        record_failure(connection, "Anna", HOME, after(30))
        assert seconds_to_wait(connection, "Anna", HOME, after(30)) == 60


def test_the_addresses_of_one_network_count_as_one(database: Database) -> None:
    with database.writing() as connection:
        for number in range(30):
            record_failure(connection, f"guess {number}", f"2001:db8::{number:x}", NOON)
        assert seconds_to_wait(connection, "Anna", "2001:db8::ffff:1", NOON) == 30
        assert seconds_to_wait(connection, "Anna", "2001:db8:0:1::1", NOON) == 0


def test_the_right_password_lets_the_name_begin_anew_but_not_the_address(database: Database) -> None:
    with database.writing() as connection:
        for _ in range(30):
            record_failure(connection, "Anna", HOME, NOON)
        forget_failures(connection, "anna")
        assert seconds_to_wait(connection, "Anna", "192.0.2.8", NOON) == 0
        assert seconds_to_wait(connection, "Anna", HOME, NOON) == 30


@pytest.mark.parametrize("back", [timedelta(minutes=1), timedelta(minutes=20), timedelta(hours=2), timedelta(days=400)])
def test_a_clock_that_is_moved_back_locks_nobody_out_for_ever(database: Database, back: timedelta) -> None:
    with database.writing() as connection:
        for _ in range(12):
            record_failure(connection, "Anna", HOME, NOON)
        assert seconds_to_wait(connection, "Anna", HOME, NOON) == 900
        now = NOON - back
        while (wait := seconds_to_wait(connection, "Anna", HOME, now)) > 0:
            assert wait <= 900
            now += timedelta(seconds=wait)
        assert now - (NOON - back) <= timedelta(minutes=30)
        record_failure(connection, "Ben", HOME, NOON - timedelta(days=1))  # cleans what is from another time
        assert connection.scalar(sa.select(sa.func.count()).select_from(SIGN_IN_FAILURES)) == 2


@pytest.mark.parametrize("text", ["", "\0", "\ud800", "x" * 100_000, "unix:"])
def test_any_text_can_be_tried_and_none_is_stored(database: Database, text: str) -> None:
    with database.writing() as connection:
        for _ in range(5):
            record_failure(connection, text, text, NOON)
        assert seconds_to_wait(connection, text, text, NOON) == 30
        record_failure(connection, "my password", HOME, NOON)
        assert all(len(subject) == 64 for subject in connection.scalars(sa.select(SIGN_IN_FAILURES.c.subject)))

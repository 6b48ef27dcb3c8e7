"""Keys of programs: shown once, listed, revoked."""

from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from mtassay.errors import NotFound, SettingError
from mtassay.store.database import Database
from mtassay.store.people.accounts import Account, Role, add_account
from mtassay.store.people.api_keys import ApiKey, add_key, find_key, keys, revoke_key, touch_key
from mtassay.store.people_tables import API_KEYS

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def anna(database: Database) -> Account:
    with database.writing() as connection:
        return add_account(connection, "Anna", "correct horse battery", Role.MANAGER, "anna")


def test_a_key_opens_for_its_account_and_only_its_digest_is_kept(database: Database, anna: Account) -> None:
    with database.writing() as connection:
        key, secret = add_key(connection, anna.id, "nightly  build", NOON)
        assert key == ApiKey(key.id, anna, "nightly build", NOON, None, False)
        assert secret.startswith("mta_")
        assert len(secret) == 47
        assert find_key(connection, secret) == key
        (stored,) = connection.scalars(sa.select(API_KEYS.c.secret))
        for wrong in (stored, "", "mta_", secret[:-1], secret.lower(), "\0", "\ud800"):
            assert find_key(connection, wrong) is None


def test_a_key_without_account_is_the_local_administrators(database: Database, anna: Account) -> None:
    with database.writing() as connection:
        key, secret = add_key(connection, None, "script")
        other, _ = add_key(connection, anna.id, "script")
        assert key.account is None
        assert find_key(connection, secret) == key
        assert keys(connection, None) == (key,)
        assert keys(connection, anna.id) == (other,)


def test_a_revoked_key_opens_nothing_and_stays_listed(database: Database, anna: Account) -> None:
    with database.writing() as connection:
        first, secret = add_key(connection, anna.id, "first")
        second, _ = add_key(connection, anna.id, "second")
        revoke_key(connection, anna.id, first.id)
        assert find_key(connection, secret) is None
        assert [(key.label, key.is_revoked) for key in keys(connection, anna.id)] == [
            ("second", False),
            ("first", True),
        ]
        for account, number in ((None, second.id), (anna.id + 1, second.id), (anna.id, 999), (anna.id, 2**80)):
            with pytest.raises(NotFound, match="no such key"):
                revoke_key(connection, account, number)


def test_the_last_use_is_written_at_most_once_in_five_minutes(database: Database) -> None:
    with database.writing() as connection:
        _, secret = add_key(connection, None, "script")
        for minutes, expected in ((0, 0), (4, 0), (5, 5), (-60, -60)):
            now = NOON + timedelta(minutes=minutes)
            key = find_key(connection, secret)
            assert key is not None
            touch_key(connection, key, now)
            found = find_key(connection, secret)
            assert found is not None
            assert found.last_used == NOON + timedelta(minutes=expected)
            assert key.needs_touch(now) == (found != key)


@pytest.mark.parametrize("label", ["", " ", "x" * 101, "a\0b"])
def test_labels_that_say_nothing_are_refused(database: Database, label: str) -> None:
    with database.writing() as connection, pytest.raises(SettingError, match="say what the key is for"):
        add_key(connection, None, label)

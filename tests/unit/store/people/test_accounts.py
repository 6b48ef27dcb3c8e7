"""Accounts: one for a name, never without an administrator, and their changes on record."""

import json
import time
from itertools import product
from statistics import median

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from mtassay.errors import Conflict, NotFound, SettingError
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.keys import name_key
from mtassay.store.database import Database
from mtassay.store.people.accounts import (
    Account,
    Role,
    account_of,
    accounts,
    add_account,
    change_password,
    change_role,
    find_account,
    has_administrator,
    set_active,
    verify,
)
from mtassay.store.people.api_keys import add_key, find_key
from mtassay.store.people.sessions import begin_session, find_session
from mtassay.store.schema import EVENTS

PASSWORD = "correct horse battery"


@pytest.fixture
def anna(database: Database) -> Account:
    """The only administrator."""
    with database.writing() as connection:
        return add_account(connection, "Anna Müller", PASSWORD, Role.ADMINISTRATOR, "anna")


def test_roles_include_those_before_them() -> None:
    order = [Role.JUDGE, Role.MANAGER, Role.ADMINISTRATOR]
    for (high, one), (low, other) in product(enumerate(order), repeat=2):
        assert one.includes(other) == (high >= low)


def test_an_account_is_found_by_its_name_in_any_form(database: Database, anna: Account) -> None:
    with database.reading() as connection:
        for name in ("Anna Müller", "anna mu\u0308ller", "ＡＮＮＡ  MÜLLER"):
            assert find_account(connection, name) == anna
        assert account_of(connection, anna.id) == anna
        assert accounts(connection) == (anna,)
        for number in (anna.id + 1, 0, -1, 2**80):
            assert account_of(connection, number) is None
        for name in ("Anna Muller", "x\0", "\ud800", "", "x" * 100_000):
            with pytest.raises(NotFound, match="no account"):
                find_account(connection, name)


def test_a_name_is_taken_once(database: Database, anna: Account) -> None:
    with database.writing() as connection, pytest.raises(Conflict, match="'Anna Müller' already"):
        add_account(connection, "ANNA MU\u0308LLER ", PASSWORD, Role.JUDGE, "anna")


@pytest.mark.parametrize("name", ["", "  ", "x" * 101, "a\0b", "a\nb", "\ud800", "\u202egpj", "ﷺ" * 100])
def test_names_that_cannot_be_shown_or_stored_are_refused(database: Database, name: str) -> None:
    with database.writing() as connection, pytest.raises(SettingError, match="cannot be the name"):
        add_account(connection, name, PASSWORD, Role.JUDGE, "anna")


def test_weak_passwords_add_and_change_nothing(database: Database, anna: Account) -> None:
    with database.writing() as connection:
        with pytest.raises(SettingError, match="10 or more"):
            add_account(connection, "Ben", "short", Role.JUDGE, "anna")
        with pytest.raises(SettingError, match="name of the account"):
            change_password(connection, anna, "anna müller", "anna")
        assert accounts(connection) == (anna,)
        assert verify(connection, "anna müller", PASSWORD) == anna


def test_only_the_right_password_of_an_active_account_is_let_in(database: Database, anna: Account) -> None:
    with database.writing() as connection:
        ben = add_account(connection, "Ben", "another long one", Role.JUDGE, "anna")
        assert verify(connection, "BEN", "another long one") == ben
        assert verify(connection, "Ben", PASSWORD) is None
        assert verify(connection, "Carla", PASSWORD) is None
        assert verify(connection, "B\0n", PASSWORD) is None
        set_active(connection, ben, False, "anna")
        assert verify(connection, "Ben", "another long one") is None


def test_an_unknown_name_takes_as_long_as_a_wrong_password(database: Database, anna: Account) -> None:
    def seconds(name: str) -> float:
        begun = time.process_time()
        with database.reading() as connection:
            assert verify(connection, name, "wrong wrong wrong") is None
        return time.process_time() - begun

    known, unknown = (median(seconds(name) for _ in range(5)) for name in ("Anna Müller", "Carla"))
    assert 0.5 < unknown / known < 2


def test_another_password_ends_all_sessions(database: Database, anna: Account) -> None:
    with database.writing() as connection:
        tokens = [begin_session(connection, anna.id) for _ in range(2)]
        change_password(connection, anna, "a quite different one", "anna")
        assert verify(connection, anna.name, PASSWORD) is None
        assert verify(connection, anna.name, "a quite different one") == anna
        assert [find_session(connection, token) for token in tokens] == [None, None]


def test_an_account_that_is_not_active_has_no_sessions_and_its_keys_rest(database: Database, anna: Account) -> None:
    with database.writing() as connection:
        ben = add_account(connection, "Ben", PASSWORD, Role.MANAGER, "anna")
        token, (_, secret) = begin_session(connection, ben.id), add_key(connection, ben.id, "script")
        gone = set_active(connection, ben, False, "anna")
        assert not gone.is_active
        assert account_of(connection, ben.id) == gone
        assert find_key(connection, secret) is None
        assert find_session(connection, token) is None
        assert set_active(connection, gone, True, "anna") == ben
        assert find_key(connection, secret) is not None
        assert find_session(connection, token) is None  # over is over


def test_the_last_active_administrator_stays(database: Database, anna: Account) -> None:
    with database.writing() as connection:
        ben = add_account(connection, "Ben", PASSWORD, Role.MANAGER, "anna")
        for role in (Role.JUDGE, Role.MANAGER):
            with pytest.raises(Conflict, match="only active administrator and must keep its role"):
                change_role(connection, anna, role, "anna")
        with pytest.raises(Conflict, match="must stay active"):
            set_active(connection, anna, False, "anna")
        ben = change_role(connection, ben, Role.ADMINISTRATOR, "anna")
        set_active(connection, ben, False, "anna")
        with pytest.raises(Conflict):  # one who is not active does not count
            change_role(connection, anna, Role.JUDGE, "anna")
        set_active(connection, ben, True, "anna")
        anna = change_role(connection, anna, Role.JUDGE, "ben")
        assert anna.role is Role.JUDGE
        # what the caller believes of an account does not matter
        with pytest.raises(Conflict):
            set_active(connection, Account(ben.id, "Ben", Role.JUDGE, True, ben.created), False, "ben")
        assert has_administrator(connection)


def test_there_is_no_administrator_at_first(database: Database) -> None:
    with database.writing() as connection:
        assert not has_administrator(connection)
        add_account(connection, "Ben", PASSWORD, Role.MANAGER, "")
        assert not has_administrator(connection)


def test_changes_are_on_record_without_passwords(database: Database, anna: Account) -> None:
    with database.writing() as connection:
        ben = add_account(connection, "Ben", PASSWORD, Role.JUDGE, "anna")
        change_role(connection, ben, Role.JUDGE, "anna")  # no change
        change_role(connection, ben, Role.MANAGER, "anna")
        change_password(connection, ben, "a quite different one", "ben")
        set_active(connection, ben, False, "anna")
        set_active(connection, ben, False, "anna")  # no change
        set_active(connection, ben, True, "anna")
        rows = connection.execute(sa.select(EVENTS).order_by(EVENTS.c.id)).all()
    assert [(row.kind, row.who, row.project) for row in rows[1:]] == [
        ("account", "anna", None),
        ("role", "anna", None),
        ("password", "ben", None),
        ("deactivation", "anna", None),
        ("activation", "anna", None),
    ]
    assert rows[2].summary == {"name": "Ben", "before": "judge", "after": "manager"}
    written = json.dumps([row.summary for row in rows])
    assert not any(secret in written for secret in (PASSWORD, "different", "scrypt"))
    assert faults(database) == ()


@given(st.text(max_size=30))
def test_the_key_of_a_name_is_stable_whatever_form_it_has(name: str) -> None:
    assert name_key(name_key(name)) == name_key(name)
    assert name_key(f" {name.upper().lower()}\t") == name_key(name.upper().lower())

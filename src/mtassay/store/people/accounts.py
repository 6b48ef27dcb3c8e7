"""Accounts: who may come in, and what each may do. Their changes are events of no project.

Write with a turn (`Database.writing`): events must be committed in the order of their numbers.
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

import sqlalchemy as sa

from mtassay.errors import Conflict, NotFound, SettingError
from mtassay.settings import did_you_mean
from mtassay.store.contents.keys import name_key
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.people.passwords import check_password, hash_password, password_matches
from mtassay.store.people_tables import ACCOUNTS, INVITATIONS, MEMBERSHIPS, SESSIONS

LONGEST_NAME = 100

# a digest of nothing that anybody knows: tried where a name is unknown, so that it takes as long
_NOBODY = "scrypt$32768$8$1$bm9ib2R5IGtub3dzIHRoaXM=$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="


class Role(StrEnum):
    """What an account may do; each includes those before it."""

    JUDGE = "judge"
    MANAGER = "manager"
    ADMINISTRATOR = "administrator"

    def includes(self, other: "Role") -> bool:
        """Whether one may do all that the other may."""
        order = list(Role)
        return order.index(self) >= order.index(other)


@dataclass(frozen=True)
class Account:
    """A person who may come in, while it is active. Nothing of the password is part of it."""

    id: int
    name: str
    role: Role
    is_active: bool
    created: datetime

    @property
    def owner(self) -> str:
        """Whose jobs and files theirs are, as these say it."""
        return f"account:{self.id}"


def add_account(connection: sa.Connection, name: str, password: str, role: Role, who: str) -> Account:
    """Let a person in; no other account may have the name, in whatever case or Unicode form."""
    shown = " ".join(name.split())
    key = name_key(shown)
    if not shown or len(shown) > LONGEST_NAME or len(key) > 2 * LONGEST_NAME or not name.isprintable():
        raise SettingError(
            f"{name[:50]!r} cannot be the name of an account; take up to {LONGEST_NAME} printable characters"
        )
    taken = connection.scalar(sa.select(ACCOUNTS.c.name).where(ACCOUNTS.c.key == key))
    if taken is not None:
        raise Conflict(f"there is an account {taken!r} already; choose another name")
    check_password(password, shown)
    events.record(connection, None, EventKind.ACCOUNT, who, {"name": shown, "role": role.value})
    values = {
        "name": shown,
        "key": key,
        "password": hash_password(password),
        "role": role.value,
        "is_active": True,
        "created": datetime.now(UTC),
    }
    number: int = connection.execute(sa.insert(ACCOUNTS).returning(ACCOUNTS.c.id), values).scalar_one()
    return _known(connection, number)


def accounts(connection: sa.Connection) -> tuple[Account, ...]:
    """All accounts, by name."""
    return tuple(account_from_row(row) for row in connection.execute(sa.select(ACCOUNTS).order_by(ACCOUNTS.c.key)))


def find_account(connection: sa.Connection, name: str) -> Account:
    """The account of that name, in whatever case or Unicode form."""
    row = _row(connection, name)
    if row is None:
        known = connection.scalars(sa.select(ACCOUNTS.c.name)).all()
        raise NotFound(f"there is no account {name[:LONGEST_NAME]!r}{did_you_mean(name[:LONGEST_NAME], known)}")
    return account_from_row(row)


def account_of(connection: sa.Connection, number: int) -> Account | None:
    """The account of that number."""
    if not 0 < number < 2**63:  # more than a database can look for
        return None
    row = connection.execute(sa.select(ACCOUNTS).where(ACCOUNTS.c.id == number)).first()
    return None if row is None else account_from_row(row)


def change_password(connection: sa.Connection, account: Account, password: str, who: str) -> None:
    """Give an account another password, and end its sessions: somebody else may have begun them."""
    check_password(password, account.name)
    events.record(connection, None, EventKind.PASSWORD, who, {"name": account.name})
    digest = hash_password(password)
    connection.execute(sa.update(ACCOUNTS).where(ACCOUNTS.c.id == account.id).values(password=digest))
    connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.account == account.id))


def change_role(connection: sa.Connection, account: Account, role: Role, who: str) -> Account:
    """Let an account do more or less, from the next request on; links that it could not make then open nothing."""
    known = _known(connection, account.id)
    if known.role is role:
        return known
    if not role.includes(Role.ADMINISTRATOR):
        check_not_last(connection, known, "keep its role")
    events.record(
        connection, None, EventKind.ROLE, who, {"name": known.name, "before": known.role.value, "after": role.value}
    )
    connection.execute(sa.update(ACCOUNTS).where(ACCOUNTS.c.id == known.id).values(role=role.value))
    if not role.includes(Role.MANAGER):
        take_links_back(connection, known.id)
    elif not role.includes(Role.ADMINISTRATOR):  # who sees every project no more
        own = sa.select(MEMBERSHIPS.c.project).where(MEMBERSHIPS.c.account == known.id)
        take_links_back(connection, known.id, INVITATIONS.c.project.not_in(own))
    return replace(known, role=role)


def set_active(connection: sa.Connection, account: Account, is_active: bool, who: str) -> Account:
    """Let an account in again, or no longer: then its sessions end, its keys rest, and its links open nothing."""
    known = _known(connection, account.id)
    if known.is_active == is_active:
        return known
    if not is_active:
        check_not_last(connection, known, "stay active")
        connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.account == known.id))
        take_links_back(connection, known.id)
    kind = EventKind.ACTIVATION if is_active else EventKind.DEACTIVATION
    events.record(connection, None, kind, who, {"name": known.name})
    connection.execute(sa.update(ACCOUNTS).where(ACCOUNTS.c.id == known.id).values(is_active=is_active))
    return replace(known, is_active=is_active)


def take_links_back(connection: sa.Connection, inviter: int, *which: sa.ColumnElement[bool]) -> None:
    """Let the links that an account made, and nobody has used, open nothing: it may invite nobody any more."""
    unused = sa.update(INVITATIONS).where(INVITATIONS.c.inviter == inviter, INVITATIONS.c.used.is_(None), *which)
    connection.execute(unused.values(is_revoked=True))


def verify(connection: sa.Connection, name: str, password: str) -> Account | None:
    """The active account whose name and password these are.

    Takes as long for an unknown name as for a wrong password, so that nobody can find out names.
    """
    row = _row(connection, name)
    is_right = password_matches(password, _NOBODY if row is None else row.password)
    return account_from_row(row) if row is not None and is_right and row.is_active else None


def has_administrator(connection: sa.Connection) -> bool:
    """Whether anybody is there who can let others in."""
    return connection.execute(_active_administrators().limit(1)).first() is not None


def account_from_row(row: Any) -> Account:
    """An account from a row that has all columns of its table, by their names."""
    return Account(row.id, row.name, Role(row.role), row.is_active, row.created)


def _row(connection: sa.Connection, name: str) -> Any:
    # what no name can be, a database may not be able to look for either
    if len(name) > 2 * LONGEST_NAME or not name.isprintable():
        return None
    return connection.execute(sa.select(ACCOUNTS).where(ACCOUNTS.c.key == name_key(name))).first()


def _known(connection: sa.Connection, number: int) -> Account:
    account = account_of(connection, number)
    if account is None:
        raise NotFound(f"there is no account with number {number}")
    return account


def _active_administrators() -> sa.Select[int]:
    return sa.select(ACCOUNTS.c.id).where(ACCOUNTS.c.role == Role.ADMINISTRATOR.value, ACCOUNTS.c.is_active)


def check_not_last(connection: sa.Connection, account: Account, must: str) -> None:
    """Refuse to leave a server without anybody who can let others in."""
    others = _active_administrators().where(ACCOUNTS.c.id != account.id).limit(1)
    is_administrator = account.role is Role.ADMINISTRATOR and account.is_active
    if is_administrator and connection.execute(others).first() is None:
        raise Conflict(
            f"{account.name} is the only active administrator and must {must}; make somebody else administrator first"
        )

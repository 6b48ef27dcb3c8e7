"""API keys: how programs come in. The database knows digests of them only."""

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import sqlalchemy as sa

from mtassay.errors import NotFound, SettingError
from mtassay.store.people.accounts import Account, account_from_row
from mtassay.store.people_tables import ACCOUNTS, API_KEYS

PREFIX = "mta_"
"""What every key begins with, so that it is known for one wherever it turns up."""

_LONGEST_LABEL = 100
_BETWEEN_USES = timedelta(minutes=5)


@dataclass(frozen=True)
class ApiKey:
    """A key, without its secret. It acts for its account; for the local administrator where that is None.

    `last_used` is five minutes late at most.
    """

    id: int
    account: Account | None
    label: str
    created: datetime
    last_used: datetime | None
    is_revoked: bool

    def needs_touch(self, now: datetime | None = None) -> bool:
        """Whether `touch_key` would write, so that most requests need not ask for a turn to write."""
        return self.last_used is None or abs(_moment(now) - self.last_used) >= _BETWEEN_USES


def add_key(
    connection: sa.Connection, account_id: int | None, label: str, now: datetime | None = None
) -> tuple[ApiKey, str]:
    """Make a key, and its secret, which can be shown this once: it is nowhere else."""
    shown = " ".join(label.split())
    if not shown or len(shown) > _LONGEST_LABEL or not shown.isprintable():
        raise SettingError(
            f"{label[:50]!r} cannot be the label of a key; say what the key is for in up to {_LONGEST_LABEL} "
            "printable characters"
        )
    secret = PREFIX + secrets.token_urlsafe(32)
    values = {"account": account_id, "secret": _digest(secret), "label": shown, "created": _moment(now)}
    number = connection.execute(sa.insert(API_KEYS).returning(API_KEYS.c.id), values).scalar_one()
    row = connection.execute(_query().where(API_KEYS.c.id == number)).one()
    return _key(row), secret


def keys(connection: sa.Connection, account_id: int | None) -> tuple[ApiKey, ...]:
    """The keys of an account, also revoked ones, the newest first."""
    query = _query().where(_belongs_to(account_id)).order_by(API_KEYS.c.id.desc())
    return tuple(_key(row) for row in connection.execute(query))


def revoke_key(connection: sa.Connection, account_id: int | None, number: int) -> None:
    """Let a key open nothing any more; it stays listed."""
    chosen = sa.update(API_KEYS).where(API_KEYS.c.id == number, _belongs_to(account_id))
    # more than 63 bits a database cannot look for
    if not 0 < number < 2**63 or connection.execute(chosen.values(is_revoked=True)).rowcount == 0:
        raise NotFound("there is no such key; it may be another account's")


def find_key(connection: sa.Connection, secret: str) -> ApiKey | None:
    """The key of a secret; None where it is unknown or revoked, or its account may not come in any more."""
    query = _query().where(API_KEYS.c.secret == _digest(secret), ~API_KEYS.c.is_revoked)
    row = connection.execute(query.where(API_KEYS.c.account.is_(None) | ACCOUNTS.c.is_active)).first()
    return None if row is None else _key(row)


def touch_key(connection: sa.Connection, key: ApiKey, now: datetime | None = None) -> None:
    """Note that a key was used; writes at most once in five minutes."""
    if key.needs_touch(now):
        connection.execute(sa.update(API_KEYS).where(API_KEYS.c.id == key.id).values(last_used=_moment(now)))


def _query() -> sa.Select[Any]:
    return sa.select(
        API_KEYS.c.id.label("key_id"),
        API_KEYS.c.label,
        API_KEYS.c.created.label("key_created"),
        API_KEYS.c.last_used,
        API_KEYS.c.is_revoked,
        ACCOUNTS,
    ).outerjoin(ACCOUNTS, ACCOUNTS.c.id == API_KEYS.c.account)


def _key(row: Any) -> ApiKey:
    account = None if row.id is None else account_from_row(row)
    return ApiKey(row.key_id, account, row.label, row.key_created, row.last_used, row.is_revoked)


def _belongs_to(account_id: int | None) -> sa.ColumnElement[bool]:
    return API_KEYS.c.account.is_(None) if account_id is None else API_KEYS.c.account == account_id


def _moment(now: datetime | None) -> datetime:
    return datetime.now(UTC) if now is None else now


def _digest(secret: str) -> str:
    # no salt: 256 random bits cannot be guessed, and the row must be found by them
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()

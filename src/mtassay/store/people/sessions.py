"""Sessions: who is signed in, in which browser. The database knows digests of their tokens only."""

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import sqlalchemy as sa

from mtassay.store.people.accounts import Account, account_from_row
from mtassay.store.people_tables import ACCOUNTS, SESSIONS

LIFETIME = timedelta(hours=12)
"""How long a session lasts after its last request, unless said otherwise."""

LONGEST = timedelta(days=30)
"""No session lasts longer, however busy."""

_BETWEEN_TOUCHES = timedelta(minutes=5)

# made once: every request asks it
_SESSION = (
    sa.select(SESSIONS.c.begun, SESSIONS.c.expires, SESSIONS.c.touched, ACCOUNTS)
    .join(ACCOUNTS, ACCOUNTS.c.id == SESSIONS.c.account)
    .where(SESSIONS.c.token == sa.bindparam("token"), SESSIONS.c.expires > sa.bindparam("now"), ACCOUNTS.c.is_active)
)


@dataclass(frozen=True)
class Session:
    """A session that lets its account in. `touched` is when its expiry was last moved."""

    account: Account
    begun: datetime
    expires: datetime
    touched: datetime

    def needs_touch(self, now: datetime | None = None) -> bool:
        """Whether `touch_session` would write, so that most requests need not ask for a turn to write."""
        return abs(_moment(now) - self.touched) >= _BETWEEN_TOUCHES


def begin_session(
    connection: sa.Connection, account_id: int, lifetime: timedelta = LIFETIME, now: datetime | None = None
) -> str:
    """Sign an account in; returns the token for the browser, which is nowhere else."""
    token, at = secrets.token_urlsafe(32), _moment(now)
    values = {
        "token": _digest(token),
        "account": account_id,
        "begun": at,
        "touched": at,
        "expires": at + min(lifetime, LONGEST),
        "lifetime": lifetime.total_seconds(),
    }
    connection.execute(sa.insert(SESSIONS), values)
    return token


def find_session(connection: sa.Connection, token: str, now: datetime | None = None) -> Session | None:
    """The session of a token; None where it is unknown or over, or its account may not come in any more."""
    row = connection.execute(_SESSION, {"token": _digest(token), "now": _moment(now)}).first()
    return None if row is None else Session(account_from_row(row), row.begun, row.expires, row.touched)


def touch_session(connection: sa.Connection, token: str, now: datetime | None = None) -> None:
    """Let a session last from now on; writes at most once in five minutes."""
    at, digest = _moment(now), _digest(token)
    row = connection.execute(sa.select(SESSIONS).where(SESSIONS.c.token == digest, SESSIONS.c.expires > at)).first()
    if row is None or abs(at - row.touched) < _BETWEEN_TOUCHES:
        return
    expires = min(at + timedelta(seconds=row.lifetime), row.begun + LONGEST)
    # the same row only: it may have ended since
    connection.execute(sa.update(SESSIONS).where(SESSIONS.c.token == digest).values(touched=at, expires=expires))


def end_session(connection: sa.Connection, token: str) -> None:
    """Sign out; a token that is unknown is over already."""
    connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.token == _digest(token)))


def forget_expired_sessions(connection: sa.Connection, now: datetime | None = None) -> int:
    """Clean away what is over; returns how many there were."""
    return connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.expires <= _moment(now))).rowcount


def _moment(now: datetime | None) -> datetime:
    return datetime.now(UTC) if now is None else now


def _digest(token: str) -> str:
    # no salt: 256 random bits cannot be guessed, and the row must be found by them
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()

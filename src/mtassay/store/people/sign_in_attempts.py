"""Who guesses passwords must wait, whichever process of the server answers.

Names and addresses are known by digests: people type passwords where names belong, and addresses are theirs.
"""

import math
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from ipaddress import IPv6Address, ip_address, ip_network

import sqlalchemy as sa

from mtassay.store.contents.keys import name_key
from mtassay.store.people_tables import SIGN_IN_FAILURES

NAME_LIMIT, ADDRESS_LIMIT = 5, 30
"""As many failures within a quarter of an hour make a name or an address wait; many people may share an address."""

LINK_LIMIT = 20
"""As many wrong links within ten minutes make an address wait."""

_WINDOW, _LINK_WINDOW = timedelta(minutes=15), timedelta(minutes=10)
_FIRST_WAIT, _LONGEST_WAIT = timedelta(seconds=30), timedelta(minutes=15)


def begin_attempt(connection: sa.Connection, name: str, now: datetime | None = None) -> int:
    """Count an attempt as wrong until it is known to be right, so that many at once cannot all be tried.

    Commit it, ask for `seconds_to_wait` with the number that this returns, and end it by `withdraw_attempt`.
    """
    at = _moment(now)
    values = {"subject": _name_subject(name), "at": at, "counts_until": at + _WINDOW}
    number: int = connection.execute(sa.insert(SIGN_IN_FAILURES).returning(SIGN_IN_FAILURES.c.id), values).scalar_one()
    return number


def withdraw_attempt(connection: sa.Connection, number: int) -> None:
    """Do not count an attempt any more: it was right, was not tried, or is recorded as a failure now."""
    connection.execute(sa.delete(SIGN_IN_FAILURES).where(SIGN_IN_FAILURES.c.id == number))


def seconds_to_wait(
    connection: sa.Connection, name: str, address: str, now: datetime | None = None, *, attempt: int | None = None
) -> int:
    """How long nobody may try this name, or from this address; 0 where a password may be tried.

    `attempt` is the one that asks, and does not count against itself.
    """
    at = _moment(now)
    waits = [_wait(connection, subject, limit, at, attempt) for subject, limit in _subjects(name, address)]
    return max(0, math.ceil(max(waits).total_seconds()))


def record_failure(connection: sa.Connection, name: str, address: str, now: datetime | None = None) -> None:
    """Count a wrong name or password; the wait doubles with each that comes after the limit."""
    _record(connection, _subjects(name, address), _moment(now))


def seconds_to_wait_with_links(connection: sa.Connection, address: str, now: datetime | None = None) -> int:
    """How long nobody may open links of invitations or seats from this address; 0 where one may be tried."""
    wait = _wait(connection, _link_subject(address), LINK_LIMIT, _moment(now))
    return max(0, math.ceil(wait.total_seconds()))


def record_wrong_link(connection: sa.Connection, address: str, now: datetime | None = None) -> None:
    """Count a link that leads nowhere, apart from passwords: who copied half a link can still sign in."""
    _record(connection, ((_link_subject(address), LINK_LIMIT),), _moment(now), _LINK_WINDOW)


def _record(
    connection: sa.Connection, subjects: Iterable[tuple[str, int]], at: datetime, window: timedelta = _WINDOW
) -> None:
    connection.execute(sa.delete(SIGN_IN_FAILURES).where(~_counts(at)))
    for subject, limit in subjects:
        values = {"subject": subject, "at": at, "counts_until": at + window}
        connection.execute(sa.insert(SIGN_IN_FAILURES), values)
        penalty = _penalty(_count(connection, subject, at), limit)
        if penalty:
            # Those that led to a wait count while it lasts and for a window more. Otherwise the first ones would drop
            # out while the last wait runs, and it would never grow.
            chosen = sa.update(SIGN_IN_FAILURES).where(SIGN_IN_FAILURES.c.subject == subject)
            connection.execute(chosen.values(counts_until=at + penalty + window))


def forget_failures(connection: sa.Connection, name: str) -> None:
    """Let a name begin anew, after its password was right.

    Those of the address stay: somebody with an account could otherwise guess at others' for ever.
    """
    connection.execute(sa.delete(SIGN_IN_FAILURES).where(SIGN_IN_FAILURES.c.subject == _name_subject(name)))


def _wait(connection: sa.Connection, subject: str, limit: int, now: datetime, attempt: int | None = None) -> timedelta:
    others = sa.and_(SIGN_IN_FAILURES.c.subject == subject, _counts(now))
    if attempt is not None:
        others = sa.and_(others, SIGN_IN_FAILURES.c.id != attempt)
    penalty = _penalty(connection.scalar(sa.select(sa.func.count()).where(others)) or 0, limit)
    if not penalty:
        return timedelta(0)
    last: datetime | None = connection.scalar(sa.select(sa.func.max(SIGN_IN_FAILURES.c.at)).where(others))
    assert last is not None  # there are as many as the limit
    return min(last, now) + penalty - now


def _count(connection: sa.Connection, subject: str, now: datetime) -> int:
    query = sa.select(sa.func.count()).where(SIGN_IN_FAILURES.c.subject == subject, _counts(now))
    return connection.scalar(query) or 0


def _counts(now: datetime) -> sa.ColumnElement[bool]:
    """That a failure counts. One that would count for longer than any can is from before the clock was moved back."""
    until = SIGN_IN_FAILURES.c.counts_until
    return sa.and_(until > now, until <= now + _LONGEST_WAIT + _WINDOW)


def _penalty(failures: int, limit: int) -> timedelta:
    if failures < limit:
        return timedelta(0)
    return min(_FIRST_WAIT * (1 << min(failures - limit, 10)), _LONGEST_WAIT)


def _subjects(name: str, address: str) -> tuple[tuple[str, int], ...]:
    return (_name_subject(name), NAME_LIMIT), (_digest("address", network_of(address)), ADDRESS_LIMIT)


def _link_subject(address: str) -> str:
    return _digest("link", network_of(address))


def _name_subject(name: str) -> str:
    return _digest("name", name_key(name[:1000]))


def network_of(address: str) -> str:
    """The network of a customer: an address, or of those that come by the billion the part that is theirs."""
    try:
        parsed = ip_address(address)
    except ValueError:  # a socket without one
        return address
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        # one customer has 2**64 addresses or more
        return str(ip_network((int(parsed), 64), strict=False))
    return str(parsed)


def _digest(kind: str, text: str) -> str:
    return sha256(f"{kind} {text}".encode("utf-8", "surrogatepass")).hexdigest()


def _moment(now: datetime | None) -> datetime:
    return datetime.now(UTC) if now is None else now

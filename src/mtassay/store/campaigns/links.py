"""Links that let a judge to a seat, on any machine, until they are revoked or expire.

The database knows digests of their tokens only, so that a link is shown once, when it is made. To open one changes
nothing; `begin_seat_session` does.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import sqlalchemy as sa

from mtassay.errors import Conflict, NotFound
from mtassay.store.campaign_tables import (
    CAMPAIGNS,
    EXCLUSIONS,
    SEAT_LEASES,
    SEAT_LINKS,
    SEAT_RELEASES,
    SEAT_SESSIONS,
    SEATS,
)
from mtassay.store.campaigns.campaigns import CampaignState, StoredCampaign
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import present

LIFETIME = timedelta(days=90)
"""How long a link can be used."""

SESSION_LIFETIME = timedelta(days=30)
MOST_SESSIONS = 3
"""So many machines can be at a seat at once; of a fourth, the oldest session ends."""

TOKEN_BYTES = 16
_UNKNOWN = "this link is not valid; copy all of it, or ask whoever sent it for a new one"


@dataclass(frozen=True)
class SeatLink:
    """A link as it is shown once."""

    seat: int
    number: int
    judge: str
    token: str


@dataclass(frozen=True)
class SeatSession:
    """The seat that a browser came to; of a crowd's seat also when the lease ends."""

    seat: int
    leased_until: datetime | None


def make_links(
    connection: sa.Connection,
    campaign: StoredCampaign,
    numbers: Sequence[int] | None,
    who: str,
    now: datetime | None = None,
) -> tuple[SeatLink, ...]:
    """A new link for each of some seats, or of all where somebody is asked; links and sessions that they had end."""
    if campaign.state is CampaignState.CLOSED:
        raise Conflict(f"{campaign.name} is closed and takes no answers, so that nobody needs a link")
    if campaign.is_crowd:
        raise Conflict(f"{campaign.name} has one address for all who come, and no link for a seat; make a new address")
    query = sa.select(SEATS).where(SEATS.c.campaign == campaign.id, present(SEATS)).order_by(SEATS.c.number)
    seats = connection.execute(query).all()
    if numbers is not None:
        known = {seat.number for seat in seats}
        for number in numbers:
            if number not in known:
                raise NotFound(f"{campaign.name} has no seat {number}; it has {len(known)}")
        seats = [seat for seat in seats if seat.number in set(numbers)]
    else:
        left: set[int] = set()
        for table in (EXCLUSIONS, SEAT_RELEASES):
            left |= set(connection.scalars(sa.select(table.c.seat).where(present(table))))
        seats = [seat for seat in seats if seat.id not in left]
    at = _moment(now)
    links = []
    for seat in seats:
        revoke_links(connection, seat.id)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        row = {"seat": seat.id, "secret": digest_of(token), "created": at, "expires": at + LIFETIME}
        connection.execute(sa.insert(SEAT_LINKS), row)
        links.append(SeatLink(seat.id, seat.number, seat.judge, token))
    summary = {"name": campaign.name, "seats": len(links)}
    events.record(connection, campaign.project, EventKind.LINKS, who, summary)
    return tuple(links)


def revoke_links(connection: sa.Connection, seat: int) -> None:
    """End all links and sessions of a seat."""
    connection.execute(sa.update(SEAT_LINKS).where(SEAT_LINKS.c.seat == seat).values(is_revoked=True))
    connection.execute(sa.delete(SEAT_SESSIONS).where(SEAT_SESSIONS.c.seat == seat))


def seat_of_link(connection: sa.Connection, token: str, now: datetime | None = None) -> int:
    """The seat that a link leads to; NotFound for one that nobody gave out, or that is over."""
    query = (
        sa.select(SEAT_LINKS.c.seat, SEAT_LINKS.c.expires)
        .join(SEATS, SEATS.c.id == SEAT_LINKS.c.seat)
        .join(CAMPAIGNS, CAMPAIGNS.c.id == SEATS.c.campaign)  # answers keep a seat whose campaign was undone
        .where(SEAT_LINKS.c.secret == digest_of(token), ~SEAT_LINKS.c.is_revoked, present(SEATS), present(CAMPAIGNS))
    )
    row = connection.execute(query).first()
    # all that is wrong sounds the same: a link that is over tells nobody that it was one
    if row is None or row.expires <= _moment(now):
        raise NotFound(_UNKNOWN)
    seat: int = row.seat
    return seat


def begin_seat_session(connection: sa.Connection, token: str, now: datetime | None = None) -> str:
    """Come in by a link; returns the token for the browser, which is nowhere else."""
    at = _moment(now)
    seat = seat_of_link(connection, token, at)
    connection.execute(sa.update(SEAT_LINKS).where(SEAT_LINKS.c.secret == digest_of(token)).values(last_used=at))
    return open_seat_session(connection, seat, at)


def open_seat_session(connection: sa.Connection, seat: int, at: datetime) -> str:
    """A session at a seat; of more than there may be, the oldest ends. Returns the token for the browser."""
    sessions = sa.select(SEAT_SESSIONS.c.token).where(SEAT_SESSIONS.c.seat == seat)
    kept = list(connection.scalars(sessions.order_by(SEAT_SESSIONS.c.begun.desc()).limit(MOST_SESSIONS - 1)))
    connection.execute(sa.delete(SEAT_SESSIONS).where(SEAT_SESSIONS.c.seat == seat, SEAT_SESSIONS.c.token.not_in(kept)))
    session = secrets.token_urlsafe(32)
    row = {"token": digest_of(session), "seat": seat, "begun": at, "expires": at + SESSION_LIFETIME}
    connection.execute(sa.insert(SEAT_SESSIONS), row)
    return session


def seat_of_session(connection: sa.Connection, token: str, now: datetime | None = None) -> SeatSession | None:
    """Where a browser is; None where its session is over."""
    row = connection.execute(_SEAT_OF_SESSION, {"digest": digest_of(token), "now": _moment(now)}).first()
    return None if row is None else SeatSession(row.seat, row.lease_until)


def end_seat_session(connection: sa.Connection, token: str) -> None:
    """Leave; a token that is unknown is over already."""
    connection.execute(sa.delete(SEAT_SESSIONS).where(SEAT_SESSIONS.c.token == digest_of(token)))


def _moment(now: datetime | None) -> datetime:
    return datetime.now(UTC) if now is None else now


def digest_of(token: str) -> str:
    """What the database keeps of a token."""
    # no salt: 128 random bits cannot be guessed, and the row must be found by them
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


# made once: every request of a judge asks for it
_SEAT_OF_SESSION = (
    sa.select(SEAT_SESSIONS.c.seat, SEAT_LEASES.c.lease_until)
    .outerjoin(SEAT_LEASES, SEAT_LEASES.c.seat == SEAT_SESSIONS.c.seat)
    .join(SEATS, SEATS.c.id == SEAT_SESSIONS.c.seat)
    .join(CAMPAIGNS, CAMPAIGNS.c.id == SEATS.c.campaign)
    .where(
        SEAT_SESSIONS.c.token == sa.bindparam("digest"),
        SEAT_SESSIONS.c.expires > sa.bindparam("now"),
        present(SEATS),
        present(CAMPAIGNS),
    )
)

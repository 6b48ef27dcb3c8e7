"""Seats that strangers hold for a while: taken in one statement, renewed by every request, and free when they end.

A seat whose lease ended before anything was answered goes to whoever comes next. One with answers stays with its judge
for a day more; then what is open of it goes to another seat.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import blake2b, sha256

import sqlalchemy as sa

from mtassay.errors import Conflict
from mtassay.store.campaign_tables import (
    ANSWERS,
    ASSIGNMENTS,
    CROWD_STARTS,
    EXCLUSIONS,
    SEAT_DRAFTS,
    SEAT_LEASES,
    SEAT_RELEASES,
    SEAT_SESSIONS,
    SEATS,
)
from mtassay.store.campaigns.campaigns import CampaignState, StoredCampaign
from mtassay.store.campaigns.links import open_seat_session
from mtassay.store.campaigns.progress import SeatProgress, SeatState
from mtassay.store.history.events import present
from mtassay.store.people.sign_in_attempts import network_of

LEASE = timedelta(minutes=45)
"""How long a seat is held after the last request of whoever has it."""

PATIENCE = timedelta(days=1)
"""How long what is open of a seat with answers waits for its judge after the lease ended."""

MOST_STARTS = 5
"""So many seats are given to one network address in an hour."""

_STARTS_WITHIN = timedelta(hours=1)
_BETWEEN_RENEWALS = timedelta(minutes=5)


class NoFreeSeat(Conflict):
    """All seats of a campaign are taken, or done."""


class TooManySeats(Conflict):
    """An address has taken as many seats as one may in an hour."""


def add_leases(connection: sa.Connection, campaign: StoredCampaign, now: datetime | None = None) -> None:
    """Let every seat of a campaign be taken that could not be so far.

    A seat that has answers already, as those of an archive, is none that somebody could take: what is open of it goes
    to another seat in a day.
    """
    at = _moment(now)
    known = sa.select(SEAT_LEASES.c.seat)
    seats = connection.scalars(
        sa.select(SEATS.c.id).where(SEATS.c.campaign == campaign.id, SEATS.c.id.not_in(known)).order_by(SEATS.c.id)
    )
    rows = [{"seat": seat, "campaign": campaign.id, "lease_from": at, "lease_until": at} for seat in seats]
    if rows:
        connection.execute(sa.insert(SEAT_LEASES), rows)


def take_seat(
    connection: sa.Connection, campaign: StoredCampaign, holder: str, address: str, now: datetime | None = None
) -> str:
    """Give whoever holds this digest the seat that is theirs, or a free one; returns the token of a new session.

    `address` is that of their network. Take the connection by `answering`, so that one person comes once at a time.
    """
    at = _moment(now)
    own = seat_of_holder(connection, campaign, holder)
    if own is not None:
        renew_lease(connection, own, at)
        return open_seat_session(connection, own, at)
    if campaign.state is not CampaignState.RUNNING:
        raise NoFreeSeat(f"{campaign.name} is {campaign.state.value}, so that no seat of it can be taken")
    _count_start(connection, address, at)
    query = sa.select(SEAT_LEASES.c.seat).join(SEATS, SEATS.c.id == SEAT_LEASES.c.seat).where(_is_free(campaign, at))
    # the seat of whoever came before the making of it was undone
    of_holder = sa.and_(SEAT_LEASES.c.campaign == campaign.id, SEAT_LEASES.c.holder == holder)
    connection.execute(sa.update(SEAT_LEASES).where(of_holder).values(holder=None))
    # another one that is being taken this moment is passed by, and not waited for
    free = query.order_by(SEATS.c.number).limit(1).with_for_update(of=SEAT_LEASES, skip_locked=True)
    taken = connection.scalar(
        sa.update(SEAT_LEASES)
        .where(SEAT_LEASES.c.seat == free.scalar_subquery())
        .values(holder=holder, lease_from=at - LEASE, lease_until=at + LEASE)
        .returning(SEAT_LEASES.c.seat)
    )
    if taken is None:
        raise NoFreeSeat(f"all seats of {campaign.name} are taken")
    # whoever had it before answered nothing, and what they began is not shown to others
    connection.execute(sa.delete(SEAT_SESSIONS).where(SEAT_SESSIONS.c.seat == taken))
    connection.execute(sa.delete(SEAT_DRAFTS).where(SEAT_DRAFTS.c.seat == taken))
    return open_seat_session(connection, taken, at)


def has_free_seat(connection: sa.Connection, campaign: StoredCampaign, now: datetime | None = None) -> bool:
    """Whether somebody who comes now would get a seat."""
    query = sa.select(SEAT_LEASES.c.seat).join(SEATS, SEATS.c.id == SEAT_LEASES.c.seat)
    return connection.scalar(query.where(_is_free(campaign, _moment(now))).limit(1)) is not None


def seat_of_holder(connection: sa.Connection, campaign: StoredCampaign, holder: str) -> int | None:
    """The seat of whoever holds this digest; None where they have none."""
    seat: int | None = connection.scalar(
        sa.select(SEAT_LEASES.c.seat)
        .join(SEATS, SEATS.c.id == SEAT_LEASES.c.seat)
        .where(SEAT_LEASES.c.campaign == campaign.id, SEAT_LEASES.c.holder == holder, present(SEATS))
    )
    return seat


def usual_seat(connection: sa.Connection, campaign: StoredCampaign) -> int | None:
    """A seat that is asked as much as others: the first of which anything is."""
    asked = sa.exists().where(ASSIGNMENTS.c.seat == SEATS.c.id, present(ASSIGNMENTS))
    query = sa.select(SEATS.c.id).where(SEATS.c.campaign == campaign.id, present(SEATS), asked)
    seat: int | None = connection.scalar(query.order_by(SEATS.c.number).limit(1))
    return seat


def needs_renewal(until: datetime | None, now: datetime | None = None) -> bool:
    """Whether `renew_lease` would write something new, so that most requests need not ask for a turn to write."""
    return until is not None and abs(until - LEASE - _moment(now)) >= _BETWEEN_RENEWALS


def renew_lease(connection: sa.Connection, seat: int, now: datetime | None = None) -> None:
    """Let whoever has a seat keep it, from now on."""
    at = _moment(now)
    own = sa.and_(SEAT_LEASES.c.seat == seat, SEAT_LEASES.c.holder.is_not(None))
    connection.execute(sa.update(SEAT_LEASES).where(own).values(lease_from=at - LEASE, lease_until=at + LEASE))


def places_of(
    connection: sa.Connection, campaign: StoredCampaign, seats: Sequence[SeatProgress], now: datetime | None = None
) -> Mapping[int, str]:
    """Who has each seat of a crowd, by its number: `free`, `held`, `left` with some answers, `done`, `over`.

    Empty where each judge has a link.
    """
    if not campaign.is_crowd:
        return {}
    at = _moment(now)
    query = sa.select(SEAT_LEASES.c.seat).where(
        SEAT_LEASES.c.campaign == campaign.id, SEAT_LEASES.c.lease_from <= at, SEAT_LEASES.c.lease_until > at
    )
    held = set(connection.scalars(query))
    return {seat.number: _place(seat, is_held=seat.id in held) for seat in seats}


def _place(seat: SeatProgress, *, is_held: bool) -> str:
    if seat.state in (SeatState.EXCLUDED, SeatState.RELEASED):
        return "over"
    if seat.state is SeatState.DONE:
        return "done" if seat.asked else "no tasks"
    if is_held:
        return "held"
    return "left" if seat.done else "free"


def abandoned_seats(
    connection: sa.Connection, campaign: StoredCampaign, now: datetime | None = None
) -> tuple[tuple[int, int], ...]:
    """Seats with answers whose judges did not come back within a day, each by its id and its number."""
    if campaign.state is not CampaignState.RUNNING:
        return ()
    query = (
        sa.select(SEATS.c.id, SEATS.c.number)
        .join(SEAT_LEASES, SEAT_LEASES.c.seat == SEATS.c.id)
        .where(
            SEAT_LEASES.c.campaign == campaign.id,
            SEAT_LEASES.c.lease_until <= _moment(now) - PATIENCE,
            ~SEAT_LEASES.c.is_settled,
            sa.exists().where(ANSWERS.c.seat == SEATS.c.id),
            *_is_in(),
        )
        .order_by(SEATS.c.number)
    )
    return tuple((row.id, row.number) for row in connection.execute(query))


def settle_leases(connection: sa.Connection, seats: tuple[int, ...]) -> None:
    """Say that nothing of these seats waits any more."""
    connection.execute(sa.update(SEAT_LEASES).where(SEAT_LEASES.c.seat.in_(seats)).values(is_settled=True))


def _is_in() -> tuple[sa.ColumnElement[bool], ...]:
    """That a seat is there, neither excluded nor left."""
    return (
        present(SEATS),
        *(~sa.exists().where(table.c.seat == SEATS.c.id, present(table)) for table in (EXCLUSIONS, SEAT_RELEASES)),
    )


def _is_free(campaign: StoredCampaign, at: datetime) -> sa.ColumnElement[bool]:
    """That something is asked at a seat, nobody holds it, and nobody ever answered there, not even what was undone."""
    return sa.and_(
        SEAT_LEASES.c.campaign == campaign.id,
        sa.or_(SEAT_LEASES.c.lease_from > at, SEAT_LEASES.c.lease_until <= at),
        sa.exists().where(ASSIGNMENTS.c.seat == SEAT_LEASES.c.seat, present(ASSIGNMENTS)),
        ~sa.exists().where(ANSWERS.c.seat == SEAT_LEASES.c.seat),
        *_is_in(),
    )


def _count_start(connection: sa.Connection, address: str, at: datetime) -> None:
    subject = sha256(f"crowd {network_of(address)}".encode("utf-8", "surrogatepass")).hexdigest()
    if connection.dialect.name == "postgresql":  # two at once from one address are counted one after the other
        digest = int.from_bytes(blake2b(subject.encode(), digest_size=8).digest(), "big", signed=True)
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(digest)))
    # what is said to come later is from before the clock was moved back
    counts = sa.and_(CROWD_STARTS.c.at > at - _STARTS_WITHIN, CROWD_STARTS.c.at <= at)
    own = CROWD_STARTS.c.subject == subject
    starts = connection.scalar(sa.select(sa.func.count()).select_from(CROWD_STARTS).where(own, counts)) or 0
    if starts >= MOST_STARTS:
        raise TooManySeats(f"{MOST_STARTS} seats were taken from this address within an hour")
    connection.execute(sa.delete(CROWD_STARTS).where(own, ~counts))
    connection.execute(sa.insert(CROWD_STARTS), {"subject": subject, "at": at})


def _moment(now: datetime | None) -> datetime:
    return datetime.now(UTC) if now is None else now

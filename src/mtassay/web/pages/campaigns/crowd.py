"""A campaign for a crowd as its manager sees it: who holds which seat, and the codes that they hand in."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from mtassay.store.campaigns.campaigns import StoredCampaign
from mtassay.store.campaigns.crowd_addresses import crowd_address
from mtassay.store.campaigns.leases import places_of
from mtassay.store.campaigns.progress import SeatProgress
from mtassay.web.safety.crowd_secrets import completion_code

if TYPE_CHECKING:
    import sqlalchemy as sa


@dataclass(frozen=True, kw_only=True)
class CrowdSeat:
    """A seat that strangers take: `place` says in words whether somebody holds it.

    `code` is shown to its judge once all is done, `code_to_review` instead of it where controls failed.
    """

    number: int
    place: str
    code: str
    code_to_review: str


@dataclass(frozen=True, kw_only=True)
class CrowdView:
    """How strangers come in: since when there is an address, None where nobody can come, and every seat.

    Of the seats with open work so many are free, held, and left by their judges with some answers.
    """

    address_made: datetime | None
    free: int
    held: int
    left: int
    done: int
    seats: dict[int, CrowdSeat]


def view_crowd(
    connection: "sa.Connection", campaign: StoredCampaign, seats: Sequence[SeatProgress], secret: bytes
) -> CrowdView | None:
    """The crowd of a campaign; None where each judge has a link."""
    if not campaign.is_crowd:
        return None
    address = crowd_address(connection, campaign)
    places = places_of(connection, campaign, seats)
    counts = list(places.values())
    return CrowdView(
        address_made=None if address is None else address.created,
        free=counts.count("free"),
        held=counts.count("held"),
        left=counts.count("left"),
        done=counts.count("done"),
        seats={
            seat.number: CrowdSeat(
                number=seat.number,
                place=places[seat.number],
                code=completion_code(secret, campaign.id, seat.id, is_doubted=False),
                code_to_review=completion_code(secret, campaign.id, seat.id, is_doubted=True),
            )
            for seat in seats
        },
    )

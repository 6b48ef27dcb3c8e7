"""The one address of a campaign that strangers come by; as with links, the database knows a digest of it only."""

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime

import sqlalchemy as sa

from mtassay.errors import Conflict, NotFound
from mtassay.store.campaign_tables import CAMPAIGNS, CROWD_ADDRESSES
from mtassay.store.campaigns.campaigns import CampaignState, StoredCampaign
from mtassay.store.campaigns.leases import add_leases
from mtassay.store.campaigns.links import LIFETIME, TOKEN_BYTES, digest_of
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import present


@dataclass(frozen=True)
class CrowdAddress:
    """An address that works: when it was made, and until when."""

    created: datetime
    expires: datetime


def make_crowd_address(
    connection: sa.Connection, campaign: StoredCampaign, who: str, now: datetime | None = None
) -> str:
    """A new address, returned as the token at its end; the one before ends, and whoever has a seat keeps it."""
    if not campaign.is_crowd:
        raise Conflict(f"{campaign.name} has a link for each seat and no address for all; make links")
    if campaign.state is CampaignState.CLOSED:
        raise Conflict(f"{campaign.name} is closed and takes no answers, so that nobody needs an address")
    at = datetime.now(UTC) if now is None else now
    own = CROWD_ADDRESSES.c.campaign == campaign.id
    connection.execute(sa.update(CROWD_ADDRESSES).where(own).values(is_revoked=True))
    token = secrets.token_urlsafe(TOKEN_BYTES)
    row = {"campaign": campaign.id, "secret": digest_of(token), "created": at, "expires": at + LIFETIME}
    connection.execute(sa.insert(CROWD_ADDRESSES), row)
    add_leases(connection, campaign, at)
    events.record(connection, campaign.project, EventKind.LINKS, who, {"name": campaign.name, "crowd": True})
    return token


def campaign_of_address(connection: sa.Connection, token: str, now: datetime | None = None) -> int:
    """The campaign that an address leads to; NotFound for one that nobody gave out, or that is over."""
    query = (
        sa.select(CROWD_ADDRESSES.c.campaign, CROWD_ADDRESSES.c.expires)
        .join(CAMPAIGNS, CAMPAIGNS.c.id == CROWD_ADDRESSES.c.campaign)
        .where(CROWD_ADDRESSES.c.secret == digest_of(token), ~CROWD_ADDRESSES.c.is_revoked, present(CAMPAIGNS))
    )
    row = connection.execute(query).first()
    # all that is wrong sounds the same, as with links
    if row is None or row.expires <= (datetime.now(UTC) if now is None else now):
        raise NotFound("this address is not valid; copy all of it, or ask whoever sent it for a new one")
    campaign: int = row.campaign
    return campaign


def crowd_address(
    connection: sa.Connection, campaign: StoredCampaign, now: datetime | None = None
) -> CrowdAddress | None:
    """The address that works at present; None where there is none."""
    at = datetime.now(UTC) if now is None else now
    query = sa.select(CROWD_ADDRESSES.c.created, CROWD_ADDRESSES.c.expires).where(
        CROWD_ADDRESSES.c.campaign == campaign.id, ~CROWD_ADDRESSES.c.is_revoked, CROWD_ADDRESSES.c.expires > at
    )
    row = connection.execute(query).first()
    return None if row is None else CrowdAddress(row.created, row.expires)

"""Links for judges and the address of a crowd, shown this once: only their digests are kept."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mtassay.store.campaigns.campaigns import StoredCampaign
from mtassay.store.campaigns.crowd_addresses import make_crowd_address
from mtassay.store.campaigns.links import LIFETIME, SeatLink, make_links
from mtassay.store.contents.projects import Project
from mtassay.web.addresses import CROWD, SEAT_LINK
from mtassay.web.serving.routes import Context

if TYPE_CHECKING:
    import sqlalchemy as sa


@dataclass(frozen=True)
class LinkRow:
    """The link of a seat."""

    seat: int
    judge: str
    link: str


@dataclass(frozen=True, kw_only=True)
class NewLinks:
    """Links that were just made, or the address that all come by; they are shown this once."""

    project_id: int
    project_name: str
    campaign_id: int
    campaign_name: str
    links: list[LinkRow]
    address: str
    """That of a crowd; empty where each seat has a link."""
    days: int
    controls: str = ""
    """What became of controls, where work went to new seats."""


@dataclass(frozen=True)
class LetIn:
    """What was made so that judges can come: links, or the token of an address."""

    links: Sequence[SeatLink] = field(default=())
    token: str = ""


def let_judges_in(
    connection: "sa.Connection", campaign: StoredCampaign, seats: Sequence[int] | None, who: str
) -> LetIn:
    """Make links for some seats or all, or the address of a crowd; those before end."""
    if campaign.is_crowd and not seats:
        return LetIn(token=make_crowd_address(connection, campaign, who))
    return LetIn(make_links(connection, campaign, seats, who))


def shown_links(
    context: Context, project: Project, campaign: StoredCampaign, made: LetIn, controls: str = ""
) -> NewLinks:
    """Links as judges can open them."""
    origin = context.configuration.origin
    return NewLinks(
        project_id=project.id,
        project_name=project.name,
        campaign_id=campaign.id,
        campaign_name=campaign.name,
        links=[LinkRow(link.number, link.judge, f"{origin}{SEAT_LINK}/{link.token}") for link in made.links],
        address=f"{origin}{CROWD}/{made.token}" if made.token else "",
        days=LIFETIME.days,
        controls=controls,
    )

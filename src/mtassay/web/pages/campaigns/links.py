"""Links for judges, shown this once: only their digests are kept."""

from collections.abc import Sequence
from dataclasses import dataclass

from mtassay.store.campaigns.campaigns import StoredCampaign
from mtassay.store.campaigns.links import LIFETIME, SeatLink
from mtassay.store.contents.projects import Project
from mtassay.web.addresses import SEAT_LINK
from mtassay.web.serving.routes import Context


@dataclass(frozen=True)
class LinkRow:
    """The link of a seat."""

    seat: int
    judge: str
    link: str


@dataclass(frozen=True, kw_only=True)
class NewLinks:
    """Links that were just made; they are shown this once."""

    project_id: int
    project_name: str
    campaign_id: int
    campaign_name: str
    links: list[LinkRow]
    days: int
    controls: str = ""
    """What became of controls, where work went to new seats."""


def shown_links(
    context: Context, project: Project, campaign: StoredCampaign, links: Sequence[SeatLink], controls: str = ""
) -> NewLinks:
    """Links as judges can open them."""
    origin = context.configuration.origin
    return NewLinks(
        project_id=project.id,
        project_name=project.name,
        campaign_id=campaign.id,
        campaign_name=campaign.name,
        links=[LinkRow(link.number, link.judge, f"{origin}{SEAT_LINK}/{link.token}") for link in links],
        days=LIFETIME.days,
        controls=controls,
    )

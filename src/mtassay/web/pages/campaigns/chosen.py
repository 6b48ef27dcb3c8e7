"""The campaign of a project that an address names."""

from typing import TYPE_CHECKING

from mtassay.errors import NotFound
from mtassay.store.campaigns.campaigns import StoredCampaign, campaign_of
from mtassay.store.contents.projects import Project, project_of

if TYPE_CHECKING:
    import sqlalchemy as sa


def chosen_campaign(connection: "sa.Connection", project: int, number: int) -> tuple[Project, StoredCampaign]:
    """A project and a campaign of it; one of another project is not there."""
    stored = project_of(connection, project)
    campaign = campaign_of(connection, number) if 0 < number < 2**62 else None
    if campaign is None or campaign.project != stored.id:
        raise NotFound(f"there is no campaign {number} in this project; look at the list of campaigns")
    return stored, campaign

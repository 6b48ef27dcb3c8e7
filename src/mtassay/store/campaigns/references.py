"""References that campaigns of a project brought along: translations by people, beside which outputs were judged."""

import sqlalchemy as sa

from mtassay.store.campaign_tables import CAMPAIGN_ITEMS, CAMPAIGNS
from mtassay.store.contents.projects import Project
from mtassay.store.history.events import present


def campaign_references(connection: sa.Connection, project: Project) -> dict[str, list[str]]:
    """The references of each source, by its text; of sources that no campaign has a reference for, nothing."""
    query = (
        sa.select(CAMPAIGN_ITEMS.c.source_text, CAMPAIGN_ITEMS.c.reference_text)
        .join(CAMPAIGNS, CAMPAIGNS.c.id == CAMPAIGN_ITEMS.c.campaign)
        .where(CAMPAIGNS.c.project == project.id, present(CAMPAIGNS), CAMPAIGN_ITEMS.c.reference_text != "")
        .order_by(CAMPAIGN_ITEMS.c.id)
    )
    known: dict[str, list[str]] = {}
    for source, reference in connection.execute(query):
        texts = known.setdefault(source, [])
        if reference not in texts:
            texts.append(reference)
    return known

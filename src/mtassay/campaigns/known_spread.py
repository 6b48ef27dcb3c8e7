"""How much answers differ in a project, as its last campaign that asked the same way says: plans start from that."""

from collections.abc import Mapping

import sqlalchemy as sa

from mtassay.campaigns.campaign_answers import answers_of_campaign
from mtassay.campaigns.plan import Design
from mtassay.campaigns.power import KnownSpread
from mtassay.errors import InputError
from mtassay.human.answers.judged_outputs import Scored
from mtassay.human.protocols.base import PROTOCOLS, Protocol
from mtassay.human.scores.columns import score_columns
from mtassay.human.scores.differences import FEWEST_JUDGES
from mtassay.human.scores.variance_components import variance_components
from mtassay.store.campaign_tables import ANSWERS, CAMPAIGN_TASKS
from mtassay.store.campaigns.all_answers import all_answers
from mtassay.store.campaigns.campaigns import StoredCampaign, campaigns, signature_of
from mtassay.store.contents.projects import Project


def known_spreads(
    connection: sa.Connection, project: Project, design: Design, most_answers: int | None = None
) -> Mapping[str, KnownSpread]:
    """For the protocols of a design, by name, what the last campaign says that has three judges or more.

    One with more than `most_answers` is passed over: whoever waits for a page cannot wait for that.
    """
    past = [campaign for campaign in campaigns(connection, project) if not campaign.problem]
    spreads: dict[str, KnownSpread] = {}
    for protocol in map(PROTOCOLS.create, design.protocols):
        if protocol.outputs[1] > 1:
            continue  # an order has no points
        for campaign in reversed(past):
            if most_answers is not None and _size(connection, campaign) > most_answers:
                continue
            known = _spread_of(connection, campaign, protocol)
            if known is not None:
                spreads[protocol.name] = known
                break
    return spreads


def _size(connection: sa.Connection, campaign: StoredCampaign) -> int:
    given = sa.select(sa.func.count()).select_from(ANSWERS).join(CAMPAIGN_TASKS, CAMPAIGN_TASKS.c.id == ANSWERS.c.task)
    return connection.scalar(given.where(CAMPAIGN_TASKS.c.campaign == campaign.id)) or 0


def _spread_of(connection: sa.Connection, campaign: StoredCampaign, protocol: Protocol) -> KnownSpread | None:
    if signature_of(protocol) not in map(signature_of, campaign.protocols):
        return None
    try:
        answers = answers_of_campaign(all_answers(connection, campaign), protocol)
        columns = score_columns(answer for answer in answers.judged if isinstance(answer, Scored))
    except InputError:  # nobody has answered
        return None
    components = None if len(columns.judges) < FEWEST_JUDGES else variance_components(columns)
    return None if components is None or components.are_zero else KnownSpread(campaign.name, components.spread)

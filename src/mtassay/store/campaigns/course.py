"""The course of a campaign: what it asks about, and when its answers came."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from mtassay.store.campaign_tables import ANSWERS, CAMPAIGN_ITEMS, CAMPAIGN_OUTPUTS, CAMPAIGN_TASKS, EXCLUSIONS, SEATS
from mtassay.store.campaigns.campaigns import ItemKind, StoredCampaign, TaskKind
from mtassay.store.campaigns.reused_answers import count_reused
from mtassay.store.campaigns.seat_work import current_answers
from mtassay.store.history.events import present
from mtassay.store.schema import SYSTEMS

_NO_SEGMENT = (ItemKind.TRAINING.value, ItemKind.QUESTION.value)


@dataclass(frozen=True)
class Course:
    """The systems that a campaign asks about, by name, on so many segments of so many documents.

    `moments` are those of the answers that count, the earliest first: none to controls or training, none of seats that
    are excluded. `reused` is how many answers were known before, so that nobody is asked for them.
    """

    systems: tuple[str, ...]
    segments: int
    documents: int
    moments: tuple[datetime, ...]
    reused: int = 0


def course_of(connection: sa.Connection, campaign: StoredCampaign) -> Course:
    """What a campaign asks about, and when its answers came."""
    of_campaign = sa.and_(CAMPAIGN_ITEMS.c.campaign == campaign.id, CAMPAIGN_ITEMS.c.kind.not_in(_NO_SEGMENT))
    used = (
        sa.select(CAMPAIGN_OUTPUTS.c.system)
        .join(CAMPAIGN_ITEMS, CAMPAIGN_ITEMS.c.id == CAMPAIGN_OUTPUTS.c.item)
        .where(of_campaign)
    )
    systems = connection.scalars(sa.select(SYSTEMS.c.name).where(SYSTEMS.c.id.in_(used)).order_by(SYSTEMS.c.id))
    counted = sa.select(
        sa.func.count(CAMPAIGN_ITEMS.c.position.distinct()),
        sa.func.count(sa.func.nullif(CAMPAIGN_ITEMS.c.document, "").distinct()),
    ).where(of_campaign)
    names = tuple(systems)
    segments, documents = connection.execute(counted).one()
    moments = tuple(_moments(connection, campaign))
    return Course(names, segments, documents, moments, count_reused(connection, campaign))


def _moments(connection: sa.Connection, campaign: StoredCampaign) -> Iterator[datetime]:
    excluded = sa.select(EXCLUSIONS.c.seat).where(present(EXCLUSIONS))
    seats = sa.select(SEATS.c.id).where(SEATS.c.campaign == campaign.id, present(SEATS), SEATS.c.id.not_in(excluded))
    query = (
        sa.select(ANSWERS.c.at)
        .join(CAMPAIGN_TASKS, CAMPAIGN_TASKS.c.id == ANSWERS.c.task)
        .where(ANSWERS.c.seat.in_(seats), CAMPAIGN_TASKS.c.kind == TaskKind.WORK.value, current_answers())
    )
    yield from connection.scalars(query.order_by(ANSWERS.c.at))

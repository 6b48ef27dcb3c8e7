"""What a campaign took over from before it began: answers that nobody was asked for."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from mtassay.human.protocols.base import Body
from mtassay.store.campaign_tables import ANSWERS, EXCLUSIONS, REUSED, SEATS
from mtassay.store.campaigns.campaigns import StoredCampaign
from mtassay.store.history.events import present
from mtassay.store.judging.body import AnswerBody
from mtassay.store.schema import JUDGES, JUDGMENTS, VERDICTS


@dataclass(frozen=True, kw_only=True)
class ReusedAnswer:
    """What was known of an item by the protocol of a place; `expertise` is empty where nobody told it.

    `seat` is the number of the seat of an earlier campaign where it was given, None where that was in the project;
    `person` is who sits there, or who judged in the project, and empty where nobody is named.
    """

    id: int
    item: int
    protocol: int
    body: Body
    judge: str
    seat: int | None
    person: str
    expertise: str
    is_excluded: bool
    seconds: float
    at: datetime | None
    comment: str


def reused_answers(connection: sa.Connection, campaign: StoredCampaign) -> list[ReusedAnswer]:
    """All of them, in the order of items; what was undone or deleted since is left out."""
    verdicts: defaultdict[int, dict[int, str]] = defaultdict(dict)
    classified = sa.select(VERDICTS).join(REUSED, REUSED.c.judgment == VERDICTS.c.judgment)
    for row in connection.execute(classified.where(REUSED.c.campaign == campaign.id)):
        verdicts[row.judgment][row.item] = row.verdict
    reused = []
    for row in connection.execute(_reused(campaign)):
        of_memory = row.judgment is not None
        body = AnswerBody(row.value, dict(sorted(verdicts[row.judgment].items()))).json if of_memory else row.body
        reused.append(
            ReusedAnswer(
                id=row.id,
                item=row.item,
                protocol=row.protocol,
                body=body,
                judge=(row.name if of_memory else row.judge) or "",
                seat=row.seat,
                person=(row.name if row.seat is None else row.seat_judge) or "",
                expertise=row.expertise or "",
                is_excluded=bool(row.is_excluded),
                seconds=(row.judgment_seconds if of_memory else row.seconds) or 0.0,
                at=row.judgment_at if of_memory else row.at,
                comment=row.judgment_comment if of_memory else row.comment,
            )
        )
    return reused


def count_reused(connection: sa.Connection, campaign: StoredCampaign) -> int:
    """How many answers of a campaign were known before; what was undone or deleted since is left out."""
    query = _reused(campaign).order_by(None).subquery()
    return connection.scalar(sa.select(sa.func.count()).select_from(query)) or 0


def _reused(campaign: StoredCampaign) -> sa.Select[Any]:
    excluded = sa.select(EXCLUSIONS.c.seat).where(present(EXCLUSIONS))
    # an answer of an earlier campaign, or the one that a judgment of the memory came by
    is_source = (ANSWERS.c.id == REUSED.c.answer) | (ANSWERS.c.judgment == REUSED.c.judgment)
    return (
        sa.select(
            *(REUSED.c[name] for name in ("id", "item", "protocol", "judgment")),
            *(ANSWERS.c[name] for name in ("body", "judge", "seat", "seconds", "at", "comment")),
            SEATS.c.expertise,
            SEATS.c.judge.label("seat_judge"),
            ANSWERS.c.seat.in_(excluded).label("is_excluded"),
            JUDGMENTS.c.value,
            JUDGMENTS.c.seconds.label("judgment_seconds"),
            JUDGMENTS.c.at.label("judgment_at"),
            JUDGMENTS.c.comment.label("judgment_comment"),
            JUDGES.c.name,
        )
        .select_from(REUSED)
        .outerjoin(ANSWERS, is_source)
        .outerjoin(SEATS, SEATS.c.id == ANSWERS.c.seat)
        .outerjoin(JUDGMENTS, JUDGMENTS.c.id == REUSED.c.judgment)
        .outerjoin(JUDGES, JUDGES.c.id == JUDGMENTS.c.judge)
        .where(
            REUSED.c.campaign == campaign.id,
            present(REUSED),
            sa.or_(
                sa.and_(REUSED.c.judgment.is_not(None), present(JUDGMENTS)),
                sa.and_(REUSED.c.answer.is_not(None), present(ANSWERS)),
            ),
        )
        .order_by(REUSED.c.item, REUSED.c.id)
    )

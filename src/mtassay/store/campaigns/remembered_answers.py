"""Answers that the memory of the project has too: each is a judgment as well, and both come and go by one event."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from mtassay.errors import Conflict
from mtassay.human.protocols.base import Body
from mtassay.store.campaign_tables import CAMPAIGN_ITEMS, CAMPAIGN_OUTPUTS
from mtassay.store.history.events import gone_among, is_gone, mark, present
from mtassay.store.judging.body import AnswerBody
from mtassay.store.judging.holding import current_rows
from mtassay.store.judging.judgment_writer import NewJudgment, add_judgment
from mtassay.store.schema import JUDGES, JUDGMENTS, SOURCES, SYSTEMS, TARGETS


def remember_answer(
    connection: sa.Connection, event: int, answer: dict[str, Any], earlier: Sequence[Any]
) -> int | None:
    """Enter an answer of an event as a judgment, and return its number.

    `answer` is a row of answers, with the name of its judge; `earlier` are those of the same seat on the same item.
    None where there is nothing to remember: of an answer that says nothing, which takes the judgment back that it
    corrects, and of a text that is not in the project any more.
    """
    body: Body = answer["body"]
    own = [row.judgment for row in earlier if row.judgment is not None]
    if "cannot" in body:
        mark(
            connection,
            event,
            JUDGMENTS.name,
            sorted(set(own) - gone_among(connection, JUDGMENTS.name, own)),
            is_gone=True,
        )
        return None
    asked = connection.execute(_ASKED, {"item": answer["item"]}).first()
    if asked is None or asked.target_is_gone or asked.source_is_gone:
        return None
    number = _judge(connection, answer, own)
    new = NewJudgment(
        project=answer["project"],
        target=asked.target,
        judge=answer["judge"],
        judge_number=number,
        system=_system(connection, answer["item"]),
        uid=answer["uid"],
        body=AnswerBody.read(body),
        seconds=answer["seconds"],
        comment=answer["comment"],
        replaces=_holding(connection, asked.target, number),
        round="",
    )
    judgment = add_judgment(connection, event, new)
    if judgment is None:
        raise Conflict("the token of this answer belongs to a judgment of the project; draw a new token")
    return judgment


_ASKED = (
    sa.select(
        CAMPAIGN_ITEMS.c.target, is_gone(TARGETS).label("target_is_gone"), is_gone(SOURCES).label("source_is_gone")
    )
    .join(TARGETS, TARGETS.c.id == CAMPAIGN_ITEMS.c.target)
    .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
    .where(CAMPAIGN_ITEMS.c.id == sa.bindparam("item"))
)


def _judge(connection: sa.Connection, answer: dict[str, Any], own: Sequence[int]) -> int | None:
    """Whoever gave the earlier answers of the seat, also under another name now; else whoever is called so."""
    query = sa.select(JUDGES.c.id).where(JUDGES.c.project == answer["project"], JUDGES.c.name == answer["judge"])
    if own:
        query = sa.select(JUDGMENTS.c.judge).where(JUDGMENTS.c.id == own[-1])
    number: int | None = connection.scalar(query)
    return number


def _system(connection: sa.Connection, item: int) -> int | None:
    """The system that wrote a text; None where several did."""
    query = (
        sa.select(SYSTEMS.c.id)
        .join(CAMPAIGN_OUTPUTS, CAMPAIGN_OUTPUTS.c.system == SYSTEMS.c.id)
        .where(CAMPAIGN_OUTPUTS.c.item == item, present(SYSTEMS))
    )
    systems = connection.scalars(query).all()
    return systems[0] if len(systems) == 1 else None


def _holding(connection: sa.Connection, target: int, judge: int | None) -> int | None:
    """The judgment of the judge that holds: of two, given in a campaign and in the project, the later one counts."""
    if judge is None:
        return None
    query = sa.select(JUDGMENTS.c.id, JUDGMENTS.c.replaces).where(
        JUDGMENTS.c.target == target,
        JUDGMENTS.c.judge == judge,
        ~JUDGMENTS.c.is_recheck,
        JUDGMENTS.c.value.is_not(None),
    )
    rows = connection.execute(query.order_by(JUDGMENTS.c.id)).all()
    holding = current_rows(rows, gone_among(connection, JUDGMENTS.name, [row.id for row in rows]))
    return holding[-1].id if holding else None

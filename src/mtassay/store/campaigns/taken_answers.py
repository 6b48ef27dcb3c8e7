"""Answers that become judgments of the project's memory, all as one event."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from mtassay.store.campaign_tables import ANSWERS, CAMPAIGN_ITEMS, CAMPAIGN_TASKS
from mtassay.store.campaigns.all_answers import StoredAnswer
from mtassay.store.campaigns.campaigns import StoredCampaign
from mtassay.store.contents.collection_writer import new_numbers
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import gone_among, mark, present
from mtassay.store.judging.holding import current_judgments
from mtassay.store.schema import JUDGES, JUDGMENTS, SOURCES, SSER, SYSTEMS, TARGETS

_BATCH = 500
_LONGEST_NAME = 200


@dataclass(frozen=True)
class AnswerToTake:
    """An answer on one output, and its score on the project's scale."""

    answer: StoredAnswer
    value: float


@dataclass(frozen=True, kw_only=True)
class TakenAnswers:
    """How many answers became judgments, and how many were judgments already.

    `judged` were judged in the project by the same person, `lost` are on outputs that are not there any more. The
    revision is that of the step, None where nothing was taken.
    """

    new: int
    known: int
    judged: int
    lost: int
    revision: int | None


def take_answers(
    connection: sa.Connection,
    campaign: StoredCampaign,
    answers: Sequence[AnswerToTake],
    who: str,
    summary: Mapping[str, str],
) -> TakenAnswers:
    """Enter answers as judgments of whoever gave them, each once however often that is asked for.

    What the same person judged in the project stays; an answer that was corrected since replaces its judgment.
    """
    uids = _uids(connection, campaign)
    own = {*uids.values()}
    targets = _targets(connection, campaign)
    systems = _systems(connection, campaign)
    stored = _stored(connection, campaign.project, own)
    gone = gone_among(connection, JUDGMENTS.name, stored.values())
    judges = {
        row.name: row.id for row in connection.execute(sa.select(JUDGES).where(JUDGES.c.project == campaign.project))
    }
    holding = _holding(connection, campaign.project)
    known = judged = lost = 0
    revived: list[int] = []
    chosen: list[tuple[AnswerToTake, str, str, int, int | None]] = []
    for taken in answers:
        assert taken.answer.id is not None
        uid, (item,) = uids[taken.answer.id], taken.answer.items
        target = targets.get(item.id)
        if uid in stored:
            known += stored[uid] not in gone
            revived += [stored[uid]] if stored[uid] in gone else []
            continue
        if target is None:
            lost += 1
            continue
        name = _judge(campaign, taken.answer)
        held = holding.get((target, judges.get(name, 0)))
        if held is not None and held[1] not in own:
            judged += 1
            continue
        chosen.append((taken, uid, name, target, None if held is None else held[0]))
    if not chosen and not revived:
        return TakenAnswers(new=0, known=known, judged=judged, lost=lost, revision=None)
    told = {"name": campaign.name, **summary, "judgments": len(chosen) + len(revived)}
    event = events.record(connection, campaign.project, EventKind.TAKEN, who, told)
    mark(connection, event, JUDGMENTS.name, revived, is_gone=False)
    for name in dict.fromkeys(name for _, _, name, _, _ in chosen if name not in judges):
        row = {"project": campaign.project, "name": name, "event": event}
        judges[name] = connection.execute(sa.insert(JUDGES).returning(JUDGES.c.id), row).scalar_one()
    numbers = new_numbers(connection, JUDGMENTS, len(chosen))
    rows = [
        {
            "id": number,
            "project": campaign.project,
            "target": target,
            "event": event,
            "uid": uid,
            "kind": SSER,
            "judge": judges[name],
            "system": systems.get(taken.answer.items[0].systems),
            "value": taken.value,
            "at": taken.answer.given.at,
            "seconds": taken.answer.given.seconds,
            "comment": taken.answer.given.comment,
            "is_recheck": False,
            "round": "",
            "replaces": replaced,
            "extra": {"campaign": campaign.name, "protocol": taken.answer.given.protocol.name},
        }
        for number, (taken, uid, name, target, replaced) in zip(numbers, chosen, strict=True)
    ]
    for start in range(0, len(rows), _BATCH):
        connection.execute(sa.insert(JUDGMENTS), rows[start : start + _BATCH])
    return TakenAnswers(new=len(rows) + len(revived), known=known, judged=judged, lost=lost, revision=event)


def _uid(of_answer: str) -> str:
    """The uid of the judgment that an answer becomes: the same however often it is taken."""
    return hashlib.blake2b(f"taken into memory {of_answer}".encode(), digest_size=16).hexdigest()


def _judge(campaign: StoredCampaign, answer: StoredAnswer) -> str:
    return answer.given.judge or f"seat {answer.seat} of {campaign.name}"[:_LONGEST_NAME]


def _uids(connection: sa.Connection, campaign: StoredCampaign) -> dict[int, str]:
    """Of all answers, those too that were corrected since."""
    query = sa.select(ANSWERS.c.id, ANSWERS.c.uid).join(CAMPAIGN_TASKS, CAMPAIGN_TASKS.c.id == ANSWERS.c.task)
    rows = connection.execute(query.where(CAMPAIGN_TASKS.c.campaign == campaign.id))
    return {row.id: _uid(row.uid) for row in rows}


def _targets(connection: sa.Connection, campaign: StoredCampaign) -> dict[int, int]:
    """The translation of the project that each text of the campaign is, of those that are there."""
    query = (
        sa.select(CAMPAIGN_ITEMS.c.id, CAMPAIGN_ITEMS.c.target)
        .join(TARGETS, TARGETS.c.id == CAMPAIGN_ITEMS.c.target)
        .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
        .where(CAMPAIGN_ITEMS.c.campaign == campaign.id, present(TARGETS), present(SOURCES))
    )
    return {row.id: row.target for row in connection.execute(query)}


def _systems(connection: sa.Connection, campaign: StoredCampaign) -> dict[tuple[str, ...], int]:
    """Systems by name, as those who wrote a text alone."""
    query = sa.select(SYSTEMS.c.name, SYSTEMS.c.id).where(SYSTEMS.c.project == campaign.project, present(SYSTEMS))
    return {(row.name,): row.id for row in connection.execute(query)}


def _stored(connection: sa.Connection, project: int, uids: set[str]) -> dict[str, int]:
    """The judgments of these uids, those too that were taken away."""
    query = sa.select(JUDGMENTS.c.uid, JUDGMENTS.c.id).where(JUDGMENTS.c.project == project)
    return {row.uid: row.id for row in connection.execute(query) if row.uid in uids}


def _holding(connection: sa.Connection, project: int) -> dict[tuple[int, int], tuple[int, str]]:
    """Number and uid of the judgment that holds, by translation and judge."""
    query = sa.select(JUDGMENTS.c.id, JUDGMENTS.c.uid, JUDGMENTS.c.target, JUDGMENTS.c.judge).where(
        JUDGMENTS.c.project == project,
        ~JUDGMENTS.c.is_recheck,
        JUDGMENTS.c.value.is_not(None),
        JUDGMENTS.c.judge.is_not(None),
        current_judgments(),
    )
    return {(row.target, row.judge): (row.id, row.uid) for row in connection.execute(query.order_by(JUDGMENTS.c.id))}

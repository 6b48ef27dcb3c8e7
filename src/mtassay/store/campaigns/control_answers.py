"""What seats answered to controls, beside what they answered to the plain outputs."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from mtassay.human.protocols.base import AskedItem, Protocol
from mtassay.store.campaign_tables import ANSWERS, CAMPAIGN_ITEMS, CAMPAIGN_TASK_ITEMS, CAMPAIGN_TASKS, SEATS
from mtassay.store.campaigns.campaigns import ItemKind, StoredCampaign, TaskKind
from mtassay.store.campaigns.seat_work import answers_on_items, current_answers


@dataclass(frozen=True)
class ControlPair:
    """The headline number of a plain output at a seat, and that of the same output made worse, or asked again."""

    seat: int
    protocol: int
    kind: TaskKind
    plain: float
    control: float


def control_pairs(connection: sa.Connection, campaign: StoredCampaign) -> list[ControlPair]:
    """All pairs of which a seat has answered both, with the numbers of seats in the campaign."""
    controls = sa.select(CAMPAIGN_TASKS.c.id, CAMPAIGN_TASKS.c.made_of).where(
        CAMPAIGN_TASKS.c.campaign == campaign.id,
        CAMPAIGN_TASKS.c.kind.in_([TaskKind.REPEAT.value, TaskKind.CONTROL.value]),
    )
    plain_of = dict(connection.execute(controls).all())
    if not plain_of:
        return []
    numbers = _numbers(connection, campaign, {*plain_of, *plain_of.values()})
    items = _items(connection, campaign)
    pairs = []
    for (seat, task, item), (protocol, kind, value) in numbers.items():
        plain = plain_of.get(task)
        if plain is None:
            continue
        made_of = items[item].made_of if items[item].kind == ItemKind.DEGRADED.value else None
        if kind is TaskKind.REPEAT:
            known = numbers.get((seat, plain, item))
        elif made_of is None:
            continue
        else:  # beside each other, or in a task of its own
            known = numbers.get((seat, task, made_of)) or numbers.get((seat, plain, made_of))
        if known is not None:
            pairs.append(ControlPair(seat, protocol, kind, known[2], value))
    return pairs


def most_common_share(connection: sa.Connection, campaign: StoredCampaign) -> dict[int, tuple[int, float]]:
    """Of each seat that answered, how many answers it gave to its work, and which share of them says the same."""
    said: defaultdict[int, Counter[str]] = defaultdict(Counter)
    query = (
        sa.select(SEATS.c.number, ANSWERS.c.body, CAMPAIGN_TASKS.c.kind)
        .join(SEATS, SEATS.c.id == ANSWERS.c.seat)
        .join(CAMPAIGN_TASKS, CAMPAIGN_TASKS.c.id == ANSWERS.c.task)
        .where(SEATS.c.campaign == campaign.id, current_answers())
    )
    for row in connection.execute(query):
        said[row.number][repr(row.body)] += row.kind == TaskKind.WORK.value
    return {seat: (own.total(), max(own.values()) / max(own.total(), 1)) for seat, own in said.items()}


def _numbers(
    connection: sa.Connection, campaign: StoredCampaign, tasks: set[int]
) -> dict[tuple[int, int, int], tuple[int, TaskKind, float]]:
    """The headline of each answer, by seat, task and item."""
    inside: defaultdict[int, list[int]] = defaultdict(list)
    of_campaign = sa.select(CAMPAIGN_TASKS.c.id).where(CAMPAIGN_TASKS.c.campaign == campaign.id)
    for task, item in connection.execute(
        sa.select(CAMPAIGN_TASK_ITEMS.c.task, CAMPAIGN_TASK_ITEMS.c.item)
        .where(CAMPAIGN_TASK_ITEMS.c.task.in_(of_campaign))
        .order_by(CAMPAIGN_TASK_ITEMS.c.task, CAMPAIGN_TASK_ITEMS.c.place)
    ):
        inside[task].append(item)
    items = _items(connection, campaign)
    query = (
        sa.select(
            ANSWERS.c.task,
            ANSWERS.c.item,
            ANSWERS.c.body,
            SEATS.c.number,
            CAMPAIGN_TASKS.c.protocol,
            CAMPAIGN_TASKS.c.kind,
        )
        .join(SEATS, SEATS.c.id == ANSWERS.c.seat)
        .join(CAMPAIGN_TASKS, CAMPAIGN_TASKS.c.id == ANSWERS.c.task)
        .where(CAMPAIGN_TASKS.c.campaign == campaign.id, current_answers())
    )
    numbers = {}
    for row in connection.execute(query):
        if row.task not in tasks or "cannot" in row.body:
            continue
        protocol = campaign.protocols[row.protocol]
        about = [row.item] if answers_on_items(protocol) else inside[row.task]
        asked = [AskedItem(item, text=items[item].text, source=items[item].source_text) for item in about]
        for item, value in _headlines(protocol, row.body, asked):
            numbers[row.number, row.task, item] = (row.protocol, TaskKind(row.kind), value)
    return numbers


def _headlines(protocol: Protocol, body: Any, asked: list[AskedItem]) -> Iterator[tuple[int, float]]:
    numbers = protocol.numbers(body, asked)
    return ((number.item, number.value) for number in numbers if number.name == numbers[0].name)


def _items(connection: sa.Connection, campaign: StoredCampaign) -> dict[int, Any]:
    query = sa.select(
        CAMPAIGN_ITEMS.c.id,
        CAMPAIGN_ITEMS.c.kind,
        CAMPAIGN_ITEMS.c.made_of,
        CAMPAIGN_ITEMS.c.text,
        CAMPAIGN_ITEMS.c.source_text,
    )
    return {row.id: row for row in connection.execute(query.where(CAMPAIGN_ITEMS.c.campaign == campaign.id))}

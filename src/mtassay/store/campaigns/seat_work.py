"""What a seat is asked for, in its order: what is done of it, what is open, what was put off."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from mtassay.errors import NotFound
from mtassay.human.protocols.base import AskedItem, Body, Protocol
from mtassay.human.protocols.questions import Question
from mtassay.store.campaign_tables import (
    ANSWERS,
    ASSIGNMENTS,
    CAMPAIGN_ITEMS,
    CAMPAIGN_TASK_ITEMS,
    CAMPAIGN_TASKS,
    EXCLUSIONS,
    SEAT_DRAFTS,
    SEAT_RELEASES,
    SEATS,
)
from mtassay.store.campaigns.campaigns import CampaignState, ItemKind, StoredCampaign, TaskKind, campaign_of
from mtassay.store.columns import ID
from mtassay.store.contents.items import StoredItem, items_of
from mtassay.store.history.events import gone, present
from mtassay.store.schema import TARGETS

CONTEXT_BEFORE = 2
"""How many segments stand before an output where the context is `before`."""


@dataclass(frozen=True, kw_only=True)
class OpenSeat:
    """A seat, with the campaign that it belongs to."""

    id: int
    number: int
    judge: str
    expertise: str
    is_excluded: bool
    is_released: bool
    campaign: StoredCampaign

    @property
    def name(self) -> str:
        """Who answers, as the history has it."""
        return self.judge or unnamed_judge(self.number, self.campaign.name)


def unnamed_judge(number: int, campaign: str) -> str:
    """What the history calls a judge whom nobody has named: by the seat in a campaign."""
    return f"seat {number} of {campaign}"[:200]


@dataclass(frozen=True)
class SeatTask:
    """A task at its place: how many answers it takes, and how many of them are there."""

    task: int
    place: int
    protocol: int
    wanted: int
    answered: int
    is_put_off: bool
    is_training: bool

    @property
    def is_done(self) -> bool:
        """Whether nothing of it is open."""
        return self.answered >= self.wanted


@dataclass(frozen=True, kw_only=True)
class ShownItem:
    """A text as a judge may see it: what the protocol does not show is empty.

    `answer` is the number of the answer that holds, 0 where there is none, `body` what it or the draft says; `seconds`
    is how long the judge has looked at a draft.
    """

    id: int
    text: str
    source: str
    reference: str
    before: tuple[tuple[str, str], ...]
    information_items: tuple[StoredItem, ...]
    answer: int
    body: Body
    comment: str
    is_draft: bool
    seconds: float
    question: Question | None = None


@dataclass(frozen=True)
class ShownTask:
    """All of a task that a judge may see. Where answers are on the task as a whole, they stand at its first item.

    `is_work` is for the store alone: what checks judges looks like everything else.
    """

    task: int
    protocol: Protocol
    items: tuple[ShownItem, ...]
    is_work: bool

    @property
    def asked(self) -> tuple[AskedItem, ...]:
        """The items as the protocol knows them."""
        return tuple(
            AskedItem(item.id, tuple(each.id for each in item.information_items), item.source, item.text, item.question)
            for item in self.items
        )


def open_seat(connection: sa.Connection, number: int) -> OpenSeat:
    """A seat by its number in the database."""
    row = connection.execute(_OPEN_SEAT, {"seat": number}).first()
    if row is None:
        raise NotFound("this seat is not there any more; ask whoever sent the link")
    return OpenSeat(
        id=row.id,
        number=row.number,
        judge=row.judge,
        expertise=row.expertise,
        is_excluded=bool(row.is_excluded),
        is_released=bool(row.is_released),
        campaign=campaign_of(connection, row.campaign),
    )


def answers_on_items(protocol: Protocol) -> bool:
    """Whether each item of a task has an answer of its own, and not all of them one together."""
    return protocol.answers_each_item


def current_answers() -> sa.ColumnElement[bool]:
    """The condition that an answer holds: the last that is there of its seat on its item.

    That it corrects another is not asked: an answer that was undone and given anew may come back by the history.
    """
    later = sa.alias(ANSWERS)
    of_same = (
        sa.select(later.c.id)
        .where(
            later.c.task == ANSWERS.c.task,
            later.c.seat == ANSWERS.c.seat,
            sa.func.coalesce(later.c.item, 0) == sa.func.coalesce(ANSWERS.c.item, 0),
            later.c.id > ANSWERS.c.id,
            later.c.id.not_in(gone("answers")),
        )
        .correlate(ANSWERS)
    )
    return sa.and_(present(ANSWERS), ~sa.exists(of_same))


def seat_tasks(connection: sa.Connection, seat: OpenSeat, place: int | None = None) -> tuple[SeatTask, ...]:
    """All that a seat is asked for, in its order; or the one task at a place, also if it was given to others since."""
    about = {"seat": seat.id} if place is None else {"seat": seat.id, "place": place}
    asked, counted = (_TASKS, _COUNTED) if place is None else (_TASK_AT_PLACE, _COUNTED_AT_PLACE)
    done = {row.task: row.answers for row in connection.execute(counted, about)}
    skipped = set(connection.scalars(_SKIPPED, {"seat": seat.id}))
    protocols = seat.campaign.protocols
    return tuple(
        SeatTask(
            row.task,
            row.place,
            row.protocol,
            row.items if answers_on_items(protocols[row.protocol]) else 1,
            done.get(row.task, 0),
            row.task in skipped,
            row.kind == TaskKind.TRAINING.value,
        )
        for row in connection.execute(asked, about)
    )


def seat_seconds(connection: sa.Connection, seat: OpenSeat) -> list[float]:
    """How long the answers of a seat took that were timed, the last first."""
    query = sa.select(ANSWERS.c.seconds).where(ANSWERS.c.seat == seat.id, ANSWERS.c.seconds > 0, current_answers())
    return [float(seconds) for seconds in connection.scalars(query.order_by(ANSWERS.c.id.desc()))]


def answers_between(connection: sa.Connection, seat: OpenSeat, start: datetime, end: datetime) -> int:
    """How many answers a seat has given in some time, those that were undone too.

    Where the clock was put back, those from before have their time still to come: nobody has to wait for it.
    """
    return connection.scalar(_BETWEEN, {"seat": seat.id, "start": start, "end": end}) or 0


def next_task(tasks: Sequence[SeatTask], after: int | None = None) -> SeatTask | None:
    """What is asked next: from behind a task, then from the start, at last what was put off; None where all is done."""
    places = [task.task for task in tasks]
    start = places.index(after) + 1 if after in places else 0
    left = [task for task in (*tasks[start:], *tasks[:start]) if not task.is_done]
    others = [task for task in left if task.task != after] or left
    return min(others, key=lambda task: task.is_put_off, default=None)


def find_task(tasks: Sequence[SeatTask], place: int) -> SeatTask:
    """A task by its place at the seat."""
    task = next((task for task in tasks if task.place == place), None)
    if task is None:
        raise NotFound(f"there is no task {place} at this seat; it has {len(tasks)}")
    return task


def show_task(connection: sa.Connection, seat: OpenSeat, number: int) -> ShownTask:
    """All of a task that its judge may see, with what the judge has said of it."""
    asked = {"seat": seat.id, "task": number}
    rows = connection.execute(_ITEMS, asked).all()
    if not rows:
        raise NotFound("this is no task of your seat")
    protocol = seat.campaign.protocols[rows[0].protocol]
    said = {row.item or 0: row for row in connection.execute(_SAID, asked)}
    drafts = {row.item: row for row in connection.execute(_DRAFTS, asked)}
    is_by_item = answers_on_items(protocol)
    items = []
    for place, row in enumerate(rows):
        about = row.id if is_by_item else 0
        speaks = is_by_item or place == 0
        answer, draft = (said.get(about), drafts.get(about)) if speaks else (None, None)
        kept = draft if draft is not None and (draft.body or draft.comment) else None
        shown = kept or answer
        items.append(
            ShownItem(
                id=row.id,
                text=row.text,
                source=row.source_text if protocol.shows_source else "",
                reference=row.reference_text if protocol.shows_reference else "",
                before=_before(connection, seat, row, protocol) if seat.campaign.context == "before" else (),
                information_items=_information_items(connection, row) if protocol.is_of_memory else (),
                answer=0 if answer is None else answer.id,
                body={} if shown is None else shown.body,
                comment="" if shown is None else shown.comment,
                is_draft=kept is not None,
                seconds=0.0 if kept is None else kept.seconds,
                question=Question.of_detail(row.detail) if row.kind == ItemKind.QUESTION.value else None,
            )
        )
    return ShownTask(number, protocol, tuple(items), rows[0].task_kind == TaskKind.WORK.value)


def _before(connection: sa.Connection, seat: OpenSeat, item: Any, protocol: Protocol) -> tuple[tuple[str, str], ...]:
    """The sources and references of the segments before an item: outputs of other segments would be judged with it."""
    if "before" in item.detail:
        return tuple(
            (source if protocol.shows_source else "", reference if protocol.shows_reference else "")
            for source, reference in item.detail["before"]
        )
    if not item.document:
        return ()
    # campaigns of earlier versions: as much of the document as is asked about
    query = (
        sa.select(CAMPAIGN_ITEMS.c.position, CAMPAIGN_ITEMS.c.source_text, CAMPAIGN_ITEMS.c.reference_text)
        .where(
            CAMPAIGN_ITEMS.c.campaign == seat.campaign.id,
            CAMPAIGN_ITEMS.c.document == item.document,
            CAMPAIGN_ITEMS.c.position < item.position,
        )
        .distinct()
        .order_by(CAMPAIGN_ITEMS.c.position.desc())
        .limit(CONTEXT_BEFORE)
    )
    return tuple(
        (row.source_text if protocol.shows_source else "", row.reference_text if protocol.shows_reference else "")
        for row in reversed(connection.execute(query).all())
    )


def _information_items(connection: sa.Connection, item: Any) -> tuple[StoredItem, ...]:
    """What the source of an output, or of the one that a control was made of, is cut into at present."""
    target = item.target
    if target is None and item.made_of is not None:
        target = connection.scalar(sa.select(CAMPAIGN_ITEMS.c.target).where(CAMPAIGN_ITEMS.c.id == item.made_of))
    source = connection.scalar(sa.select(TARGETS.c.source).where(TARGETS.c.id == target))
    return () if source is None else items_of(connection, source)


def takes_answers(campaign: StoredCampaign) -> bool:
    """Whether finished work is taken; also while it is paused, because it was begun before."""
    return campaign.state in (CampaignState.RUNNING, CampaignState.PAUSED)


# what every request of a judge asks: to make such a statement takes longer than to answer it

_SEAT, _PLACE, _TASK = (sa.bindparam(name, type_=ID) for name in ("seat", "place", "task"))


_OPEN_SEAT = sa.select(
    SEATS,
    sa.exists().where(EXCLUSIONS.c.seat == SEATS.c.id, present(EXCLUSIONS)).label("is_excluded"),
    sa.exists().where(SEAT_RELEASES.c.seat == SEATS.c.id, present(SEAT_RELEASES)).label("is_released"),
).where(SEATS.c.id == _SEAT, present(SEATS))


def _tasks(*conditions: sa.ColumnElement[bool]) -> sa.Select[Any]:
    own = sa.and_(ASSIGNMENTS.c.seat == _SEAT, *conditions)
    inside = (
        sa.select(CAMPAIGN_TASK_ITEMS.c.task, sa.func.count().label("items"))
        .join(ASSIGNMENTS, ASSIGNMENTS.c.task == CAMPAIGN_TASK_ITEMS.c.task)
        .where(own)
        .group_by(CAMPAIGN_TASK_ITEMS.c.task)
        .subquery()
    )
    return (
        sa.select(
            ASSIGNMENTS.c.task,
            ASSIGNMENTS.c.place,
            CAMPAIGN_TASKS.c.protocol,
            CAMPAIGN_TASKS.c.kind,
            inside.c["items"],
        )
        .join(CAMPAIGN_TASKS, CAMPAIGN_TASKS.c.id == ASSIGNMENTS.c.task)
        .join(inside, inside.c.task == ASSIGNMENTS.c.task)
        .where(own)
        # what came from others later does not show a source before the output was read alone
        .order_by(CAMPAIGN_TASKS.c.protocol, ASSIGNMENTS.c.place)
    )


_TASKS = _tasks().where(present(ASSIGNMENTS))
_TASK_AT_PLACE = _tasks(ASSIGNMENTS.c.place == _PLACE)
_COUNTED = (
    sa.select(ANSWERS.c.task, sa.func.count().label("answers"))
    .where(ANSWERS.c.seat == _SEAT, current_answers())
    .group_by(ANSWERS.c.task)
)
_COUNTED_AT_PLACE = _COUNTED.where(
    ANSWERS.c.task.in_(sa.select(ASSIGNMENTS.c.task).where(ASSIGNMENTS.c.seat == _SEAT, ASSIGNMENTS.c.place == _PLACE))
)
_SKIPPED = sa.select(SEAT_DRAFTS.c.task).where(SEAT_DRAFTS.c.seat == _SEAT, SEAT_DRAFTS.c.is_skipped)
_BETWEEN = sa.select(sa.func.count()).where(
    ANSWERS.c.seat == _SEAT, ANSWERS.c.at.between(sa.bindparam("start"), sa.bindparam("end"))
)
_ITEMS = (
    sa.select(CAMPAIGN_ITEMS, CAMPAIGN_TASKS.c.protocol, CAMPAIGN_TASKS.c.kind.label("task_kind"))
    .join(CAMPAIGN_TASK_ITEMS, CAMPAIGN_TASK_ITEMS.c.item == CAMPAIGN_ITEMS.c.id)
    .join(CAMPAIGN_TASKS, CAMPAIGN_TASKS.c.id == CAMPAIGN_TASK_ITEMS.c.task)
    .join(ASSIGNMENTS, ASSIGNMENTS.c.task == CAMPAIGN_TASKS.c.id)
    .where(CAMPAIGN_TASKS.c.id == _TASK, ASSIGNMENTS.c.seat == _SEAT)
    .order_by(CAMPAIGN_TASK_ITEMS.c.place)
)
_SAID = sa.select(ANSWERS).where(ANSWERS.c.seat == _SEAT, ANSWERS.c.task == _TASK, current_answers())
_DRAFTS = sa.select(SEAT_DRAFTS).where(SEAT_DRAFTS.c.seat == _SEAT, SEAT_DRAFTS.c.task == _TASK)

"""What seats answered to training: tasks whose answer is known, which count for nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from mtassay.human.protocols.base import AskedItem, Body
from mtassay.store.campaign_tables import ANSWERS, ASSIGNMENTS, CAMPAIGN_ITEMS, CAMPAIGN_TASKS, SEATS
from mtassay.store.campaigns.campaigns import StoredCampaign, TaskKind
from mtassay.store.campaigns.seat_work import OpenSeat, current_answers
from mtassay.store.history.events import mark, present

TRAINING_TRIES = 3
"""How often somebody is trained who does not get enough right; then the work begins all the same."""

_ENOUGH = 0.8


@dataclass(frozen=True, kw_only=True)
class TrainingAnswer:
    """An answer to training, and from where to where it is right; the value is None where nothing could be said.

    `unmarked` are words with errors in which nothing is marked.
    """

    seat: int
    task: int
    text: str
    value: float | None
    low: float
    high: float
    note: str
    unmarked: tuple[str, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether it is as was expected."""
        return self.value is not None and self.low <= self.value <= self.high and not self.unmarked


def has_training(campaign: StoredCampaign) -> bool:
    """Whether judges are trained first."""
    return bool(campaign.settings.get("training", 0))


def training_answers(connection: sa.Connection, campaign: StoredCampaign) -> list[TrainingAnswer]:
    """All answers to the training of a campaign, with the numbers of seats in it."""
    if not has_training(campaign):
        return []
    return _read(connection, campaign, CAMPAIGN_TASKS.c.kind == TaskKind.TRAINING.value)


def last_training_answer(connection: sa.Connection, seat: OpenSeat) -> TrainingAnswer | None:
    """The last answer of a seat, if it was one to training: its judge is told about it."""
    if not has_training(seat.campaign):
        return None
    last = (
        sa.select(ANSWERS.c.id)
        .where(ANSWERS.c.seat == seat.id, current_answers())
        .order_by(ANSWERS.c.id.desc())
        .limit(1)
    )
    about = sa.and_(ANSWERS.c.id == last.scalar_subquery(), CAMPAIGN_TASKS.c.kind == TaskKind.TRAINING.value)
    return next(iter(_read(connection, seat.campaign, about)), None)


def train_again(connection: sa.Connection, seat: OpenSeat, event: int) -> None:
    """Ask a seat for its training once more, where all of it is answered and too little is right.

    `event` is that of its last answer: who takes that back takes back the new try with it.
    """
    count = int(seat.campaign.settings.get("training", 0))
    if not count:
        return
    of_training = sa.select(CAMPAIGN_TASKS.c.id).where(
        CAMPAIGN_TASKS.c.campaign == seat.campaign.id, CAMPAIGN_TASKS.c.kind == TaskKind.TRAINING.value
    )
    tasks = list(connection.scalars(of_training.order_by(CAMPAIGN_TASKS.c.id)))
    own = sa.select(ASSIGNMENTS.c.id, ASSIGNMENTS.c.task).where(
        ASSIGNMENTS.c.seat == seat.id, ASSIGNMENTS.c.task.in_(tasks)
    )
    known = {row.task: row.id for row in connection.execute(own)}
    asked = set(connection.scalars(own.with_only_columns(ASSIGNMENTS.c.task).where(present(ASSIGNMENTS))))
    of_seat = sa.and_(ANSWERS.c.seat == seat.id, ANSWERS.c.task.in_(tasks))
    right = {answer.task: answer.is_right for answer in _read(connection, seat.campaign, of_seat)}
    tries = [tasks[start : start + count] for start in range(0, len(tasks), count)]
    last = max((number for number, attempt in enumerate(tries) if asked.intersection(attempt)), default=len(tries))
    if last + 1 >= len(tries) or not all(task in right for task in tries[last]):
        return
    if sum(right[task] for task in tries[last]) >= _ENOUGH * count:
        return
    again = [task for task in tries[last + 1] if task in known]
    mark(connection, event, ASSIGNMENTS.name, [known[task] for task in again], is_gone=False)
    rows = [
        {"task": task, "event": event, "seat": seat.id, "place": (last + 1) * count + place}
        for place, task in enumerate(tries[last + 1], 1)
        if task not in known
    ]
    if rows:
        connection.execute(sa.insert(ASSIGNMENTS), rows)


def _read(connection: sa.Connection, campaign: StoredCampaign, which: sa.ColumnElement[bool]) -> list[TrainingAnswer]:
    query = (
        sa.select(
            ANSWERS.c.body,
            ANSWERS.c.task,
            SEATS.c.number,
            CAMPAIGN_ITEMS.c.id,
            CAMPAIGN_ITEMS.c.text,
            CAMPAIGN_ITEMS.c.detail,
            CAMPAIGN_TASKS.c.protocol,
        )
        .join(SEATS, SEATS.c.id == ANSWERS.c.seat)
        .join(CAMPAIGN_TASKS, CAMPAIGN_TASKS.c.id == ANSWERS.c.task)
        .join(CAMPAIGN_ITEMS, CAMPAIGN_ITEMS.c.id == ANSWERS.c.item)
        .where(CAMPAIGN_TASKS.c.campaign == campaign.id, current_answers(), which)
        .order_by(ANSWERS.c.id)
    )
    answers = []
    for row in connection.execute(query):
        protocol = campaign.protocols[row.protocol]
        numbers = () if "cannot" in row.body else protocol.numbers(row.body, [AskedItem(row.id, text=row.text)])
        answers.append(
            TrainingAnswer(
                seat=row.number,
                task=row.task,
                text=row.text,
                value=numbers[0].value if numbers else None,
                low=row.detail["low"],
                high=row.detail["high"],
                note=row.detail.get("note", ""),
                unmarked=_unmarked(row.body, row.text, row.detail.get("errors", ())),
            )
        )
    return answers


def _unmarked(body: Body, text: str, errors: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    """The errors that no mark in the translation meets."""
    if "cannot" in body:
        return ()
    marks = [
        (span["start"], span["end"]) for span in body.get("spans", ()) if span["side"] == "target" and "start" in span
    ]
    return tuple(
        text[start:end] for start, end in errors if not any(begin < end and start < stop for begin, stop in marks)
    )

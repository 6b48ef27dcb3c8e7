"""What judges send from a seat: answers, drafts, what is put off or taken back. Nothing is lost or counted twice."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from string import ascii_uppercase
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Depends, Form, Query, Request

from mtassay.errors import NotFound
from mtassay.human.protocols.base import Body
from mtassay.store.campaigns.seat_answers import (
    LONGEST_SECONDS,
    AnsweredAtAnotherMachine,
    ClosedCampaign,
    SeatAnswer,
    keep_seat_draft,
    put_task_off,
    save_seat_answer,
    take_seat_answer_back,
)
from mtassay.store.campaigns.seat_work import (
    SeatTask,
    ShownTask,
    answers_between,
    answers_on_items,
    seat_tasks,
    show_task,
)
from mtassay.store.campaigns.training_answers import train_again
from mtassay.store.judging.checks import LONGEST_COMMENT
from mtassay.web.addresses import SEAT
from mtassay.web.pages.seat.answer_words import say_answer
from mtassay.web.pages.seat.context import NUMBER, AtSeat, Question, at_seat, find_question
from mtassay.web.seat_numbers import CARDS
from mtassay.web.serving.failures import WordedRefusal
from mtassay.web.serving.routes import Context, Done, Routes
from mtassay.web.serving.visitor import LinkRole

if TYPE_CHECKING:
    import sqlalchemy as sa

ROUTES = Routes("Seats")

MOST_A_MINUTE = 60
"""Answers of one seat: no person gives more."""


@dataclass(frozen=True)
class SavedAtSeat:
    """An answer that is stored; `judgment` is the version that a correction names, a blind number."""

    target: int
    judgment: int
    revision: int
    is_new: bool


@dataclass(frozen=True)
class KeptAtSeat:
    """When a draft was kept."""

    target: int
    at: str


@dataclass(frozen=True)
class TakenBackAtSeat:
    """A question whose answer was undone, and is a draft again; 0 where it is not asked any more."""

    target: int


async def _form_fields(request: Request) -> list[tuple[str, str]]:
    """All that a form sends: which fields an answer has, the protocol knows."""
    fields = (await request.form()).multi_items()
    # databases keep no NUL in a text
    return [(name, value.replace("\0", "")) for name, value in fields if isinstance(value, str)]


FormFields = Annotated[list[tuple[str, str]], Depends(_form_fields)]
SeatName = Annotated[str, Query(max_length=100)]
Target = Annotated[int, Form(ge=1, lt=2**31 * CARDS)]  # no place is beyond what databases count by
Comment = Annotated[str, Form(max_length=LONGEST_COMMENT)]
Seconds = Annotated[float, Form(ge=0, le=LONGEST_SECONDS, allow_inf_nan=False)]


@ROUTES.action(f"{SEAT}/answer", may=LinkRole.SEAT, twin=False)
def seat_answer(
    context: Context,
    fields: FormFields,
    target: Target,
    token: Annotated[str, Form(min_length=32, max_length=32, pattern="^[0-9a-f]{32}$")],
    version: Annotated[int, Form(ge=0, lt=NUMBER)] = 0,
    comment: Comment = "",
    seconds: Seconds = 0.0,
    judge: SeatName = "",
) -> Done[SavedAtSeat]:
    """Store an answer. The same token again changes nothing; 409 where the seat answered elsewhere meanwhile."""
    with context.database.answering(f"seat {context.visitor.seat}") as connection:
        sitting = at_seat(context, connection, judge)
        now = datetime.now(UTC)
        if answers_between(connection, sitting.seat, now - timedelta(minutes=1), now) >= MOST_A_MINUTE:
            raise sitting.refusal(429, "too-fast")  # pages keep what they have, and send it later
        question = _question(connection, sitting, target)
        task = show_task(connection, sitting.seat, question.task.task)
        body = sitting.read_body(task, fields)
        given = SeatAnswer(
            task=question.task.task,
            item=_item(task, question),
            body=body,
            token=token,
            version=sitting.answers.find(version),
            comment=comment.replace("\0", ""),
            seconds=seconds,
        )
        try:
            saved = save_seat_answer(connection, sitting.seat, given, task)
            if saved.is_new and question.task.is_training:
                train_again(connection, sitting.seat, saved.revision)
        except AnsweredAtAnotherMachine as error:
            raise _both_versions(sitting, task, body, error) from None
        except ClosedCampaign:
            raise _closed(sitting) from None
    result = SavedAtSeat(target, sitting.answers.show(saved.answer), 0, saved.is_new)
    return Done(result, _following(question))


@ROUTES.action(f"{SEAT}/draft", may=LinkRole.SEAT, twin=False)
def seat_draft(
    context: Context,
    fields: FormFields,
    target: Target,
    comment: Comment = "",
    seconds: Seconds = 0.0,
    judge: SeatName = "",
) -> Done[KeptAtSeat]:
    """Keep what was chosen so far, for this seat alone."""
    with context.database.answering(f"seat {context.visitor.seat}") as connection:
        sitting = at_seat(context, connection, judge)
        question = _question(connection, sitting, target)
        task = show_task(connection, sitting.seat, question.task.task)
        body = _storable(sitting.read_body(task, fields))
        item = _item(task, question)
        kept = comment.replace("\0", "")
        at = keep_seat_draft(connection, sitting.seat, question.task.task, item, body, kept, seconds)
    return Done(KeptAtSeat(target, at.isoformat()), f"{SEAT}?at={target}")


@ROUTES.action(f"{SEAT}/skip", may=LinkRole.SEAT, twin=False)
def seat_skip(context: Context, target: Target, judge: SeatName = "") -> Done[KeptAtSeat]:
    """Put a task off: it is asked after all others."""
    with context.database.answering(f"seat {context.visitor.seat}") as connection:
        sitting = at_seat(context, connection, judge)
        question = _question(connection, sitting, target)
        put_task_off(connection, sitting.seat, question.task.task)
    return Done(KeptAtSeat(target, datetime.now(UTC).isoformat()), SEAT)


@ROUTES.action(f"{SEAT}/undo", may=LinkRole.SEAT, twin=False)
def seat_undo(context: Context, judge: SeatName = "") -> Done[TakenBackAtSeat]:
    """Take back the last answer of this seat; what it said is a draft again."""
    with context.database.writing() as connection:
        sitting = at_seat(context, connection, judge)
        try:
            number, item = take_seat_answer_back(connection, sitting.seat)
        except NotFound:
            raise sitting.refusal(404, "nothing-to-undo") from None
        except ClosedCampaign:
            raise _closed(sitting) from None
        tasks = seat_tasks(connection, sitting.seat)
        target = _number_of(tasks, show_task(connection, sitting.seat, number), item)
    return Done(TakenBackAtSeat(target), f"{SEAT}?at={target}" if target else SEAT)


def _question(connection: "sa.Connection", sitting: AtSeat, number: int) -> Question:
    """What is meant, without a look at all the others: judges wait for this.

    What was given to others meanwhile is found too: finished work is taken.
    """
    return find_question(sitting, seat_tasks(connection, sitting.seat, number // CARDS), number)


def _storable(body: Body) -> Body:
    """A draft without what JSON cannot hold; answers are checked by the protocol, which refuses it."""
    return {name: _storable_value(value) for name, value in body.items() if _is_storable(value)}


def _storable_value(value: Any) -> Any:
    if isinstance(value, dict):
        return _storable(value)
    if isinstance(value, list):
        return [_storable_value(each) for each in value if _is_storable(each)]
    return value


def _is_storable(value: object) -> bool:
    return not isinstance(value, float) or math.isfinite(value)


def _item(task: ShownTask, question: Question) -> int:
    return task.items[max(question.card - 1, 0)].id if answers_on_items(task.protocol) else 0


def _number_of(tasks: Sequence[SeatTask], task: ShownTask, item: int) -> int:
    """The number of a question; 0 where it was given to others."""
    own = next((each for each in tasks if each.task == task.task), None)
    if own is None:
        return 0
    places = [each.id for each in task.items]
    return Question(own, places.index(item) + 1 if own.wanted > 1 and item in places else 0).number


def _following(question: Question) -> str:
    """Without script: the next card of the same document, where one is left, else what is asked next."""
    return f"{SEAT}?after={question.number}"


def _closed(sitting: AtSeat) -> WordedRefusal:
    words = sitting.words
    return WordedRefusal(409, words("failure.closed.title"), words("failure.closed"), {"closed": True})


def _both_versions(sitting: AtSeat, task: ShownTask, body: Body, error: AnsweredAtAnotherMachine) -> WordedRefusal:
    """Both answers in words, as the judge's own page tells the outputs apart."""
    words = sitting.words
    letters = {str(item.id): ascii_uppercase[place % 26] for place, item in enumerate(task.items)}
    stored = error.stored
    details = {
        "yours": {"words": say_answer(body, letters, words)},
        "stored": None
        if stored is None
        else {"judgment": sitting.answers.show(error.answer), "words": say_answer(stored, letters, words)},
    }
    message = words("failure.both") if stored is not None else words("failure.undone-meanwhile")
    return WordedRefusal(409, words("failure.both.title"), message, details)

"""Answers of the judges of a campaign: handed in twice they count once, and none goes over another unseen."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from mtassay.errors import Conflict, InputError, NotFound
from mtassay.human.protocols.base import Body, BodyError, check_object, pointer
from mtassay.store.campaign_tables import ANSWERS, SEAT_DRAFTS
from mtassay.store.campaigns.remembered_answers import remember_answer
from mtassay.store.campaigns.seat_work import (
    OpenSeat,
    ShownTask,
    answers_on_items,
    current_answers,
    show_task,
    takes_answers,
)
from mtassay.store.columns import ID
from mtassay.store.contents.keys import correction_of
from mtassay.store.database import EVENTS_TURN
from mtassay.store.history import events
from mtassay.store.history.event_kinds import BY_JUDGES, EventKind
from mtassay.store.history.events import gone_among
from mtassay.store.history.undo import undo
from mtassay.store.judging.checks import check_comment
from mtassay.store.schema import EVENTS

LONGEST_SECONDS = 86_400.0
UNDONE_WITHIN = timedelta(days=1)
CANNOT = ("source", "language", "other")
"""Why somebody cannot answer: the source makes no sense, it is in another language, or something else."""

_TOKEN = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, kw_only=True)
class SeatAnswer:
    """What a judge says of an item, or of a task as a whole where `item` is 0.

    `token` is 32 hexadecimal digits that whoever hands it in has drawn. `version` is the answer that was there when the
    task was shown, which this one corrects; 0 where there was none.
    """

    task: int
    item: int
    body: object
    token: str
    version: int = 0
    comment: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class SavedSeatAnswer:
    """A stored answer; `is_new` is False where the same one had been handed in before."""

    answer: int
    revision: int
    is_new: bool


class ClosedCampaign(Conflict):
    """A campaign that takes no answers."""


class UndoneAnswer(Conflict):
    """An answer that was saved before and undone since."""


class AnsweredAtAnotherMachine(Conflict):
    """The same seat has answered since the task was shown; `stored` is what it said, `answer` its number."""

    def __init__(self, stored: Body | None, answer: int = 0) -> None:
        said = (
            "the answer that this one corrects was undone meanwhile"
            if stored is None
            else "this was answered meanwhile at another machine or in another window"
        )
        super().__init__(f"{said}; this answer was not saved. Look at both, and save the one that holds")
        self.stored = stored
        self.answer = answer


@dataclass(frozen=True)
class SettledAnswer:
    """An answer that was checked against what is stored: what it says of what, and which answer it corrects.

    `known` is the number and the event of the stored answer where it had been handed in before; `earlier` are all
    answers of the seat on the same. `is_of_memory` says that the answer is a judgment of the project too.
    """

    about: int
    body: Body
    uid: str
    replaces: int | None
    known: tuple[int, int] | None
    earlier: Sequence[Any]
    is_of_memory: bool


def settle_answer(
    connection: sa.Connection, seat: OpenSeat, given: SeatAnswer, shown: ShownTask | None = None
) -> SettledAnswer:
    """Check an answer; a Conflict says that another one is stored already."""
    if _TOKEN.fullmatch(given.token) is None:
        raise InputError("an answer needs a token of 32 hexadecimal digits, drawn anew for each")
    if not 0 <= given.seconds <= LONGEST_SECONDS:
        raise InputError(f"{given.seconds:g} s for an answer is not between 0 and a day")
    task = show_task(connection, seat, given.task) if shown is None else shown
    about = _about(task, given.item)
    rows = connection.execute(_OWN, {"seat": seat.id, "task": given.task, "item": about}).all()
    own = _holding(connection, rows)
    body = check_answer(task, about, given.body)
    uid = _uid(rows, given, own)
    replaces = None if own is None else own.id
    stored = next((row for row in rows if row.uid == uid), None)
    known = None
    if stored is not None:
        if gone_among(connection, ANSWERS.name, [stored.id]):
            raise UndoneAnswer("this answer was saved and then undone; answer again")
        if stored.body != body:
            raise Conflict("another answer was saved by the same token; draw a new token")
        known = (stored.id, stored.event)
    elif (replaces or 0) != given.version:
        raise _answered_meanwhile(own)
    return SettledAnswer(about, body, uid, replaces, known, rows, task.protocol.is_of_memory and task.is_work)


def save_seat_answer(
    connection: sa.Connection, seat: OpenSeat, given: SeatAnswer, shown: ShownTask | None = None
) -> SavedSeatAnswer:
    """Store an answer, as the first on its item or as a correction. A Conflict leaves the transaction to be undone.

    What was finished is taken although its task was given to others meanwhile, or the campaign paused. `shown` is the
    task, where the caller has it.
    """
    try:
        settled = settle_answer(connection, seat, given, shown)
    except AnsweredAtAnotherMachine:
        _refuse_closed_campaign(seat)
        raise
    if settled.known is not None:
        return SavedSeatAnswer(*settled.known, is_new=False)
    _refuse_closed_campaign(seat)
    if connection.dialect.name == "postgresql":
        connection.execute(_TAKE_TURN)
    kind = EventKind.ANSWER if settled.replaces is None else EventKind.ANSWER_CORRECTION
    event = events.record(connection, seat.campaign.project, kind, seat.name, {"campaign": seat.campaign.name})
    number = write_answer(connection, seat, given, settled, event, datetime.now(UTC))
    connection.execute(_DROP_DRAFT, {"of": seat.id, "on": given.task, "about": settled.about})
    return SavedSeatAnswer(number, event, is_new=True)


def write_answer(
    connection: sa.Connection, seat: OpenSeat, given: SeatAnswer, settled: SettledAnswer, event: int, at: datetime
) -> int:
    """Add the row of an answer that was settled in this transaction; returns its number."""
    row = {
        "project": seat.campaign.project,
        "event": event,
        "task": given.task,
        "item": settled.about or None,
        "seat": seat.id,
        "judge": seat.judge,
        "uid": settled.uid,
        "body": settled.body,
        "seconds": round(given.seconds, 3),
        "at": at,
        "comment": check_comment(given.comment),
        "replaces": settled.replaces,
    }
    if settled.is_of_memory:
        row["judgment"] = remember_answer(connection, event, {**row, "judge": seat.name}, settled.earlier)
    number: int | None = connection.execute(_ADD[connection.dialect.name], row).scalar_one_or_none()
    if number is None:
        raise Conflict("the token of this answer belongs to another one; draw a new token")
    return number


def _refuse_closed_campaign(seat: OpenSeat) -> None:
    if not takes_answers(seat.campaign):
        raise ClosedCampaign(f"{seat.campaign.name} is closed or not started, so that it takes no answers")


def check_answer(task: ShownTask, about: int, body: object) -> Body:
    """The canonical form of an answer: by the protocol, or why there can be none."""
    if isinstance(body, dict) and "cannot" in body:
        reason = check_object(body, ("cannot",))["cannot"]
        if not isinstance(reason, str) or reason not in CANNOT:
            raise BodyError(pointer("cannot"), f"say why: {', '.join(CANNOT)}")
        return {"cannot": reason}
    items = [item for item in task.asked if item.id == about] if about else list(task.asked)
    return task.protocol.check(body, items)


def keep_seat_draft(
    connection: sa.Connection,
    seat: OpenSeat,
    number: int,
    item: int,
    body: Body,
    comment: str = "",
    seconds: float = 0.0,
) -> datetime:
    """Keep what was chosen so far, for this seat alone."""
    about = _about(show_task(connection, seat, number), item)
    return _put(connection, seat, number, about, {"body": body, "comment": check_comment(comment), "seconds": seconds})


def put_task_off(connection: sa.Connection, seat: OpenSeat, number: int) -> None:
    """Ask for a task after all others; what was chosen for it stays."""
    task = show_task(connection, seat, number)
    first = task.items[0].id if answers_on_items(task.protocol) else 0
    _put(connection, seat, number, first, {"is_skipped": True})


def take_seat_answer_back(connection: sa.Connection, seat: OpenSeat, now: datetime | None = None) -> tuple[int, int]:
    """Undo the last answer of a seat, of today; what it said is a draft again. Returns its task and its item.

    The item is 0 where the answer is about all of the task.
    """
    since = (datetime.now(UTC) if now is None else now) - UNDONE_WITHIN
    query = (
        sa.select(ANSWERS)
        .join(EVENTS, EVENTS.c.id == ANSWERS.c.event)
        .where(
            ANSWERS.c.seat == seat.id,
            EVENTS.c.at >= since,
            EVENTS.c.kind.in_(BY_JUDGES),  # what a manager took in came with answers of others
            current_answers(),
        )
        .order_by(ANSWERS.c.id.desc())
        .limit(1)
    )
    row = connection.execute(query).first()
    if row is None:
        raise NotFound("there is no answer of today to undo")
    if not takes_answers(seat.campaign):
        raise ClosedCampaign(f"{seat.campaign.name} is closed, so that its answers stay as they are")
    undo(connection, seat.campaign.project, [row.event], seat.name)
    kept = {"body": row.body, "comment": row.comment, "seconds": row.seconds}
    _put(connection, seat, row.task, row.item or 0, kept)
    return row.task, row.item or 0


def _about(task: ShownTask, item: int) -> int:
    """The item that an answer is about; 0 for all of them together."""
    if not answers_on_items(task.protocol):
        return 0
    if len(task.items) == 1 and not item:
        return task.items[0].id
    if item not in {each.id for each in task.items}:
        raise NotFound("this text is not part of the task")
    return item


def _holding(connection: sa.Connection, rows: Any) -> Any:
    lost = gone_among(connection, ANSWERS.name, [row.id for row in rows]) if rows else set()
    return next((row for row in reversed(rows) if row.id not in lost), None)


def _uid(rows: Any, given: SeatAnswer, own: Any) -> str:
    """Always the same for the same answer, so that it is recognized when it comes again."""
    if not given.version:
        return given.token
    corrected = next((row.uid for row in rows if row.id == given.version), None)
    if corrected is None:
        raise _answered_meanwhile(own)
    return correction_of(corrected, given.token)


def _answered_meanwhile(own: Any) -> AnsweredAtAnotherMachine:
    return AnsweredAtAnotherMachine(None) if own is None else AnsweredAtAnotherMachine(own.body, own.id)


def _draft(seat: OpenSeat, task: int, item: int) -> sa.ColumnElement[bool]:
    return sa.and_(SEAT_DRAFTS.c.seat == seat.id, SEAT_DRAFTS.c.task == task, SEAT_DRAFTS.c.item == item)


def _put(connection: sa.Connection, seat: OpenSeat, task: int, item: int, values: dict[str, Any]) -> datetime:
    # writers take turns, so that nobody comes between the two statements
    at = datetime.now(UTC)
    changed = connection.execute(sa.update(SEAT_DRAFTS).where(_draft(seat, task, item)).values(**values, at=at))
    if not changed.rowcount:
        row = {"seat": seat.id, "task": task, "item": item, "at": at, **values}
        connection.execute(sa.insert(SEAT_DRAFTS), row)
    return at


# made once: while an answer is stored, others wait

_OWN = (
    sa.select(ANSWERS)
    .where(
        ANSWERS.c.seat == sa.bindparam("seat"),
        ANSWERS.c.task == sa.bindparam("task"),
        sa.func.coalesce(ANSWERS.c.item, 0) == sa.bindparam("item", type_=ID),
    )
    .order_by(ANSWERS.c.id)
)
_TAKE_TURN = sa.select(sa.func.pg_advisory_xact_lock(EVENTS_TURN))
_ADD = {
    dialect.dialect.name: dialect.insert(ANSWERS)
    .on_conflict_do_nothing(index_elements=("project", "uid"))
    .returning(ANSWERS.c.id)
    for dialect in (postgresql, sqlite)
}
_DROP_DRAFT = sa.delete(SEAT_DRAFTS).where(
    SEAT_DRAFTS.c.seat == sa.bindparam("of"),
    SEAT_DRAFTS.c.task == sa.bindparam("on"),
    SEAT_DRAFTS.c.item == sa.bindparam("about"),
)

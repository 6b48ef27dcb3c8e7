"""A judgment with its event and all that belongs to both, in as few statements as a database allows.

Many judges save at the same time, and one after the other has its turn: what is done in it, all others wait for.
"""

import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from mtassay.store.database import EVENTS_TURN
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.judging.body import AnswerBody
from mtassay.store.schema import DRAFTS, EVENTS, JUDGES, JUDGMENTS, SSER, VERDICTS


@dataclass(frozen=True, kw_only=True)
class NewJudgment:
    """What is to be stored, checked already; `judge_number` is None for a judge without judgments.

    `round` is that of a recheck, empty for what counts. The draft of the same round goes.
    """

    project: int
    target: int
    judge: str
    judge_number: int | None
    system: int | None
    uid: str
    body: AnswerBody
    seconds: float
    comment: str
    replaces: int | None
    round: str

    @property
    def kind(self) -> EventKind:
        """What happens, in the words of the history."""
        if self.round:
            return EventKind.RECHECK
        return EventKind.JUDGMENT if self.replaces is None else EventKind.CORRECTION

    @property
    def summary(self) -> dict[str, Any]:
        """What the history tells of it."""
        return {"judgments": 1, "value": self.body.value}


def write_judgment(connection: sa.Connection, new: NewJudgment) -> tuple[int, int] | None:
    """Store it; returns its number and that of its event, or None where its uid is another one's.

    After None the transaction has to be rolled back: it has entered an event without a judgment.
    """
    if connection.dialect.name == "postgresql":
        return _write_at_once(connection, new)
    event = events.record(connection, new.project, new.kind, new.judge, new.summary)
    judgment = add_judgment(connection, event, new)
    if judgment is None:
        return None
    connection.execute(_DROP_DRAFT, {"of": new.project, "by": new.judge, "in": new.round, "on": new.target})
    return judgment, event


def add_judgment(connection: sa.Connection, event: int, new: NewJudgment) -> int | None:
    """Store it as part of an event that was entered; returns its number, or None where its uid is another one's."""
    number = new.judge_number
    if number is None:
        row = {"project": new.project, "name": new.judge, "event": event}
        number = connection.execute(_ADD_JUDGE, row).scalar_one()
    values = {**_row(new), "event": event, "judge": number}
    add = _ADD_TO_SERVER if connection.dialect.name == "postgresql" else _ADD
    judgment: int | None = connection.execute(add, values).scalar_one_or_none()
    verdicts = new.body.verdicts
    if judgment is not None and verdicts:
        linked = [{"judgment": judgment, "item": item, "verdict": verdict} for item, verdict in verdicts.items()]
        connection.execute(_ADD_VERDICTS, linked)
    return judgment


def _write_at_once(connection: sa.Connection, new: NewJudgment) -> tuple[int, int] | None:
    values = {
        **_row(new),
        "judge": new.judge_number,
        "event_uid": uuid.uuid4().hex,
        "who": new.judge,
        "event_kind": new.kind,
        "summary": new.summary,
        "items": list(new.body.verdicts),
        "classes": list(new.body.verdicts.values()),
        "of": new.project,
        "by": new.judge,
        "in": new.round,
        "on": new.target,
    }
    row = connection.execute(_AT_ONCE_BY_SOMEBODY_NEW if new.judge_number is None else _AT_ONCE, values).first()
    return None if row is None else (row[0], row[1])


def _row(new: NewJudgment) -> dict[str, Any]:
    return {
        "project": new.project,
        "target": new.target,
        "uid": new.uid,
        "kind": SSER,
        "system": new.system,
        "value": new.body.value,
        "at": datetime.now(UTC),
        "seconds": round(new.seconds, 3),
        "comment": new.comment,
        "is_recheck": new.round != "",
        "round": new.round,
        "replaces": new.replaces,
    }


# the draft `of` a project `by` a judge, `in` a round, `on` a target
_DROP_DRAFT = sa.delete(DRAFTS).where(
    DRAFTS.c.project == sa.bindparam("of"),
    DRAFTS.c.judge == sa.bindparam("by"),
    DRAFTS.c.round == sa.bindparam("in"),
    DRAFTS.c.target == sa.bindparam("on"),
)

_UNIQUE = ("project", "uid")
_ADD_JUDGE = sa.insert(JUDGES).returning(JUDGES.c.id)
_ADD_VERDICTS = sa.insert(VERDICTS)
_ADD = sqlite.insert(JUDGMENTS).on_conflict_do_nothing(index_elements=_UNIQUE).returning(JUDGMENTS.c.id)
_ADD_TO_SERVER = postgresql.insert(JUDGMENTS).on_conflict_do_nothing(index_elements=_UNIQUE).returning(JUDGMENTS.c.id)


def _all_at_once(*, by_somebody_new: bool = False) -> sa.Select[int, int]:
    """The turn, the event, the judgment, its verdicts and the end of its draft as one statement of PostgreSQL.

    So a turn lasts for one message and the commit. The number of the event is drawn for each row of `turn`, which has
    one once the lock is held.
    """
    turn = sa.select(sa.func.pg_advisory_xact_lock(EVENTS_TURN)).cte("turn").prefix_with("MATERIALIZED")
    told = {
        "uid": _given("event_uid", EVENTS.c.uid),
        "project": _given("project", EVENTS.c.project),
        "at": _given("at", EVENTS.c.at),
        "who": _given("who", EVENTS.c.who),
        "kind": _given("event_kind", EVENTS.c.kind),
        "summary": _given("summary", EVENTS.c.summary),
    }
    entered = sa.select(*told.values()).select_from(turn)
    event = sa.insert(EVENTS).from_select(list(told), entered, include_defaults=False)
    numbered = event.returning(EVENTS.c.id).cte("entered")
    names = ("project", "target", "uid", "kind", "judge", "system", "value", "at", "seconds", "comment", "is_recheck")
    said: dict[str, sa.ColumnElement[Any]] = {
        name: _given(name, JUDGMENTS.c[name]) for name in (*names, "round", "replaces")
    }
    added = sa.select(numbered.c.id, *said.values())
    if by_somebody_new:
        person = sa.select(_given("project", JUDGES.c.project), _given("who", JUDGES.c.name), numbered.c.id)
        judge = sa.insert(JUDGES).from_select(["project", "name", "event"], person).returning(JUDGES.c.id).cte("judge")
        said["judge"] = judge.c.id
        added = sa.select(numbered.c.id, *said.values()).join_from(numbered, judge, sa.true())
    judgment = (
        postgresql.insert(JUDGMENTS)
        .from_select(["event", *said], added, include_defaults=False)
        .on_conflict_do_nothing(index_elements=_UNIQUE)
        .returning(JUDGMENTS.c.id, JUDGMENTS.c.event)
        .cte("added")
    )
    given = sa.func.unnest(
        sa.bindparam("items", type_=postgresql.ARRAY(sa.BigInteger)),
        sa.bindparam("classes", type_=postgresql.ARRAY(sa.Text)),
    ).table_valued("item", "verdict")
    given = given.render_derived(name="given")
    linked = sa.select(judgment.c.id, given.c.item, given.c.verdict).join_from(judgment, given, sa.true())
    verdicts = sa.insert(VERDICTS).from_select(["judgment", "item", "verdict"], linked)
    dropped = _DROP_DRAFT.returning(DRAFTS.c.id).cte("dropped")
    labelled = verdicts.returning(VERDICTS.c.item).cte("labelled")
    return sa.select(judgment.c.id, judgment.c.event).add_cte(dropped, labelled)


def _given(name: str, column: sa.Column[Any]) -> sa.ColumnElement[Any]:
    # PostgreSQL learns the type of a value in a SELECT from nothing else
    return sa.cast(sa.bindparam(name, type_=column.type), column.type)


_AT_ONCE = _all_at_once()
_AT_ONCE_BY_SOMEBODY_NEW = _all_at_once(by_somebody_new=True)

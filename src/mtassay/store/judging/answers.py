"""Answers of judges: handed in twice they count once, and none goes over another unseen."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from mtassay.errors import Conflict, InputError, NotFound
from mtassay.store.contents.keys import correction_of, recheck_uid
from mtassay.store.contents.projects import Project
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import gone_among, is_gone, refuse_closed
from mtassay.store.history.undo import undo
from mtassay.store.judging.body import AnswerBody, check_body
from mtassay.store.judging.checks import check_comment, check_judge, refuse_gone
from mtassay.store.judging.drafts import Draft, keep_draft
from mtassay.store.judging.holding import current_rows
from mtassay.store.judging.judgment_writer import NewJudgment, write_judgment
from mtassay.store.schema import EVENTS, JUDGES, JUDGMENTS, OUTPUTS, PROJECTS, RUNS, SOURCES, SYSTEMS, TARGETS, VERDICTS

LONGEST_SECONDS = 86_400.0
UNDONE_WITHIN = timedelta(days=1)
"""How long the last answer can be taken back without being named."""
_GIVEN_HERE = (EventKind.JUDGMENT, EventKind.CORRECTION, EventKind.RECHECK)
"""What a judge can take back; what came by a campaign is taken back at its seat."""
_TOKEN = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True)
class Answer:
    """What a judge says of a target.

    `token` is 32 hexadecimal digits that whoever hands it in has drawn. `version` is the judgment of this judge that
    was there when the question was shown, which this one corrects; 0 where there was none.
    """

    target: int
    body: AnswerBody
    token: str
    version: int = 0
    comment: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class Saved:
    """A stored judgment; `is_new` is False where the same one had been handed in before."""

    judgment: int
    revision: int
    is_new: bool


@dataclass(frozen=True)
class StoredAnswer:
    """A judge's own answer that holds."""

    judgment: int
    value: float
    comment: str
    at: datetime | None
    system: int | None


class AnsweredElsewhere(Conflict):
    """The same judge has answered in another window since the question was shown; `stored` is that answer, if any."""

    def __init__(self, stored: StoredAnswer | None) -> None:
        said = (
            "the answer that this one corrects was undone meanwhile"
            if stored is None
            else f"you have answered this meanwhile in another window, with {stored.value:g}"
        )
        super().__init__(f"{said}; this answer was not saved. Look at both, and save the one that holds")
        self.stored = stored


@dataclass(frozen=True)
class TakenBack:
    """An answer that was undone: its target, and what it said, which is a draft again."""

    target: int
    value: float
    round: str
    revision: int


def save_answer(
    connection: sa.Connection,
    project: Project,
    judge: str,
    answer: Answer,
    *,
    round: str = "",
    system: int | None = None,
) -> Saved:
    """Store an answer, as the first of this judge on its target or as a correction of `version`.

    `round` is that of a recheck, empty for what counts, `system` the number of the one whose outputs are judged, for
    translations that several have produced, it among them. A Conflict leaves the transaction to be rolled back.
    """
    if _TOKEN.fullmatch(answer.token) is None:
        raise InputError("an answer needs a token of 32 hexadecimal digits, drawn anew for each")
    if not 0 <= answer.seconds <= LONGEST_SECONDS:
        raise InputError(f"{answer.seconds:g} s for an answer is not between 0 and a day")
    check_judge(judge)
    about = {"project": project.id, "target": answer.target, "judge": judge, "system": system}
    stored = connection.execute(_STATE, about).all()
    rows = [row for row in stored if row.id is not None]
    uid = _uid(rows, answer, round)
    known = next((row for row in rows if row.uid == uid), None)
    if known is not None:
        if known.is_gone:
            raise Conflict("this answer was saved and then undone; judge it again")
        return Saved(known.id, known.event, is_new=False)
    if stored and stored[0].is_closed:
        refuse_closed(connection, project.id)
    own = _holding(rows, round)
    if (0 if own is None else own.judgment) != answer.version:
        raise AnsweredElsewhere(own)
    refuse_gone(not stored or stored[0].target_is_gone or stored[0].source_is_gone)
    body = check_body(connection, project, answer.target, answer.body)
    state = stored[0]
    if own is not None:
        system = own.system
    elif state.first_system is not None and state.first_system == state.last_system:
        system = state.first_system
    else:  # a judge may answer outside the scope: after an undo, for example
        system = state.asked_system
    new = NewJudgment(
        project=project.id,
        target=answer.target,
        judge=judge,
        judge_number=state.judge,
        system=system,
        uid=uid,
        body=body,
        seconds=answer.seconds,
        comment=check_comment(answer.comment),
        replaces=None if own is None else own.judgment,
        round=round,
    )
    written = write_judgment(connection, new)
    if written is None:
        raise Conflict("the token of this answer belongs to another one; draw a new token")
    return Saved(*written, is_new=True)


def _producer(which: sa.ColumnElement[int]) -> sa.ScalarSelect[int]:
    """One of the systems that produced a target, such as the first or last."""
    query = (
        sa.select(which)
        .select_from(OUTPUTS)
        .join(RUNS, RUNS.c.id == OUTPUTS.c.run)
        .join(SYSTEMS, SYSTEMS.c.id == RUNS.c.system)
        .where(OUTPUTS.c.target == TARGETS.c.id, SYSTEMS.c.project == SOURCES.c.project)
    )
    for table in (OUTPUTS, RUNS, SYSTEMS):
        query = query.where(~sa.func.coalesce(is_gone(table), sa.false()))
    return query.correlate(TARGETS, SOURCES).scalar_subquery()


_ASKED = sa.bindparam("system", type_=sa.BigInteger)
# One question instead of six: on a server each is a message, and many judges ask at the same time. It has a row for
# each judgment of the judge on the target, and one where there is none.
_STATE = (
    sa.select(
        is_gone(TARGETS).label("target_is_gone"),
        is_gone(SOURCES).label("source_is_gone"),
        _producer(sa.func.min(SYSTEMS.c.id)).label("first_system"),
        _producer(sa.func.max(SYSTEMS.c.id)).label("last_system"),
        _producer(sa.func.max(sa.case((SYSTEMS.c.id == _ASKED, SYSTEMS.c.id)))).label("asked_system"),
        JUDGES.c.id.label("judge"),
        JUDGMENTS.c.id,
        JUDGMENTS.c.event,
        JUDGMENTS.c.uid,
        JUDGMENTS.c.value,
        JUDGMENTS.c.comment,
        JUDGMENTS.c.at,
        JUDGMENTS.c.system,
        JUDGMENTS.c.replaces,
        JUDGMENTS.c.is_recheck,
        JUDGMENTS.c.round,
        is_gone(JUDGMENTS).label("is_gone"),
        (PROJECTS.c.is_archived | PROJECTS.c.deleted.is_not(None)).label("is_closed"),
    )
    .select_from(TARGETS)
    .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
    .join(PROJECTS, PROJECTS.c.id == SOURCES.c.project)
    .outerjoin(JUDGES, (JUDGES.c.project == SOURCES.c.project) & (JUDGES.c.name == sa.bindparam("judge")))
    .outerjoin(JUDGMENTS, (JUDGMENTS.c.target == TARGETS.c.id) & (JUDGMENTS.c.judge == JUDGES.c.id))
    .where(TARGETS.c.id == sa.bindparam("target"), SOURCES.c.project == sa.bindparam("project"))
    .order_by(JUDGMENTS.c.id)
)


def _holding(rows: Sequence[Any], round: str) -> StoredAnswer | None:
    """What holds of it; in a recheck, what was said in that."""
    holding = [
        row
        for row in current_rows(rows, {row.id for row in rows if row.is_gone})
        if row.value is not None and row.is_recheck == (round != "") and row.round == round
    ]
    if not holding:
        return None
    row = holding[-1]
    return StoredAnswer(row.id, row.value, row.comment, row.at, row.system)


def take_back(
    connection: sa.Connection,
    project: Project,
    judge: str,
    revision: int | None = None,
    since: datetime | None = None,
    round: str = "",
) -> TakenBack:
    """Undo an answer of this judge, the last one where no revision is named; what it said is a draft again.

    Without a revision only answers after `since` are taken back: who asks for the last one means one of today. They
    are those of one recheck, by its `round`, or those that count: neither is judged anew where the other is asked for.
    Rechecks of old archives have no round: only a revision names one of them, and no draft is kept of it.
    """
    query = sa.select(EVENTS.c.id, EVENTS.c.kind).where(
        EVENTS.c.project == project.id, EVENTS.c.who == judge, EVENTS.c.kind.in_(_GIVEN_HERE)
    )
    if revision is not None:
        query = query.where(EVENTS.c.id == min(revision, 2**62))
    elif since is not None:
        query = query.where(EVENTS.c.at >= since)
    undone = events.undone_events(connection, project.id)
    for event in connection.execute(query.order_by(EVENTS.c.id.desc())):
        if event.id in undone:
            continue
        row = connection.execute(sa.select(JUDGMENTS).where(JUDGMENTS.c.event == event.id)).first()
        if row is None or row.value is None or gone_among(connection, "judgments", [row.id]):
            continue
        if revision is None and (row.round != round or row.is_recheck != (round != "")):
            continue
        verdicts = dict(
            connection.execute(
                sa.select(VERDICTS.c.item, VERDICTS.c.verdict).where(VERDICTS.c.judgment == row.id)
            ).all()
        )
        undo(connection, project.id, [event.id], judge)
        if row.round or not row.is_recheck:  # else it would be the draft of an answer that counts
            draft = Draft(AnswerBody(row.value, verdicts), row.comment, row.seconds or 0.0, row.replaces or 0)
            keep_draft(connection, project, judge, row.target, draft, row.round)
        return TakenBack(row.target, row.value, row.round, event.id)
    if revision is not None:
        raise NotFound("this answer is not there any more; it was undone already, or is not yours")
    raise NotFound("there is no answer of today to undo; older ones can be revised, or undone in the history")


def recent_seconds(connection: sa.Connection, project: Project | None, judge: str, count: int = 20) -> list[float]:
    """How long the last answers of a judge took, in a project or anywhere."""
    query = (
        sa.select(JUDGMENTS.c.seconds)
        .join(JUDGES, JUDGES.c.id == JUDGMENTS.c.judge)
        .where(JUDGES.c.name == judge, JUDGMENTS.c.seconds > 0)
        .where(sa.true() if project is None else JUDGMENTS.c.project == project.id)
        .order_by(JUDGMENTS.c.id.desc())
        .limit(count)
    )
    return [float(seconds) for seconds in connection.scalars(query)]


def _uid(rows: Sequence[Any], answer: Answer, round: str) -> str:
    """Always the same for the same answer, so that it is recognized when it comes again."""
    if answer.version:
        corrected = next((row.uid for row in rows if row.id == answer.version), None)
        if corrected is None:
            raise AnsweredElsewhere(_holding(rows, round))
        return correction_of(corrected, answer.token)
    return recheck_uid(round, answer.token) if round else answer.token

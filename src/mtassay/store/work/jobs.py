"""Long work: written down by who asks for it, claimed by one worker at a time, watched and cancelled by its owner.

A worker holds a job by a lease, which every report renews. Nothing sweeps up after workers that die: a job whose lease
has run out reads as interrupted, and its owner may start it again. A lease that ran out takes nothing from a worker
that was only slow; another attempt does. A name of a worker is for one process, and for one job at a time.
"""

import contextlib
import json
import re
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

import sqlalchemy as sa

from mtassay.errors import Conflict, NotFound
from mtassay.store.columns import UtcTime
from mtassay.store.contents.shown_text import shown_text
from mtassay.store.schema import JOBS
from mtassay.store.work.kept_files import forget_file

LIFETIME = timedelta(days=1)
"""How long a job is kept after it ended."""

_LONGEST_MESSAGE = 2000


class JobState(StrEnum):
    """How far a job has come."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen by itself."""
        return self not in (JobState.WAITING, JobState.RUNNING)


class Reply(StrEnum):
    """What a worker hears when it reports."""

    CONTINUE = "continue"
    CANCEL = "cancel"
    """The owner wants no more of it: stop, and say so by `end_cancelled`."""
    LOST = "lost"
    """It is another's, or over: stop, and write nothing."""


@dataclass(frozen=True, kw_only=True)
class Job:
    """A job as it is at the moment. `done` of `total` is its progress, in units of its own; 0 of 0 is unknown."""

    uid: str
    kind: str
    owner: str
    title: str
    state: JobState
    arguments: dict[str, Any]
    result: dict[str, Any] | None
    done: int
    total: int
    message: str
    created: datetime
    started: datetime | None
    finished: datetime | None
    attempt: int
    cancel_is_asked: bool


def add_job(
    connection: sa.Connection,
    kind: str,
    owner: str,
    title: str,
    arguments: Mapping[str, Any],
    now: datetime | None = None,
) -> Job:
    """Write down work to be done; `arguments` are what JSON can hold."""
    values = {
        "uid": secrets.token_hex(16),
        "kind": kind,
        "owner": owner,
        "title": shown_text(title, 200),
        "state": JobState.WAITING.value,
        "arguments": _checked(arguments),
        "created": _moment(now),
    }
    row = connection.execute(sa.insert(JOBS).returning(*JOBS.c), values).one()
    return _job(row, _moment(now))


def find_job(connection: sa.Connection, owner: str, uid: str, now: datetime | None = None) -> Job:
    """One of an owner's jobs."""
    return _job(_row(connection, owner, uid), _moment(now))


def find_shared_job(connection: sa.Connection, kind: str, uid: str, now: datetime | None = None) -> Job:
    """A job of a kind, whoever began it: for figures that all who may ask for them have in common."""
    return _job(_row(connection, None, uid, kind), _moment(now))


def job_under_way(
    connection: sa.Connection, kind: str, arguments: Mapping[str, Any], now: datetime | None = None
) -> Job | None:
    """The first job of a kind with these arguments that waits or runs, whoever began it; None where there is none.

    Part of the transaction that would add another one, so that two who ask at once find the same.
    """
    states = (JobState.WAITING.value, JobState.RUNNING.value)
    query = sa.select(JOBS).where(JOBS.c.state.in_(states), JOBS.c.kind == kind, ~JOBS.c.cancel_is_asked)
    jobs = (_job(row, _moment(now)) for row in connection.execute(query.order_by(JOBS.c.id)))
    return next((job for job in jobs if job.arguments == dict(arguments) and not job.state.is_over), None)


def useful_jobs(connection: sa.Connection, kind: str, now: datetime | None = None) -> Iterator[Job]:
    """Jobs of a kind that are done or will be, whoever began them, the newest first."""
    states = (JobState.WAITING.value, JobState.RUNNING.value, JobState.DONE.value)
    query = sa.select(JOBS).where(JOBS.c.state.in_(states), JOBS.c.kind == kind, ~JOBS.c.cancel_is_asked)
    jobs = (_job(row, _moment(now)) for row in connection.execute(query.order_by(JOBS.c.id.desc())))
    return (job for job in jobs if job.state is JobState.DONE or not job.state.is_over)


def jobs_of(connection: sa.Connection, owner: str, limit: int | None, now: datetime | None = None) -> tuple[Job, ...]:
    """The jobs of an owner, the newest first."""
    rows = connection.execute(sa.select(JOBS).where(JOBS.c.owner == owner).order_by(JOBS.c.id.desc()).limit(limit))
    return tuple(_job(row, _moment(now)) for row in rows)


def has_waiting_job(connection: sa.Connection) -> bool:
    """Whether `claim_job` may find one: for workers that look often, since it needs no turn to write."""
    query = sa.select(JOBS.c.id).where(JOBS.c.state == JobState.WAITING.value).limit(1)
    return connection.execute(query).first() is not None


def claim_job(
    connection: sa.Connection, worker: str, lease_seconds: float = 15, now: datetime | None = None
) -> Job | None:
    """Take the next job, which no other worker gets then; None where none waits.

    That is the oldest one of those whose owners have the fewest running: one owner's many jobs do not keep others
    waiting, and run side by side where nobody else wants anything.
    """
    at = _moment(now)
    waiting, running = JOBS.alias("waiting"), JOBS.alias("running")
    busy = (
        sa.select(sa.func.count())
        .where(running.c.owner == waiting.c.owner, running.c.state == JobState.RUNNING.value)
        .where(running.c.lease_from <= at, running.c.lease_until > at)
        .correlate(waiting)
        .scalar_subquery()
    )
    chosen = (
        sa.select(waiting.c.id)
        .where(waiting.c.state == JobState.WAITING.value)
        .order_by(busy, waiting.c.id)
        .limit(1)
        # on PostgreSQL, where several may choose at once; SQLite has one writer, and no such words
        .with_for_update(skip_locked=True, of=waiting)
        .scalar_subquery()
    )
    row = connection.execute(
        sa.update(JOBS)
        .where(JOBS.c.id == chosen, JOBS.c.state == JobState.WAITING.value)
        .values(state=JobState.RUNNING.value, worker=worker, started=at, **_lease(at, lease_seconds))
        .returning(*JOBS.c)
    ).first()
    return None if row is None else _job(row, at)


def report_progress(
    connection: sa.Connection,
    uid: str,
    worker: str,
    done: int,
    total: int,
    message: str = "",
    lease_seconds: float = 15,
    now: datetime | None = None,
) -> Reply:
    """Say how far a job is, renew the lease, and hear whether to go on. One statement, found by its key."""
    shown = shown_text(message, _LONGEST_MESSAGE)
    asked = connection.scalar(
        sa.update(JOBS)
        .where(JOBS.c.uid == uid, JOBS.c.worker == worker, JOBS.c.state == JobState.RUNNING.value)
        .values(done=done, total=total, message=shown, **_lease(_moment(now), lease_seconds))
        .returning(JOBS.c.cancel_is_asked)
    )
    if asked is None:
        return Reply.LOST
    return Reply.CANCEL if asked else Reply.CONTINUE


def finish_job(
    connection: sa.Connection, uid: str, worker: str, result: Mapping[str, Any], now: datetime | None = None
) -> bool:
    """Hand in what came out, as JSON can hold it; False where another attempt began, or the job was ended meanwhile."""
    return _end(connection, uid, worker, JobState.DONE, now, result=_checked(result), message="")


def fail_job(connection: sa.Connection, uid: str, worker: str, message: str, now: datetime | None = None) -> bool:
    """Say why a job cannot be done, in words for its owner; False as in `finish_job`."""
    shown = shown_text(message, _LONGEST_MESSAGE)
    return _end(connection, uid, worker, JobState.FAILED, now, message=shown)


def end_cancelled(connection: sa.Connection, uid: str, worker: str, now: datetime | None = None) -> bool:
    """Say that a job has stopped because its owner asked for it; False as in `finish_job`."""
    return _end(connection, uid, worker, JobState.CANCELLED, now)


def interrupt_jobs(connection: sa.Connection, worker: str, now: datetime | None = None) -> int:
    """Give back what a worker holds because it stops; returns how many. They can be started again at once."""
    state = sa.case((JOBS.c.cancel_is_asked, JobState.CANCELLED.value), else_=JobState.INTERRUPTED.value)
    held = sa.update(JOBS).where(JOBS.c.worker == worker, JOBS.c.state == JobState.RUNNING.value)
    return connection.execute(held.values(state=state, finished=_moment(now))).rowcount


def ask_cancel(connection: sa.Connection, owner: str, uid: str, now: datetime | None = None) -> Job:
    """Cancel a job: at once where nobody works on it, else when its worker reports. One that is over stays as it is."""
    at = _moment(now)
    _row(connection, owner, uid)
    waits = JOBS.c.state == JobState.WAITING.value
    is_held = sa.and_(JOBS.c.lease_from <= at, JOBS.c.lease_until > at)
    state = sa.case((waits | ~is_held, JobState.CANCELLED.value), else_=JOBS.c.state)
    finished = sa.case((waits | ~is_held, sa.literal(at, UtcTime)), else_=JOBS.c.finished)
    connection.execute(
        sa.update(JOBS)
        .where(JOBS.c.uid == uid, JOBS.c.state.in_((JobState.WAITING.value, JobState.RUNNING.value)))
        .values(cancel_is_asked=True, state=state, finished=finished)
    )
    return find_job(connection, owner, uid, at)


def restart_job(connection: sa.Connection, owner: str, uid: str, now: datetime | None = None) -> Job:
    """Let a job that was interrupted, cancelled or failed wait for another attempt."""
    row = _row(connection, owner, uid)
    job = _job(row, _moment(now))
    if job.state in (JobState.WAITING, JobState.RUNNING, JobState.DONE):
        raise Conflict(f"the job is {job.state}, so it cannot be started again")
    again = {
        "state": JobState.WAITING.value,
        "result": None,
        "done": 0,
        "total": 0,
        "message": "",
        "started": None,
        "finished": None,
        "attempt": row.attempt + 1,
        "cancel_is_asked": False,
        "worker": None,
        "lease_from": None,
        "lease_until": None,
    }
    # a slow worker may report, or somebody else start it again, between the two statements
    same = _unchanged(row)
    if connection.execute(sa.update(JOBS).where(same).values(**again)).rowcount == 0:
        raise Conflict("the job has changed meanwhile; look at it again")
    return find_job(connection, owner, uid, now)


def remove_job(connection: sa.Connection, owner: str, uid: str, now: datetime | None = None) -> None:
    """Forget a job and its result; one that runs must be cancelled first."""
    row = _row(connection, owner, uid)
    if _job(row, _moment(now)).state is JobState.RUNNING:
        raise Conflict("the job is running; cancel it first")
    if connection.execute(sa.delete(JOBS).where(_unchanged(row))).rowcount == 0:
        raise Conflict("the job has changed meanwhile; look at it again")


def forget_jobs_about(connection: sa.Connection, project: int, owner: str | None = None) -> None:
    """Forget jobs on a project, of one owner or of all, with the files that they made, whether or not they are over.

    What runs is not wanted any more: its worker is told so when it reports, and cannot hand anything in.
    """
    query = sa.select(JOBS) if owner is None else sa.select(JOBS).where(JOBS.c.owner == owner)
    for row in connection.execute(query).all():
        if project in projects_named(row.arguments, row.result):
            for file in (row.result or {}).get("files", ()):
                with contextlib.suppress(NotFound):  # its day is over
                    forget_file(connection, row.owner, file["uid"])
            connection.execute(sa.delete(JOBS).where(JOBS.c.id == row.id))


def projects_named(arguments: Mapping[str, Any], result: Mapping[str, Any] | None) -> set[int]:
    """The numbers of the projects that a job is about: it reads them, changes them, or made them."""
    named = (arguments.get("project"), arguments.get("other"), (result or {}).get("project"))
    return {number for number in named if isinstance(number, int)}


def forget_old_jobs(connection: sa.Connection, now: datetime | None = None) -> int:
    """Clean away jobs that ended a day ago, also by a worker that died; returns how many there were."""
    before = _moment(now) - LIFETIME
    is_held = JOBS.c.state == JobState.RUNNING.value
    ended = sa.case((is_held, JOBS.c.lease_until), else_=JOBS.c.finished)
    return connection.execute(sa.delete(JOBS).where(ended <= before)).rowcount


def _end(
    connection: sa.Connection, uid: str, worker: str, state: JobState, now: datetime | None, **values: Any
) -> bool:
    # one that the worker gave back, or whose lease ran out, is still its own until another attempt begins
    held = JOBS.c.state.in_((JobState.RUNNING.value, JobState.INTERRUPTED.value))
    chosen = sa.update(JOBS).where(JOBS.c.uid == uid, JOBS.c.worker == worker, held)
    return connection.execute(chosen.values(state=state.value, finished=_moment(now), **values)).rowcount == 1


def _lease(now: datetime, seconds: float) -> dict[str, datetime]:
    length = timedelta(seconds=seconds)
    return {"lease_from": now - length, "lease_until": now + length}


def _row(connection: sa.Connection, owner: str | None, uid: str, kind: str = "") -> Any:
    query = sa.select(JOBS).where(JOBS.c.uid == uid)
    query = query.where(JOBS.c.kind == kind if owner is None else JOBS.c.owner == owner)
    # PostgreSQL refuses a query with a NUL in a text, so a text that cannot be a uid is not looked up
    row = connection.execute(query).first() if re.fullmatch("[0-9a-f]{32}", uid) else None
    if row is None:
        raise NotFound("there is no such job; jobs are deleted a day after they end, so start it again")
    return row


def _unchanged(row: Any) -> sa.ColumnElement[bool]:
    """That a job is held as it was when its row was read."""
    return sa.and_(
        JOBS.c.id == row.id,
        JOBS.c.state == row.state,
        JOBS.c.attempt == row.attempt,
        JOBS.c.lease_until.is_not_distinct_from(row.lease_until),
    )


def _job(row: Any, now: datetime) -> Job:
    state = JobState(row.state)
    if state is JobState.RUNNING and not row.lease_from <= now < row.lease_until:
        state = JobState.CANCELLED if row.cancel_is_asked else JobState.INTERRUPTED
    return Job(
        uid=row.uid,
        kind=row.kind,
        owner=row.owner,
        title=row.title,
        state=state,
        arguments=row.arguments,
        result=row.result,
        done=row.done,
        total=row.total,
        message=row.message,
        created=row.created,
        started=row.started,
        finished=row.finished,
        attempt=row.attempt,
        cancel_is_asked=row.cancel_is_asked,
    )


def _checked(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values, where every database can hold them: SQLite would take NaN, and PostgreSQL not."""
    json.dumps(dict(values), allow_nan=False)
    return dict(values)


def _moment(now: datetime | None) -> datetime:
    return datetime.now(UTC) if now is None else now

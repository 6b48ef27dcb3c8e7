"""Jobs as lists of them, and the pages that began them, show them."""

from dataclasses import dataclass
from datetime import UTC, datetime

from mtassay.store.people.accounts import Role
from mtassay.store.work.jobs import Job, JobState, projects_named
from mtassay.web.serving.visitor import Visitor

_OF_JUDGES = ("score_spreadsheet", "compare_systems")
"""Kinds of jobs that judges may begin; all others read or change projects as managers do."""

_OVER = (JobState.DONE, JobState.FAILED, JobState.CANCELLED, JobState.INTERRUPTED)


@dataclass(frozen=True, kw_only=True)
class JobRow:
    """A job as lists show it; `seconds_left` is a guess from how long its part has taken so far.

    `is_own` says that whoever asks began it, and may cancel it.
    """

    uid: str
    kind: str
    title: str
    state: JobState
    done: int
    total: int
    message: str
    created: str
    seconds: float | None
    seconds_left: float | None
    is_over: bool
    can_restart: bool
    is_own: bool = True


def is_shown(visitor: Visitor, job: Job) -> bool:
    """Whether whoever asks may begin such a job, and know of all projects that it is about."""
    is_allowed = job.kind in _OF_JUDGES or visitor.may(Role.MANAGER)
    return is_allowed and all(map(visitor.sees, projects_named(job.arguments, job.result)))


def job_row(job: Job, reader: str | None = None) -> JobRow:
    """A job as pages show it to its owner, or to a reader who may be somebody else."""
    now = datetime.now(UTC)
    seconds = None if job.started is None else ((job.finished or now) - job.started).total_seconds()
    left = None
    if job.state is JobState.RUNNING and seconds is not None and 0 < job.done <= job.total:
        left = max(0.0, seconds) * (job.total - job.done) / job.done
    return JobRow(
        uid=job.uid,
        kind=job.kind,
        title=job.title,
        state=job.state,
        done=job.done,
        total=job.total,
        message=job.message,
        created=job.created.isoformat(),
        seconds=seconds,
        seconds_left=left,
        is_over=job.state in _OVER,
        can_restart=job.state in _OVER and job.state is not JobState.DONE,
        is_own=reader is None or reader == job.owner,
    )

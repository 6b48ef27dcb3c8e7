"""Jobs: what was started, how far it is, and what came of it."""

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mtassay.errors import NotFound
from mtassay.store.history.undo import can_undo
from mtassay.store.people.accounts import Role
from mtassay.store.work import jobs as stored
from mtassay.store.work.jobs import Job
from mtassay.store.work.kept_files import file_content, find_file, forget_file
from mtassay.web.job_rows import JobRow, is_shown, job_row
from mtassay.web.serving.routes import Context, Done, Download, Routes

if TYPE_CHECKING:
    import sqlalchemy as sa

ROUTES = Routes("Jobs")
_SHOWN = 100


@dataclass(frozen=True)
class Jobs:
    """The jobs of whoever asks, the newest first."""

    jobs: list[JobRow]


@dataclass(frozen=True)
class OneJob:
    """A job, and what came of it; `can_undo` says that the revisions which it made can be undone."""

    job: JobRow
    result: dict[str, Any] | None
    can_undo: bool = False


@dataclass(frozen=True)
class Removed:
    """What is not there any more."""

    uid: str


@ROUTES.page("/jobs", may=Role.JUDGE, template="jobs.html")
def jobs(context: Context) -> Jobs:
    """All jobs of the last day."""
    with context.database.reading() as connection:
        recent_jobs = stored.jobs_of(connection, context.owner, _SHOWN)
    return Jobs([job_row(job) for job in recent_jobs if is_shown(context.visitor, job)])


@ROUTES.page("/jobs/{uid}", may=Role.JUDGE, template="job.html")
def job(context: Context, uid: str) -> OneJob:
    """One job: its progress, and its result once it is done."""
    with context.database.reading() as connection:
        stored_job = _find(context, connection, uid)
        result = stored_job.result or {}
        revisions = result.get("revisions") or []
        is_undoable = "project" in result and can_undo(connection, int(result["project"]), revisions)
    return OneJob(job_row(stored_job), stored_job.result, is_undoable)


@ROUTES.action("/jobs/{uid}/cancel", may=Role.JUDGE)
def cancel_job(context: Context, uid: str) -> Done[JobRow]:
    """Stop a job; what it has done so far is left."""
    with context.database.writing(in_turn=False) as connection:
        _find(context, connection, uid)
        stored.ask_cancel(connection, context.owner, uid)
        stored_job = _find(context, connection, uid)
    return Done(job_row(stored_job), f"/jobs/{uid}")


@ROUTES.action("/jobs/{uid}/restart", may=Role.JUDGE)
def restart_job(context: Context, uid: str) -> Done[JobRow]:
    """Begin a job anew that was interrupted, cancelled or failed."""
    with context.database.writing(in_turn=False) as connection:
        _find(context, connection, uid)
        stored.restart_job(connection, context.owner, uid)
        stored_job = _find(context, connection, uid)
    return Done(job_row(stored_job), f"/jobs/{uid}")


@ROUTES.action("/jobs/{uid}/remove", may=Role.JUDGE)
def remove_job(context: Context, uid: str) -> Done[Removed]:
    """Forget a job that is over, its result, and the files that it made."""
    with context.database.writing(in_turn=False) as connection:
        result = _find(context, connection, uid).result or {}
        stored.remove_job(connection, context.owner, uid)
        is_kept = "kept" in result  # a comparison stays with its files until it is deleted itself
        for file in [] if is_kept else result.get("files", []):
            with contextlib.suppress(NotFound):  # its day is over
                forget_file(connection, context.owner, file["uid"])
    return Done(Removed(uid), "/jobs")


@ROUTES.download("/files/{uid}", may=Role.JUDGE)
def kept_file(context: Context, uid: str) -> Download:
    """A file that is kept for whoever asks: one that they sent, or that a job made."""
    with context.database.reading() as connection:
        file = find_file(connection, context.owner, uid)
        _check_file(context, connection, uid)
        content = file_content(connection, context.owner, uid)
    return Download(content, file.name, file.media_type)


def _check_file(context: Context, connection: "sa.Connection", uid: str) -> None:
    """Refuse what a job made that whoever asks may not begin any more."""
    if context.visitor.may(Role.MANAGER):  # who was shut out of a project has no files of it
        return
    for job in stored.jobs_of(connection, context.owner, None):
        is_made = any(file["uid"] == uid for file in (job.result or {}).get("files", ()))
        if is_made and not is_shown(context.visitor, job):
            raise NotFound("this file is not there for you any more: the job that made it is for managers alone")


def _find(context: Context, connection: "sa.Connection", uid: str) -> Job:
    job = stored.find_job(connection, context.owner, uid)
    if not is_shown(context.visitor, job):
        raise NotFound(
            "this job is not shown to you any more: you are no longer a member of its project, or jobs like it are for "
            "managers alone"
        )
    return job

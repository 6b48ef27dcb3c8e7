"""The first page: what waits for a judge, where to begin, the projects, and jobs."""

from dataclasses import dataclass

from mtassay.store.people.accounts import Role
from mtassay.store.work.jobs import jobs_of
from mtassay.web.job_rows import JobRow, is_shown, job_row
from mtassay.web.project_rows import ProjectRow, project_rows
from mtassay.web.serving.routes import Context, Done, Routes
from mtassay.web.waiting_work import WaitingWork, waiting_work

ROUTES = Routes("Home")
_JOBS = 5
_PROJECTS = 20
_YEAR = 365 * 86400


@dataclass(frozen=True, kw_only=True)
class Home:
    """The projects that were used last, of `project_count` in all, and the newest jobs of whoever asks.

    `is_first_visit` holds until somebody dismisses the instructions in this browser. `waits` is what there is to judge,
    `to_judge` translations in `minutes`, which is None where the pace of the judge is not known.
    """

    is_first_visit: bool
    may_manage: bool
    waits: list[WaitingWork]
    to_judge: int
    minutes: float | None
    projects: list[ProjectRow]
    project_count: int
    jobs: list[JobRow]


@dataclass(frozen=True)
class Instructions:
    """Whether this browser shows them."""

    are_shown: bool


@ROUTES.page("/", may=Role.JUDGE, template="home.html")
def home(context: Context) -> Home:
    """What there is to judge, where to begin, the projects with their last activity, and the newest jobs."""
    may_manage = context.visitor.may(Role.MANAGER)
    rows = project_rows(context.figures, context.visitor.sees)
    with context.database.reading() as connection:
        jobs = jobs_of(connection, context.owner, _JOBS)
        # managers have other work; they are asked for what was given to them
        waits = waiting_work(
            connection, context.visitor.judge, context.projects(connection), () if may_manage else rows
        )
    minutes = [work.minutes for work in waits if work.minutes is not None]
    shown = rows if may_manage else []
    return Home(
        is_first_visit=_cookie(context) not in context.request.cookies,
        may_manage=may_manage,
        waits=waits,
        to_judge=sum(work.left for work in waits),
        minutes=sum(minutes) if minutes else None,
        projects=shown[:_PROJECTS],
        project_count=len(shown),
        jobs=[job_row(job) for job in jobs if is_shown(context.visitor, job)],
    )


@ROUTES.action("/instructions", may=Role.JUDGE, twin=False)
def dismiss_instructions(context: Context) -> Done[Instructions]:
    """Show the instructions no more in this browser."""
    secure = "; Secure" if context.configuration.is_encrypted else ""
    cookie = f"{_cookie(context)}=dismissed; Path=/; HttpOnly; SameSite=Lax; Max-Age={_YEAR}{secure}"
    return Done(Instructions(False), "/", cookie)


def _cookie(context: Context) -> str:
    # browsers do not tell ports apart
    return f"mtassay-instructions-{context.configuration.port}"

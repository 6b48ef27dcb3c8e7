"""Statistics of a project: the figures of the EvalTrans paper, of any part of it and as of any revision."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

from fastapi import Form, Query
from pydantic import TypeAdapter

from mtassay.errors import NotFound
from mtassay.estimation.figures.part_statistics import PartStatistics
from mtassay.estimation.figures.revisions import choose_revisions
from mtassay.reports.drawing.memory_figures import render_pictures
from mtassay.reports.formats.listing import render_listings
from mtassay.reports.results.memory_sections import DRAWN, memory_section
from mtassay.significance.bootstrap import Bootstrap
from mtassay.store.contents.documents import documents
from mtassay.store.contents.projects import Project, project_of
from mtassay.store.history.events import history, known_revision
from mtassay.store.people.accounts import Role
from mtassay.store.work.jobs import Job, JobState, add_job, find_shared_job, job_under_way
from mtassay.web.begun import Begun
from mtassay.web.pages.history.event_words import did
from mtassay.web.pages.jobs import JobRow, job_row
from mtassay.web.pages.projects.rows import one_row
from mtassay.web.pages.statistics.part_choice import Chip, PartChoice, chips
from mtassay.web.pages.statistics.view import QuickView, SlowView, quick_view, slow_view
from mtassay.web.project_memory import QUICK, known_basis, project_basis, project_history
from mtassay.web.remembered import Remembered
from mtassay.web.serving.routes import Context, Done, Download, Routes

if TYPE_CHECKING:
    import sqlalchemy as sa

ROUTES = Routes("Statistics")
KIND = "statistics"
BOOTSTRAP = Bootstrap(draws=1000)
_OFFERED = 200
_QUICK_VIEWS: Remembered[QuickView] = Remembered(50)
_SLOW_VIEWS: Remembered[SlowView] = Remembered(50)
_DOCUMENTS: Remembered[list[str]] = Remembered(20)
_BEGUN = Begun()


@dataclass(frozen=True)
class OfferedRevision:
    """A revision as of which figures can be asked for: when it came, who did it, and what."""

    revision: int
    at: datetime
    who: str
    did: str


@dataclass(frozen=True)
class OfferedParts:
    """What conditions can name."""

    systems: list[str]
    judges: list[str]
    documents: list[str]


@dataclass(frozen=True)
class Statistics:
    """Figures of a part of a project as of a revision.

    `words` says what the conditions leave, to follow the word translations. `quick` is None while it is computed for a
    large project, for which nobody waits: ask again after a second. `slow` is None where it takes long and nobody asked
    for it, or while `job` computes it. `exports` are names of figures that are pictures too.
    """

    project_id: int
    project_name: str
    source_language: str
    target_language: str
    revision: int
    latest: int
    at: datetime
    revisions: list[OfferedRevision]
    offered: OfferedParts
    choice: PartChoice
    chips: list[Chip]
    words: str
    quick: QuickView | None
    slow: SlowView | None
    job: JobRow | None
    exports: list[str]


@ROUTES.page("/projects/{project}/statistics", may=Role.MANAGER, template="statistics.html")
def statistics(context: Context, project: int, choice: Annotated[PartChoice, Query()]) -> Statistics:
    """Errors of estimates, information items, agreement and pace of judges, and how they became what they are."""
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        if not _is_ready(context, connection, stored, choice):
            return _waiting(connection, stored, choice)
        stored, found = _ask(context, connection, project, choice)
        memory = found.basis.stored.memory
        quick = _find_quick(context, found, stored, choice)
        slow, job = _find_slow(context, connection, stored, found, choice)
        homes = _DOCUMENTS.find(
            context.database.location,
            stored.id,
            found.basis.stored.state,
            lambda: sorted(documents(connection, stored, memory.revision)),
        )
        offered = OfferedParts(
            sorted({*memory.systems, *(outputs.system for outputs in memory.outputs)}), sorted(memory.judges), homes
        )
        shown = _statistics(connection, stored, choice, memory.revision, offered)
        return replace(shown, words=found.part.words, quick=quick, slow=slow, job=job)


@ROUTES.action("/projects/{project}/statistics/figures", may=Role.MANAGER)
def compute_statistics(context: Context, project: int, choice: Annotated[PartChoice, Form()]) -> Done[JobRow]:
    """Begin to compute the figures that look at many revisions."""
    choice.part  # noqa: B018  # what means nothing is refused now
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        revision = known_revision(connection, stored.id, choice.revision_number)
        arguments = _arguments(stored, revision, choice)
        job = job_under_way(connection, KIND, arguments) or add_job(
            connection, KIND, context.owner, f"Statistics of {stored.name}", arguments
        )
    return Done(job_row(job, context.owner), f"/projects/{stored.id}/statistics?{choice.query(job=job.uid)}")


@ROUTES.download("/projects/{project}/statistics/{figure}.svg", may=Role.MANAGER)
def statistics_picture(context: Context, project: int, figure: str, choice: Annotated[PartChoice, Query()]) -> Download:
    """A figure as an SVG file that needs nothing else: items, error, revisions or sets."""
    with context.database.reading() as connection:
        stored, found = _ask(context, connection, project, choice)
        past = project_history(connection, context.database, stored)
        _, picture = memory_section(found, past, figure, choice.source_number)
    if picture is None:
        raise NotFound(f"there is nothing to draw for {figure}; its table says why: {figure}.tsv")
    content = render_pictures([picture]).encode("utf-8", "replace")
    return Download(content, f"{stored.name} {figure}.svg", "image/svg+xml")


@ROUTES.download("/projects/{project}/statistics/{figure}.tsv", may=Role.MANAGER)
def statistics_table(context: Context, project: int, figure: str, choice: Annotated[PartChoice, Query()]) -> Download:
    """A figure as tables: items, error, revisions, sets, judges, agreement or effects."""
    with context.database.reading() as connection:
        stored, found = _ask(context, connection, project, choice)
        past = project_history(connection, context.database, stored)
        listings, _ = memory_section(found, past, figure, choice.source_number)
    facts = {"project": stored.name, "revision": found.basis.stored.memory.revision}
    if not found.part.is_everything:
        facts["translations"] = found.part.words.strip()
    content = render_listings(listings, "tsv", facts, is_for_spreadsheets=True).encode("utf-8", "replace")
    return Download(content, f"{stored.name} {figure}.tsv", "text/tab-separated-values")


def _ask(
    context: Context, connection: "sa.Connection", project: int, choice: PartChoice
) -> tuple[Project, PartStatistics]:
    stored = project_of(connection, project)
    basis = project_basis(connection, context.database, stored, choice.revision_number)
    return stored, PartStatistics(connection, stored, basis, choice.part, BOOTSTRAP)


def _find_quick(context: Context, found: PartStatistics, project: Project, choice: PartChoice) -> QuickView:
    where, state = _quick_place(context, found, choice), found.basis.stored.state
    return _QUICK_VIEWS.find(where, project.id, state, lambda: quick_view(found, choice.source_number))


def _quick_place(context: Context, found: PartStatistics, choice: PartChoice) -> str:
    return f"{_where(context, found)} {choice.source_number}"


def _is_ready(context: Context, connection: "sa.Connection", project: Project, choice: PartChoice) -> bool:
    """Whether figures are known or had quickly; else they are begun, and the page shows them when they are there."""
    choice.part  # noqa: B018  # what means nothing is refused now
    basis = known_basis(connection, context.database, project, choice.revision_number)
    if basis is not None:
        found = PartStatistics(connection, project, basis, choice.part, BOOTSTRAP)
        if _QUICK_VIEWS.look_up(_quick_place(context, found, choice), project.id, basis.stored.state) is not None:
            return True
    if one_row(context.database, project, may_be_old=True).translations <= QUICK:
        return True

    def compute() -> None:
        with context.database.reading() as own:
            stored, found = _ask(context, own, project.id, choice)
            _find_quick(context, found, stored, choice)

    return _BEGUN.is_done((context.database.location, project.id, choice.query(job="")), compute)


def _waiting(connection: "sa.Connection", project: Project, choice: PartChoice) -> Statistics:
    """The page without figures."""
    revision = known_revision(connection, project.id, choice.revision_number)
    return _statistics(connection, project, choice, revision, OfferedParts([], [], []))


def _statistics(
    connection: "sa.Connection", project: Project, choice: PartChoice, revision: int, offered: OfferedParts
) -> Statistics:
    """All but the figures."""
    events = {one.revision: one for one in history(connection, project.id)}
    # a revision that another project had: as of it, the last one of this project holds
    at = max((number for number in events if number <= revision), default=min(events))
    shown = sorted({*choose_revisions(sorted(events), _OFFERED), at}, reverse=True)
    return Statistics(
        project.id,
        project.name,
        project.source_language,
        project.target_language,
        at,
        max(events),
        events[at].at,
        [OfferedRevision(number, one.at, one.who, did(one.kind)) for number in shown for one in (events[number],)],
        offered,
        choice,
        chips(choice),
        "",
        None,
        None,
        None,
        list(DRAWN),
    )


def _find_slow(
    context: Context, connection: "sa.Connection", project: Project, found: PartStatistics, choice: PartChoice
) -> tuple[SlowView | None, JobRow | None]:
    """The figures that take long, where they are known or can be computed at once; and the job that computes them."""
    memory = found.basis.stored.memory
    if choice.job:
        job = known_job(connection, KIND, choice.job)
        if job is not None and job.arguments == _arguments(project, memory.revision, choice):
            if job.state is JobState.DONE and job.result is not None:
                return TypeAdapter(SlowView).validate_python(job.result["view"]), None
            return None, job_row(job, context.owner)
    if len(memory.targets) > QUICK:
        return None, None

    def compute() -> SlowView:
        return slow_view(found, project_history(connection, context.database, project))

    return _SLOW_VIEWS.find(_where(context, found), project.id, found.basis.stored.state, compute), None


def _where(context: Context, found: PartStatistics) -> str:
    """Where figures are remembered: each part of a project by itself, under the names that judges have now."""
    return f"{context.database.location} {found.part} {hash(found.basis.stored.memory.judges)}"


def known_job(connection: "sa.Connection", kind: str, uid: str) -> Job | None:
    """A job that anybody began; one that is forgotten by now is no reason to show nothing."""
    try:
        return find_shared_job(connection, kind, uid)
    except NotFound:
        return None


def _arguments(project: Project, revision: int, choice: PartChoice) -> dict[str, object]:
    fields = choice.model_dump(exclude={"revision", "source", "job"})
    return {"project": project.id, "revision": revision, "choice": fields}

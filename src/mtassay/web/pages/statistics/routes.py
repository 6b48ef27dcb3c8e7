"""Statistics of a project: the figures of the EvalTrans paper, as of any revision, of all or of what a filter means."""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

from fastapi import Form, Query

from mtassay.errors import NotFound
from mtassay.estimation.figures.filtered_statistics import FilteredStatistics
from mtassay.estimation.figures.revisions import choose_revisions
from mtassay.reports.document import Document
from mtassay.reports.formats.csv import SPREADSHEET_TSV, Csv
from mtassay.reports.formats.svg import Svg
from mtassay.reports.formats.xlsx import MEDIA_TYPE, Xlsx
from mtassay.reports.results.memory.section_names import DRAWN
from mtassay.reports.results.memory.sections import memory_sections, statistics_document
from mtassay.store.contents.documents import documents
from mtassay.store.contents.projects import Project, project_of
from mtassay.store.history.events import history, known_revision
from mtassay.store.people.accounts import Role
from mtassay.store.work.jobs import Job
from mtassay.web.event_words import did
from mtassay.web.figures import BOOTSTRAP, Computed, FigureKind, JobFigureKind, Ready, begin_job
from mtassay.web.job_rows import JobRow, job_row
from mtassay.web.loaded_projects import known_basis, load_basis, load_history, project_key
from mtassay.web.pages.statistics.choice import Chip, StatisticsChoice, chips
from mtassay.web.pages.statistics.view import QuickView, SlowView, quick_view, slow_view
from mtassay.web.project_rows import one_row
from mtassay.web.serving.routes import Context, Done, Download, Routes

if TYPE_CHECKING:
    import sqlalchemy as sa

ROUTES = Routes("Statistics")
_OFFERED = 200
_QUICK_VIEW = FigureKind[QuickView]("quick statistics", keep=50)
_SLOW_VIEW = JobFigureKind("statistics", keep=50, type=SlowView)
_DOCUMENTS = FigureKind[list[str]]("documents", keep=20)


@dataclass(frozen=True)
class OfferedRevision:
    """A revision as of which figures can be asked for: when it came, who did it, and what."""

    revision: int
    at: datetime
    who: str
    did: str


@dataclass(frozen=True)
class OfferedNames:
    """What conditions can name."""

    systems: list[str]
    judges: list[str]
    documents: list[str]


@dataclass(frozen=True, kw_only=True)
class Statistics:
    """Figures of what a filter means of a project, as of a revision.

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
    offered: OfferedNames
    choice: StatisticsChoice
    chips: list[Chip]
    words: str
    quick: QuickView | None
    slow: SlowView | None
    job: JobRow | None
    exports: list[str]


@ROUTES.page("/projects/{project}/statistics", may=Role.MANAGER, template="statistics/page.html")
def statistics(context: Context, project: int, choice: Annotated[StatisticsChoice, Query()]) -> Statistics:
    """Errors of estimates, information items, agreement and pace of judges, and how they became what they are."""
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        if not _is_ready(context, connection, stored, choice):
            return _waiting(connection, stored, choice)
        filtered = _statistics_of(context, connection, stored, choice)
        memory = filtered.basis.stored.memory
        key = _quick_key(connection, stored, choice)
        # known by now, unless the project has changed since
        quick = context.figures.find(
            _QUICK_VIEW, key, filtered.basis.stored.state, lambda: quick_view(filtered, choice.source_number)
        )
        slow, job = _find_slow(context, connection, stored, filtered, choice)
        homes = context.figures.find(
            _DOCUMENTS,
            stored.id,
            filtered.basis.stored.state,
            lambda: sorted(documents(connection, stored, memory.revision)),
        )
        offered = OfferedNames(
            sorted({*memory.systems, *(outputs.system for outputs in memory.outputs)}), sorted(memory.judges), homes
        )
        shown = _statistics(connection, stored, choice, memory.revision, offered)
        return replace(shown, words=filtered.filter.in_words(), quick=quick, slow=slow, job=job)


@ROUTES.action("/projects/{project}/statistics/figures", may=Role.MANAGER)
def compute_statistics(context: Context, project: int, choice: Annotated[StatisticsChoice, Form()]) -> Done[JobRow]:
    """Begin to compute the figures that look at many revisions."""
    choice.filter  # noqa: B018  # what means nothing is refused now
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        revision = known_revision(connection, stored.id, choice.revision_number)
        arguments = _arguments(stored, revision, choice)
        job = begin_job(connection, _SLOW_VIEW, context.owner, f"Statistics of {stored.name}", arguments)
    return Done(job_row(job, context.owner), f"/projects/{stored.id}/statistics?{choice.query(job=job.uid)}")


@ROUTES.download("/projects/{project}/statistics/{figure}.svg", may=Role.MANAGER)
def statistics_picture(
    context: Context, project: int, figure: str, choice: Annotated[StatisticsChoice, Query()]
) -> Download:
    """A figure as an SVG file that needs nothing else: items, error, revisions or sets."""
    name, document = _document(context, project, figure, choice)
    if not document.figures:
        raise NotFound(f"there is nothing to draw for {figure}; its table says why: {figure}.tsv")
    content = Svg().write(document).encode("utf-8", "replace")
    return Download(content, f"{name}.svg", "image/svg+xml")


@ROUTES.download("/projects/{project}/statistics/{figure}.tsv", may=Role.MANAGER)
def statistics_table(
    context: Context, project: int, figure: str, choice: Annotated[StatisticsChoice, Query()], table: str = ""
) -> Download:
    """A figure as a table: items, error, revisions, sets, judges, agreement or effects.

    Where it has several, `table` names another than the first.
    """
    name, document = _document(context, project, figure, choice)
    content = Csv(SPREADSHEET_TSV).write(document, table=table or None).encode()
    name = f"{name}{_revision(document)}{' ' + table if table else ''}.tsv"
    return Download(content, name, "text/tab-separated-values")


@ROUTES.download("/projects/{project}/statistics/{figure}.xlsx", may=Role.MANAGER)
def statistics_workbook(
    context: Context, project: int, figure: str, choice: Annotated[StatisticsChoice, Query()]
) -> Download:
    """A figure as a workbook with all its tables, and with what they are of."""
    name, document = _document(context, project, figure, choice)
    return Download(Xlsx().write(document), f"{name}{_revision(document)}.xlsx", MEDIA_TYPE)


def _document(context: Context, project: int, figure: str, choice: StatisticsChoice) -> tuple[str, Document]:
    """What a file of a figure is called, and what is in it."""
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        statistics = _statistics_of(context, connection, stored, choice)
        past = load_history(context.figures, connection, stored)
        sections = memory_sections(statistics, past, figure, choice.source_number)
    return f"{stored.name} {figure}", statistics_document(statistics, stored.name, sections)


def _revision(document: Document) -> str:
    return f" of revision {document.facts['revision']}"


def _statistics_of(
    context: Context, connection: "sa.Connection", project: Project, choice: StatisticsChoice
) -> FilteredStatistics:
    basis = load_basis(context.figures, connection, project, choice.revision_number)
    return FilteredStatistics(connection, project, basis, choice.filter, BOOTSTRAP)


def _quick_key(connection: "sa.Connection", project: Project, choice: StatisticsChoice) -> Hashable:
    return project_key(connection, project), choice.filter, choice.source_number, choice.revision_number


def _is_ready(context: Context, connection: "sa.Connection", project: Project, choice: StatisticsChoice) -> bool:
    """Whether figures are known or had quickly; else they are begun, and the page shows them when they are there."""

    def compute(own: "sa.Connection") -> Computed[QuickView]:
        filtered = _statistics_of(context, own, project, choice)
        return Computed(filtered.basis.stored.state, quick_view(filtered, choice.source_number))

    key = _quick_key(connection, project, choice)
    basis = known_basis(context.figures, connection, project, choice.revision_number)
    if basis is None:
        state, size = None, one_row(context.figures, project, may_be_old=True).translations
    else:
        state, size = basis.stored.state, len(basis.stored.memory.targets)
    return isinstance(context.figures.ask(connection, _QUICK_VIEW, key, state, size, compute), Ready)


def _waiting(connection: "sa.Connection", project: Project, choice: StatisticsChoice) -> Statistics:
    """The page without figures."""
    revision = known_revision(connection, project.id, choice.revision_number)
    return _statistics(connection, project, choice, revision, OfferedNames([], [], []))


def _statistics(
    connection: "sa.Connection", project: Project, choice: StatisticsChoice, revision: int, offered: OfferedNames
) -> Statistics:
    """All but the figures."""
    events = {event.revision: event for event in history(connection, project.id)}
    # a revision that another project had: as of it, the last one of this project holds
    at = max((number for number in events if number <= revision), default=min(events))
    shown = sorted({*choose_revisions(sorted(events), _OFFERED), at}, reverse=True)
    return Statistics(
        project_id=project.id,
        project_name=project.name,
        source_language=project.source_language,
        target_language=project.target_language,
        revision=at,
        latest=max(events),
        at=events[at].at,
        revisions=[
            OfferedRevision(number, event.at, event.who, did(event.kind))
            for number in shown
            for event in (events[number],)
        ],
        offered=offered,
        choice=choice,
        chips=chips(choice),
        words="",
        quick=None,
        slow=None,
        job=None,
        exports=list(DRAWN),
    )


def _find_slow(
    context: Context,
    connection: "sa.Connection",
    project: Project,
    filtered: FilteredStatistics,
    choice: StatisticsChoice,
) -> tuple[SlowView | None, JobRow | None]:
    """The figures that take long, where they are known or can be computed at once; and the job that computes them."""
    stored = filtered.basis.stored

    def compute() -> SlowView:
        return slow_view(filtered, load_history(context.figures, connection, project))

    answer = context.figures.ask_job(
        connection,
        _SLOW_VIEW,
        (project_key(connection, project), choice.filter),
        stored.state,
        len(stored.memory.targets),
        compute,
        arguments=_arguments(project, stored.memory.revision, choice),
        uid=choice.job,
    )
    if isinstance(answer, Job):
        return None, job_row(answer, context.owner)
    return answer.value if isinstance(answer, Ready) else None, None


def _arguments(project: Project, revision: int, choice: StatisticsChoice) -> dict[str, object]:
    fields = choice.model_dump(exclude={"revision", "source", "job"})
    return {"project": project.id, "revision": revision, "choice": fields}

"""Compare: the systems of a project by metrics and by what people say, as a report that computes everything anew."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Form, Query
from pydantic import Field

from mtassay.errors import InputError, NotFound, SettingError
from mtassay.reports.page.drawn_report import DrawnReport
from mtassay.reports.page.report import write_file
from mtassay.store.contents.projects import Project, project_of
from mtassay.store.people.accounts import Role
from mtassay.store.work.jobs import Job, JobState, add_job, job_under_way, useful_jobs
from mtassay.web.figures import FigureKind, is_quick, known_job
from mtassay.web.job_rows import JobRow, job_row
from mtassay.web.kept_reports import LiveReport, read_report
from mtassay.web.loaded_projects import load_revision, project_key
from mtassay.web.metric_choice import OfferedMetric, offered_metrics
from mtassay.web.pages.compare.choice import MOST_SYSTEMS, USUAL_METRICS, CompareChoice
from mtassay.web.pages.compare.side_by_side import (
    SideBySide,
    chosen_runs,
    put_side_by_side,
    settled_choice,
    stored_runs,
)
from mtassay.web.serving.routes import Context, Done, Download, Routes

if TYPE_CHECKING:
    import sqlalchemy as sa

    from mtassay.store.memory.stored_memory import StoredMemory

ROUTES = Routes("Compare")
KIND = "compare_project"
# each has all texts and numbers of a comparison
_REPORT = FigureKind[LiveReport]("report of a project", keep=4)


@dataclass(frozen=True)
class OfferedSystem:
    """A system that can be compared, by the number of its run, and whether it is."""

    run_id: int
    name: str
    outputs: int
    is_chosen: bool


@dataclass(frozen=True, kw_only=True)
class ComparePage:
    """Systems of a project side by side. `figures` are those of the report, as programs get them from a file.

    Of `common` segments, which all systems have, `referenced` have references; `segments` were compared. `problem` says
    why there is no comparison; while a job makes one, and where that failed, `job` is that. A job may have compared
    them as of an earlier revision: `compared_revision` is that of the figures. `query` names what was chosen, `shown`
    also the job that made it, and `with_references` the same on segments with references.
    """

    project_id: int
    project_name: str
    revision: int
    systems: list[OfferedSystem]
    most_systems: int
    baseline: int | None
    metrics: list[str]
    offered: list[OfferedMetric]
    has_metrics: bool
    segments: int
    common: int
    referenced: int
    notes: list[str]
    problem: str
    job: JobRow | None
    compared_revision: int | None
    query: str
    shown: str
    with_references: str
    figures: dict[str, Any] | None
    report: Annotated[DrawnReport | None, Field(exclude=True)]


@dataclass(frozen=True)
class ShownReport:
    """A report, the revision that it is of, and the job that made it, where one did."""

    live: LiveReport
    revision: int
    job: str = ""


@ROUTES.page("/projects/{project}/compare", may=Role.MANAGER, template="compare/page.html")
def compare_project_systems(context: Context, project: int, choice: Annotated[CompareChoice, Query()]) -> ComparePage:
    """Where and why the systems of a project differ: metrics, and SSER as judged and as estimated beside them."""
    with context.database.reading() as connection:
        stored, memory = _read(context, connection, project)
        runs = chosen_runs(memory, choice)
        page = ComparePage(
            project_id=stored.id,
            project_name=stored.name,
            revision=memory.memory.revision,
            systems=[
                OfferedSystem(run.number, run.name, len(run.outputs), run.number in {each.number for each in runs})
                for run in stored_runs(memory)
            ],
            most_systems=MOST_SYSTEMS,
            baseline=runs[0].number if runs else None,
            metrics=choice.metrics or list(USUAL_METRICS),
            offered=offered_metrics(),
            has_metrics=choice.segments != "all",
            segments=0,
            common=0,
            referenced=0,
            notes=[],
            problem="",
            job=None,
            compared_revision=None,
            query=choice.query(job=""),
            shown=choice.query(job=""),
            with_references=choice.query(job="", segments="references"),
            figures=None,
            report=None,
        )
        try:
            beside = put_side_by_side(memory, stored, choice)
            answer = _find_report(context, connection, stored, memory, beside, choice)
        except (InputError, SettingError) as error:
            return replace(page, problem=str(error))
    compared = beside.compared
    page = replace(
        page,
        has_metrics=bool(beside.specs),
        segments=len(compared.evalset),
        common=compared.common,
        referenced=compared.referenced,
    )
    if isinstance(answer, Job):
        return replace(page, job=job_row(answer, context.owner))
    if answer is None:
        return page
    return replace(
        page,
        notes=list(answer.live.notes),
        compared_revision=answer.revision,
        shown=choice.query(job=answer.job),
        figures=answer.live.figures,
        report=answer.live.report,
    )


@ROUTES.action("/projects/{project}/compare", may=Role.MANAGER)
def begin_comparison(context: Context, project: int, choice: Annotated[CompareChoice, Form()]) -> Done[JobRow]:
    """Begin to compare systems that have so many outputs that it takes a while."""
    with context.database.reading() as connection:
        stored, memory = _read(context, connection, project)
        beside = put_side_by_side(memory, stored, choice)
    arguments = _arguments(stored, memory, settled_choice(memory, beside, choice))
    names = list(beside.compared.evalset.systems)
    title = f"Compare {', '.join(names)}" if len(names) <= 3 else f"Compare {len(names)} systems"
    with context.database.writing() as connection:
        known = job_under_way(connection, KIND, arguments)
        job = known or add_job(connection, KIND, context.owner, title, arguments)
    return Done(job_row(job, context.owner), f"/projects/{stored.id}/compare?{choice.query(job=job.uid)}")


@ROUTES.download("/projects/{project}/compare/report.html", may=Role.MANAGER)
def comparison_file(context: Context, project: int, choice: Annotated[CompareChoice, Query()]) -> Download:
    """The report as one file, which opens anywhere."""
    with context.database.reading() as connection:
        stored, memory = _read(context, connection, project)
        beside = put_side_by_side(memory, stored, choice)
        answer = _find_report(context, connection, stored, memory, beside, choice)
    if not isinstance(answer, ShownReport):
        raise NotFound("these systems were not compared yet; compare them on the page first")
    return Download(
        write_file(answer.live.report).encode("utf-8", "replace"), f"{stored.name} report.html", "text/html"
    )


@ROUTES.download("/projects/{project}/compare/texts.zip", may=Role.MANAGER)
def comparison_texts(context: Context, project: int, choice: Annotated[CompareChoice, Query()]) -> Download:
    """Texts and scores of the compared segments, with the command that makes the report of them."""
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        job = known_job(connection, KIND, choice.job) if choice.job else None
        # those of the report that somebody sees, although people have judged since
        revision = job.arguments["revision"] if job is not None and job.arguments["project"] == stored.id else None
        memory = load_revision(context.figures, connection, stored, revision)
    return Download(put_side_by_side(memory, stored, choice).archive(), f"{stored.name} texts.zip", "application/zip")


def _read(context: Context, connection: "sa.Connection", project: int) -> "tuple[Project, StoredMemory]":
    stored = project_of(connection, project)
    return stored, load_revision(context.figures, connection, stored)


def _find_report(
    context: Context,
    connection: "sa.Connection",
    project: Project,
    memory: "StoredMemory",
    beside: SideBySide,
    choice: CompareChoice,
) -> ShownReport | Job | None:
    """The report; the job that makes it, or None where nobody asked for one that takes long.

    People go on judging while a job is at work, so what it made may be of an earlier revision.
    """
    settled = settled_choice(memory, beside, choice)
    revision = memory.memory.revision
    key: Hashable = (project_key(connection, project), settled.query())
    if is_quick(beside.size):
        return ShownReport(context.figures.find(_REPORT, key, memory.state, beside.report), revision)
    known = context.figures.look_up(_REPORT, key, memory.state)
    if known is not None:
        return ShownReport(known, revision)
    for job in _jobs(connection, _arguments(project, memory, settled), choice.job):
        if job.state is not JobState.DONE:
            return job
        made = _made_by(connection, job)
        if made is None:
            continue
        if made.revision == revision:
            context.figures.find(_REPORT, key, memory.state, partial(attrgetter("live"), made))
        return made
    return None


def _jobs(connection: "sa.Connection", arguments: Mapping[str, Any], uid: str) -> Iterator[Job]:
    """Those that compare the same as of any revision: the one that an address names, however it ended, then others."""
    named = known_job(connection, KIND, uid) if uid else None
    for job in (*([] if named is None else [named]), *useful_jobs(connection, KIND)):
        if {**job.arguments, "revision": None} == {**arguments, "revision": None}:
            yield job


def _made_by(connection: "sa.Connection", job: Job) -> ShownReport | None:
    """What a job made, where it is still there."""
    if job.result is None:
        return None
    try:
        made = read_report(connection, job.owner, job.result["files"][0]["uid"])
    except NotFound:  # whoever began it was shut out, or its day is over
        return None
    return ShownReport(made, job.arguments["revision"], job.uid) if made.is_current else None


def _arguments(project: Project, memory: "StoredMemory", settled: CompareChoice) -> dict[str, Any]:
    return {
        "project": project.id,
        "revision": memory.memory.revision,
        "choice": settled.model_dump(exclude={"job"}),
    }

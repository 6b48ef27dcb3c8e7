"""Metrics: which metric to trust, by all that people judged in a project, as a page, a file, and a job."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Form, Query
from pydantic import TypeAdapter

from mtassay.errors import InputError, NotFound, SettingError
from mtassay.metaeval.result import MetaEvaluation
from mtassay.settings import did_you_mean
from mtassay.store.contents.projects import Project, project_of
from mtassay.store.memory.stored_memory import StoredMemory
from mtassay.store.people.accounts import Role
from mtassay.store.work.jobs import Job, JobState, add_job, job_under_way, useful_jobs
from mtassay.store.work.kept_files import file_content
from mtassay.web.figures import FigureKind, known_job
from mtassay.web.job_rows import JobRow, job_row
from mtassay.web.loaded_projects import load_revision, project_key
from mtassay.web.metric_choice import OfferedMetric, choose_metrics, offered_metrics
from mtassay.web.pages.metrics.choice import MetricsChoice
from mtassay.web.pages.metrics.evaluating import count_outputs, evaluate_project, is_quick_to_evaluate
from mtassay.web.pages.metrics.files import DIFFERENCES, FORMATS, write_file
from mtassay.web.pages.metrics.view import CurveView, LevelView, MetricsView, metrics_view
from mtassay.web.serving.routes import Context, Done, Download, Routes

if TYPE_CHECKING:
    import sqlalchemy as sa

ROUTES = Routes("Metrics")
KIND = "evaluate_metrics"
_NOT_YET = "there is no such file any more, or not yet; compare these metrics with people on the page first"
_RESULT = FigureKind[MetaEvaluation]("metrics of a project", keep=20)


@dataclass(frozen=True, kw_only=True)
class MetricsPage:
    """Which metric to trust.

    `figures` are those of `mtassay meta --db`; None where `problem` says why there are none, where `job` computes them,
    or where that takes long and nobody asked for it. `level`, `metric` and `curve` are what is shown of them. A job may
    have computed them as of an earlier revision: `computed_revision` is that of the figures.
    """

    project_id: int
    project_name: str
    revision: int
    choice: MetricsChoice
    metrics: list[str]
    offered: list[OfferedMetric]
    outputs: int
    figures: MetricsView | None
    level: LevelView | None
    metric: str
    curve: CurveView | None
    problem: str
    job: JobRow | None
    computed_revision: int | None
    formats: list[str]


@dataclass(frozen=True)
class _Shown:
    """Figures, and the revision that they are of."""

    view: MetricsView
    revision: int


@ROUTES.page("/projects/{project}/metrics", may=Role.MANAGER, template="metrics/page.html")
def project_metrics(context: Context, project: int, choice: Annotated[MetricsChoice, Query()]) -> MetricsPage:
    """Which metric agrees with people on this project's own judgments, at system and at segment level.

    The figures are those of `mtassay meta --db`, of all that was judged until now.
    """
    with context.database.reading() as connection:
        stored, memory = _read(context, connection, project)
        page = MetricsPage(
            project_id=stored.id,
            project_name=stored.name,
            revision=memory.memory.revision,
            choice=choice,
            metrics=list(choice.specs),
            offered=offered_metrics(),
            outputs=count_outputs(memory),
            figures=None,
            level=None,
            metric="",
            curve=None,
            problem="",
            job=None,
            computed_revision=None,
            formats=list(FORMATS),
        )
        try:
            _check(choice)
            answer = _find(context, connection, stored, memory, choice)
        except (InputError, SettingError) as error:
            return replace(page, problem=str(error))
    if isinstance(answer, Job):
        return replace(page, job=job_row(answer, context.owner))
    if answer is None:
        return page
    level = answer.view.level(choice.level)
    labels = [] if level is None else [row.label for row in level.rows if row.rank is not None]
    metric = choice.metric if choice.metric in labels else next(iter(labels), "")
    return replace(
        page,
        figures=answer.view,
        level=level,
        metric=metric,
        curve=next((curve for curve in answer.view.curves if curve.label == metric), None),
        computed_revision=answer.revision,
    )


@ROUTES.action("/projects/{project}/metrics", may=Role.MANAGER)
def begin_evaluation(context: Context, project: int, choice: Annotated[MetricsChoice, Form()]) -> Done[JobRow]:
    """Begin to compare metrics with people on so many outputs that it takes a while."""
    _check(choice)
    with context.database.reading() as connection:
        stored, memory = _read(context, connection, project)
    arguments = _arguments(stored, memory, choice)
    with context.database.writing() as connection:
        known = job_under_way(connection, KIND, arguments)
        job = known or add_job(connection, KIND, context.owner, f"Metrics of {stored.name}", arguments)
    return Done(job_row(job, context.owner), f"/projects/{stored.id}/metrics?{choice.query(job=job.uid)}")


@ROUTES.download("/projects/{project}/metrics/file", may=Role.MANAGER)
def metrics_file(
    context: Context,
    project: int,
    choice: Annotated[MetricsChoice, Query()],
    format: Annotated[str, Query(max_length=20)] = "xlsx",
) -> Download:
    """The same as `mtassay meta` writes it."""
    if format not in FORMATS:
        raise SettingError(f"there is no format {format!r}{did_you_mean(format, FORMATS)}; take {', '.join(FORMATS)}")
    name, content = _written(context, project, choice, format)
    assert content is not None
    return Download(content, f"{name} metrics.{format}", FORMATS[format])


@ROUTES.download("/projects/{project}/metrics/differences", may=Role.MANAGER)
def metrics_differences(context: Context, project: int, choice: Annotated[MetricsChoice, Query()]) -> Download:
    """What differences mean, as `mtassay compare --meaning` reads it."""
    name, content = _written(context, project, choice, DIFFERENCES)
    if content is None:
        raise NotFound("too few systems were judged to say what a difference means; it takes seven")
    return Download(content, f"{name} differences.json", FORMATS["json"])


def _written(context: Context, project: int, choice: MetricsChoice, kind: str) -> tuple[str, bytes | None]:
    """The name of the project and a file of the figures that the page shows, which a job has written if it made them.

    None where there are no such figures.
    """
    with context.database.reading() as connection:
        stored, memory = _read(context, connection, project)
        if is_quick_to_evaluate(memory, choice):
            return stored.name, write_file(_result(context, connection, stored, memory, choice), kind)
        for job in _jobs(connection, _arguments(stored, memory, choice), choice.job):
            if job.result is not None:
                uid = job.result["written"].get(kind)
                return stored.name, None if uid is None else _kept(connection, job, uid)
    raise NotFound(_NOT_YET)


def _kept(connection: "sa.Connection", job: Job, uid: str) -> bytes:
    try:
        return file_content(connection, job.owner, uid)
    except NotFound:  # whoever began it was shut out, or its day is over
        raise NotFound(_NOT_YET) from None


def _read(context: Context, connection: "sa.Connection", project: int) -> tuple[Project, StoredMemory]:
    stored = project_of(connection, project)
    return stored, load_revision(context.figures, connection, stored)


def _check(choice: MetricsChoice) -> None:
    """Refuse what there is not, before all that takes long."""
    choose_metrics(choice.specs)
    choice.asked(())


def _result(
    context: Context, connection: "sa.Connection", project: Project, memory: StoredMemory, choice: MetricsChoice
) -> MetaEvaluation:
    def compute() -> MetaEvaluation:
        return evaluate_project(connection, project, memory, choice)

    return context.figures.find(_RESULT, _key(connection, project, choice), memory.state, compute)


def _key(connection: "sa.Connection", project: Project, choice: MetricsChoice) -> Hashable:
    return project_key(connection, project), choice.model_copy(update=choice.settled()).query(
        job="", level="", metric=""
    )


def _find(
    context: Context, connection: "sa.Connection", project: Project, memory: StoredMemory, choice: MetricsChoice
) -> _Shown | Job | None:
    """The figures; the job that computes them, or None where nobody asked for some that take long.

    People go on judging while a job is at work, so what it found may be of an earlier revision.
    """
    revision = memory.memory.revision
    if is_quick_to_evaluate(memory, choice):
        return _Shown(metrics_view(_result(context, connection, project, memory, choice)), revision)
    known = context.figures.look_up(_RESULT, _key(connection, project, choice), memory.state)
    if known is not None:
        return _Shown(metrics_view(known), revision)
    for job in _jobs(connection, _arguments(project, memory, choice), choice.job):
        if job.state is not JobState.DONE:
            return job
        if job.result is not None:
            view = TypeAdapter(MetricsView).validate_python(job.result["view"])
            return _Shown(view, job.arguments["revision"])
    return None


def _jobs(connection: "sa.Connection", arguments: Mapping[str, Any], uid: str) -> Iterator[Job]:
    """Those that compute the same as of any revision: the one that an address names, however it ended, then others."""
    named = known_job(connection, KIND, uid) if uid else None
    for job in (*([] if named is None else [named]), *useful_jobs(connection, KIND)):
        if {**job.arguments, "revision": None} == {**arguments, "revision": None}:
            yield job


def _arguments(project: Project, memory: StoredMemory, choice: MetricsChoice) -> dict[str, Any]:
    return {"project": project.id, "revision": memory.memory.revision, "choice": choice.settled()}

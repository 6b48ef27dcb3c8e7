"""Candidate sets: what the memory says of every output of a system, how sure that is, and what to judge of it."""

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlencode

from fastapi import Form, Query
from pydantic import BaseModel, Field

from mtassay.errors import InputError, SettingError
from mtassay.estimation.nearest.set_difference import compare_sets
from mtassay.estimation.nearest.system_estimate import SORTS, SystemEstimate, estimate_system
from mtassay.estimation.prediction.cost import JUDGMENTS, check_cost
from mtassay.estimation.sampling.drawn_queue import PredictionChoices
from mtassay.estimation.sampling.run_queues import (
    ask_for,
    current_runs,
    outlook_of_run,
    outputs_of_run,
    queue_state,
    standing_of_run,
)
from mtassay.human.coverage import coverage
from mtassay.human.translations import translations_of
from mtassay.reports.formats.csv import SPREADSHEET_TSV, Csv
from mtassay.reports.results.evaltrans import evaltrans_segments_document
from mtassay.store.contents.projects import Project, project_of
from mtassay.store.history.events import latest, refuse_closed
from mtassay.store.history.undo import can_undo
from mtassay.store.judging.queues import close_queue, queue_of_run
from mtassay.store.people.accounts import Role
from mtassay.store.people.possible_judges import possible_judges, unknown_judges
from mtassay.store.work.jobs import Job, JobState, add_job
from mtassay.web.figures import BOOTSTRAP, FigureKind, JobFigureKind, Ready, begin_job, is_quick, known_job
from mtassay.web.filter_fields import whole_number
from mtassay.web.job_rows import JobRow, job_row
from mtassay.web.loaded_projects import load_history, load_revision, project_key
from mtassay.web.pages.candidate_set.view import (
    CandidateRow,
    CertaintyView,
    QueueView,
    SetView,
    certainty_view,
    covered_view,
    queue_view,
    row_views,
    set_view,
)
from mtassay.web.serving.routes import Context, Done, Download, Routes

if TYPE_CHECKING:
    import sqlalchemy as sa

    from mtassay.store.memory.stored_memory import StoredMemory

ROUTES = Routes("Output sets")
DRAWING = "draw_queue"
SEED = 12345
ROWS = 50
_ESTIMATE = FigureKind[SystemEstimate]("estimate of a set", keep=20)
_CERTAINTY = JobFigureKind("certainty", keep=50, type=CertaintyView)


class SetChoice(BaseModel):
    """How a set is shown: as of which revision, in which order, which page of it, beside which other set.

    `job` computes how sure it is, or draws a queue; `drawn` are the revisions that drew a queue, joined by commas, and
    `typed` names that were typed for it.
    """

    revision: str = Field("", max_length=20)
    sort: str = Field("position", max_length=20)
    descends: bool = False
    page: int = Field(1, ge=1, le=1_000_000)
    beside: str = Field("", alias="with", max_length=20)
    job: str = Field("", max_length=64)
    drawn: str = Field("", max_length=60, pattern=r"^[0-9]*(,[0-9]+)*$")
    typed: str = Field("", max_length=2000)


@dataclass(frozen=True)
class CandidateSets:
    """All sets of a project. `is_complete` is false where there are so many translations that figures take long."""

    project_id: int
    project_name: str
    revision: int
    sets: list[SetView]
    is_complete: bool


@dataclass(frozen=True)
class SetName:
    """A set that another can be put beside."""

    run_id: int
    name: str


@dataclass(frozen=True)
class Beside:
    """Another set, and its eSSER less that of the first over what both have; below 0 the other is better."""

    set: SetView
    compared: int
    difference: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, kw_only=True)
class OneSet:
    """A set of candidates: header, a page of its rows, and how sure it is.

    `certainty` is None where it takes long and nobody asked for it, while `job` computes it, or where it cannot be
    said, and `uncertain` says why. `job` may also be one that draws the queue. `people` can be asked to judge;
    `warnings` are of names that nobody has.
    """

    project_id: int
    project_name: str
    source_language: str
    target_language: str
    revision: int
    is_present: bool
    set: SetView
    others: list[SetName]
    beside: Beside | None
    sort: str
    descends: bool
    page: int
    pages: int
    rows: list[CandidateRow]
    certainty: CertaintyView | None
    uncertain: str
    job: JobRow | None
    queue: QueueView | None
    drawn: str
    people: list[str]
    warnings: list[str]


@dataclass(frozen=True)
class AskedFor:
    """The revisions that drew a queue, or asked for more of it; in a large project the job that will draw it.

    `warnings` are of names that nobody has here, and that may be misspelled.
    """

    revisions: list[int]
    job: JobRow | None = None
    warnings: list[str] = field(default_factory=list)


@ROUTES.page("/projects/{project}/sets", may=Role.MANAGER, template="candidate_set/list.html")
def candidate_sets(context: Context, project: int, revision: str = "") -> CandidateSets:
    """What each system made, how much of it is judged, and its estimated SSER."""
    sets = []
    with context.database.reading() as connection:
        stored, memory = _read(context, connection, project, revision)
        is_complete = is_quick(len(memory.memory.targets))
        for number, outputs in current_runs(memory):
            if len(outputs) and is_complete:
                certainty, _, _ = _certainty(context, connection, stored, memory, number)
                sets.append(set_view(number, _estimate(context, stored, memory, number), certainty))
            elif len(outputs):
                covered = coverage(memory.memory, translations_of(memory.memory, outputs))
                sets.append(covered_view(number, outputs.system, outputs.run, covered))
    return CandidateSets(stored.id, stored.name, memory.memory.revision, sets, is_complete)


@ROUTES.page("/projects/{project}/sets/{run}", may=Role.MANAGER, template="candidate_set/set.html")
def candidate_set(context: Context, project: int, run: int, choice: Annotated[SetChoice, Query()]) -> OneSet:
    """One set, by the number of its run: header, rows in any order, another set beside it, and how sure it is."""
    if choice.sort not in SORTS:
        raise SettingError(f"there is no order {choice.sort!r}; there are {', '.join(SORTS)}")
    with context.database.reading() as connection:
        stored, memory = _read(context, connection, project, choice.revision)
        now = latest(connection, stored.id)
        estimate = _estimate(context, stored, memory, run)
        certainty, job, uncertain = _certainty(context, connection, stored, memory, run, choice.job)
        drawing, drawn = _drawing(context, connection, stored, run, choice)
        if not can_undo(connection, stored.id, [int(number) for number in drawn.split(",") if number]):
            drawn = ""  # the page was loaded again after the undo
        queue = queue_view(queue_state(connection, stored, run, memory.memory.revision))
        other_run = whole_number(choice.beside, "The other set")
        other = None if other_run is None else _estimate(context, stored, memory, other_run)
        other_certainty = None
        if other_run is not None:
            other_certainty, _, _ = _certainty(context, connection, stored, memory, other_run)
        people = possible_judges(connection, stored)
    difference = None if other is None else compare_sets(estimate, other, BOOTSTRAP)
    beside = None
    if other is not None and other_run is not None and difference is not None:
        interval = difference.interval
        beside = Beside(
            set_view(other_run, other, other_certainty),
            difference.compared,
            difference.value if difference.compared else None,
            None if interval is None else interval.low,
            None if interval is None else interval.high,
        )
    order = estimate.order(choice.sort, descends=choice.descends).tolist()
    pages = max(1, -(-len(order) // ROWS))
    page = min(choice.page, pages)
    return OneSet(
        project_id=stored.id,
        project_name=stored.name,
        source_language=stored.source_language,
        target_language=stored.target_language,
        revision=memory.memory.revision,
        is_present=memory.memory.revision == now,
        set=set_view(run, estimate, certainty),
        others=[
            SetName(number, f"{outputs.system}, {outputs.run}" if outputs.run else outputs.system)
            for number, outputs in current_runs(memory)
            if number != run and len(outputs)
        ],
        beside=beside,
        sort=choice.sort,
        descends=choice.descends,
        page=page,
        pages=pages,
        rows=row_views(memory.memory, estimate, order[(page - 1) * ROWS : page * ROWS], other, difference),
        certainty=certainty,
        uncertain=uncertain,
        job=job or drawing,
        queue=queue,
        drawn=drawn,
        people=list(people),
        warnings=unknown_judges(_names(choice.typed), people),
    )


@ROUTES.download("/projects/{project}/sets/{run}/rows.tsv", may=Role.MANAGER)
def candidate_set_table(context: Context, project: int, run: int, choice: Annotated[SetChoice, Query()]) -> Download:
    """Every output of a set with its score, where that comes from, and the nearest judged translation."""
    with context.database.reading() as connection:
        stored, memory = _read(context, connection, project, choice.revision)
    estimate = _estimate(context, stored, memory, run)
    content = Csv(SPREADSHEET_TSV).write(evaltrans_segments_document(estimate)).encode()
    return Download(content, f"{estimate.translations.system}.tsv", "text/tab-separated-values")


@ROUTES.action("/projects/{project}/sets/{run}/certainty", may=Role.MANAGER)
def compute_certainty(context: Context, project: int, run: int) -> Done[JobRow]:
    """Begin to compute how sure the score of a set is."""
    with context.database.reading() as connection:
        stored, memory = _read(context, connection, project, "")
        outputs = outputs_of_run(memory, run)
    arguments = {"project": stored.id, "run": run, "revision": memory.memory.revision}
    with context.database.writing() as connection:
        job = begin_job(connection, _CERTAINTY, context.owner, f"How sure is {outputs.system}?", arguments)
    return Done(job_row(job, context.owner), f"/projects/{stored.id}/sets/{run}?job={job.uid}")


@ROUTES.action("/projects/{project}/sets/{run}/queue", may=Role.MANAGER)
def ask_for_judgments(
    context: Context,
    project: int,
    run: int,
    count: Annotated[str, Form(max_length=20)] = "",
    judges: Annotated[str, Form(max_length=2000)] = "",
    cost: Annotated[str, Form(max_length=20)] = JUDGMENTS,
    near_repeats: Annotated[bool, Form()] = False,
    people: Annotated[list[str] | None, Form(max_length=500)] = None,
) -> Done[AskedFor]:
    """Draw the judging queue of a set if none is open, and ask for its first `count` items.

    `people` are names, `judges` more of them with commas between; without any, anybody may judge it. Names that nobody
    has here are taken, and warned of. Without a count, as many are asked for as make the SSER sure to one point. `cost`
    is what a new queue is to save: judgments, words or seconds. With `near_repeats`, what differs from a judged
    translation in case and punctuation alone keeps its score. In a large project a job draws it.
    """
    choices = PredictionChoices(cost=check_cost(cost), near_repeats=near_repeats)
    wanted = whole_number(count.strip(), "The number of judgments")
    names = list(dict.fromkeys((*(people or ()), *_names(judges))))
    with context.database.reading() as connection:
        stored, memory = _read(context, connection, project, "")
        refuse_closed(connection, stored.id)
        warnings = unknown_judges(names, possible_judges(connection, stored))
        known = queue_of_run(connection, stored, run)
        outputs = outputs_of_run(memory, run)
    is_open = known is not None and not known.is_closed
    typed = "&" + urlencode({"typed": ",".join(names)}) if warnings else ""
    if not is_open and not is_quick(len(memory.memory.targets)):
        arguments = {
            "project": stored.id,
            "run": run,
            "count": wanted,
            "judges": names,
            "who": context.visitor.name,
            "seed": SEED,
            "choices": asdict(choices),
        }
        with context.database.writing(in_turn=False) as connection:
            job = add_job(connection, DRAWING, context.owner, f"Draw a queue of {outputs.system}", arguments)
        return Done(AskedFor([], job_row(job), warnings), f"/projects/{stored.id}/sets/{run}?job={job.uid}{typed}")
    # before anything is written: predicting must not keep judges from saving
    run_prediction = None if is_open else outlook_of_run(memory, run, names, SEED, choices)
    with context.database.writing() as connection:
        revisions = ask_for(
            connection, stored, run, run_prediction, context.visitor.name, count=wanted, judges=names, seed=SEED
        )
    drawn = ",".join(str(number) for number in revisions)
    return Done(AskedFor(revisions, None, warnings), f"/projects/{stored.id}/sets/{run}?drawn={drawn}{typed}")


@ROUTES.action("/projects/{project}/sets/{run}/close", may=Role.MANAGER)
def close_set_queue(context: Context, project: int, run: int) -> Done[AskedFor]:
    """Ask for no more of a queue, so that another can be drawn; what was judged stays."""
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        queue = queue_of_run(connection, stored, run)
        if queue is None:
            raise InputError("this set has no queue, so there is nothing to close")
        revision = close_queue(connection, stored, queue, context.visitor.name)
    return Done(AskedFor([revision]), f"/projects/{stored.id}/sets/{run}?drawn={revision}")


def _names(text: str) -> list[str]:
    """Names with commas between."""
    return [name.strip() for name in text.split(",") if name.strip()]


def _read(context: Context, connection: "sa.Connection", project: int, revision: str) -> "tuple[Project, StoredMemory]":
    stored = project_of(connection, project)
    number = whole_number(revision, "The revision")
    return stored, load_revision(context.figures, connection, stored, number)


def _estimate(context: Context, project: Project, stored: "StoredMemory", run: int) -> SystemEstimate:
    outputs = outputs_of_run(stored, run)
    if not len(outputs):
        raise InputError(f"nothing is left of what {outputs.system} made, so there is no set to show")

    def compute() -> SystemEstimate:
        return estimate_system(stored.memory, outputs.system, run=outputs.run)

    return context.figures.find(_ESTIMATE, (project.id, run), stored.state, compute)


def _drawing(
    context: Context, connection: "sa.Connection", project: Project, run: int, choice: SetChoice
) -> tuple[JobRow | None, str]:
    """The job that draws the queue of a set, and the revisions that drew it, joined by commas."""
    job = known_job(connection, DRAWING, choice.job) if choice.job else None
    if job is None or (job.arguments["project"], job.arguments["run"]) != (project.id, run):
        return None, choice.drawn
    if job.state is JobState.DONE and job.result is not None:
        return None, ",".join(str(number) for number in job.result["revisions"])
    return job_row(job, context.owner), ""


def _certainty(
    context: Context, connection: "sa.Connection", project: Project, stored: "StoredMemory", run: int, job: str = ""
) -> tuple[CertaintyView | None, JobRow | None, str]:
    """How sure a set is, where that is known or can be computed at once; the job that computes it; or why not."""

    def compute() -> CertaintyView:
        history = load_history(context.figures, connection, project)
        return certainty_view(standing_of_run(connection, project, history, stored, run))

    try:
        answer = context.figures.ask_job(
            connection,
            _CERTAINTY,
            (project_key(connection, project), run),
            stored.state,
            len(stored.memory.targets),
            compute,
            arguments={"project": project.id, "run": run, "revision": stored.memory.revision},
            uid=job,
        )
    except InputError as error:  # nobody judged anything yet
        return None, None, str(error)
    if isinstance(answer, Job):
        return None, job_row(answer, context.owner), answer.message if answer.state is JobState.FAILED else ""
    return answer.value if isinstance(answer, Ready) else None, None, ""

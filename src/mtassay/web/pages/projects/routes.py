"""Projects: the list of them, a new one, and what one holds."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from fastapi import Form

from mtassay.corpus.language_codes import language_code
from mtassay.errors import NotFound, SettingError
from mtassay.estimation.figures.health import Health, health
from mtassay.estimation.figures.with_interval import known
from mtassay.estimation.sampling.headline import Headline
from mtassay.estimation.sampling.run_queues import headlines
from mtassay.human.judgment_files import judgment_file_content
from mtassay.human.scales import SCALES, scale
from mtassay.store.archives.backups import back_up
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.project_changes import deleted_projects, removal_day
from mtassay.store.contents.projects import add_project, project_of
from mtassay.store.history.events import history, state_of
from mtassay.store.history.undo import can_undo, undo
from mtassay.store.judging.queue_progress import queue_progress
from mtassay.store.memory.stored_memory import ProjectHistory
from mtassay.store.people.accounts import Role
from mtassay.store.people.members import let_in
from mtassay.store.work.jobs import Job, JobState, find_job
from mtassay.web.figures import BOOTSTRAP, Computed, FigureKind, Ready, Waiting
from mtassay.web.job_rows import JobRow, job_row
from mtassay.web.loaded_projects import project_key
from mtassay.web.pages.projects.queues import QueueRow, queue_row
from mtassay.web.pages.projects.settings import OFFERED_LANGUAGES, DeletedProject, Offered
from mtassay.web.pages.projects.steps import EventRow, step_rows
from mtassay.web.project_rows import ProjectRow, one_row, project_rows
from mtassay.web.serving.routes import Context, Done, Download, Routes

if TYPE_CHECKING:
    import sqlalchemy as sa

ROUTES = Routes("Projects")

_EVENTS = 10
_LOOKED_AT = 500
"""Of so many steps, runs of judgments are folded."""

_SCALES = {
    "evaltrans": "0 to 10, as in EvalTrans",
    "classes": "0 to 6, seven classes in words",
    "adequacy": "1 to 5, adequacy",
    "fluency": "1 to 5, fluency",
    "da": "0 to 100, direct assessment",
    "points": "0 to 10 without steps",
}


@dataclass(frozen=True)
class NewProject:
    """A project by its name, such as one that was begun."""

    id: int
    name: str


@dataclass(frozen=True)
class Projects:
    """All projects, the one that was used last first, and what a new one may choose.

    `archived` are hidden from lists, `deleted` can be restored; `just_deleted` is one of these.
    """

    projects: list[ProjectRow]
    archived: list[NewProject]
    deleted: list[DeletedProject]
    just_deleted: int | None
    scales: list[Offered]
    languages: list[Offered]


@dataclass(frozen=True, kw_only=True)
class RunRow:
    """A run of a system: shares of its outputs, 0 to 1, and its SSER, None where nobody judged anything.

    It is also None where a later run has the same name. `esser` is that by the rule of 2000, over `scored` outputs.
    """

    system: str
    run: str
    segments: int
    judged_share: float
    estimated_share: float
    unknown_share: float
    mean_distance: float
    headline: Headline | None
    esser: float | None
    scored: int


@dataclass(frozen=True)
class JudgeRow:
    """A judge, and how many judgments they gave; the name is empty for those of nobody in particular."""

    name: str
    judgments: int


@dataclass(frozen=True, kw_only=True)
class Figures:
    """How well the memory serves. `error` is the mean error of an estimate in points of 0 to 10, with its interval.

    They are as of `revision`: of a large project that may be one of some minutes ago. `judgments` are those that count
    for scores, `rechecks` those that were asked for twice; judges have both.
    """

    revision: int
    judgments: int
    rechecks: int
    references: int
    targets_per_source: float | None
    references_per_source: float | None
    error: float | None
    error_low: float | None
    error_high: float | None
    seconds: float | None
    item_error: float | None
    runs: list[RunRow]
    judges: list[JudgeRow]


_HEALTH = FigureKind[Figures]("health", keep=50)


@dataclass(frozen=True)
class Addition:
    """A file that is being added, or was: the job, and what came of it in words that follow the name of the file.

    `revisions` undo it, joined by commas.
    """

    job: JobRow
    file: str
    words: str
    revisions: str


@dataclass(frozen=True)
class OneProject:
    """A project. `figures` is None where they take long and nobody asked for them, or while they are computed.

    Then `waits_for` is the address to ask again after a second. `queues` are the open ones.
    """

    project: ProjectRow
    scale_words: str
    figures: Figures | None
    waits_for: str
    events: list[EventRow]
    queues: list[QueueRow]
    addition: Addition | None


@dataclass(frozen=True)
class Undone:
    """What was taken back, and the revisions that did it."""

    revisions: list[int]
    by: list[int]


@ROUTES.page("/projects", may=Role.MANAGER, template="projects/list.html")
def projects(context: Context, deleted: int | None = None) -> Projects:
    """All projects, with their languages, systems, share judged and last activity.

    Then those that are archived, and those that were deleted; `deleted` is one that was a moment ago.
    """
    sees = context.visitor.sees
    with context.database.reading() as connection:
        shown = context.projects(connection, archived=True)
        gone = [project for project in deleted_projects(connection) if sees(project.id)]
    return Projects(
        project_rows(context.figures, sees),
        [NewProject(project.id, project.name) for project in shown if project.is_archived],
        [DeletedProject(project.id, project.name, removal_day(project).isoformat()) for project in gone],
        deleted,
        [Offered(name, _SCALES.get(name, name)) for name in SCALES],
        OFFERED_LANGUAGES,
    )


@ROUTES.action("/projects", may=Role.MANAGER)
def new_project(
    context: Context,
    name: Annotated[str, Form()],
    source_language: Annotated[str, Form()] = "",
    target_language: Annotated[str, Form()] = "",
    scale_name: Annotated[str, Form()] = "evaltrans",
    own_scale: Annotated[str, Form()] = "",
    by_place: Annotated[bool, Form()] = False,
) -> Done[NewProject]:
    """Begin a project. Languages are codes or English names.

    `own_scale` is LOW..HIGH or LOW..HIGH/STEP, and comes before `scale_name`.

    With `by_place`, the same sentence at two places is two sources.
    """
    chosen = scale(own_scale.strip() or scale_name)
    with context.database.writing() as connection:
        made = add_project(
            connection,
            name.strip(),
            context.visitor.name,
            scale=chosen,
            source_language=language_code(source_language),
            target_language=language_code(target_language),
            by_place=by_place,
        )
        if context.visitor.account is not None:
            let_in(connection, made, context.visitor.account, context.visitor.name)
    return Done(NewProject(made.id, made.name), f"/projects/{made.id}")


@ROUTES.page("/projects/{project}", may=Role.MANAGER, template="projects/project.html")
def one_project(context: Context, project: int, added: str = "", figures: bool = False) -> OneProject:
    """What a project holds, how far its estimates can be trusted, and its last steps.

    `added` is a job that adds a file; `figures` asks for figures that take long, too.
    """
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        events = history(connection, stored.id, limit=_LOOKED_AT)
        queues = [queue_row(progress) for progress in queue_progress(connection, stored)]
        job = _find_addition(context, added, stored.id)
        can_be_undone = can_undo(connection, stored.id, _added_revisions(job))
    row = one_row(context.figures, stored)

    def compute(own: "sa.Connection") -> Computed[Figures]:
        past = ProjectHistory(own, stored)
        memory = past.memory(row.revision)
        lines = headlines(own, stored, past, memory)
        return Computed(memory.state, _figures(row.revision, health(memory.memory, bootstrap=BOOTSTRAP), lines))

    with context.database.reading() as connection:
        state = state_of(connection, stored.id, row.revision)
        key = project_key(connection, stored)
        answer = context.figures.ask(
            connection, _HEALTH, key, state, row.translations, compute, is_wanted=figures, may_be_old=True
        )
    anchors = "; ".join(f"{value:g} {words}" for value, words in stored.scale.anchors.items())
    return OneProject(
        row,
        anchors,
        answer.value if isinstance(answer, Ready) else None,
        f"/projects/{stored.id}?figures=true" if isinstance(answer, Waiting) else "",
        step_rows(events, _EVENTS),
        queues,
        None if job is None else _addition(job, can_be_undone),
    )


@ROUTES.action("/projects/{project}/undo/{revisions}", may=Role.MANAGER)
def undo_steps(context: Context, project: int, revisions: str) -> Done[Undone]:
    """Take steps back: revisions joined by commas. That is a step too, and can be undone itself."""
    numbers = sorted({_revision(text) for text in revisions.split(",")})
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        done = undo(connection, stored.id, numbers, context.visitor.name)
    return Done(Undone(numbers, list(done)), f"/projects/{stored.id}")


@ROUTES.download("/projects/{project}/evaltrans", may=Role.MANAGER)
def project_as_evaltrans(context: Context, project: int) -> Download:
    """All of a project as EvalTrans XML, from which nothing is lost."""
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        collection = read_collection(connection, stored)
    content = judgment_file_content(collection, "project.xml", "evaltrans")
    return Download(content, f"{stored.name}.xml", "application/xml")


@ROUTES.download("/projects/{project}/backup", may=Role.ADMINISTRATOR)
def backup_of_database(context: Context, project: int) -> Download:
    """The whole database with this project in it, as one file of SQLite; accounts are in it, so it is for few."""
    with context.database.reading() as connection:
        project_of(connection, project)
    with tempfile.TemporaryDirectory(prefix="mtassay-backup-") as folder:
        file = Path(folder) / "backup.db"
        back_up(context.database, file)
        content = file.read_bytes()
    return Download(content, "mtassay-backup.db", "application/vnd.sqlite3")


def _revision(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise SettingError(f"{text[:50]!r} is no revision; write numbers joined by commas, such as 7,8")
    return int(text)


def _find_addition(context: Context, uid: str, project: int) -> Job | None:
    """The job that adds a file to this project; one that is forgotten by now is no reason to show nothing."""
    if not uid:
        return None
    with context.database.reading() as connection:
        try:
            job = find_job(connection, context.owner, uid)
        except NotFound:
            return None
    return job if job.kind == "add_data" and job.arguments.get("project") == project else None


def _added_revisions(job: Job | None) -> list[int]:
    return (job.result or {}).get("revisions", []) if job is not None and job.state is JobState.DONE else []


def _addition(job: Job, can_be_undone: bool) -> Addition:
    result = job.result or {}
    return Addition(
        job_row(job),
        str(result.get("file", "")),
        str(result.get("words", "")),
        ",".join(str(revision) for revision in _added_revisions(job)) if can_be_undone else "",
    )


def _figures(revision: int, health: Health, lines: Sequence[Headline | None]) -> Figures:
    """`lines` are the headlines of the runs that have outputs."""
    seen = health.overview
    interval = None if health.error is None else health.error.interval
    return Figures(
        revision=revision,
        judgments=seen.counts.judgments,
        rechecks=seen.counts.rechecks,
        references=seen.counts.references,
        targets_per_source=known(seen.targets_per_source.value),
        references_per_source=known(seen.references_per_source.value),
        error=None if health.error is None else known(health.error.value),
        error_low=None if interval is None else interval.low,
        error_high=None if interval is None else interval.high,
        seconds=seen.seconds,
        item_error=seen.item_error,
        runs=[
            RunRow(
                system=run.system,
                run=run.run,
                segments=len(run.candidates.estimates),
                judged_share=run.candidates.judged_share,
                estimated_share=run.candidates.estimated_share,
                unknown_share=run.candidates.unknown_share,
                mean_distance=run.candidates.estimated_distance,
                headline=line,
                esser=known(run.candidates.esser),
                scored=run.candidates.known,
            )
            for run, line in zip(health.runs, lines, strict=True)
        ],
        judges=[JudgeRow(name, judgments) for name, judgments in health.judges.items()],
    )

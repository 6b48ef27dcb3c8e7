"""Adding data to a project: a file is kept, looked at, and stored when somebody confirms."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from fastapi import File, Form, Query, UploadFile

from mtassay.checks.base import check
from mtassay.checks.finding import Finding
from mtassay.errors import InputError, NotFound, SettingError
from mtassay.estimation.nearest.foresight import Foresight, foresee
from mtassay.human.collection import Collection
from mtassay.human.scales import SCALES
from mtassay.store.contents.outputs import segments
from mtassay.store.contents.projects import Project, project_of
from mtassay.store.people.accounts import Role
from mtassay.store.work.jobs import Job, JobState, add_job, jobs_of
from mtassay.store.work.kept_files import KeptFile, file_content, files_of, find_file, forget_file, keep_file
from mtassay.web.job_rows import JobRow, job_row
from mtassay.web.loaded_projects import load_revision
from mtassay.web.pages.add_data.incoming import (
    MOST_NAME_CHARACTERS,
    Choices,
    Incoming,
    IncomingKind,
    collect,
    evalset_of_outputs,
    left_out,
    look_at,
    shown_outputs,
    shown_rows,
)
from mtassay.web.serving.routes import Context, Done, Routes
from mtassay.web.serving.uploads import Upload, clean_name

if TYPE_CHECKING:
    import sqlalchemy as sa

ROUTES = Routes("Add data")

_MOST_FILES = 20
_RECENT_JOBS = 100
_ROWS = 120
"""Of a file, that are sent with its page, which shows the first 20 and the others on demand."""
_SHOWN_CHARACTERS = 2000
_DETAILS = 3
_LEFT_OUT = 50
_MOST_CHECKED_BYTES = 8 * 1024**2
"""Of a file whose texts are checked while somebody waits."""


@dataclass(frozen=True)
class ProjectName:
    """The project that is meant."""

    id: int
    name: str
    has_sources: bool


@dataclass(frozen=True)
class FileRow:
    """A file that waits to be added; it is forgotten after a day."""

    uid: str
    name: str
    size: int


@dataclass(frozen=True)
class AddData:
    """The files that wait to be added to a project."""

    project: ProjectName
    files: list[FileRow]


@dataclass(frozen=True)
class ColumnRow:
    """A column of a file, counted from 1."""

    number: int
    name: str


@dataclass(frozen=True)
class FindingRow:
    """What a check found: in which segments, as `numbers` counted from 1, and what there is to say of the first few."""

    check: str
    severity: str
    where: str
    message: str
    segments: list[int]
    numbers: list[int]
    details: list[str]


@dataclass(frozen=True, kw_only=True)
class ForeseenRow:
    """What the memory knows of a run already: shares of its outputs, 0 to 1."""

    system: str
    run: str
    segments: int
    judged_share: float
    estimated_share: float
    unknown_share: float
    mean_distance: float
    esser: float | None


@dataclass(frozen=True)
class Foreseen:
    """What a file would bring."""

    sources: int
    new_sources: int
    translations: int
    new_translations: int
    judgments: int
    runs: list[ForeseenRow]


@dataclass(frozen=True, kw_only=True)
class Preview:
    """A file before it is added: what it is taken for, its first rows, what is wrong or odd, and what it would bring.

    Nothing of it is in the project. `problem` says why it cannot be added as it is; empty where it can. `left_out` says
    which cells are wrong, so that their rows are not added; `left_out_count` is of all of them. `encoding` is the one
    that the text was taken to be in, where it is not UTF-8. `outputs` are the first sources with the output of each
    system beside them.
    """

    project: ProjectName
    file: FileRow
    format: str
    encoding: str
    kind: IncomingKind
    is_table: bool
    has_sheets: bool
    choices: Choices
    scales: list[str]
    columns: list[ColumnRow]
    heads: list[str]
    rows: list[list[str]]
    row_count: int
    output_heads: list[str]
    outputs: list[list[str]]
    output_count: int
    problem: str
    left_out: list[str]
    left_out_count: int
    conversion: str
    is_checked: bool
    findings: list[FindingRow]
    foreseen: Foreseen | None


@dataclass(frozen=True)
class Kept:
    """Files that were sent, and wait to be looked at."""

    files: list[FileRow]


@dataclass(frozen=True)
class Discarded:
    """A file that is forgotten."""

    uid: str


@ROUTES.page("/projects/{project}/add", may=Role.MANAGER, template="add_data/page.html")
def add_data(context: Context, project: int) -> AddData:
    """Where files are dropped, and which of them wait."""
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        has_sources = bool(segments(connection, stored))
        files = files_of(connection, context.owner)
    waiting = [_file_row(file) for file in files if file.media_type == _media_type(stored)]
    return AddData(ProjectName(stored.id, stored.name, has_sources), waiting)


@ROUTES.action("/projects/{project}/add", may=Role.MANAGER)
def send_files(context: Context, project: int, files: Annotated[list[UploadFile] | None, File()] = None) -> Done[Kept]:
    """Keep files until somebody says what to do with them; nothing of them is in the project yet."""
    named = [file for file in files or () if file.filename]
    if not named:
        raise InputError("no file was sent; choose one, or drop it on the page")
    if len(named) > _MOST_FILES:
        raise SettingError(f"{len(named)} files at once, and up to {_MOST_FILES} are taken; send them in parts")
    uploads = [Upload(clean_name(file.filename), file.file.read()) for file in named]
    for upload in uploads:
        if not upload.content:
            raise InputError(f"{upload.name}: the file is empty; choose another")
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        kept = [
            keep_file(connection, context.owner, upload.name, upload.content, _media_type(stored)) for upload in uploads
        ]
    rows = [_file_row(file) for file in kept]
    base = f"/projects/{stored.id}/add"
    return Done(Kept(rows), f"{base}/{rows[0].uid}" if len(rows) == 1 else base)


@ROUTES.page("/projects/{project}/add/{uid}", may=Role.MANAGER, template="add_data/preview.html")
def preview_file(context: Context, project: int, uid: str, choices: Annotated[Choices, Query()]) -> Preview:
    """What a file is taken for, what is wrong or odd about it, and how much of it the project knows already."""
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        file = _find(context, connection, stored, uid)
        places = segments(connection, stored)
        name = ProjectName(stored.id, stored.name, bool(places))
        upload = Upload(file.name, file_content(connection, context.owner, uid))
        try:
            incoming = look_at(upload, choices, has_sources=bool(places))
        except InputError as error:
            return _unreadable(name, file, choices, str(error))
        try:
            collection = collect(connection, stored, incoming)
            # who looks at a file changes its columns several times, and a large memory takes seconds to load
            memory = load_revision(context.figures, connection, stored)
            foreseen = foresee(connection, stored, collection, stored=memory)
        except (InputError, SettingError) as error:
            return _preview(name, file, incoming, stored, None, None, str(error))
    return _preview(name, file, incoming, stored, collection, foreseen, "")


@ROUTES.action("/projects/{project}/add/{uid}", may=Role.MANAGER)
def confirm_file(context: Context, project: int, uid: str, choices: Annotated[Choices, Form()]) -> Done[JobRow]:
    """Add a file to the project, by a job; it can be undone as a whole. Confirmed twice, it is the same job."""
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        known = _find_job(context, connection, stored, uid)
        if known is not None:
            return Done(job_row(known), f"/projects/{stored.id}?added={known.uid}")
        file = _find(context, connection, stored, uid)
        arguments = {
            "project": stored.id,
            "file": file.uid,
            "who": context.visitor.name,
            "choices": choices.model_dump(),
        }
        job = add_job(connection, "add_data", context.owner, f"Add {file.name} to {stored.name}", arguments)
    return Done(job_row(job), f"/projects/{stored.id}?added={job.uid}")


@ROUTES.action("/projects/{project}/add/{uid}/discard", may=Role.MANAGER)
def discard_file(context: Context, project: int, uid: str) -> Done[Discarded]:
    """Forget a file that was not added."""
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        forget_file(connection, context.owner, _find(context, connection, stored, uid).uid)
    return Done(Discarded(uid), f"/projects/{stored.id}/add")


def _media_type(project: Project) -> str:
    """By which files that wait for a project are told from those of other pages."""
    return f"application/x-mtassay-incoming; project={project.id}"


def _find(context: Context, connection: "sa.Connection", project: Project, uid: str) -> KeptFile:
    file = find_file(connection, context.owner, uid)
    if file.media_type != _media_type(project):
        raise NotFound("this file was not sent for this project; send it again")
    return file


def _find_job(context: Context, connection: "sa.Connection", project: Project, uid: str) -> Job | None:
    """The job that adds this file, or has added it: people press a button twice, and programs ask again."""
    lost = (JobState.FAILED, JobState.CANCELLED, JobState.INTERRUPTED)
    for job in jobs_of(connection, context.owner, _RECENT_JOBS):
        is_same = job.kind == "add_data" and job.arguments.get("file") == uid
        if is_same and job.arguments.get("project") == project.id and job.state not in lost:
            return job
    return None


def _file_row(file: KeptFile) -> FileRow:
    return FileRow(file.uid, file.name, file.size)


def _unreadable(project: ProjectName, file: KeptFile, choices: Choices, problem: str) -> Preview:
    kind = IncomingKind(choices.kind) if choices.kind else IncomingKind.OUTPUTS
    return Preview(
        project=project,
        file=_file_row(file),
        format="",
        encoding="",
        kind=kind,
        is_table=False,
        has_sheets=bool(choices.sheet),
        choices=choices,
        scales=list(SCALES),
        columns=[],
        heads=[],
        rows=[],
        row_count=0,
        output_heads=[],
        outputs=[],
        output_count=0,
        problem=problem,
        left_out=[],
        left_out_count=0,
        conversion="",
        is_checked=False,
        findings=[],
        foreseen=None,
    )


def _preview(
    project: ProjectName,
    file: KeptFile,
    incoming: Incoming,
    stored: Project,
    collection: Collection | None,
    foresight: Foresight | None,
    problem: str,
) -> Preview:
    table = incoming.table
    if table is not None:
        columns = [
            ColumnRow(number, column.name[:MOST_NAME_CHARACTERS]) for number, column in enumerate(table.columns, 1)
        ]
        heads = [column.name for column in columns]
        rows = [[_shown(column.texts[row]) for column in table.columns] for row in range(min(len(table), _ROWS))]
        row_count = len(table)
    else:
        columns, heads = [], ["Source", "Translation", "System", "Judge", "Score", "Comment"]
        rows = [] if collection is None else [list(map(_shown, row)) for row in shown_rows(collection, _ROWS)]
        row_count = 0 if foresight is None else foresight.judgments
    output_heads: list[str] = []
    outputs: list[list[str]] = []
    if incoming.kind is IncomingKind.OUTPUTS and collection is not None:
        output_heads, outputs = shown_outputs(collection, _ROWS)
    has_outputs = incoming.kind is IncomingKind.OUTPUTS and len(incoming.data) <= _MOST_CHECKED_BYTES
    evalset = evalset_of_outputs(collection, stored.target_language) if has_outputs and collection else None
    findings = () if evalset is None else check(evalset)
    unusable = left_out(incoming)
    converts = collection is not None and bool(foresight and foresight.judgments) and collection.scale != stored.scale
    return Preview(
        project=project,
        file=_file_row(file),
        format=incoming.format,
        encoding="" if table is None else table.encoding,
        kind=incoming.kind,
        is_table=table is not None,
        has_sheets=table is not None and table.sheet is not None,
        choices=incoming.choices,
        scales=list(SCALES),
        columns=columns,
        heads=heads,
        rows=rows,
        row_count=row_count,
        output_heads=output_heads,
        outputs=[list(map(_shown, row)) for row in outputs],
        output_count=foresight.sources if foresight is not None and outputs else 0,
        problem=problem,
        left_out=unusable[:_LEFT_OUT],
        left_out_count=len(unusable),
        conversion=f"{collection.scale.words} to {stored.scale.words}" if converts and collection else "",
        is_checked=evalset is not None,
        findings=[_finding_row(finding) for finding in findings],
        foreseen=None if foresight is None else _foreseen(foresight),
    )


def _shown(text: str | None) -> str:
    return (text or "")[:_SHOWN_CHARACTERS]


def _finding_row(finding: Finding) -> FindingRow:
    return FindingRow(
        finding.check,
        finding.severity,
        finding.where,
        finding.message,
        list(finding.segments),
        finding.numbers,
        list(map(_shown, finding.details[:_DETAILS])),
    )


def _foreseen(foresight: Foresight) -> Foreseen:
    return Foreseen(
        foresight.sources,
        foresight.new_sources,
        foresight.targets,
        foresight.new_targets,
        foresight.judgments,
        [
            ForeseenRow(
                system=run.system,
                run=run.run,
                segments=len(run.candidates.estimates),
                judged_share=run.candidates.judged_share,
                estimated_share=run.candidates.estimated_share,
                unknown_share=run.candidates.unknown_share,
                mean_distance=run.candidates.estimated_distance,
                esser=run.candidates.esser if run.candidates.known else None,
            )
            for run in foresight.runs
        ],
    )

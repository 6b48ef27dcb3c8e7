"""Archives: all of a project in one file, and back again as a new project."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Form, UploadFile

from mtassay.corpus import limits
from mtassay.errors import InputError, NotFound
from mtassay.store.archives.project_archive import read_archive
from mtassay.store.contents.projects import project_of
from mtassay.store.history.events import latest
from mtassay.store.history.project_details import is_name_taken
from mtassay.store.people.accounts import Role
from mtassay.store.work.jobs import add_job
from mtassay.store.work.kept_files import KeptFile, file_content, files_of, find_file, forget_file, keep_file
from mtassay.web.event_words import counted
from mtassay.web.job_rows import JobRow, job_row
from mtassay.web.serving.routes import Context, Done, Routes
from mtassay.web.serving.uploads import MOST_CELLS, MOST_UNPACKED_BYTES, clean_name

if TYPE_CHECKING:
    import sqlalchemy as sa

ROUTES = Routes("Archives")

_MEDIA_TYPE = "application/x-mtassay-archive"
_COUNTED = ("sources", "targets", "judgments", "items", "systems", "queues")


@dataclass(frozen=True)
class ProjectArchive:
    """What can be taken away of a project, as of its present revision."""

    project_id: int
    project_name: str
    revision: int


@dataclass(frozen=True)
class ArchiveFile:
    """An archive that was sent and waits to be brought back."""

    uid: str
    name: str
    size: int


@dataclass(frozen=True)
class Archives:
    """The archives that wait."""

    files: list[ArchiveFile]


@dataclass(frozen=True, kw_only=True)
class ArchivePreview:
    """An archive before it is brought back. `problem` says why it cannot be; empty where it can.

    `is_taken` says that there is a project of its name already, so that it needs another.
    """

    file: ArchiveFile
    problem: str
    project_name: str
    is_taken: bool
    source_language: str
    target_language: str
    scale: str
    is_pseudonymous: bool
    written_by: str
    events: int
    holds: list[str]


@dataclass(frozen=True)
class DiscardedArchive:
    """An archive that is forgotten."""

    uid: str


@ROUTES.page("/projects/{project}/archive", may=Role.MANAGER, template="archive/page.html")
def project_archive(context: Context, project: int) -> ProjectArchive:
    """The ways to take a project away: an archive, EvalTrans XML, a backup of everything."""
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        return ProjectArchive(stored.id, stored.name, latest(connection, stored.id))


@ROUTES.action("/projects/{project}/archive", may=Role.MANAGER)
def write_project_archive(context: Context, project: int, pseudonyms: Annotated[bool, Form()] = False) -> Done[JobRow]:
    """Write all of a project into one ZIP file, by a job; with `pseudonyms` nobody is named in it."""
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        arguments = {"project": stored.id, "pseudonyms": pseudonyms}
        job = add_job(connection, "write_archive", context.owner, f"Archive of {stored.name}", arguments)
    return Done(job_row(job), f"/jobs/{job.uid}")


@ROUTES.page("/archives", may=Role.MANAGER, template="archive/list.html")
def archives(context: Context) -> Archives:
    """Where an archive is brought back, and which wait."""
    with context.database.reading() as connection:
        files = files_of(connection, context.owner)
    return Archives([_file(file) for file in files if file.media_type == _MEDIA_TYPE])


@ROUTES.action("/archives", may=Role.MANAGER)
def send_archive(context: Context, file: UploadFile) -> Done[ArchiveFile]:
    """Keep an archive until somebody confirms; nothing of it is in a project yet."""
    content = file.file.read()
    if not content:
        raise InputError("no file was sent, or an empty one; choose the ZIP file of an archive")
    with context.database.writing(in_turn=False) as connection:
        kept = keep_file(connection, context.owner, clean_name(file.filename), content, _MEDIA_TYPE)
    return Done(_file(kept), f"/archives/{kept.uid}")


@ROUTES.page("/archives/{uid}", may=Role.MANAGER, template="archive/preview.html")
def archive_preview(context: Context, uid: str) -> ArchivePreview:
    """What is in an archive, once its checksums were found right."""
    with context.database.reading() as connection:
        kept = _find(context, connection, uid)
        content = file_content(connection, context.owner, uid)
    try:
        with limits.lowered(MOST_UNPACKED_BYTES, MOST_CELLS):
            archive = read_archive(content, kept.name)
    except InputError as error:
        return ArchivePreview(
            file=_file(kept),
            problem=str(error),
            project_name="",
            is_taken=False,
            source_language="",
            target_language="",
            scale="",
            is_pseudonymous=False,
            written_by="",
            events=0,
            holds=[],
        )
    project = archive.project
    with context.database.reading() as connection:
        is_taken = is_name_taken(connection, project.name)
    return ArchivePreview(
        file=_file(kept),
        problem="",
        project_name=project.name,
        is_taken=is_taken,
        source_language=project.source_language,
        target_language=project.target_language,
        scale=project.scale.spec,
        is_pseudonymous=archive.is_pseudonymous,
        written_by=archive.written_by,
        events=archive.counts.get("events", 0),
        holds=[counted(archive.counts[name], name) for name in _COUNTED if archive.counts.get(name)],
    )


@ROUTES.action("/archives/{uid}", may=Role.MANAGER)
def bring_archive(context: Context, uid: str, name: Annotated[str, Form(max_length=200)] = "") -> Done[JobRow]:
    """Make a new project of an archive, with its history, by a job."""
    with context.database.writing() as connection:
        kept = _find(context, connection, uid)
        arguments: dict[str, Any] = {"file": kept.uid, "name": name.strip(), "who": context.visitor.name}
        if context.visitor.account is not None:
            arguments["account"] = context.visitor.account.id
        job = add_job(connection, "bring_archive", context.owner, f"Import {kept.name}", arguments)
    return Done(job_row(job), f"/jobs/{job.uid}")


@ROUTES.action("/archives/{uid}/discard", may=Role.MANAGER)
def discard_archive(context: Context, uid: str) -> Done[DiscardedArchive]:
    """Forget an archive that was not brought back."""
    with context.database.writing(in_turn=False) as connection:
        forget_file(connection, context.owner, _find(context, connection, uid).uid)
    return Done(DiscardedArchive(uid), "/archives")


def _find(context: Context, connection: "sa.Connection", uid: str) -> KeptFile:
    kept = find_file(connection, context.owner, uid)
    if kept.media_type != _MEDIA_TYPE:
        raise NotFound("this file was not sent as an archive; send it again")
    return kept


def _file(kept: KeptFile) -> ArchiveFile:
    return ArchiveFile(kept.uid, kept.name, kept.size)

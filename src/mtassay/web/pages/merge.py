"""Merging: another project, a database or a file of judgments comes into a project, after a look at what would come."""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Form, UploadFile

from mtassay.errors import InputError
from mtassay.store.contents.merging import check_merge
from mtassay.store.contents.projects import project_of
from mtassay.store.history.events import refuse_closed
from mtassay.store.people.accounts import Role
from mtassay.store.work.jobs import add_job
from mtassay.store.work.kept_files import find_file, keep_file
from mtassay.web.incoming_merges import check_file
from mtassay.web.job_rows import JobRow, job_row
from mtassay.web.serving.routes import Context, Done, Routes
from mtassay.web.serving.uploads import clean_name

ROUTES = Routes("Merge")


@dataclass(frozen=True)
class ProjectName:
    """A project."""

    id: int
    name: str


@dataclass(frozen=True)
class Merge:
    """A project, and those of the same database that could come into it."""

    project: ProjectName
    others: list[ProjectName]


@ROUTES.page("/projects/{project}/merge", may=Role.MANAGER, template="merge.html")
def merge(context: Context, project: int) -> Merge:
    """What can be merged into a project."""
    with context.database.reading() as connection:
        stored = project_of(connection, project)
        others = [ProjectName(other.id, other.name) for other in context.projects(connection) if other != stored]
    return Merge(ProjectName(stored.id, stored.name), others)


@ROUTES.action("/projects/{project}/merge/preview", may=Role.MANAGER)
def preview_merge(
    context: Context,
    project: int,
    files: list[UploadFile] | None = None,
    other: Annotated[str, Form(max_length=20)] = "",
    other_name: Annotated[str, Form(max_length=200)] = "",
) -> Done[JobRow]:
    """Count what would come, by a job, and store nothing; what cannot be merged is said at once.

    `other` is the number of a project; otherwise a file is sent: a database of mtassay or judgments, such as EvalTrans
    XML. `other_name` says which project of a database that has several.
    """
    named = [file for file in files or () if file.filename]
    if other and named:
        raise InputError("a project and a file at once; choose one of them")
    if len(named) > 1:
        raise InputError(f"{len(named)} files at once; merge one after the other")
    if not other and not named:
        raise InputError("nothing to merge: choose a project, or send a file")
    name, content = (clean_name(named[0].filename), named[0].file.read()) if named else ("", b"")
    if named:
        if not content:
            raise InputError(f"{name}: the file is empty; choose another")
        with context.database.reading() as connection:  # nobody has to wait while it is read
            check_file(connection, project_of(connection, project), name, content, other_name.strip())
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        arguments: dict[str, Any] = {"project": stored.id, "who": context.visitor.name, "is_rehearsal": True}
        if named:
            kept = keep_file(connection, context.owner, name, content, "application/octet-stream")
            arguments |= {"file": kept.uid, "other_name": other_name.strip()}
        else:
            chosen = context.project(connection, int(other) if other.isascii() and other.isdecimal() else 0)
            if chosen.id == stored.id:
                raise InputError("a project cannot be merged with itself; choose another")
            check_merge(connection, stored, chosen)
            name = chosen.name
            arguments["other"] = chosen.id
        title = f"Preview of merging {name} into {stored.name}"
        job = add_job(connection, "merge_projects", context.owner, title, arguments)
    return Done(job_row(job), f"/jobs/{job.uid}")


@ROUTES.action("/projects/{project}/merge", may=Role.MANAGER)
def confirm_merge(
    context: Context,
    project: int,
    file: Annotated[str, Form(max_length=32)] = "",
    other: Annotated[int | None, Form(ge=1, le=2**63 - 1)] = None,
    other_name: Annotated[str, Form(max_length=200)] = "",
) -> Done[JobRow]:
    """Merge what was looked at, by a job; all of it can be undone at once."""
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        arguments: dict[str, Any] = {"project": stored.id, "who": context.visitor.name, "is_rehearsal": False}
        refuse_closed(connection, stored.id)
        if file:
            name = find_file(connection, context.owner, file).name
            arguments |= {"file": file, "other_name": other_name}
        else:
            chosen = context.project(connection, other or 0)
            check_merge(connection, stored, chosen)
            name, arguments["other"] = chosen.name, chosen.id
        job = add_job(connection, "merge_projects", context.owner, f"Merge {name} into {stored.name}", arguments)
    return Done(job_row(job), f"/jobs/{job.uid}")

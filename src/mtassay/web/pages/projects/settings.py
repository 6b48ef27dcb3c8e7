"""Settings of a project: its name and languages, and the ways to put it away."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Form, Query

from mtassay.corpus.language_codes import LANGUAGES, language_code
from mtassay.errors import Conflict
from mtassay.store.contents.project_changes import (
    KEPT,
    archive_project,
    change_languages,
    delete_project,
    deleted_project,
    open_project,
    removal_day,
    rename_project,
    restore_project,
)
from mtassay.store.contents.projects import project_of
from mtassay.store.people.accounts import Role
from mtassay.web.serving.routes import Context, Done, Routes

ROUTES = Routes("Projects")


@dataclass(frozen=True)
class Offered:
    """Something to choose, and what people read."""

    value: str
    words: str


OFFERED_LANGUAGES = [Offered(code, words) for code, words in sorted(LANGUAGES.items(), key=lambda item: item[1])]
"""All languages that have a name here, by that."""


@dataclass(frozen=True, kw_only=True)
class ProjectSettings:
    """What can be changed of a project as a whole; `changed` are the revisions that did it just now, with commas."""

    project_id: int
    project_name: str
    source_language: str
    target_language: str
    is_archived: bool
    kept_days: int
    changed: str
    languages: list[Offered]


@dataclass(frozen=True)
class ChangedProject:
    """A project, and the revisions that changed it; none where all was so already."""

    id: int
    name: str
    revisions: list[int]


@dataclass(frozen=True)
class DeletedProject:
    """A project that was deleted, and the day on which it is really removed."""

    id: int
    name: str
    removed_on: str


@ROUTES.page("/projects/{project}/settings", may=Role.MANAGER, template="projects/settings.html")
def project_settings(
    context: Context, project: int, changed: Annotated[str, Query(max_length=100, pattern=r"^[0-9,]*$")] = ""
) -> ProjectSettings:
    """Name, languages, and whether a project is archived."""
    with context.database.reading() as connection:
        stored = project_of(connection, project)
    return ProjectSettings(
        project_id=stored.id,
        project_name=stored.name,
        source_language=stored.source_language,
        target_language=stored.target_language,
        is_archived=stored.is_archived,
        kept_days=KEPT.days,
        changed=changed,
        languages=OFFERED_LANGUAGES,
    )


@ROUTES.action("/projects/{project}/settings", may=Role.MANAGER)
def change_project(
    context: Context,
    project: int,
    name: Annotated[str | None, Form(max_length=300)] = None,
    source_language: Annotated[str | None, Form(max_length=200)] = None,
    target_language: Annotated[str | None, Form(max_length=200)] = None,
    name_before: Annotated[str | None, Form(max_length=300)] = None,
    source_before: Annotated[str | None, Form(max_length=200)] = None,
    target_before: Annotated[str | None, Form(max_length=200)] = None,
    is_whole: Annotated[bool, Form()] = False,
) -> Done[ChangedProject]:
    """Rename a project or correct its languages, by codes or English names.

    What is left out stays as it is; where it `is_whole`, as a form with all fields is, it is emptied. Who says what
    was there before changes nothing that somebody else has changed meanwhile.
    """
    if is_whole:  # an empty field of a form reads as none
        name, source_language, target_language = name or "", source_language or "", target_language or ""
    if is_whole and name_before is not None:
        source_before, target_before = source_before or "", target_before or ""
    who = context.visitor.name
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        name = _changed("name", name, name_before, stored.name)
        source_language = _changed("language of the sources", source_language, source_before, stored.source_language)
        target_language = _changed(
            "language of the translations", target_language, target_before, stored.target_language
        )
        codes = [
            before if given is None or given.strip() == before else language_code(given)
            for before, given in ((stored.source_language, source_language), (stored.target_language, target_language))
        ]
        renamed = None if name is None else rename_project(connection, stored, name, who)
        done = [renamed, change_languages(connection, stored, codes[0], codes[1], who)]
        stored = project_of(connection, project)
    revisions = [revision for revision in done if revision is not None]
    place = f"/projects/{stored.id}/settings"
    changed = f"?changed={','.join(map(str, revisions))}" if revisions else ""
    return Done(ChangedProject(stored.id, stored.name, revisions), place + changed)


@ROUTES.action("/projects/{project}/put-away", may=Role.MANAGER)
def put_project_away(context: Context, project: int) -> Done[ChangedProject]:
    """Archive a project: it is hidden from lists, and can be read but not changed."""
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        revision = archive_project(connection, stored, context.visitor.name)
    return Done(
        ChangedProject(stored.id, stored.name, [revision]), f"/projects/{stored.id}/settings?changed={revision}"
    )


@ROUTES.action("/projects/{project}/open", may=Role.MANAGER)
def open_project_again(context: Context, project: int) -> Done[ChangedProject]:
    """Take a project out of the archive."""
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        revision = open_project(connection, stored, context.visitor.name)
    return Done(ChangedProject(stored.id, stored.name, [revision]), f"/projects/{stored.id}")


@ROUTES.action("/projects/{project}/delete", may=Role.MANAGER)
def delete_whole_project(context: Context, project: int) -> Done[DeletedProject]:
    """Delete a project with all that it holds; for 30 days it can be restored, then it is really removed."""
    with context.database.writing() as connection:
        stored = project_of(connection, project)
        delete_project(connection, stored, context.visitor.name)
        removed_on = removal_day(deleted_project(connection, stored.id))
    return Done(DeletedProject(stored.id, stored.name, removed_on.isoformat()), f"/projects?deleted={stored.id}")


@ROUTES.action("/projects/{project}/restore", may=Role.MANAGER)
def restore_whole_project(context: Context, project: int) -> Done[ChangedProject]:
    """Bring a deleted project back, with all that it held."""
    with context.database.writing() as connection:
        stored = deleted_project(connection, project)
        revision = restore_project(connection, stored, context.visitor.name)
    return Done(ChangedProject(stored.id, stored.name, [revision]), f"/projects/{stored.id}")


def _changed(what: str, given: str | None, before: str | None, now: str) -> str | None:
    """What somebody gave in the place of what they saw; None where they left it."""
    if given is None or before is None:
        return given
    if given.strip() == before:
        return None
    if now != before:
        shown = repr(now) if now else "nothing"
        raise Conflict(f"somebody has changed the {what} to {shown} meanwhile; open the settings again to change it")
    return given

"""Changes of a project as a whole: another name, corrected languages, archived, deleted; each is an event.

An archived project is hidden from lists and stays as it is. A deleted one is not found any more, and is really removed
30 days later; until then, undoing its deletion brings it back.
"""

from datetime import UTC, datetime, timedelta
from itertools import takewhile

import sqlalchemy as sa

from mtassay.errors import Conflict, NotFound
from mtassay.store.contents.projects import Project, check_project_name, project_from_row
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.project_details import BEFORE, refuse_taken
from mtassay.store.history.undo import undo
from mtassay.store.schema import EVENTS, PROJECTS
from mtassay.store.work.jobs import forget_jobs_about

KEPT = timedelta(days=30)
"""How long a deleted project can be restored."""


def rename_project(connection: sa.Connection, project: Project, name: str, who: str) -> int | None:
    """Give a project another name, which must be new; returns the revision, None where it has the name already."""
    shown = name.strip()
    check_project_name(shown)
    if shown == project.name:
        return None
    refuse_taken(connection, shown, project.id)
    summary = {"name": shown, BEFORE: project.name}
    revision = events.record(connection, project.id, EventKind.RENAMING, who, summary)
    connection.execute(sa.update(PROJECTS).where(PROJECTS.c.id == project.id).values(name=shown))
    return revision


def change_languages(
    connection: sa.Connection, project: Project, source_language: str, target_language: str, who: str
) -> int | None:
    """Correct the languages of a project, given as codes; returns the revision, None where nothing changes."""
    before = {"source_language": project.source_language, "target_language": project.target_language}
    after = {"source_language": source_language, "target_language": target_language}
    if after == before:
        return None
    revision = events.record(connection, project.id, EventKind.LANGUAGES, who, {**after, BEFORE: before})
    connection.execute(sa.update(PROJECTS).where(PROJECTS.c.id == project.id).values(**after))
    return revision


def archive_project(connection: sa.Connection, project: Project, who: str) -> int:
    """Hide a project from lists and keep it as it is; undoing that opens it again. Returns the revision."""
    if project.is_archived:
        raise Conflict(f"{project.name} is archived already")
    revision = events.record(connection, project.id, EventKind.ARCHIVING, who)
    connection.execute(sa.update(PROJECTS).where(PROJECTS.c.id == project.id).values(is_archived=True))
    return revision


def open_project(connection: sa.Connection, project: Project, who: str) -> int:
    """Take a project out of the archive; returns the revision."""
    return _take_back(connection, project, EventKind.ARCHIVING, who, f"{project.name} is not archived")


def delete_project(connection: sa.Connection, project: Project, who: str) -> int:
    """Let a project be found no more; for 30 days it can be restored. Returns the revision."""
    revision = events.record(connection, project.id, EventKind.DELETION, who)
    at = connection.scalar(sa.select(EVENTS.c.at).where(EVENTS.c.id == revision))
    connection.execute(sa.update(PROJECTS).where(PROJECTS.c.id == project.id).values(deleted=at))
    forget_jobs_about(connection, project.id)
    return revision


def restore_project(connection: sa.Connection, project: Project, who: str) -> int:
    """Bring a deleted project back; returns the revision."""
    return _take_back(connection, project, EventKind.DELETION, who, f"{project.name} is not deleted")


def deleted_projects(connection: sa.Connection) -> tuple[Project, ...]:
    """The projects that can be restored, the one that was deleted last first."""
    query = sa.select(PROJECTS).where(PROJECTS.c.deleted.is_not(None)).order_by(PROJECTS.c.deleted.desc())
    return tuple(map(project_from_row, connection.execute(query)))


def deleted_project(connection: sa.Connection, number: int) -> Project:
    """One of them."""
    project = next((project for project in deleted_projects(connection) if project.id == number), None)
    if project is None:
        raise NotFound(f"no project {number} was deleted in the last {KEPT.days} days")
    return project


def removal_day(project: Project) -> datetime:
    """When a deleted project is really removed."""
    assert project.deleted is not None
    return project.deleted + KEPT


def due_for_removal(connection: sa.Connection, now: datetime | None = None) -> tuple[Project, ...]:
    """The projects that were deleted too long ago to come back."""
    at = datetime.now(UTC) if now is None else now
    return tuple(project for project in deleted_projects(connection) if removal_day(project) <= at)


def _take_back(connection: sa.Connection, project: Project, kind: EventKind, who: str, otherwise: str) -> int:
    row = connection.execute(sa.select(PROJECTS).where(PROJECTS.c.id == project.id)).one()
    if not (row.is_archived if kind is EventKind.ARCHIVING else row.deleted is not None):
        raise Conflict(otherwise)
    # what happened before the project was brought from an archive file tells nothing of it here
    done = takewhile(lambda event: event.kind != EventKind.ARCHIVE, events.history(connection, project.id))
    # several, where undoing was undone: the project stays away while one of them holds
    holding = [event.revision for event in done if event.kind == kind and event.undone_by is None]
    return undo(connection, project.id, holding, who)[-1]

"""Which projects there are."""

from collections.abc import Sequence

from mtassay.reports.document import Document, Table
from mtassay.store.contents.project_changes import removal_day
from mtassay.store.contents.projects import Project

_NAMES = ("name", "source_language", "target_language", "scale", "state")


def projects_document(projects: Sequence[Project]) -> Document:
    """A row for each project."""
    rows = [
        (project.name, project.source_language, project.target_language, project.scale.spec, _state(project))
        for project in projects
    ]
    return Document("Projects", (Table.of(_NAMES, rows, frozenset(_NAMES)),))


def _state(project: Project) -> str:
    if project.deleted is not None:
        return f"deleted, removed on {removal_day(project):%Y-%m-%d}"
    return "archived" if project.is_archived else "open"

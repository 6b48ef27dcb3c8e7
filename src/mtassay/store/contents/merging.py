"""Two databases become one."""

import sqlalchemy as sa

from mtassay.errors import Conflict
from mtassay.human.collection import Collection
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.collection_writer import Added, add_collection, told_languages
from mtassay.store.contents.projects import Project
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import refuse_closed


def merge(
    connection: sa.Connection, project: Project, other: sa.Connection, other_project: Project, who: str, name: str
) -> Added:
    """Add what another project holds at present; what both have is not doubled.

    The history of the other one stays there; its judgments keep their judges, times and comments.
    """
    return add_collection(
        connection, project, to_merge(project, other, other_project), who, EventKind.MERGE, {"from": name}
    )


def check_merge(connection: sa.Connection, project: Project, coming: Collection | Project) -> None:
    """Refuse what cannot come into a project, as far as that is known without comparing every text."""
    refuse_closed(connection, project.id)
    if isinstance(coming, Project):
        _check_places(project, coming)
    else:
        coming.check()
    told_languages(connection, project, coming)


def to_merge(project: Project, other: sa.Connection, other_project: Project) -> Collection:
    """What another project holds at present, where it can come into this one."""
    _check_places(project, other_project)
    return read_collection(other, other_project)


def _check_places(project: Project, other: Project) -> None:
    if project.by_place != other.by_place:
        raise Conflict("one project counts sources by their text, the other by their place; they cannot be merged")

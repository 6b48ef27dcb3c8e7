"""Two databases become one."""

import sqlalchemy as sa

from mtassay.errors import Conflict
from mtassay.human.collection import Collection
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.collection_writer import Added, add_collection
from mtassay.store.contents.projects import Project
from mtassay.store.history.event_kinds import EventKind


def merge(
    connection: sa.Connection, project: Project, other: sa.Connection, other_project: Project, who: str, name: str
) -> Added:
    """Add what another project holds at present; what both have is not doubled.

    The history of the other one stays there; its judgments keep their judges, times and comments.
    """
    return add_collection(
        connection, project, to_merge(project, other, other_project), who, EventKind.MERGE, {"from": name}
    )


def to_merge(project: Project, other: sa.Connection, other_project: Project) -> Collection:
    """What another project holds at present, where it can come into this one."""
    if project.by_place != other_project.by_place:
        raise Conflict("one project counts sources by their text, the other by their place; they cannot be merged")
    return read_collection(other, other_project)

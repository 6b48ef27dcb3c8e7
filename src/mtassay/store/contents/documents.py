"""Documents that sources belong to."""

import sqlalchemy as sa

from mtassay.store.contents.projects import Project
from mtassay.store.history.events import LATEST, present
from mtassay.store.schema import OUTPUTS, SOURCES, TARGETS


def documents(connection: sa.Connection, project: Project, revision: int | None = None) -> dict[str, set[int]]:
    """The documents of a project by name, and the numbers of their sources."""
    until = LATEST if revision is None else revision
    own = sa.select(SOURCES.c.document, SOURCES.c.id).where(SOURCES.c.project == project.id, present(SOURCES, until))
    by_output = (
        sa.select(OUTPUTS.c.document, SOURCES.c.id)
        .join(TARGETS, TARGETS.c.id == OUTPUTS.c.target)
        .join(SOURCES, SOURCES.c.id == TARGETS.c.source)
        .where(SOURCES.c.project == project.id, present(SOURCES, until), present(OUTPUTS, until))
        .distinct()
    )
    homes: dict[str, set[int]] = {}
    for query in (own, by_output):
        for name, number in connection.execute(query):
            if name:
                homes.setdefault(name, set()).add(number)
    return homes

"""Documents that sources belong to."""

import sqlalchemy as sa

from mtassay.errors import NotFound
from mtassay.settings import did_you_mean
from mtassay.store.contents.projects import Project
from mtassay.store.history.events import LATEST, present
from mtassay.store.schema import OUTPUTS, SOURCES, TARGETS


def sources_of_document(
    connection: sa.Connection, project: Project, document: str, revision: int | None = None
) -> tuple[int, ...]:
    """The numbers of the sources that stand in a document, by their own word or by that of an output."""
    homes = documents(connection, project, revision)
    if document not in homes:
        names = sorted(homes)
        known = f"there are {', '.join(names[:20])}" + (" …" if len(names) > 20 else "")
        raise NotFound(
            f"there is no document {document!r}{did_you_mean(document, names)}; "
            + (known if names else "no source says which document it is from")
        )
    return tuple(sorted(homes[document]))


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

"""Sources without a place, in a project that counts sources by their places."""

from collections.abc import Sequence

import sqlalchemy as sa

from mtassay.errors import Conflict
from mtassay.human.collection import Source, collapse
from mtassay.store.contents.projects import Project
from mtassay.store.contents.shown_text import shown_text
from mtassay.store.history.events import present
from mtassay.store.schema import SOURCES


def refuse_without_place(
    connection: sa.Connection, project: Project, sources: Sequence[Source], keys: Sequence[str]
) -> None:
    """Refuse a source that says no place and whose text stands at one already: judgments of it would miss that."""
    if not project.by_place:
        return
    unplaced = [
        (key, source)
        for key, source in zip(keys, sources, strict=True)
        if not source.document and source.position is None
    ]
    if not unplaced:
        return
    query = sa.select(SOURCES.c.key, SOURCES.c.text).where(SOURCES.c.project == project.id, present(SOURCES))
    stored: dict[str, str] = {row.key: row.text for row in connection.execute(query)}
    texts = set(stored.values())
    for key, source in unplaced:
        if key not in stored and collapse(source.text) in texts:
            place = source.place or shown_text(source.text, 60)
            raise Conflict(
                f"{place}: this source has no document and no position, and the project has the same text at a place. "
                "It counts sources by their place, so the judgments would be of another source; "
                "nothing was added. Give the document and the position of each source, as the project has them"
            )

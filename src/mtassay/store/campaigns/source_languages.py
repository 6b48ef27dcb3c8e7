"""In which languages sources of a project were first written."""

from collections.abc import Sequence

import sqlalchemy as sa

from mtassay.store.history.events import chosen_rows
from mtassay.store.schema import SOURCES


def source_languages(connection: sa.Connection, sources: Sequence[int]) -> list[str]:
    """The original language of each source, by its number; empty where nobody said it."""
    query = sa.select(SOURCES.c.id, SOURCES.c.original_language).where(SOURCES.c.original_language != "")
    known = dict(chosen_rows(connection, query, 0, set(sources)))
    return [known.get(source, "") for source in sources]

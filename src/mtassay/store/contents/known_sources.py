"""Which of the sources of a collection a project has."""

from collections.abc import Sequence

import numpy as np
import sqlalchemy as sa

from mtassay.human.collection import Source
from mtassay.human.memory import Ints
from mtassay.store.contents.keys import source_key
from mtassay.store.contents.projects import Project
from mtassay.store.history.events import present
from mtassay.store.memory.stored_memory import StoredMemory
from mtassay.store.schema import SOURCES


def source_places(connection: sa.Connection, project: Project, stored: StoredMemory, sources: Sequence[Source]) -> Ints:
    """Where each source stands in the memory of the project, -1 for one that it does not have."""
    query = sa.select(SOURCES.c.key, SOURCES.c.id).where(SOURCES.c.project == project.id, present(SOURCES))
    numbers = {number: place for place, number in enumerate(stored.source_ids.tolist())}
    places = {key: numbers.get(number, -1) for key, number in connection.execute(query)}
    keys = [source_key(source.text, source.document, source.position, by_place=project.by_place) for source in sources]
    return np.array([places.get(key, -1) for key in keys], dtype=np.int64)

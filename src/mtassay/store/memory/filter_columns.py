"""What filters ask for and a memory does not hold: days of judgments, documents, and which sources are hard."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray

from mtassay.human.filters import Filter, FilterColumns, thirds_by_difficulty
from mtassay.human.items import difficulties
from mtassay.human.memory import Ints, Memory
from mtassay.store.contents.documents import documents
from mtassay.store.contents.projects import Project
from mtassay.store.memory.stored_memory import StoredMemory
from mtassay.store.schema import JUDGMENTS


@dataclass(frozen=True, eq=False)
class ProjectColumns:
    """Columns of a project for memories of all its revisions.

    Which sources are hard, and in which documents they stand, is decided as of one revision: else a source would come
    and go as its project grows. `judgments` are numbers of the database, in order.
    """

    documents: Mapping[str, AbstractSet[int]]
    thirds: Mapping[str, AbstractSet[int]]
    judgments: Ints
    judged_at: NDArray[np.datetime64]

    def of(self, stored: StoredMemory) -> FilterColumns:
        """The columns that go with a memory."""
        judged_at = np.full(len(stored.judgment_ids), np.datetime64("NaT"), dtype="datetime64[us]")
        # a memory that another request loaded may be newer than these columns, and hold judgments that they do not
        _, places, known = np.intersect1d(stored.judgment_ids, self.judgments, assume_unique=True, return_indices=True)
        judged_at[places] = self.judged_at[known]
        return FilterColumns(
            source_numbers=stored.source_ids,
            item_numbers=stored.item_ids,
            judged_at=judged_at,
            documents=self.documents,
            thirds=self.thirds,
        )


def project_columns(
    connection: sa.Connection, project: Project, stored: StoredMemory, chosen: Filter
) -> ProjectColumns:
    """Those of a project as of the revision of a memory; only what the filter asks for is read."""
    homes: Mapping[str, AbstractSet[int]] = {}
    if chosen.document is not None:
        homes = documents(connection, project, stored.memory.revision)
    thirds: Mapping[str, AbstractSet[int]] = {}
    if chosen.difficulty is not None:
        thirds = _thirds(stored.memory, stored.source_ids)
    numbers, judged_at = np.zeros(0, dtype=np.int64), np.zeros(0, dtype="datetime64[us]")
    if chosen.is_about_days:
        numbers, judged_at = _times(connection, project)
    return ProjectColumns(homes, thirds, numbers, judged_at)


def _thirds(memory: Memory, numbers: Ints) -> dict[str, set[int]]:
    ranked = difficulties(memory)
    scores = np.array([difficulty.score for difficulty in ranked], dtype=np.float64)
    judged = np.array([difficulty.judged for difficulty in ranked], dtype=np.int64)
    return thirds_by_difficulty(numbers.tolist(), scores, judged)


def _times(connection: sa.Connection, project: Project) -> tuple[Ints, NDArray[np.datetime64]]:
    """When each judgment was made that ever was one of a project."""
    query = sa.select(JUDGMENTS.c.id, JUDGMENTS.c.at).where(JUDGMENTS.c.project == project.id)
    rows = connection.execute(query.order_by(JUDGMENTS.c.id)).all()
    times = [None if at is None else at.replace(tzinfo=None) for _, at in rows]
    return np.array([number for number, _ in rows], dtype=np.int64), np.array(times, dtype="datetime64[us]")

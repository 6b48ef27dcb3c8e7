"""Which judgments hold: those that are there, and that none which is there replaces.

Once as a condition for the database, and once for what was read already: a database takes several times as long to
choose from all of a project, and looks at the marks of all projects where only a few rows are asked for.
"""

from collections.abc import Container, Sequence
from itertools import compress
from typing import Any

import numpy as np
import sqlalchemy as sa
from numpy.typing import ArrayLike

from mtassay.human.memory import Bools
from mtassay.store.history.events import LATEST, gone, present
from mtassay.store.schema import JUDGMENTS


def current_judgments(revision: int = LATEST) -> sa.ColumnElement[bool]:
    """The condition that a judgment holds at a revision."""
    later = sa.alias(JUDGMENTS)
    # numbers are above 0, and an index finds those that are; what is no number it would have to read row by row
    replaced = sa.select(later.c.replaces).where(later.c.replaces > 0, later.c.id.not_in(gone("judgments", revision)))
    if revision != LATEST:
        replaced = replaced.where(later.c.event <= revision)
    return sa.and_(present(JUDGMENTS, revision), JUDGMENTS.c.id.not_in(replaced))


def are_current(numbers: ArrayLike, replaces: ArrayLike, is_there: ArrayLike) -> Bools:
    """Which of some judgments hold, all that could replace one of them among them.

    `replaces` has a number below 1 where a judgment corrects none.
    """
    there = np.asarray(is_there, dtype=bool)
    current: Bools = there & ~np.isin(numbers, np.asarray(replaces)[there])
    return current


def current_rows(rows: Sequence[Any], gone: Container[int]) -> list[Any]:
    """The same for rows with `id` and `replaces`, in their order; `gone` are the numbers of those taken away."""
    if not rows:  # as for most answers, which many judges give at the same time
        return []
    numbers = [row.id for row in rows]
    replaces = [row.replaces or 0 for row in rows]
    return list(compress(rows, are_current(numbers, replaces, [number not in gone for number in numbers])))

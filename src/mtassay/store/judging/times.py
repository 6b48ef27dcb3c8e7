"""When translations were judged: from which revision to which each judgment was there."""

from dataclasses import dataclass

import numpy as np
import sqlalchemy as sa

from mtassay.human.memory import Bools, Ints
from mtassay.store.contents.projects import Project
from mtassay.store.history.events import LATEST
from mtassay.store.schema import JUDGMENTS, MARKS


@dataclass(frozen=True, eq=False)
class JudgingTimes:
    """Columns, one entry for each time that a judgment was there: its target, the first revision, the first without it.

    Only judgments that count for scores. A corrected one is there still, as is its correction: both say that the target
    was judged. One that was deleted and restored has an entry for each time. Targets are numbers of the database.
    """

    target: Ints
    first: Ints
    end: Ints

    def judged_at(self, targets: Ints, revision: int) -> Bools:
        """Which of some targets were judged at a revision."""
        there = (self.first <= revision) & (revision < self.end)
        return np.isin(targets, self.target[there])

    def first_after(self, targets: Ints, revision: int) -> int | None:
        """The first revision after this one that judged any of some targets; None where none did."""
        coming = self.first[(self.first > revision) & np.isin(self.target, targets)]
        return int(coming.min()) if len(coming) else None


def judging_times(connection: sa.Connection, project: Project, revision: int | None = None) -> JudgingTimes:
    """Those of a project, as far as a revision knows of them."""
    until = LATEST if revision is None else revision
    rows = connection.execute(
        sa.select(JUDGMENTS.c.id, JUDGMENTS.c.target, JUDGMENTS.c.event).where(
            JUDGMENTS.c.project == project.id,
            JUDGMENTS.c.event <= until,
            ~JUDGMENTS.c.is_recheck,
            JUDGMENTS.c.value.is_not(None),
        )
    ).all()
    marks: dict[int, list[tuple[int, bool]]] = {}
    query = sa.select(MARKS.c.row, MARKS.c.event, MARKS.c.is_gone).where(
        MARKS.c.kind == "judgments", MARKS.c.event <= until
    )
    for row, event, is_gone in connection.execute(query.order_by(MARKS.c.id)):
        marks.setdefault(row, []).append((event, is_gone))
    entries: list[tuple[int, int, int]] = []
    for number, target, event in rows:
        first: int | None = event
        for changed, is_gone in marks.get(number, ()):
            if is_gone and first is not None:
                entries.append((target, first, changed))
                first = None
            elif not is_gone and first is None:
                first = changed
        if first is not None:
            entries.append((target, first, LATEST))
    return JudgingTimes(*np.array(entries, dtype=np.int64).reshape(-1, 3).T)

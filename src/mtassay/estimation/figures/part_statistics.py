"""All figures of a part of a project as of a revision: what does not depend on the part is kept, and used again."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import sqlalchemy as sa

from mtassay.alignment.distances.base import Distance, distance
from mtassay.estimation.figures.error_figures import ErrorFigures, error_figures
from mtassay.estimation.figures.item_figures import ItemSummary, item_summary
from mtassay.estimation.figures.judged_sets import JudgedSets, judged_sets
from mtassay.estimation.figures.part import FoundPart, Part, find_part
from mtassay.estimation.figures.revisions import RevisionFigures, choose_revisions, revision_figures
from mtassay.estimation.figures.subset import Subset
from mtassay.estimation.nearest.leave_one_out import LeftOut, leave_one_out
from mtassay.human.memory import Memory
from mtassay.significance.bootstrap import Bootstrap
from mtassay.store.contents.projects import Project
from mtassay.store.history.events import history
from mtassay.store.judging.times import judging_times
from mtassay.store.memory.stored_memory import ProjectHistory, StoredMemory


@dataclass(frozen=True, eq=False)
class LeaveOneOutBasis:
    """A memory as of a revision, and what was found by leaving out its targets one by one."""

    stored: StoredMemory
    measure: Distance

    @cached_property
    def left_out(self) -> LeftOut:
        """Single targets left out."""
        return leave_one_out(self.stored.memory, self.measure)


def make_basis(past: ProjectHistory, revision: int, by: str | Distance = "edits") -> LeaveOneOutBasis:
    """The basis of a revision."""
    found = LeaveOneOutBasis(past.memory(revision), distance(by))
    found.left_out  # noqa: B018  # computed now, by whoever waits for it, and not by all who use it
    return found


class PartStatistics:
    """Figures of a part. They are of the translations that belong to it, each estimated from all that are stored."""

    def __init__(
        self,
        connection: sa.Connection,
        project: Project,
        basis: LeaveOneOutBasis,
        part: Part | None = None,
        bootstrap: Bootstrap | None = None,
    ) -> None:
        self._connection = connection
        self._project = project
        self.basis: LeaveOneOutBasis = basis
        self.part: Part = part or Part()
        self.bootstrap: Bootstrap | None = bootstrap

    @cached_property
    def found(self) -> FoundPart:
        """What the part means."""
        return find_part(self._connection, self._project, self.basis.stored, self.part)

    @cached_property
    def subset(self) -> Subset:
        """The part in the memory."""
        return self.found.subset(self.basis.stored)

    @cached_property
    def memory(self) -> Memory:
        """The memory with the part alone."""
        return self.subset.narrow(self.basis.stored.memory)

    @cached_property
    def errors(self) -> ErrorFigures | None:
        """The paper's figure 3; None where nothing of the part can be estimated."""
        return error_figures(self.basis.stored.memory, self.basis.left_out, self.subset, self.bootstrap)

    @cached_property
    def items(self) -> ItemSummary:
        """The paper's figure 2, by sources of the part."""
        return item_summary(self.memory)

    @cached_property
    def source_numbers(self) -> list[int]:
        """The numbers in the database of the sources of the part."""
        stored = self.basis.stored
        if self.subset == Subset():
            numbers: list[int] = stored.source_ids.tolist()
            return numbers
        kept = dict.fromkeys(stored.memory.source_of[self.subset.targets(stored.memory)].tolist())
        return [int(stored.source_ids[place]) for place in kept]

    @cached_property
    def revisions(self) -> tuple[int, ...]:
        """All revisions of the project up to this one."""
        events = history(self._connection, self._project.id)
        return tuple(sorted(one.revision for one in events if one.revision <= self.basis.stored.memory.revision))

    def growth(self, past: ProjectHistory, advance: Callable[[int], None] | None = None) -> list[RevisionFigures]:
        """The paper's figures 6 and 8, of this part as it was at earlier revisions."""
        seen: dict[int, StoredMemory] = {}

        def load(revision: int) -> Memory:
            seen.clear()  # one at a time: a large memory takes room
            seen[revision] = past.memory(revision)
            return seen[revision].memory

        figures = []
        chosen = choose_revisions(self.revisions)
        for one in revision_figures(load, chosen, self.basis.measure, lambda number: self.found.subset(seen[number])):
            figures.append(one)
            if advance is not None:
                advance(1)
        return figures

    def judged_sets(self, past: ProjectHistory, advance: Callable[[int], None] | None = None) -> JudgedSets:
        """The paper's figure 7; sets are whole, so that of all conditions only the system counts."""
        stored = self.basis.stored
        times = judging_times(self._connection, self._project, stored.memory.revision)
        return judged_sets(stored, times, past.memory, self.basis.measure, self.part.system, advance)

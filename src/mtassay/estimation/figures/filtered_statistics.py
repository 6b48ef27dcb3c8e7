"""All figures of what a filter leaves of a project as of a revision; what no filter changes is kept for all of them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import sqlalchemy as sa

from mtassay.alignment.distances.base import Distance, distance
from mtassay.estimation.figures.agreement_figures import AgreementFigures, agreement_figures
from mtassay.estimation.figures.error_figures import ErrorFigures, error_figures, left_out_of
from mtassay.estimation.figures.item_figures import ItemSummary, item_summary
from mtassay.estimation.figures.judge_figures import JudgeFigures, judge_figures
from mtassay.estimation.figures.judged_sets import JudgedSets, judged_sets
from mtassay.estimation.figures.overview import Overview, overview
from mtassay.estimation.figures.revisions import RevisionFigures, choose_revisions, revision_figures
from mtassay.estimation.nearest.leave_one_out import LeftOut, leave_one_out
from mtassay.human.filters import Filter, FilterColumns
from mtassay.human.memory import Memory
from mtassay.human.narrowing import narrow
from mtassay.significance.bootstrap import Bootstrap
from mtassay.store.contents.projects import Project
from mtassay.store.history.events import history
from mtassay.store.judging.times import judging_times
from mtassay.store.memory.filter_columns import ProjectColumns, project_columns
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

    def leaving(self, what: str) -> LeftOut:
        """Targets, systems or judges left out in turn; an InputError where no judgment names any."""
        return self.left_out if what == "target" else leave_one_out(self.stored.memory, self.measure, what)


def make_basis(past: ProjectHistory, revision: int, by: str | Distance = "edits") -> LeaveOneOutBasis:
    """The basis of a revision."""
    basis = LeaveOneOutBasis(past.memory(revision), distance(by))
    basis.left_out  # noqa: B018  # computed now, by whoever waits for it, and not by all who use it
    return basis


class FilteredStatistics:
    """Figures of the translations that a filter means, each estimated from all that are stored."""

    def __init__(
        self,
        connection: sa.Connection,
        project: Project,
        basis: LeaveOneOutBasis,
        chosen: Filter | None = None,
        bootstrap: Bootstrap | None = None,
    ) -> None:
        self._connection = connection
        self._project = project
        self.basis: LeaveOneOutBasis = basis
        self.filter: Filter = chosen or Filter()
        self.bootstrap: Bootstrap | None = bootstrap

    @cached_property
    def columns(self) -> FilterColumns:
        """What the filter needs beside the memory; an InputError where it names somebody who is not there."""
        columns = self._columns.of(self.basis.stored)
        self.filter.check_names(self.basis.stored.memory, columns)
        return columns

    @cached_property
    def _columns(self) -> ProjectColumns:
        return project_columns(self._connection, self._project, self.basis.stored, self.filter)

    @cached_property
    def memory(self) -> Memory:
        """The memory with these translations alone."""
        return narrow(self.basis.stored.memory, self.filter, self.columns)

    @cached_property
    def overview(self) -> Overview:
        """The paper's tables 1, 2 and 3."""
        return overview(self.memory, self._left_out(self.basis.left_out), self.bootstrap)

    @cached_property
    def errors(self) -> ErrorFigures | None:
        """The paper's figure 3; None where nothing can be estimated."""
        return self.errors_of(self.basis.left_out)

    def errors_of(self, left_out: LeftOut) -> ErrorFigures | None:
        """The same of what was left out in another way (`basis.leaving`)."""
        return error_figures(self._left_out(left_out), self.bootstrap)

    def _left_out(self, left_out: LeftOut) -> LeftOut:
        return left_out_of(left_out, self.basis.stored.memory, self.filter, self.columns)

    @cached_property
    def items(self) -> ItemSummary:
        """The paper's figure 2, by sources."""
        return item_summary(self.memory)

    @cached_property
    def judges(self) -> tuple[JudgeFigures, ...]:
        """Who judged how much, how kindly and how fast."""
        return judge_figures(self.memory)

    @cached_property
    def agreement(self) -> AgreementFigures:
        """How far judges agree; with a filter by judge, how far that one agrees with all others."""
        memory = self.memory
        if self.filter.judge is not None:
            memory = narrow(self.basis.stored.memory, self.filter, self.columns, has_all_judges=True)
        return agreement_figures(memory, self.bootstrap, self.filter.judge)

    @cached_property
    def source_numbers(self) -> list[int]:
        """The numbers in the database of the sources."""
        stored = self.basis.stored
        if self.filter.is_everything:
            numbers: list[int] = stored.source_ids.tolist()
            return numbers
        kept = dict.fromkeys(stored.memory.source_of[self.filter.mask(stored.memory, self.columns)].tolist())
        return [int(stored.source_ids[place]) for place in kept]

    @cached_property
    def revisions(self) -> tuple[int, ...]:
        """All revisions of the project up to this one."""
        events = history(self._connection, self._project.id)
        return tuple(sorted(event.revision for event in events if event.revision <= self.basis.stored.memory.revision))

    def growth(self, past: ProjectHistory, advance: Callable[[int], None] | None = None) -> list[RevisionFigures]:
        """The paper's figures 6 and 8, of these translations as they were at earlier revisions."""
        seen: dict[int, StoredMemory] = {}

        def load(revision: int) -> Memory:
            seen.clear()  # one at a time: a large memory takes room
            seen[revision] = past.memory(revision)
            return seen[revision].memory

        def columns(revision: int) -> FilterColumns:
            return self._columns.of(seen[revision])

        figures = []
        self.columns  # noqa: B018  # names that are not there are refused before anything is computed
        numbers = choose_revisions(self.revisions)
        for figure in revision_figures(load, numbers, self.basis.measure, self.filter, columns):
            figures.append(figure)
            if advance is not None:
                advance(1)
        return figures

    def judged_sets(self, past: ProjectHistory, advance: Callable[[int], None] | None = None) -> JudgedSets:
        """The paper's figure 7; sets are whole, so that of all conditions only the system counts."""
        self.columns  # noqa: B018  # names that are not there are refused
        stored = self.basis.stored
        times = judging_times(self._connection, self._project, stored.memory.revision)
        return judged_sets(stored, times, past.memory, self.basis.measure, self.filter.system, advance)

"""What figures of projects are computed from: loaded once in each process, and used as long as it holds."""

from collections.abc import Hashable
from typing import TYPE_CHECKING

from mtassay.estimation.figures.filtered_statistics import LeaveOneOutBasis, make_basis
from mtassay.store.contents.projects import Project
from mtassay.store.history.events import known_revision, latest, state_of
from mtassay.store.judging.questions import judge_names
from mtassay.store.memory.stored_memory import ProjectHistory, StoredMemory
from mtassay.web.figures import FigureKind, Figures, is_quick

if TYPE_CHECKING:
    import sqlalchemy as sa

# a large project takes some 200 MB
_HISTORY = FigureKind[ProjectHistory]("project history", keep=2)
_MEMORY = FigureKind[StoredMemory]("memory", keep=3)
_PRESENT_BASIS = FigureKind[LeaveOneOutBasis]("present basis", keep=2)
_BASIS = FigureKind[LeaveOneOutBasis]("basis of a revision", keep=2)


def load_history(figures: Figures, connection: "sa.Connection", project: Project) -> ProjectHistory:
    """A project at all its revisions."""
    now = latest(connection, project.id)

    def read() -> ProjectHistory:
        history = ProjectHistory(connection, project)
        history.memory(now)  # reads what is read only when needed: the connection is closed later on
        return history

    return figures.find(_HISTORY, project.id, state_of(connection, project.id, now), read)


def load_revision(
    figures: Figures, connection: "sa.Connection", project: Project, revision: int | None = None
) -> StoredMemory:
    """A project as of a revision, or now."""
    number = known_revision(connection, project.id, revision)

    def read() -> StoredMemory:
        return load_history(figures, connection, project).memory(number)

    return figures.find(_MEMORY, project_key(connection, project), state_of(connection, project.id, number), read)


def load_basis(
    figures: Figures, connection: "sa.Connection", project: Project, revision: int | None
) -> LeaveOneOutBasis:
    """The memory as of a revision, and its errors of estimates.

    Where nobody names a revision and the project is large, it may be one of some minutes ago: while people judge there
    is another every few seconds. The memory says which it is.
    """
    known = known_basis(figures, connection, project, revision)
    if known is not None:
        return known
    number = known_revision(connection, project.id, revision)

    def compute() -> LeaveOneOutBasis:
        return make_basis(load_history(figures, connection, project), number)

    figure = _PRESENT_BASIS if revision is None else _BASIS
    return figures.find(figure, project_key(connection, project), state_of(connection, project.id, number), compute)


def known_basis(
    figures: Figures, connection: "sa.Connection", project: Project, revision: int | None
) -> LeaveOneOutBasis | None:
    """The same, if somebody asked for it before."""
    state = state_of(connection, project.id, known_revision(connection, project.id, revision))
    key = project_key(connection, project)
    if revision is not None:
        return figures.look_up(_BASIS, key, state)
    present = figures.look_up(_PRESENT_BASIS, key, state, may_be_old=True)
    if present is None or present.stored.state == state:
        return present
    return None if is_quick(len(present.stored.memory.targets)) else present


def project_key(connection: "sa.Connection", project: Project) -> Hashable:
    """Another key once somebody is forgotten, whom every revision of before names as of then."""
    return project.id, judge_names(connection, project)

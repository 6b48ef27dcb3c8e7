"""The memories of projects that pages compute figures from: read once in each process, used as long as they hold."""

from typing import TYPE_CHECKING

from mtassay.estimation.figures.part_statistics import LeaveOneOutBasis, make_basis
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.history.events import known_revision, latest, state_of
from mtassay.store.judging.questions import judge_names
from mtassay.store.memory.stored_memory import ProjectHistory
from mtassay.web.remembered import Remembered

if TYPE_CHECKING:
    import sqlalchemy as sa

# a large project takes some 200 MB
_PASTS: Remembered[ProjectHistory] = Remembered(2)
_PRESENT: Remembered[LeaveOneOutBasis] = Remembered(2)
_BASES: Remembered[LeaveOneOutBasis] = Remembered(2)

QUICK = 5_000
"""So many translations can be looked at again and again while somebody waits for the page; else it is a job."""


def place(connection: "sa.Connection", database: Database, project: Project) -> str:
    """Where what was read of a project is remembered: elsewhere once somebody is forgotten, who is named as of then.

    A revision of before stays what it is but for that.
    """
    return f"{database.location} {hash(judge_names(connection, project))}"


def project_history(connection: "sa.Connection", database: Database, project: Project) -> ProjectHistory:
    """A project at all its revisions."""
    now = latest(connection, project.id)

    def read() -> ProjectHistory:
        past = ProjectHistory(connection, project)
        past.memory(now)  # reads what is read only when needed: the connection is closed later on
        return past

    return _PASTS.find(database.location, project.id, state_of(connection, project.id, now), read)


def project_basis(
    connection: "sa.Connection", database: Database, project: Project, revision: int | None
) -> LeaveOneOutBasis:
    """The memory as of a revision, and its errors of estimates.

    Where nobody names a revision and the project is large, it may be one of some minutes ago: while people judge there
    is another every few seconds. The memory says which it is.
    """

    def compute() -> LeaveOneOutBasis:
        return make_basis(project_history(connection, database, project), number)

    number = known_revision(connection, project.id, revision)
    known = known_basis(connection, database, project, revision)
    if known is not None:
        return known
    return (_PRESENT if revision is None else _BASES).find(
        place(connection, database, project), project.id, state_of(connection, project.id, number), compute
    )


def known_basis(
    connection: "sa.Connection", database: Database, project: Project, revision: int | None
) -> LeaveOneOutBasis | None:
    """The same, if somebody asked for it before."""
    number = known_revision(connection, project.id, revision)
    where, state = place(connection, database, project), state_of(connection, project.id, number)
    if revision is not None:
        return _BASES.look_up(where, project.id, state)
    present = _PRESENT.look_up(where, project.id, state)
    if present is not None:
        return present
    recent = _PRESENT.look_up(where, project.id, state, may_be_old=True)
    return recent if recent is not None and len(recent.stored.memory.targets) > QUICK else None

"""A job as whoever does it sees it: what to do, for whom, and whom to tell how far it is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mtassay.store.database import Database

if TYPE_CHECKING:
    import sqlalchemy as sa


class Cancelled(Exception):
    """Somebody does not want the result any more, or the server stops."""


@dataclass
class Progress:
    """How far a job is; another thread writes it to the database from time to time."""

    done: int = 0
    total: int = 0
    message: str = ""
    is_cancelled: bool = False

    def begin(self, message: str, total: int) -> None:
        """A new part of the work, of so many steps."""
        self.message, self.total, self.done = message, total, 0
        self.advance(0)

    def advance(self, steps: int) -> None:
        """Some steps more; raises `Cancelled` where nobody wants them."""
        self.done += steps
        if self.is_cancelled:
            raise Cancelled


def _accept(connection: "sa.Connection", result: Mapping[str, Any]) -> bool:
    return True


@dataclass(frozen=True)
class Work:
    """A job: its arguments, whose it is, and where files are kept.

    A job that changes a project calls `commit_result` with its result, last in the transaction of the change: both are
    kept, or neither, whenever the worker dies. Where it returns False, another worker has the job by now: raise
    `Cancelled`.
    """

    database: Database
    owner: str
    arguments: dict[str, Any]
    progress: Progress = field(default_factory=Progress)
    commit_result: "Callable[[sa.Connection, Mapping[str, Any]], bool]" = _accept


Kind = Callable[[Work], dict[str, Any]]
"""What does the work and returns the result, as JSON keeps it."""

"""What the commands of `mtassay db` share: which database, which project, and who is asking."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    import sqlalchemy as sa

    from mtassay.store.contents.projects import Project
    from mtassay.store.database import Database

F = TypeVar("F", bound=Callable[..., Any])

DEFAULT_LOCATION = "mtassay.db"

_DB = click.option(
    "--db",
    "location",
    metavar="LOCATION",
    envvar="MTASSAY_DB",
    default=DEFAULT_LOCATION,
    show_default=True,
    show_envvar=True,
    help="File of SQLite, or postgresql://USER@HOST/NAME.",
)
_PROJECT = click.option("--project", "project_name", metavar="NAME", help="Which project, where there are several.")
_WHO = click.option(
    "--as", "who", metavar="NAME", default=None, help="Who is doing this, for the history [default: your user name]."
)
_REVISION = click.option(
    "--revision", type=click.IntRange(1), metavar="N", help="As of a past revision; see: mtassay db history"
)


def location_option(command: F) -> F:
    """Which database."""
    return _DB(command)


def database_options(command: F) -> F:
    """Which database and project."""
    return _DB(_PROJECT(command))


def who_option(command: F) -> F:
    """Who is doing this."""
    return _WHO(command)


def revision_option(command: F) -> F:
    """As of when."""
    return _REVISION(command)


def user_name(who: str | None) -> str:
    """Who is asking: as said, or as the system knows."""
    import getpass

    try:
        return who or getpass.getuser()
    except (KeyError, OSError):  # a user without a name
        return "somebody"


def opened(location: str, *, read_only: bool = False) -> "Database":
    """A database that is there and up to date."""
    from mtassay.store.database import Database
    from mtassay.store.migration import require_current

    database = Database(location, read_only=read_only)
    looking = Database(location, read_only=True) if database.is_sqlite else database
    try:
        require_current(looking)
    finally:
        # SQLite puts all into the one file, which people copy, when the last connection closes, if that one may write
        looking.close()
    return database


@contextmanager
def using(location: str, *, read_only: bool = False) -> "Iterator[Database]":
    """The same, as long as the block lasts. What errors in it advise is to be done to this database."""
    from mtassay.errors import MtassayError

    database = opened(location, read_only=read_only)
    try:
        yield database
    except MtassayError as error:
        error.about = {"location": database.shown, **error.about}
        raise
    finally:
        database.close()


@contextmanager
def reading(location: str, project_name: str | None) -> "Iterator[tuple[sa.Connection, Project]]":
    """A connection that only reads, and the project."""
    from mtassay.store.contents.projects import find_project

    with using(location, read_only=True) as database, database.reading() as connection:
        yield connection, find_project(connection, project_name)


@contextmanager
def writing(location: str, project_name: str | None) -> "Iterator[tuple[sa.Connection, Project]]":
    """A connection whose work is kept as a whole or not at all, and the project."""
    from mtassay.store.contents.projects import find_project

    with using(location) as database, database.writing() as connection:
        yield connection, find_project(connection, project_name)


def check_revision(connection: "sa.Connection", project: "Project", revision: int | None) -> None:
    """Refuse a revision that has not come yet."""
    from mtassay.store.history.events import known_revision

    known_revision(connection, project.id, revision)


def files_of(location: str) -> list[str]:
    """The file of the database, which no result is written over; none where it is a server."""
    return [] if "://" in location else [location]


def count(number: int, noun: str) -> str:
    """`1 source`, `2 sources`."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def shown_range(revisions: tuple[int, ...]) -> str:
    """`7` or `7-9`, as `mtassay db restore` takes it."""
    return str(revisions[0]) if len(revisions) == 1 else f"{revisions[0]}-{revisions[-1]}"

"""Which schema a database has, and bringing it to ours."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from mtassay.errors import Conflict, NotFound, Remedy, SchemaOutdated, StorageError
from mtassay.store.database import APPLICATION, Database

if TYPE_CHECKING:
    from alembic.config import Config

_STEPS = Path(__file__).parent / "migrations"


def create(database: Database, last: str = "head") -> None:
    """Make the tables of a new database, as they were at the `last` step; one that has tables is refused."""
    if database.is_sqlite and not database.path.parent.is_dir():
        raise StorageError(f"{database.shown}: there is no folder {database.path.parent}; create it first")
    with database.writing() as connection:
        create_tables(database, connection, last)


def create_where_new(database: Database) -> bool:
    """Make the tables where there is no database yet; says whether they were made."""
    made = is_new(database)
    if made:
        create(database)
    return made


def is_new(database: Database) -> bool:
    """Whether there is no database yet."""
    if database.is_sqlite:
        return not database.path.exists() or database.path.stat().st_size == 0
    return current_step(database) is None


def create_tables(database: Database, connection: sa.Connection, last: str = "head") -> None:
    """The same as part of a larger step."""
    tables = set(sa.inspect(connection).get_table_names())
    if "alembic_version" in tables:
        raise Conflict(f"{database.shown} is a database already; use it as it is, or name another file")
    if tables:
        raise Conflict(f"{database.shown} holds tables of another program; name another file or database")
    if database.is_sqlite:
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
    _upgrade(connection, last=last)


def require_current(database: Database) -> None:
    """Refuse a database that is not there, not ours, older or newer than this version of mtassay."""
    if database.is_sqlite and (not database.path.is_file() or database.path.stat().st_size == 0):
        raise NotFound(
            f"{database.shown}: there is no such database; make one",
            remedy=Remedy.MAKE_DATABASE,
            about={"location": database.shown},
        )
    step = current_step(database)
    known = known_steps()
    if step is None:
        raise StorageError(f"{database.shown}: this is no database of mtassay; name another one")
    if step not in known:
        raise StorageError(
            f"{database.shown} was written by a newer mtassay (schema {step}, known here up to {known[-1]}); "
            "install that version: pip install --upgrade mtassay"
        )
    if step != known[-1]:
        raise SchemaOutdated(
            f"{database.shown} was written by an older mtassay (schema {step}, now {known[-1]}); bring it up to date, "
            "a backup is made first",
            remedy=Remedy.UPGRADE_DATABASE,
            about={"location": database.shown},
        )


def upgrade(database: Database, backup: Callable[[], None], steps: Path = _STEPS) -> tuple[str, str]:
    """Bring an older database up to date, after `backup` has run; returns the steps before and after."""
    before = current_step(database)
    last = known_steps(steps)[-1]
    if before is None:
        raise StorageError(f"{database.shown}: this is no database of mtassay; name another one")
    if before != last:
        backup()
        with database.writing() as connection:
            _upgrade(connection, steps)
    return before, last


def current_step(database: Database) -> str | None:
    """The step that the tables of a database are at; None where there are none of ours."""
    with database.reading() as connection:
        if database.is_sqlite:
            application = connection.exec_driver_sql("PRAGMA application_id").scalar()
            if application not in (0, APPLICATION):
                return None
        if not sa.inspect(connection).has_table("alembic_version"):
            return None
        return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def known_steps(steps: Path = _STEPS) -> list[str]:
    """The steps that this version knows, the first one first."""
    from alembic.script import ScriptDirectory

    directory = ScriptDirectory.from_config(_config(steps))
    return [script.revision for script in directory.walk_revisions()][::-1]


def _upgrade(connection: sa.Connection, steps: Path = _STEPS, last: str = "head") -> None:
    from alembic import command

    config = _config(steps)
    config.attributes["connection"] = connection
    command.upgrade(config, last)


def _config(steps: Path) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(steps).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config

"""A database that somebody sends as a file: opened for reading, after a look at what is in it."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from mtassay.errors import InputError
from mtassay.store.archives.judgment_kinds import check_judgment_kind
from mtassay.store.columns import UtcTime
from mtassay.store.contents.projects import projects
from mtassay.store.database import Database
from mtassay.store.migration import require_current
from mtassay.store.schema import JUDGMENTS, METADATA

_HEAD = b"SQLite format 3\0"
_VERSION_TABLE = "alembic_version"


def is_database(content: bytes) -> bool:
    """Whether the content of a file is that of an SQLite database."""
    return content.startswith(_HEAD)


@contextmanager
def foreign_database(content: bytes, name: str) -> Iterator[Database]:
    """The database in a file, as long as the block lasts; `name` is for messages.

    It stands in a folder of its own that nobody else can read. Tables and indexes are all it may have: a view would be
    a program of whoever made the file.
    """
    with tempfile.TemporaryDirectory(prefix="mtassay-foreign-") as folder:
        path = Path(folder) / "foreign.db"
        path.write_bytes(content)
        _check(path, name)
        database = Database(str(path), read_only=True)
        database.location = name  # what messages show
        try:
            require_current(database)
            _check_values(path, name)
            _check_projects(database, name)
            _check_judgments(database, name)
            yield database
        finally:
            database.close()


def _check(path: Path, name: str) -> None:
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=rw", uri=True)) as connection:
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("PRAGMA cell_size_check = ON")
            kinds = connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
            known = {table.name for table in METADATA.sorted_tables} | {_VERSION_TABLE}
            for kind, own, sql in kinds:
                is_plain = kind == "index" or (kind == "table" and not str(sql).upper().startswith("CREATE VIRTUAL"))
                if not is_plain or (kind == "table" and own not in known and not own.startswith("sqlite_")):
                    raise InputError(f"{name}: this is no database of mtassay, because it has {kind} {own!r}")
            faults = [line for (line,) in connection.execute("PRAGMA quick_check(1)") if line != "ok"]
            if faults:
                raise InputError(f"{name}: the file is damaged ({faults[0][:100]}); send a backup of the database")
            # a copy of a database in use may want files beside it, which were not sent
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise InputError(f"{name}: the file cannot be read as a database ({error}); was it sent as a whole?") from None


def _check_values(path: Path, name: str) -> None:
    """Refuse values of another type than their column has: SQLite keeps whatever it is given."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            connection.execute("PRAGMA trusted_schema = OFF")
            for table in METADATA.sorted_tables:
                if any(row[6] for row in connection.execute(f'PRAGMA table_xinfo("{table.name}")')):
                    raise InputError(f"{name}: this is no database of mtassay, because {table.name} computes columns")
                for column in table.columns:
                    wrong = _wrong(column)
                    query = f'SELECT 1 FROM "{table.name}" WHERE {wrong} LIMIT 1'
                    if connection.execute(query).fetchone() is not None:
                        raise InputError(
                            f"{name}: a value in column {column.name} of {table.name} is none that it can have; "
                            "send a backup of the database"
                        )
    except sqlite3.Error as error:
        raise InputError(f"{name}: the file cannot be read as a database ({error}); was it sent as a whole?") from None


def _check_projects(database: Database, name: str) -> None:
    try:
        with database.reading() as connection:
            projects(connection)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise InputError(f"{name}: a project in it has no scale that can be read; send a backup of it") from None


def _check_judgments(database: Database, name: str) -> None:
    first = sa.select(sa.func.min(JUDGMENTS.c.id), JUDGMENTS.c.kind).group_by(JUDGMENTS.c.kind)
    with database.reading() as connection:
        for number, kind in connection.execute(first).all():
            check_judgment_kind(kind, f"{name}: judgment {number}")


def _wrong(column: "sa.Column[Any]") -> str:
    """The condition that a value is not of its column's type."""
    kind, value = column.type, f'"{column.name}"'
    if isinstance(kind, UtcTime):
        # SQLite makes March of the last days of February, and nothing of what is no day
        day = f"substr({value}, 1, 10)"
        wrong = f"typeof({value}) != 'text' OR date({day}, '+0 days') IS NOT {day} OR datetime({value}) IS NULL"
    elif isinstance(kind, sa.JSON):
        wrong = f"typeof({value}) != 'text' OR NOT json_valid({value}) OR json_type({value}) != 'object'"
        texts = {"extra": "$", "summary": "$.extra"}.get(column.name)  # where no value is anything but a text
        if texts is not None:
            wrong += f" OR EXISTS (SELECT 1 FROM json_each({value}, '{texts}') WHERE type != 'text')"
    elif isinstance(kind, (sa.Integer, sa.Boolean)):
        wrong = f"typeof({value}) != 'integer'"
    elif isinstance(kind, sa.Float):
        wrong = f"typeof({value}) NOT IN ('real', 'integer')"
    elif isinstance(kind, sa.LargeBinary):
        wrong = f"typeof({value}) != 'blob'"
    else:
        wrong = f"typeof({value}) != 'text'"
    return f"{value} IS NOT NULL AND ({wrong})" if column.nullable else wrong

"""A database that somebody sends as a file: opened for reading, after a look at what is in it."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from mtassay.errors import InputError
from mtassay.store.database import Database
from mtassay.store.migration import require_current
from mtassay.store.schema import METADATA

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

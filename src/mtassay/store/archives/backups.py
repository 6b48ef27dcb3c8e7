"""Copies of a whole database, made while it is in use. A backup is always one file of SQLite.

Sessions, jobs and files that people brought for a day are no part of it: a copy that lies about should let nobody in
and hold nothing that was to be forgotten. Files that stay until somebody deletes them, as comparisons do, are.
"""

import os
import sqlite3
from pathlib import Path

import sqlalchemy as sa

from mtassay.errors import Conflict, NotFound, StorageError
from mtassay.store.database import Database
from mtassay.store.migration import create, create_tables, current_step, require_current
from mtassay.store.schema import KEPT_FILE_CHUNKS, KEPT_FILES, METADATA, TRANSIENT
from mtassay.store.work.kept_files import UNTIL_DELETED

_BATCH = 5000
_CHUNK_BATCH = 8
"""Pieces of files, of 1 MB each, that are copied at once."""


def back_up(database: Database, file: Path) -> None:
    """Copy all of a database into a new file, as it is at one moment; the file appears when it is complete."""
    if file.exists():
        raise Conflict(f"{file} exists; a backup never overwrites anything. Name another file")
    if not file.parent.is_dir():
        raise StorageError(f"{file}: there is no folder {file.parent}; create it first")
    temporary = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        if database.is_sqlite:
            _copy_file(database, temporary)
        else:
            _copy_tables(database, temporary)
        _put_in_place(temporary, file)
    except FileExistsError:
        raise Conflict(f"{file} exists; a backup never overwrites anything. Name another file") from None
    except (OSError, sqlite3.Error) as error:
        raise StorageError(f"{file}: the backup cannot be written: {error}") from None
    finally:
        for leftover in (temporary, *(temporary.with_name(temporary.name + end) for end in ("-wal", "-shm"))):
            leftover.unlink(missing_ok=True)


def restore_backup(file: Path, database: Database) -> None:
    """Bring a backup back into a new place: a file that is not there, or an empty database of PostgreSQL."""
    if not file.is_file():
        raise NotFound(f"{file}: there is no such file")
    source = Database(str(file), read_only=True)
    require_current(source)
    if database.is_sqlite:
        if database.path.exists():
            raise Conflict(
                f"{database.shown} exists; a backup is never written over a database. Name a new file, or move it away"
            )
        back_up(source, database.path)
        return
    with source.reading() as reader, database.writing() as writer:
        create_tables(database, writer)
        _copy_rows(reader, writer)
        for table in METADATA.sorted_tables:
            if "id" in table.c:
                writer.exec_driver_sql(
                    f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), "
                    f"(SELECT coalesce(max(id), 0) + 1 FROM {table.name}), false)"
                )


def _put_in_place(temporary: Path, file: Path) -> None:
    try:
        os.link(temporary, file)  # unlike a rename, it refuses to replace a file that appeared meanwhile
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        os.rename(temporary, file)


def _copy_file(database: Database, temporary: Path) -> None:
    copy = sqlite3.connect(temporary)
    try:
        with database.reading() as connection:
            source = connection.connection.driver_connection
            assert isinstance(source, sqlite3.Connection)
            source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
        _leave_out(copy)
    finally:
        copy.close()
    _sync(temporary)


def _leave_out(copy: sqlite3.Connection) -> None:
    there = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    lasting = f"SELECT id FROM {KEPT_FILES.name} WHERE expires >= '{UNTIL_DELETED:%Y-%m-%d}'"
    but = {KEPT_FILE_CHUNKS: f" WHERE file NOT IN ({lasting})", KEPT_FILES: f" WHERE id NOT IN ({lasting})"}
    with copy:
        removed = sum(
            copy.execute(f"DELETE FROM {table.name}{but.get(table, '')}").rowcount
            for table in TRANSIENT
            if table.name in there
        )
    if removed:
        copy.execute("VACUUM")  # what is deleted would stay readable in the file, and take its space


def _copy_tables(database: Database, temporary: Path) -> None:
    copy = Database(str(temporary))
    # as old as what is copied: the backup that comes before an upgrade is one of the older tables
    create(copy, current_step(database) or "head")
    with database.reading() as reader, copy.writing() as writer:
        _copy_rows(reader, writer)
    copy.close()
    single = sqlite3.connect(temporary)
    single.execute("PRAGMA journal_mode = DELETE")
    single.close()
    _sync(temporary)


def _copy_rows(reader: sa.Connection, writer: sa.Connection) -> None:
    """All tables and columns that are there: an older database has fewer of them."""
    inspector = sa.inspect(reader)
    there = set(inspector.get_table_names())
    for table in METADATA.sorted_tables:
        is_file = table in (KEPT_FILES, KEPT_FILE_CHUNKS)
        if table.name not in there or (table in TRANSIENT and not is_file):
            continue
        # not `table` itself, which may call a column otherwise, and gives a value to those that are missing
        types = {column["name"]: column["type"] for column in inspector.get_columns(table.name)}
        types |= {column.name: column.type for column in table.columns if column.name in types}
        older = sa.table(table.name, *(sa.column(name, type_) for name, type_ in types.items()))
        order = [older.c[column.name] for column in table.primary_key.columns]
        query = sa.select(*older.columns).order_by(*order)
        if is_file:
            lasting = sa.select(KEPT_FILES.c.id).where(KEPT_FILES.c.expires >= UNTIL_DELETED)
            query = query.where((older.c.id if table is KEPT_FILES else older.c.file).in_(lasting))
        size = _CHUNK_BATCH if table is KEPT_FILE_CHUNKS else _BATCH
        rows = reader.execution_options(yield_per=size).execute(query)
        for batch in rows.mappings().partitions(size):
            writer.execute(sa.insert(older), [dict(row) for row in batch])


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

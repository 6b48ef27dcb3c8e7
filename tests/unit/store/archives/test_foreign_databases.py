"""Databases that come as files: read where they are ours, refused where they are something else."""

import sqlite3
from pathlib import Path

import pytest
from small_memory import write

from mtassay.errors import InputError, StorageError
from mtassay.store.archives.foreign_databases import foreign_database, is_database
from mtassay.store.contents.projects import projects


@pytest.fixture
def content(tmp_path: Path) -> bytes:
    write(tmp_path / "other.db")
    return changed(tmp_path / "other.db")


def changed(path: Path, *statements: str) -> bytes:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return path.read_bytes()


def test_a_database_is_read(content: bytes) -> None:
    assert is_database(content)
    with foreign_database(content, "other.db") as database, database.reading() as connection:
        assert [project.name for project in projects(connection)] == ["hotel"]


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE VIEW extra AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT x FROM n",
        "CREATE TRIGGER evil AFTER INSERT ON marks BEGIN DELETE FROM marks; END",
        "CREATE TABLE mine (id INTEGER)",
        "CREATE VIRTUAL TABLE extra USING fts5(text)",
    ],
)
def test_what_is_no_table_of_ours_is_refused(content: bytes, tmp_path: Path, statement: str) -> None:
    with (
        pytest.raises(InputError, match="no database of mtassay"),
        foreign_database(changed(tmp_path / "other.db", statement), "other.db"),
    ):
        pass


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE judgments SET value = 'seven' WHERE id = 1",
        "UPDATE sources SET text = x'ff00' WHERE id = 1",
        "UPDATE sources SET position = 'first' WHERE id = 1",
        "UPDATE sources SET extra = '[]' WHERE id = 1",
        "UPDATE targets SET extra = '{\"a\": {}}' WHERE id = 1",
        "UPDATE targets SET extra = '{' WHERE id = 1",
        'UPDATE events SET summary = \'{"extra": {"a": 1}}\' WHERE id = 1',
        "UPDATE events SET at = '2026-02-31 10:00:00' WHERE id = 1",
        "UPDATE events SET at = 'now' WHERE id = 1",
        "UPDATE events SET at = 5 WHERE id = 1",
        "UPDATE projects SET scale = '{}' WHERE id = 1",
        'UPDATE projects SET scale = \'{"low": 1, "high": 0, "step": null, "anchors": {}}\' WHERE id = 1',
        "ALTER TABLE marks ADD COLUMN more AS (hex(zeroblob(500000000)))",
    ],
)
def test_values_that_no_column_of_ours_has_are_refused(content: bytes, tmp_path: Path, statement: str) -> None:
    damaged = changed(tmp_path / "other.db", statement)
    assert damaged != content
    with (
        pytest.raises(InputError, match=r"other\.db: (a value|a project|this is no)"),
        foreign_database(damaged, "other.db"),
    ):
        pass


def test_judgments_of_a_kind_that_is_not_known_are_refused(content: bytes, tmp_path: Path) -> None:
    newer = changed(tmp_path / "other.db", "UPDATE judgments SET kind = 'mqm' WHERE id = 3")
    with (
        pytest.raises(InputError, match=r"other\.db: judgment 3 is of the kind 'mqm', which a newer mtassay"),
        foreign_database(newer, "other.db"),
    ):
        pass


def test_other_databases_and_broken_ones_are_refused(content: bytes, tmp_path: Path) -> None:
    empty = changed(tmp_path / "empty.db", "CREATE TABLE sources (id INTEGER)")
    with pytest.raises((InputError, StorageError)), foreign_database(empty, "empty.db"):
        pass
    middle = len(content) // 2
    broken = content[:middle] + b"\xff" * 4096 + content[middle + 4096 :]
    for bad in (content[:3000], broken, b"SQLite format 3\0" + b"\0" * 100):
        with pytest.raises(InputError, match=r"other\.db"), foreign_database(bad, "other.db"):
            pass
    assert not is_database(b"<?xml")

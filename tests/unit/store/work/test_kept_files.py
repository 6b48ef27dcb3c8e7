"""Files of a day: whole, their owner's alone, within limits, and gone when their time is over."""

import random
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from mtassay.errors import Conflict, NotFound
from mtassay.store.database import Database
from mtassay.store.schema import KEPT_FILE_CHUNKS, KEPT_FILES
from mtassay.store.work import kept_files
from mtassay.store.work.kept_files import (
    KeptFile,
    file_content,
    files_of,
    find_file,
    forget_expired_files,
    forget_file,
    keep_file,
)

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def rows(connection: sa.Connection) -> tuple[int | None, ...]:
    return tuple(
        connection.scalar(sa.select(sa.func.count()).select_from(table)) for table in (KEPT_FILES, KEPT_FILE_CHUNKS)
    )


@pytest.mark.parametrize("size", [0, 1, 2**20 - 1, 2**20, 2**20 + 1, 5 * 2**20 + 7])
def test_a_file_comes_back_as_it_was(database: Database, size: int) -> None:
    content = random.Random(size).randbytes(size)
    with database.writing() as connection:
        kept = keep_file(connection, "local", "a.xlsx", content, "application/octet-stream", now=NOON)
    assert kept == KeptFile(kept.uid, "local", "a.xlsx", size, "application/octet-stream", NOON, NOON + DAY)
    assert len(kept.uid) == 32
    with database.reading() as connection:
        assert find_file(connection, "local", kept.uid, NOON) == kept
        assert file_content(connection, "local", kept.uid, NOON) == content
        assert rows(connection) == (1, -(-size // 2**20))


def test_the_file_of_another_cannot_be_told_from_none(database: Database) -> None:
    with database.writing() as connection:
        kept = keep_file(connection, "account:1", "a.txt", b"mine", "text/plain")
        said = set()
        for owner, uid in (("account:2", kept.uid), ("account:1", "0" * 32), ("account:1", "\0"), ("", "x" * 9999)):
            for ask in (find_file, file_content, forget_file):
                with pytest.raises(NotFound, match="no such file") as caught:
                    ask(connection, owner, uid)
                said.add(str(caught.value))
        assert len(said) == 1
        assert file_content(connection, "account:1", kept.uid) == b"mine"
        assert files_of(connection, "account:2") == ()


def test_names_from_outside_are_kept_for_showing_only(database: Database) -> None:
    with database.writing() as connection:
        for name, shown in (
            ("<b>.txt", "<b>.txt"),
            ("a\0\ud800b", "a\ufffd\ufffdb"),
            ("", "file"),
            ("é" * 300, "é" * 199 + "…"),
        ):
            assert keep_file(connection, "local", name, b"", "text/\0plain").name == shown


def test_files_are_listed_the_newest_first_and_forgotten_one_by_one(database: Database) -> None:
    with database.writing() as connection:
        first = keep_file(connection, "local", "1", b"x", "text/plain")
        second = keep_file(connection, "local", "2", b"y", "text/plain")
        assert files_of(connection, "local") == (second, first)
        forget_file(connection, "local", first.uid)
        assert files_of(connection, "local") == (second,)
        assert rows(connection) == (1, 1)


def test_a_file_is_gone_when_its_time_is_over(database: Database) -> None:
    with database.writing() as connection:
        short = keep_file(connection, "local", "1", b"x", "text/plain", timedelta(hours=1), NOON)
        long = keep_file(connection, "local", "2", b"y", "text/plain", now=NOON)
        later = NOON + timedelta(hours=1)
        with pytest.raises(NotFound):
            find_file(connection, "local", short.uid, later)
        with pytest.raises(NotFound):
            file_content(connection, "local", short.uid, later)
        assert files_of(connection, "local", later) == (long,)
        assert rows(connection) == (2, 2)
        assert forget_expired_files(connection, later) == 1
        assert rows(connection) == (1, 1)


def test_an_owner_has_so_much_room_and_others_theirs(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kept_files.LIMIT == 256 * 2**20
    monkeypatch.setattr(kept_files, "LIMIT", 3 * 2**20)
    two = bytes(2 * 2**20)
    with database.writing() as connection:
        kept = keep_file(connection, "account:1", "a.bin", two, "x", now=NOON)
        with pytest.raises(Conflict, match=r"b.bin has 2 MB and does not fit: .* take 2 of 3 MB; remove some"):
            keep_file(connection, "account:1", "b.bin", two, "x", now=NOON)
        with pytest.raises(Conflict, match=r"c.bin has 4 MB, .* split it"):
            keep_file(connection, "account:2", "c.bin", two + two, "x", now=NOON)
        keep_file(connection, "account:1", "d.bin", bytes(2**20), "x", now=NOON)
        keep_file(connection, "account:2", "b.bin", two, "x", now=NOON)
        forget_file(connection, "account:1", kept.uid, NOON)
        keep_file(connection, "account:1", "b.bin", two, "x", now=NOON)
        # what is over makes room by itself
        keep_file(connection, "account:1", "e.bin", two + bytes(2**20), "x", now=NOON + DAY)
        assert rows(connection) == (2, 5)

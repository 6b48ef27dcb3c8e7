"""Writers have their turns, and see what those before them wrote."""

import time
import uuid
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
import sqlalchemy as sa

from mtassay.errors import Conflict, StorageError
from mtassay.human.collection import Collection
from mtassay.store.contents.collection_writer import Added, add_collection
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.projects import Project, find_project
from mtassay.store.database import Database
from mtassay.store.judging.answers import Answer, Saved, save_answer
from mtassay.store.judging.body import AnswerBody
from mtassay.store.memory.stored_memory import load_memory
from mtassay.store.people_tables import SIGN_IN_FAILURES


@contextmanager
def meanwhile(database: Database, work: Callable[[sa.Connection], Any], result: list[Future[Any]]) -> Any:
    """A connection that writes, while another writer has begun and wants to do its work."""

    def write() -> Any:
        with database.writing() as connection:
            find_project(connection)
            return work(connection)

    with ThreadPoolExecutor() as pool, database.writing() as connection:
        result.append(pool.submit(write))
        time.sleep(0.3)
        yield connection


def test_two_who_import_the_same_file_at_once_add_it_once(
    database: Database, project: Project, paper: Collection
) -> None:
    late: list[Future[Added]] = []
    with meanwhile(database, lambda connection: add_collection(connection, project, paper, "ben"), late) as connection:
        assert add_collection(connection, project, paper, "anna").judgments == 5
    assert late[0].result().revisions == ()
    assert faults(database) == ()


def test_a_judgment_is_not_corrected_twice_at_once(database: Database, project: Project, paper: Collection) -> None:
    with database.writing() as connection:
        add_collection(connection, project, paper, "anna")
        stored = load_memory(connection, project)

    def correct(connection: sa.Connection) -> Saved:
        given = Answer(int(stored.target_ids[0]), AnswerBody(3), uuid.uuid4().hex, int(stored.judgment_ids[0]))
        return save_answer(connection, project, "anna", given)

    late: list[Future[Saved]] = []
    with meanwhile(database, correct, late) as connection:
        correct(connection)
    with pytest.raises(Conflict, match="answered this meanwhile"):
        late[0].result()
    assert faults(database) == ()


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)  # a file of SQLite has a single writer
def test_what_is_no_part_of_the_history_is_written_while_a_long_import_has_its_turn(database: Database) -> None:
    now = datetime.now(UTC)
    with database.writing(), database.writing(in_turn=False) as connection:
        connection.execute(sa.insert(SIGN_IN_FAILURES), {"subject": "x", "at": now, "counts_until": now})


@pytest.mark.parametrize("second", ["writing", "answering"])
def test_a_thread_that_would_wait_for_itself_is_told_so(database: Database, second: str) -> None:
    def again() -> Any:
        return database.writing() if second == "writing" else database.answering("dora")

    with database.writing(), pytest.raises(RuntimeError, match="use the connection that it has"), again():
        pass
    with again() as connection:  # and then all is as it was
        assert connection.scalar(sa.select(1)) == 1


def test_one_question_needs_no_transaction(database: Database, project: Project) -> None:
    with database.writing(), database.looking() as connection:
        assert find_project(connection) == project
        assert connection.scalar(sa.select(1)) == 1


def test_as_many_connections_as_asked_for_can_be_open_at_once(database: Database) -> None:
    wide = Database(database.location, pool_size=20)
    with ExitStack() as stack:
        for _ in range(25):
            connection = stack.enter_context(wide.reading())
            assert connection.scalar(sa.select(1)) == 1
    wide.close()


def test_running_out_of_connections_is_explained(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    narrow = Database(database.location, pool_size=1)
    monkeypatch.setattr(narrow._engine.pool, "_timeout", 0.01)
    with ExitStack() as stack:
        for _ in range(11):
            stack.enter_context(narrow.reading())
        with pytest.raises(StorageError, match="all connections have been in use"):
            stack.enter_context(narrow.reading())
    narrow.close()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_who_waits_for_another_process_is_told_when_it_takes_too_long(
    database: Database, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another `Database` is as another process: no lock of Python joins the two."""
    monkeypatch.setattr("mtassay.store.database._WAIT_SECONDS", 0.1)
    other = Database(database.location)
    with other.writing(), pytest.raises(StorageError, match="kept the file to itself"), database.writing():
        pass
    monkeypatch.setattr("mtassay.store.database._WAIT_SECONDS", 60)
    with ThreadPoolExecutor(1) as pool:
        with other.writing():
            waiting = pool.submit(_write, database)
            time.sleep(0.05)
            assert not waiting.done()
        assert waiting.result(timeout=30) == 60_000
    other.close()


def _write(database: Database) -> object:
    with database.writing() as connection:
        return connection.scalar(sa.text("PRAGMA busy_timeout"))

"""What was acknowledged stays, whatever happens to the processes, the disk or the permissions."""

import os
import random
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from answering import answer
from databases import find_server_programs, postgresql_server

from mtassay.errors import StorageError
from mtassay.human.collection import Collection, Source, Target
from mtassay.store.archives.backups import restore_backup
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.projects import Project, add_project, find_project
from mtassay.store.database import Database
from mtassay.store.history.events import latest
from mtassay.store.judging.answers import Answer, save_answer
from mtassay.store.judging.body import AnswerBody
from mtassay.store.memory.stored_memory import load_memory
from mtassay.store.migration import create
from mtassay.store.schema import JUDGMENTS
from mtassay.web.figures import Figures
from mtassay.web.loaded_projects import load_basis
from mtassay.web.project_rows import one_row

WRITES = 200


@pytest.fixture
def filled(database: Database, project: Project) -> Database:
    sources = tuple(Source(f"source {number}", targets=(Target(f"target {number}"),)) for number in range(50))
    with database.writing() as connection:
        add_collection(connection, project, Collection(sources), "anna")
    return database


def start(what: str, location: str, name: str = "") -> subprocess.Popen[str]:
    command = [sys.executable, str(Path(__file__).parent / "children.py"), what, location, name]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def wait_until_ready(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line == "ready\n", line + process.stdout.read()


def go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def stored_uids(database: Database) -> set[str]:
    with database.reading() as connection:
        return set(connection.scalars(sa.select(JUDGMENTS.c.uid)))


def test_killing_the_writer_loses_nothing_that_was_acknowledged(filled: Database) -> None:
    random_numbers = random.Random(7)
    acknowledged: set[str] = set()
    round_number = 0
    while len(acknowledged) < WRITES:
        with start("judge", filled.location, f"judge{round_number}") as process:
            round_number += 1
            wait_until_ready(process)
            go(process)
            assert process.stdout is not None
            for _ in range(random_numbers.randint(20, 40)):
                acknowledged.add(process.stdout.readline().strip())
            time.sleep(random_numbers.random() * 0.01)  # anywhere within a write
            process.send_signal(signal.SIGKILL)
            acknowledged |= {line.strip() for line in process.stdout if line.endswith("\n")}
    stored = stored_uids(filled)
    assert acknowledged <= stored
    # what was being written when the process was killed may be there or not, but only once and whole
    assert len(stored) <= len(acknowledged) + round_number
    assert faults(filled) == ()


@contextmanager
def durable(sources: int) -> Iterator[tuple[Any, Database, Project, list[int]]]:
    """A server of PostgreSQL that may be crashed, and a project with as many targets as sources."""
    if find_server_programs() is None:
        pytest.skip("PostgreSQL is not installed; as root: apt-get install postgresql")
    with postgresql_server(is_durable=True) as server:
        database = Database(f"{server.address}/postgres")
        create(database)
        with database.writing() as connection:
            project = add_project(connection, "talks", "anna")
            texts = tuple(Source(f"source {number}", targets=(Target("x"),)) for number in range(sources))
            add_collection(connection, project, Collection(texts), "anna")
            targets = load_memory(connection, project).target_ids.tolist()
        yield server, database, project, targets


def test_a_server_that_crashes_loses_nothing_that_was_acknowledged() -> None:
    with durable(sources=30) as (server, database, project, targets):
        for target in targets[:20]:
            with database.writing() as connection:
                answer(connection, project, target, "anna", 5, token=f"{target:032x}")
        server.crash()
        with pytest.raises(StorageError), database.writing() as connection:
            answer(connection, project, targets[20], "anna", 5)
        server.start()
        with database.writing() as connection:  # the pool finds out by itself that its connections are dead
            answer(connection, project, targets[21], "anna", 5, token=f"{targets[21]:032x}")
        assert stored_uids(database) == {f"{target:032x}" for target in [*targets[:20], targets[21]]}
        assert faults(database) == ()
        database.close()


def test_answers_that_judges_were_told_of_outlive_a_crash() -> None:
    """Their turn ends before the disk has them, and they are told after that."""
    with durable(sources=40) as (server, database, project, targets):
        told: set[str] = set()
        stopped = threading.Event()

        def judge(name: str) -> None:
            for target in targets:
                token = secrets.token_hex(16)
                try:
                    with database.answering(name) as connection:
                        save_answer(connection, project, name, Answer(target, AnswerBody(5), token))
                except StorageError:
                    return
                told.add(token)
                if len(told) > 50:
                    stopped.set()

        threads = [threading.Thread(target=judge, args=(f"judge {number}",)) for number in range(4)]
        for thread in threads:
            thread.start()
        assert stopped.wait(60)
        server.crash()
        for thread in threads:
            thread.join()
        server.start()
        assert told <= stored_uids(database)
        assert faults(database) == ()
        database.close()


@contextmanager
def no_disk(database: Database) -> Iterator[None]:
    """What is committed meanwhile without waiting for the disk is seen by all, and gone with the crash at the end.

    Who writes is stopped while it has nothing to do: if it had the disk, whoever wants to write would wait for ever.
    """
    writes = sa.text("SELECT pid, wait_event FROM pg_stat_activity WHERE backend_type = 'walwriter'")
    with database.looking() as connection:
        connection.execute(sa.text("CHECKPOINT"))  # numbers that were drawn before it are no longer ahead on the disk
        writer, _ = connection.execute(writes).one()
    for _ in range(1000):
        os.kill(writer, signal.SIGSTOP)
        with database.looking() as connection:
            if connection.execute(writes).one().wait_event == "WalWriterMain":
                break
        os.kill(writer, signal.SIGCONT)
        time.sleep(0.001)
    else:
        pytest.fail("the server never stopped writing")
    try:
        yield
    finally:
        os.kill(writer, signal.SIGKILL)  # a crash by itself; stopped, it would let the server wait for it


def test_what_a_server_remembers_of_an_event_that_a_crash_took_is_not_shown_for_the_next_of_its_number() -> None:
    with durable(sources=2) as (server, database, project, targets):
        figures = Figures(database)
        with no_disk(database):
            with database.writing() as connection:
                connection.execute(sa.text("SET LOCAL synchronous_commit = off"))
                lost = answer(connection, project, targets[0], "anna", 5).revision
            assert one_row(figures, project).judged == 1
            with database.reading() as connection:
                assert len(load_basis(figures, connection, project, None).stored.judgment_ids) == 1
        server.crash()
        server.start()
        with suppress(StorageError):  # a connection from before the crash, if it was used a moment ago
            stored_uids(database)
        assert stored_uids(database) == set()
        with database.writing() as connection:
            add_collection(connection, project, Collection((Source("source 2"),)), "ben")
            assert latest(connection, project.id) == lost
        row = one_row(figures, project)
        assert (row.revision, row.judged, row.sources) == (lost, 0, 3)
        with database.reading() as connection:
            stored = load_basis(figures, connection, project, None).stored
            assert (len(stored.judgment_ids), len(stored.source_ids)) == (0, 3)
            stored = load_basis(figures, connection, project, lost).stored
            assert (len(stored.judgment_ids), len(stored.source_ids)) == (0, 3)
        database.close()


def test_several_writers_wait_for_each_other(filled: Database) -> None:
    names = [f"judge{number}" for number in range(4)]
    processes = [start("judge", filled.location, name) for name in names]
    for process in processes:
        wait_until_ready(process)
    for process in processes:
        go(process)
    for process in processes:
        output, _ = process.communicate(timeout=120)
        assert process.returncode == 0, output
    assert len(stored_uids(filled)) == 4 * 50
    assert faults(filled) == ()


@pytest.fixture
def open_folder(filled: Database) -> Iterator[Path]:
    """A copy of the database, of SQLite, in a folder that every user may enter."""
    folder = Path(tempfile.mkdtemp(prefix="mtassay-durability-"))
    folder.chmod(0o755)
    if not filled.is_sqlite:
        pytest.skip("the disk of a server is the server's affair")
    filled.close()
    shutil.copy(filled.path, folder / "memory.db")
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_full_disk_is_named_and_leaves_the_old_data_intact(open_folder: Path) -> None:
    location = str(open_folder / "memory.db")
    with Database(location).reading() as connection:
        before = read_collection(connection, find_project(connection))
    output, _ = start("starve", location).communicate(timeout=60)
    assert "refused:" in output
    assert "full" in output
    assert "Traceback" not in output
    with Database(location).reading() as connection:
        assert read_collection(connection, find_project(connection)) == before
    assert faults(Database(location)) == ()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("is_folder_closed", [True, False])
def test_who_may_only_read_can_read_and_is_told_why_not_write(open_folder: Path, is_folder_closed: bool) -> None:
    location = open_folder / "memory.db"
    location.chmod(0o444)
    if is_folder_closed:
        open_folder.chmod(0o555)
    else:
        open_folder.chmod(0o777)
    before = location.read_bytes()
    output, _ = start("locked", str(location)).communicate(timeout=60)
    assert "sources 50" in output
    assert "refused:" in output
    assert "cannot be written to" in output
    assert "Traceback" not in output
    assert location.read_bytes() == before


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_damaged_file_is_named(open_folder: Path) -> None:
    location = open_folder / "memory.db"
    content = bytearray(location.read_bytes())
    content[4096:8192] = os.urandom(4096)
    location.write_bytes(content)
    try:
        found = faults(Database(str(location), read_only=True))
    except StorageError as error:
        found = (str(error),)
    assert found
    assert any("damaged" in fault for fault in found)
    with pytest.raises(StorageError):
        restore_backup(location, Database(str(open_folder / "new.db")))

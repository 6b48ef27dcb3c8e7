from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa
from answering import answer

from mtassay.errors import Conflict, NotFound, StorageError
from mtassay.human.collection import Collection
from mtassay.store.archives.backups import back_up, restore_backup
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.projects import Project, find_project
from mtassay.store.database import Database
from mtassay.store.history.events import history
from mtassay.store.history.undo import undo
from mtassay.store.memory.stored_memory import load_memory
from mtassay.store.people_tables import ACCOUNTS, API_KEYS, SESSIONS, SIGN_IN_FAILURES
from mtassay.store.schema import JOBS, KEPT_FILE_CHUNKS, KEPT_FILES, TRANSIENT
from mtassay.store.work.kept_files import file_content, files_of, keep_file


@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_a_backup_holds_everything_and_comes_back_on_either_database(
    database: Database,
    project: Project,
    paper: Collection,
    tmp_path: Path,
    new_location: Callable[[str], str],
    target: str,
) -> None:
    with database.writing() as connection:
        added = add_collection(connection, project, paper, "anna")
        undo(connection, project.id, [added.revisions[-1]], "anna")
        state, events = read_collection(connection, project), history(connection, project.id)
    back_up(database, tmp_path / "copy.backup")
    assert sorted(path.name for path in tmp_path.glob("*copy*")) == ["copy.backup"]
    again = Database(new_location(target))
    restore_backup(tmp_path / "copy.backup", again)
    with again.writing() as connection:
        found = find_project(connection)
        assert read_collection(connection, found) == state
        assert history(connection, found.id) == events
        stored = load_memory(connection, found)
        saved = answer(connection, found, int(stored.target_ids[0]), "carla", 3)  # numbers go on
        assert saved.revision == events[0].revision + 1
    assert faults(again) == ()
    again.close()


def test_a_backup_never_overwrites(database: Database, project: Project, tmp_path: Path) -> None:
    file = tmp_path / "precious"
    file.write_text("old")
    with pytest.raises(Conflict, match="never overwrites"):
        back_up(database, file)
    assert file.read_text() == "old"
    back_up(database, tmp_path / "copy")
    existing = Database(str(file))
    with pytest.raises(Conflict, match="never written over"):
        restore_backup(tmp_path / "copy", existing)
    with pytest.raises(StorageError, match="no folder"):
        back_up(database, tmp_path / "nowhere" / "copy")
    with pytest.raises(NotFound):
        restore_backup(tmp_path / "missing", existing)


def test_a_backup_that_cannot_be_brought_back_leaves_nothing_behind(
    database: Database,
    project: Project,
    tmp_path: Path,
    new_location: Callable[[str], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    back_up(database, tmp_path / "copy.backup")
    target = Database(new_location("postgresql"))

    def fail(*_: object) -> None:
        raise StorageError("the server went away")

    with monkeypatch.context() as patch:
        patch.setattr("mtassay.store.archives.backups._copy_rows", fail)
        with pytest.raises(StorageError, match="went away"):
            restore_backup(tmp_path / "copy.backup", target)
    restore_backup(tmp_path / "copy.backup", target)
    with target.reading() as connection:
        assert find_project(connection) == project
    target.close()


@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_a_backup_keeps_accounts_and_keys_but_nothing_that_lets_in_or_was_to_be_forgotten(
    database: Database, project: Project, tmp_path: Path, new_location: Callable[[str], str], target: str
) -> None:
    now = datetime.now(UTC)
    with database.writing() as connection:
        for table, row in (
            (ACCOUNTS, {"id": 7, "name": "Anna", "key": "anna", "password": "x", "role": "manager", "created": now}),
            (API_KEYS, {"account": 7, "secret": "0" * 64, "created": now}),
            (SESSIONS, {"token": "1" * 64, "account": 7, "begun": now, "touched": now, "expires": now, "lifetime": 9}),
            (SIGN_IN_FAILURES, {"subject": "2" * 64, "at": now, "counts_until": now}),
            (
                KEPT_FILES,
                {"id": 3, "uid": "a", "owner": "b", "size": 9, "media_type": "", "created": now, "expires": now},
            ),
            (KEPT_FILE_CHUNKS, {"file": 3, "position": 0, "content": b"MY SECRET"}),
            (JOBS, {"uid": "a", "kind": "score", "owner": "b", "state": "done", "created": now}),
        ):
            connection.execute(sa.insert(table), row)
    back_up(database, tmp_path / "copy.backup")
    content = (tmp_path / "copy.backup").read_bytes()
    assert b"MY SECRET" not in content
    assert b"1" * 64 not in content
    again = Database(new_location(target))
    restore_backup(tmp_path / "copy.backup", again)
    with again.reading() as connection:
        assert connection.scalars(sa.select(ACCOUNTS.c.name)).all() == ["Anna"]
        assert connection.scalars(sa.select(API_KEYS.c.account)).all() == [7]
        for table in TRANSIENT:
            assert connection.scalar(sa.select(sa.func.count()).select_from(table)) == 0
    assert faults(again) == ()
    again.close()


@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_a_backup_keeps_files_that_stay_until_they_are_deleted(
    database: Database, tmp_path: Path, new_location: Callable[[str], str], target: str
) -> None:
    content = bytes(range(256)) * 10_000  # more than one piece
    with database.writing() as connection:
        keep_file(connection, "local", "upload", b"GONE TOMORROW", "text/plain")
        lasting = keep_file(connection, "local", "comparison", content, "text/plain", lifetime=None)
    back_up(database, tmp_path / "copy.backup")
    assert b"GONE TOMORROW" not in (tmp_path / "copy.backup").read_bytes()
    again = Database(new_location(target))
    restore_backup(tmp_path / "copy.backup", again)
    with again.writing() as connection:
        assert files_of(connection, "local") == (lasting,)
        assert file_content(connection, "local", lasting.uid) == content
        keep_file(connection, "local", "another", b"x", "text/plain")
    again.close()

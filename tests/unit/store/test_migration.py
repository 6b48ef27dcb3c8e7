import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

import mtassay.store.migration as migration
from mtassay.errors import Conflict, NotFound, SchemaOutdated, StorageError
from mtassay.human.collection import Collection, Source, Target
from mtassay.human.filters import Filter
from mtassay.store.archives.backups import back_up
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.projects import Project, add_project, projects
from mtassay.store.database import Database
from mtassay.store.lists.filters import select_targets
from mtassay.store.schema import METADATA

STEP = """
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{last}"


def upgrade() -> None:
    op.add_column("projects", sa.Column("colour", sa.Text(), server_default="blue", nullable=False))
    {more}
"""


@pytest.fixture
def later_steps(tmp_path: Path) -> Callable[[str], Path]:
    """The steps of a later version: ours and one more."""

    def make(more: str = "") -> Path:
        folder = tmp_path / "steps"
        shutil.copytree(Path(migration.__file__).parent / "migrations", folder)
        last = migration.known_steps()[-1]
        (folder / "versions" / "step_9999_colour.py").write_text(STEP.format(last=last, more=more))
        return folder

    return make


def test_the_steps_lead_to_the_tables_that_the_code_knows(database: Database) -> None:
    with database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_a_database_is_made_once(database: Database) -> None:
    with pytest.raises(Conflict, match="is a database already"):
        migration.create(database)


def test_an_upgrade_makes_a_backup_first_and_keeps_the_data(
    database: Database, project: Project, tmp_path: Path, later_steps: Callable[[str], Path]
) -> None:
    steps = later_steps("")
    copy = tmp_path / "before.backup"
    before, after = migration.upgrade(database, lambda: back_up(database, copy), steps)
    assert (before, after) == (migration.known_steps()[-1], "9999")
    with Database(str(copy), read_only=True).reading() as connection:
        assert [one.name for one in projects(connection)] == ["talks"]
    with database.reading() as connection:
        assert connection.exec_driver_sql("SELECT name, colour FROM projects").all() == [("talks", "blue")]
    with pytest.raises(StorageError, match="written by a newer mtassay"):
        migration.require_current(database)


@pytest.mark.parametrize("step", ["0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009", "0010"])
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_database_of_an_older_step_is_upgraded_with_its_data(
    kind: str,
    step: str,
    new_location: Callable[[str], str],
    paper: Collection,
    tmp_path: Path,
) -> None:
    database = Database(new_location(kind))
    migration.create(database, step)
    with pytest.raises(SchemaOutdated, match=f"schema {step}, now {migration.known_steps()[-1]}"):
        migration.require_current(database)
    present = Database(str(tmp_path / "present.db"))
    migration.create(present)
    with present.writing() as given, database.writing() as connection:
        project = add_project(given, "talks", "anna")
        more = Collection((Source("Ä Straße", targets=(Target("THE ROAD"),)),))
        add_collection(given, project, paper, "anna")
        add_collection(given, project, more, "anna")
        before = read_collection(given, project)
        _copy_rows(given, connection)
    present.close()
    copy = tmp_path / "before.backup"
    assert migration.upgrade(database, lambda: back_up(database, copy)) == (step, migration.known_steps()[-1])
    migration.require_current(database)
    with database.reading() as connection:
        assert read_collection(connection, project) == before
        assert len(select_targets(connection, project, Filter(words=("ä STRASSE", "the road")))) == 1
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    assert faults(database) == ()
    # the backup is one of the older tables, and can be brought up to date in its turn
    saved = Database(str(copy))
    assert migration.current_step(saved) == step
    migration.upgrade(saved, lambda: None)
    with saved.reading() as connection:
        assert read_collection(connection, project) == before
    for one in (database, saved):
        one.close()


def _copy_rows(given: sa.Connection, connection: sa.Connection) -> None:
    """Enter all rows into older tables, as far as these have columns for them."""
    inspector = sa.inspect(connection)
    for table in METADATA.sorted_tables:
        if inspector.has_table(table.name):
            names = {column["name"] for column in inspector.get_columns(table.name)}
            older = sa.table(table.name, *(sa.column(one.name, one.type) for one in table.c if one.name in names))
            rows = given.execute(sa.select(*(one for one in table.c if one.name in names))).mappings().all()
            if rows:
                connection.execute(sa.insert(older), [dict(row) for row in rows])


def test_an_upgrade_that_fails_changes_nothing(
    database: Database, project: Project, tmp_path: Path, later_steps: Callable[[str], Path]
) -> None:
    steps = later_steps('op.execute("SELECT no_such_column FROM projects")')
    with pytest.raises(StorageError):
        migration.upgrade(database, lambda: back_up(database, tmp_path / "before.backup"), steps)
    migration.require_current(database)
    with database.reading() as connection:
        assert "colour" not in {column["name"] for column in sa.inspect(connection).get_columns("projects")}


def test_an_upgrade_without_its_backup_is_not_made(
    database: Database, project: Project, later_steps: Callable[[str], Path]
) -> None:
    def fail() -> None:
        raise StorageError("no room for a backup")

    with pytest.raises(StorageError, match="no room"):
        migration.upgrade(database, fail, later_steps(""))
    migration.require_current(database)


def test_an_older_database_says_how_to_upgrade(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migration, "known_steps", lambda: ["0001", "9999"])
    with database.writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    with pytest.raises(SchemaOutdated, match=r"bring it up to date, a backup is made first$"):
        migration.require_current(database)


def test_files_that_are_no_databases_of_ours_are_refused(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=r"no such database; make one$"):
        migration.require_current(Database(str(tmp_path / "missing.db")))
    text = tmp_path / "text.db"
    text.write_text("not a database at all, but long enough to be read as one " * 30)
    with pytest.raises(StorageError, match="no database of mtassay"):
        migration.require_current(Database(str(text), read_only=True))
    foreign = tmp_path / "foreign.db"
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE songs (name TEXT)")
    with pytest.raises(StorageError, match="no database of mtassay"):
        migration.require_current(Database(str(foreign), read_only=True))
    with pytest.raises(Conflict, match="another program"):
        migration.create(Database(str(foreign)))


@pytest.mark.parametrize("location", ["mysql://a/b", "postgresql://[", "://", "sqlite://"])
def test_addresses_that_mean_nothing_are_refused(location: str) -> None:
    with pytest.raises(StorageError):
        Database(location)


def test_a_server_that_does_not_answer_is_named_without_its_password() -> None:
    database = Database("postgresql://anna:secret@127.0.0.1:9/nothing")
    with pytest.raises(StorageError, match="no server answers") as caught:
        migration.require_current(database)
    assert "secret" not in str(caught.value)

"""A database that the version before wrote: it opens, is upgraded, and says the same to the last digit."""

import gzip
import json
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from processes import run

from mtassay.errors import SchemaOutdated
from mtassay.store.archives.project_archive import add_archive, read_archive
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.projects import Project, add_project, find_project
from mtassay.store.database import Database
from mtassay.store.judging.drafts import find_draft
from mtassay.store.judging.questions import recheck_numbers, recheck_round
from mtassay.store.migration import current_step, require_current, upgrade
from mtassay.store.people.members import members
from mtassay.store.people_tables import ACCOUNTS
from mtassay.store.schema import DRAFTS, JUDGMENTS, METADATA, SSER, TRANSIENT

BEFORE = Path(__file__).parents[2] / "data" / "version-0.1-schema-7"
STEP = "0007"
ROUNDS = (("anna", "anna", 0), ("ben", "*", 3), ("dora", "*", 3))
"""Who rechecked whose judgments, and by which seed they were drawn."""
RENAMED = {"memory": "predicted"}
"""What that version called otherwise."""


def unpacked(name: str) -> bytes:
    return gzip.decompress((BEFORE / name).read_bytes())


@pytest.fixture(params=["sqlite", "postgresql"])
def location(request: pytest.FixtureRequest, new_location: Callable[[str], str]) -> str:
    """The database as the version before left it."""
    found = new_location(request.param)
    if request.param == "sqlite":
        Path(found).write_bytes(unpacked("memory.db.gz"))
    else:
        import psycopg  # nobody else needs it here

        # lines with a backslash are for psql
        lines = unpacked("memory.sql.gz").decode().splitlines(keepends=True)
        with psycopg.connect(found, autocommit=True) as connection:
            connection.execute("".join(line for line in lines if not line.startswith("\\")).encode())
    return found


def rows(location: str) -> dict[str, list[tuple[Any, ...]]]:
    """All that is in a database, whatever its schema; texts of JSON as what they say."""
    database = Database(location)
    with database.reading() as connection:
        inspector = sa.inspect(connection)
        found = {}
        for name in sorted(inspector.get_table_names()):
            columns = [sa.column(one["name"]) for one in inspector.get_columns(name)]
            columns.sort(key=lambda column: column.name)
            listed = connection.execute(sa.select(*columns).select_from(sa.table(name)))
            found[name] = sorted((tuple(map(plain, row)) for row in listed), key=repr)
    database.close()
    return found


def plain(value: Any) -> Any:
    """The same for SQLite, which has neither times nor truth nor JSON, and for PostgreSQL."""
    if isinstance(value, dict | list):
        return json.dumps(value, sort_keys=True)
    if isinstance(value, str) and value.startswith(("{", "[")):
        return json.dumps(json.loads(value), sort_keys=True)
    if isinstance(value, datetime):
        return value.isoformat(" ", "microseconds")
    return int(value) if isinstance(value, bool) else value


def leaves(value: Any) -> Iterator[Any]:
    """All values, without the names and tables that they stand under: those may become clearer."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from leaves(inner)
    else:
        yield value


def test_a_database_of_the_version_before_is_upgraded(location: str, tmp_path: Path) -> None:
    before = rows(location)
    database = Database(location)
    with pytest.raises(SchemaOutdated, match="schema 0007"):
        require_current(database)
    backup = tmp_path / "before.backup"
    result = run("db", "upgrade", "--db", location, "--backup", str(backup))
    assert result.returncode == 0, result.stderr
    require_current(database)
    assert faults(database) == ()
    with database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        project = find_project(connection, None)
        check_rounds(connection, project)
        drafts = connection.execute(sa.select(DRAFTS).where(DRAFTS.c.value.is_not(None))).all()
        assert {recheck_round("ben", "*", 3), ""} < {row.round for row in drafts}
        for row in drafts:
            kept = find_draft(connection, project, row.judge, row.target, row.round)
            assert kept is not None
            assert kept.body.value == row.value
    database.close()
    # the way back: the version before finds all that it wrote in the backup
    copy = Database(str(backup))
    assert current_step(copy) == STEP
    again = rows(str(backup))
    for name, held in before.items():
        assert again[name] == ([] if name in {table.name for table in TRANSIENT} else held), name
    upgrade(copy, lambda: None)
    with copy.reading() as connection:
        check_rounds(connection, find_project(connection, None))
    copy.close()


def check_rounds(connection: sa.Connection, project: Project) -> None:
    """Rechecks know their round, and nothing else has one."""
    stored = connection.execute(sa.select(JUDGMENTS).where(JUDGMENTS.c.project == project.id)).all()
    assert {row.kind for row in stored} == {SSER}
    rechecks = [row for row in stored if row.is_recheck and row.uid.startswith("recheck-")]
    assert rechecks
    assert all(row.round == row.uid[:24] for row in rechecks)
    assert not any(row.round for row in stored if not row.is_recheck)
    for judge, of, seed in ROUNDS:
        assert recheck_numbers(connection, project, judge, of, seed)


def test_everybody_sees_after_the_upgrade_what_they_saw_before(location: str, tmp_path: Path) -> None:
    database = Database(location)
    with database.writing() as connection:
        columns = ("name", "key", "password", "role", "is_active", "created")
        older = sa.table("accounts", *(sa.column(name, ACCOUNTS.c[name].type) for name in columns))
        for name, role in (("Ines", "administrator"), ("Tom", "manager"), ("Anna", "judge")):
            row = (name, name.lower(), "no digest", role, name != "Anna", datetime.now(UTC))
            connection.execute(sa.insert(older), dict(zip(columns, row, strict=True)))
    result = run("db", "upgrade", "--db", location, "--backup", str(tmp_path / "before.backup"))
    assert result.returncode == 0, result.stderr
    with database.writing() as connection:
        project = find_project(connection, None)
        assert [member.account.name for member in members(connection, project)] == ["Anna", "Ines", "maria", "Tom"]
        # what is begun from now on is for those who are let in
        assert members(connection, add_project(connection, "new", "ines")) == ()
    database.close()


def test_figures_are_the_same_to_the_last_digit(location: str, tmp_path: Path) -> None:
    run("db", "upgrade", "--db", location, "--backup", str(tmp_path / "before.backup"))
    for name, told in json.loads(unpacked("figures.json.gz")).items():
        result = run(*(RENAMED.get(word, word) for word in told["command"]), "--db", location)
        assert result.returncode == 0, result.stderr
        then, now = (Counter(leaves(value)) for value in (told["result"], json.loads(result.stdout)))
        for old, new in RENAMED.items():
            then[new] += then.pop(old, 0)
        if location.startswith("postgresql"):  # filled by the same steps at another time
            then = Counter({leaf: count for leaf, count in then.items() if not isinstance(leaf, str)})
        # processors differ in how they sum, so numbers may differ where rounding shows
        left, others = then - now, [leaf for leaf in now - then if isinstance(leaf, float)]
        for leaf in left:
            assert any(leaf == pytest.approx(other, rel=1e-9, abs=1e-12) for other in others), (name, leaf)


def test_an_archive_of_the_version_before_is_brought_back(location: str, tmp_path: Path) -> None:
    run("db", "upgrade", "--db", location, "--backup", str(tmp_path / "before.backup"))
    database = Database(location)
    with database.writing() as connection:
        archive = read_archive((BEFORE / "project.zip").read_bytes(), "project.zip")
        restored = add_archive(connection, archive, "maria", name="again")
        check_rounds(connection, restored.project)
        stored = find_project(connection, archive.project.name)
        for judge, of, seed in ROUNDS:
            there = [recheck_numbers(connection, project, judge, of, seed) for project in (stored, restored.project)]
            assert len(there[0]) == len(there[1]) > 0
    assert faults(database) == ()
    database.close()

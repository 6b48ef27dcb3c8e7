"""Every test of the store runs on both databases."""

import shutil
import uuid
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from mtassay.human.collection import Collection, Item, Judgment, Output, Source, Target
from mtassay.store.database import Database
from mtassay.store.migration import create
from mtassay.store.projects import Project, add_project


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new database of SQLite, to be copied: making one takes longer than most tests."""
    path = tmp_path_factory.mktemp("empty") / "empty.db"
    database = Database(str(path))
    create(database)
    database.close()
    return path


@pytest.fixture(scope="session")
def empty_database(postgresql: str) -> str:
    """The name of a new database on the server, likewise."""
    with psycopg.connect(f"{postgresql}/postgres", autocommit=True) as connection:
        connection.execute("CREATE DATABASE empty_memory")
    database = Database(f"{postgresql}/empty_memory")
    create(database)
    database.close()
    return "empty_memory"


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    if request.param == "sqlite":
        location = str(shutil.copy(request.getfixturevalue("empty_file"), tmp_path / "memory.db"))
    else:
        template, address = request.getfixturevalue("empty_database"), request.getfixturevalue("postgresql")
        name = f"memory_{uuid.uuid4().hex}"
        with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        location = f"{address}/{name}"
    database = Database(location)
    yield database
    database.close()


@pytest.fixture
def project(database: Database) -> Project:
    with database.writing() as connection:
        return add_project(connection, "talks", "anna", source_language="de", target_language="en")


@pytest.fixture
def paper() -> Collection:
    """The example of the EvalTrans paper, section 4, with judges and systems."""
    return Collection(
        (
            Source(
                "alles klar. danke schoen.",
                items=(Item("0", "alles klar."), Item("1", "danke schoen.")),
                targets=(
                    Target("yes. thanks. fine.", (Judgment(6, "anna"),), (Output("A", "", 1),)),
                    Target(
                        "okay thanks.",
                        (
                            Judgment(10, "anna", verdicts={"0": "ok", "1": "ok"}),
                            Judgment(9, "ben", verdicts={"0": "missing", "1": "ok"}, seconds=31.5, comment="terse"),
                        ),
                        (Output("B", "", 1),),
                    ),
                    Target("righto. thanks nice.", (Judgment(5, "ben", "C"),), (Output("C", "", 1),)),
                ),
            ),
            Source(
                "bis morgen.",
                targets=(
                    Target("see you tomorrow.", (Judgment(10, "anna", "A"),), (Output("A", "", 2), Output("B", "", 2))),
                    Target("until tomorrow.", outputs=(Output("C", "", 2),)),
                ),
            ),
        )
    )

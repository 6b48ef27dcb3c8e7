"""Databases: every test that uses one runs on both kinds."""

import shutil
import uuid
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

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

"""Databases: every test that uses one runs on both kinds."""

from collections.abc import Callable, Iterator

import pytest

from mtassay.store.contents.projects import Project, add_project
from mtassay.store.database import Database


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, new_database: Callable[[str], str]) -> Iterator[Database]:
    database = Database(new_database(request.param))
    yield database
    database.close()


@pytest.fixture
def project(database: Database) -> Project:
    with database.writing() as connection:
        return add_project(connection, "talks", "anna", source_language="de", target_language="en")

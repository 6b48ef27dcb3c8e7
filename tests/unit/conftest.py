"""Databases: every test that uses one runs on both kinds.

What needs SQLAlchemy is imported by those who ask for a database: tests of texts and metrics start without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from mtassay.store.contents.projects import Project
    from mtassay.store.database import Database


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, new_database: Callable[[str], str]) -> Iterator[Database]:
    from mtassay.store.database import Database

    database = Database(new_database(request.param))
    yield database
    database.close()


@pytest.fixture
def project(database: Database) -> Project:
    from mtassay.store.contents.projects import add_project

    with database.writing() as connection:
        return add_project(connection, "talks", "anna", source_language="de", target_language="en")

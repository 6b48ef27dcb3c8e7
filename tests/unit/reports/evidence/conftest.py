from collections.abc import Callable, Iterator

import pytest

from mtassay.store.database import Database


@pytest.fixture
def on_sqlite(new_database: Callable[[str], str]) -> Iterator[Database]:
    """A database where the other kind would say nothing new."""
    database = Database(new_database("sqlite"))
    yield database
    database.close()

"""A database of judgments for the commands that use one."""

from collections.abc import Callable, Iterator

import pytest

from mtassay.human.collection import Collection, Item, Judgment, Output, Source, Target
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.projects import Project, add_project
from mtassay.store.database import Database


@pytest.fixture
def database(new_database: Callable[[str], str]) -> Iterator[Database]:
    database = Database(new_database("sqlite"))
    yield database
    database.close()


@pytest.fixture
def talks(database: Database) -> Project:
    """Twenty translations of ten sources that nobody has judged, and beside each pair one that ben has."""
    sources = tuple(
        Source(
            f"wir treffen uns um {number} uhr. danke.",
            items=(Item("0", f"wir treffen uns um {number} uhr."), Item("1", "danke.")),
            targets=(
                Target(f"we meet at {number} sharp. thanks.", (Judgment(10, judge="ben"),)),
                Target(f"we meet at {number} oclock. thanks.", outputs=(Output("A", "", number),)),
                Target(f"us meets {number} watch thank", outputs=(Output("B", "", number),)),
            ),
        )
        for number in range(1, 11)
    )
    with database.writing() as connection:
        project = add_project(connection, "talks", "anna", source_language="de", target_language="en")
        add_collection(connection, project, Collection(sources), "anna")
    return project

from collections.abc import Callable

import pytest

from mtassay.errors import Conflict
from mtassay.human.collection import Collection, Judgment, Source, Target
from mtassay.store.collection_reader import read_collection
from mtassay.store.collection_writer import add_collection
from mtassay.store.consistency import faults
from mtassay.store.database import Database
from mtassay.store.events import undo
from mtassay.store.merging import merge
from mtassay.store.migration import create
from mtassay.store.projects import Project, add_project


@pytest.fixture
def other(new_location: Callable[[str], str]) -> Database:
    database = Database(new_location("sqlite"))
    create(database)
    return database


def test_what_both_have_is_not_doubled_and_a_merge_can_be_undone(
    database: Database, project: Project, paper: Collection, other: Database
) -> None:
    more = Source("bis morgen.", targets=(Target("until tomorrow.", (Judgment(8, "dora"),)),))
    with other.writing() as connection:
        there = add_project(connection, "others", "dora", source_language="de")
        add_collection(connection, there, paper, "dora")
        add_collection(connection, there, Collection((more,)), "dora")
    with database.writing() as connection:
        add_collection(connection, project, paper, "anna")
        before = read_collection(connection, project)
        with other.reading() as second:
            added = merge(connection, project, second, there, "anna", "others.db")
        assert (added.judgments, added.known_judgments, added.targets) == (1, 5, 0)
    with database.writing() as connection:
        undo(connection, project.id, added.revisions, "anna")
        assert read_collection(connection, project) == before
    assert faults(database) == ()


def test_languages_must_agree(database: Database, project: Project, other: Database) -> None:
    with other.writing() as connection:
        there = add_project(connection, "others", "dora", source_language="fr")
    with (
        pytest.raises(Conflict, match="source language is de here and fr there"),
        database.writing() as connection,
        other.reading() as second,
    ):
        merge(connection, project, second, there, "anna", "others.db")

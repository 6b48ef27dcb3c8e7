from collections.abc import Callable

import pytest
from answering import answer

from mtassay.errors import Conflict
from mtassay.human.collection import Collection, Judgment, Source, Target
from mtassay.human.filters import Filter
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.merging import merge
from mtassay.store.contents.projects import Project, add_project, find_project
from mtassay.store.database import Database
from mtassay.store.history.undo import undo
from mtassay.store.lists.filters import select_targets
from mtassay.store.migration import create


@pytest.fixture
def other(new_location: Callable[[str], str]) -> Database:
    database = Database(new_location("sqlite"))
    create(database)
    return database


def test_what_both_have_is_not_doubled_and_a_merge_can_be_undone(
    database: Database, project: Project, paper: Collection, other: Database
) -> None:
    more = Source("bis morgen.", targets=(Target("until tomorrow.", (Judgment(8, judge="dora"),)),))
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
        pytest.raises(Conflict, match="source language is de in the project and fr in what is to be added"),
        database.writing() as connection,
        other.reading() as second,
    ):
        merge(connection, project, second, there, "anna", "others.db")


def test_languages_that_a_merge_told_go_and_come_with_it(
    database: Database, paper: Collection, other: Database
) -> None:
    with other.writing() as connection:
        there = add_project(connection, "others", "dora", source_language="de", target_language="en")
        add_collection(connection, there, paper, "dora")

    def languages() -> tuple[str, str]:
        found = find_project(connection, "bare")
        return found.source_language, found.target_language

    with database.writing() as connection, other.reading() as second:
        bare = add_project(connection, "bare", "anna", target_language="en")
        added = merge(connection, bare, second, there, "anna", "others.db")
        assert languages() == ("de", "en")
        undone = undo(connection, bare.id, added.revisions, "anna")
        assert languages() == ("", "en")
        undo(connection, bare.id, undone, "anna")
        assert languages() == ("de", "en")
        # what came later had to be in these languages
        later = Collection((Source("morgen", targets=(Target("tomorrow"),)),), source_language="de")
        (since,) = add_collection(connection, bare, later, "anna").revisions
        again = undo(connection, bare.id, added.revisions, "anna")
        assert languages() == ("de", "en")
        undo(connection, bare.id, [*again, since], "anna")
        assert languages() == ("de", "en")
        # what somebody judged since stays when the merge goes, and the language that it is in
        (target, *_) = select_targets(connection, bare, Filter())
        answer(connection, bare, target.target, "ines", 4)
        undo(connection, bare.id, added.revisions, "anna")
        assert languages() == ("de", "en")

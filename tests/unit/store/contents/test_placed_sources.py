from dataclasses import replace

import pytest

from mtassay.errors import Conflict
from mtassay.human.collection import Collection, Judgment, Output, Source, Target
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.projects import Project, add_project
from mtassay.store.database import Database

JUDGED = Target("Thanks.", (Judgment(5, judge="anna", system="A"),), (Output("A"),))


@pytest.fixture
def placed(database: Database) -> Project:
    """A project by place with one sentence at two places."""
    outputs = [Target("Thanks.", outputs=(Output("A", "", place),)) for place in (1, 2)]
    with database.writing() as connection:
        project = add_project(connection, "by place", "anna", by_place=True)
        sources = tuple(Source("Danke.", document="talk", position=1 + at, targets=(outputs[at],)) for at in (0, 1))
        add_collection(connection, project, Collection(sources), "anna")
    return project


def test_a_text_that_stands_at_a_place_needs_one(database: Database, placed: Project) -> None:
    coming = Source(" Danke. ", targets=(JUDGED,), place="back.tsv, line 2")
    with database.reading() as connection:
        before = read_collection(connection, placed)
    with (
        pytest.raises(Conflict, match=r"line 2: this source has no document and no position.*nothing was added\. Give"),
        database.writing() as connection,
    ):
        add_collection(connection, placed, Collection((coming,)), "anna")
    with database.writing() as connection:
        assert read_collection(connection, placed) == before
        with_place = replace(coming, document="talk", position=2)
        added = add_collection(connection, placed, Collection((with_place,)), "anna")
    assert (added.sources, added.outputs, added.judgments) == (0, 0, 1)


def test_other_texts_and_projects_by_text_need_none(database: Database, placed: Project, project: Project) -> None:
    new, known = (Collection((Source(text, targets=(JUDGED,)),)) for text in ("Bitte.", "Danke."))
    with database.writing() as connection:
        assert add_collection(connection, placed, new, "anna").sources == 1
        assert add_collection(connection, placed, new, "anna").revisions == ()
        for _ in range(2):
            add_collection(connection, project, known, "anna")

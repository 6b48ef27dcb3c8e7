"""Documents that sources belong to."""

import pytest

from mtassay.errors import NotFound
from mtassay.human.collection import Collection, Output, Source, Target
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.documents import sources_of_document
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.lists.selections import delete_sources
from mtassay.store.memory.stored_memory import load_memory


def test_sources_and_outputs_say_the_document(database: Database, project: Project) -> None:
    collection = Collection(
        (
            Source("eins", document="hotel", position=1),
            Source("zwei", targets=(Target("two", outputs=(Output("A", "", 2, "hotel"),)),)),
            Source("drei", document="train", position=3),
        )
    )
    with database.writing() as connection:
        with pytest.raises(NotFound, match="no source says which document it is from"):
            sources_of_document(connection, project, "hotel")
        revision = add_collection(connection, project, collection, "anna").revisions[-1]
        first, second, third = load_memory(connection, project).source_ids.tolist()
        assert sources_of_document(connection, project, "hotel") == (first, second)
        assert sources_of_document(connection, project, "train") == (third,)
        with pytest.raises(NotFound, match=r"no document 'hotels' .*'hotel'.*; there are hotel, train"):
            sources_of_document(connection, project, "hotels")
        delete_sources(connection, project, [first], "anna")
        assert sources_of_document(connection, project, "hotel") == (second,)
        assert sources_of_document(connection, project, "hotel", revision) == (first, second)

"""Documents that sources belong to."""

from mtassay.human.collection import Collection, Output, Source, Target
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.documents import documents
from mtassay.store.contents.projects import Project
from mtassay.store.contents.removal import delete_sources
from mtassay.store.database import Database
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
        assert documents(connection, project) == {}
        revision = add_collection(connection, project, collection, "anna").revisions[-1]
        first, second, third = load_memory(connection, project).source_ids.tolist()
        everything = {"hotel": {first, second}, "train": {third}}
        assert documents(connection, project) == everything
        delete_sources(connection, project, [first], "anna")
        assert documents(connection, project) == {"hotel": {second}, "train": {third}}
        assert documents(connection, project, revision) == everything

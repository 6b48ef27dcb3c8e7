import pytest

from mtassay import EvalSet, evaluate
from mtassay.errors import InputError
from mtassay.human.collection import Collection, Judgment, Source, Target
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.projects import Project
from mtassay.store.contents.references import references_for
from mtassay.store.database import Database


@pytest.fixture(autouse=True)
def _filled(database: Database, project: Project) -> None:
    sources = (
        Source("eins", targets=(Target("one", (Judgment(10),)), Target("1", (Judgment(10), Judgment(9, judge="ben"))))),
        Source("zwei", targets=(Target("two", (Judgment(10),)), Target("a pair", (Judgment(10),)))),
        Source("drei", targets=(Target("thre", (Judgment(6),)),)),
    )
    with database.writing() as connection:
        add_collection(connection, project, Collection(sources), "anna")


def test_perfect_targets_join_the_references(database: Database, project: Project) -> None:
    evalset = EvalSet(["one", "the two", "three"], sources=["eins", " zwei ", "drei"], systems={"x": ["a", "b", "c"]})
    with database.reading() as connection:
        result = references_for(connection, project, evalset)
    assert result.references is not None
    assert list(result.references) == [("one",), ("the two", "two", "a pair"), ("three",)]
    assert list(result.systems) == ["x"]
    assert evaluate(result, ["bleu"]).systems["x"][0].signature.startswith("nrefs:var|ref:talks@2|")


def test_every_segment_needs_one(database: Database, project: Project) -> None:
    with (
        database.reading() as connection,
        pytest.raises(InputError, match=r"1 of 2 segments \(number 2\) have no translation that was judged perfect"),
    ):
        references_for(connection, project, EvalSet(sources=["eins", "drei"], systems={"x": ["a", "b"]}))


def test_sources_are_needed(database: Database, project: Project) -> None:
    with database.reading() as connection, pytest.raises(InputError, match="-s FILE"):
        references_for(connection, project, EvalSet(["a"], systems={"x": ["a"]}))

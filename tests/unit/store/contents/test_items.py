from dataclasses import replace
from time import process_time

import pytest

from mtassay.errors import InputError
from mtassay.human.collection import Collection, Item, Judgment, Source, Target
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.items import cut_items, items_of, judged_items, plan_cut
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.history.undo import undo
from mtassay.store.memory.stored_memory import StoredMemory, load_memory


@pytest.fixture
def stored(database: Database, project: Project, paper: Collection) -> StoredMemory:
    with database.writing() as connection:
        add_collection(connection, project, paper, "anna")
        return load_memory(connection, project)


def test_items_that_stay_keep_their_verdicts(database: Database, project: Project, stored: StoredMemory) -> None:
    source = int(stored.source_ids[0])
    with database.writing() as connection:
        revision = cut_items(connection, project, source, ["alles", "klar.", "danke  schoen."], "anna")
        items = items_of(connection, source)
        memory = load_memory(connection, project).memory
    assert [item.text for item in items] == ["alles", "klar.", "danke schoen."]
    assert len({item.label for item in items}) == 3
    assert memory.verdicts is not None
    assert memory.verdicts.item.tolist() == [2, 2]
    with database.writing() as connection:
        undo(connection, project.id, [revision], "anna")
        assert [item.text for item in items_of(connection, source)] == ["alles klar.", "danke schoen."]
        memory = load_memory(connection, project).memory
    assert memory.verdicts is not None
    assert len(memory.verdicts) == 4


def test_an_item_must_occur_in_its_source(database: Database, project: Project, stored: StoredMemory) -> None:
    with pytest.raises(InputError, match="does not occur"), database.writing() as connection:
        cut_items(connection, project, int(stored.source_ids[0]), ["alles gut."], "anna")


def test_equal_items_stand_at_their_own_places(database: Database, project: Project) -> None:
    from mtassay.human.collection import Source

    with database.writing() as connection:
        add_collection(connection, project, Collection((Source("ja , ja , gut"),)), "anna")
        source = int(load_memory(connection, project).source_ids[-1])
        cut_items(connection, project, source, ["ja ,", "ja ,", "gut"], "anna")
        assert [item.text for item in items_of(connection, source)] == ["ja ,", "ja ,", "gut"]


def test_an_equal_word_at_another_place_is_another_item(database: Database, project: Project) -> None:
    judged = Target("x", (Judgment(5, judge="anna", verdicts={"0": "missing", "1": "ok"}),))
    items = (Item("0", "yes"), Item("1", "and yes"))
    with database.writing() as connection:
        add_collection(
            connection, project, Collection((Source("yes and yes", items=items, targets=(judged,)),)), "anna"
        )
        source = int(load_memory(connection, project).source_ids[0])
        plan = plan_cut(connection, project, source, ["yes and", "yes"])
        assert (plan.starts, plan.stored, plan.kept) == ((0, 8), (None, None), ())
        cut_items(connection, project, source, ["yes and", "yes"], "anna")
        assert [item.text for item in items_of(connection, source)] == ["yes and", "yes"]
        assert [item.verdicts for item in judged_items(connection, source)] == [0, 0]
        assert plan_cut(connection, project, source, ["yes and", "yes"]).is_same
        back = plan_cut(connection, project, source, ["yes", "and yes"])
        assert [item.label for item in back.revived] == ["1", "0"]
        cut_items(connection, project, source, ["yes", "and yes"], "anna")
        assert [(item.text, item.verdicts) for item in judged_items(connection, source)] == [("yes", 1), ("and yes", 1)]
    assert faults(database) == ()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_source_of_thousands_of_items_is_cut_at_once(database: Database, project: Project) -> None:
    words = ["ab"] * 5_000
    with database.writing() as connection:
        add_collection(connection, project, Collection((Source(" ".join(words)),)), "anna")
        source = int(load_memory(connection, project).source_ids[0])
        begun = process_time()
        cut_items(connection, project, source, words, "anna")
        assert plan_cut(connection, project, source, words).is_same
        assert process_time() - begun < 5  # others wait for as long
        assert len({item.label for item in items_of(connection, source)}) == 5_000


def test_cuts_can_be_undone_in_any_order(database: Database, project: Project) -> None:
    judged = Target("x", (Judgment(5, judge="anna", verdicts={"0": "ok", "1": "ok"}),))
    collection = Collection((Source("a b c", items=(Item("0", "a"), Item("1", "b")), targets=(judged,)),))
    with database.writing() as connection:
        add_collection(connection, project, collection, "anna")
        source = int(load_memory(connection, project).source_ids[0])
        first = cut_items(connection, project, source, ["a", "b c"], "anna")
        second = cut_items(connection, project, source, ["a", "b", "c"], "anna")
        undo(connection, project.id, [first], "anna")
        assert [item.text for item in items_of(connection, source)] == ["a", "b", "c"]
        undo(connection, project.id, [second], "anna")
        assert read_collection(connection, project) == replace(collection, source_language="de", target_language="en")
    assert faults(database) == ()

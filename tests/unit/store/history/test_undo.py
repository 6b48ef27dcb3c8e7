"""Undoing, in any order: what was built on an undone event stays, and nothing is there without its owner."""

import pytest
from answering import answer

from mtassay.errors import Conflict
from mtassay.human.collection import Collection, Item, Judgment, Output, Source, Target
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.items import cut_items
from mtassay.store.contents.projects import Project
from mtassay.store.contents.removal import delete_targets
from mtassay.store.database import Database
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import history, record
from mtassay.store.history.undo import can_undo, undo, why_not_undone
from mtassay.store.memory.stored_memory import load_memory


def judged_by(judge: str, system: str) -> Collection:
    """One source with items, one translation, made by a system and judged by one person."""
    judgment = Judgment(5, judge=judge, verdicts={"0": "ok", "1": "missing"})
    target = Target("x", (judgment,), (Output(system, "", 1),))
    return Collection((Source("a b", items=(Item("0", "a"), Item("1", "b")), targets=(target,)),))


def test_what_was_built_on_an_undone_import_stays(database: Database, project: Project) -> None:
    with database.writing() as connection:
        first = add_collection(connection, project, judged_by("anna", "A"), "anna")
        add_collection(connection, project, judged_by("ben", "A"), "ben")
        add_collection(connection, project, judged_by("carla", "B"), "carla")
        all_of_it = read_collection(connection, project)
        undone = undo(connection, project.id, first.revisions, "anna")
        (target,) = read_collection(connection, project).sources[0].targets
        assert [judgment.judge for judgment in target.judgments] == ["ben", "carla"]
        assert target.judgments[0].verdicts == {"0": "ok", "1": "missing"}
        assert [output.system for output in target.outputs] == ["B"]
        undo(connection, project.id, undone, "anna")
        assert read_collection(connection, project) == all_of_it
    assert faults(database) == ()


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_when_all_is_undone_nothing_is_left_in_either_order(
    database: Database, project: Project, order: tuple[int, int]
) -> None:
    with database.writing() as connection:
        added = [
            add_collection(connection, project, judged_by(judge, system), judge).revisions
            for judge, system in (("anna", "A"), ("ben", "B"))
        ]
        before = read_collection(connection, project)
        undone = [undo(connection, project.id, added[which], "anna") for which in order]
        assert read_collection(connection, project).sources == ()
        for revisions in undone:
            undo(connection, project.id, revisions, "anna")
        assert read_collection(connection, project) == before
    assert faults(database) == ()


def test_a_judgment_that_comes_back_brings_its_translation_along(database: Database, project: Project) -> None:
    with database.writing() as connection:
        add_collection(connection, project, judged_by("anna", "A"), "anna")
        target = int(load_memory(connection, project).target_ids[0])
        saved = answer(connection, project, target, "ben", 7)
        (taken,) = undo(connection, project.id, [saved.revision], "ben")
        delete_targets(connection, project, [target], "anna")
        undo(connection, project.id, [taken], "ben")
        assert load_memory(connection, project).memory.scores.tolist() == [7]
    assert faults(database) == ()


def test_an_undone_cut_takes_its_items_away_though_they_were_judged(database: Database, project: Project) -> None:
    with database.writing() as connection:
        add_collection(connection, project, judged_by("anna", "A"), "anna")
        stored = load_memory(connection, project)
        cut = cut_items(connection, project, int(stored.source_ids[0]), ["a b"], "anna")
        (whole,) = load_memory(connection, project).item_ids.tolist()
        answer(connection, project, int(stored.target_ids[0]), "ben", 7, verdicts={whole: "ok"})
        undo(connection, project.id, [cut], "anna")
        assert load_memory(connection, project).memory.items == ("a", "b")
    assert faults(database) == ()


def test_of_two_corrections_of_one_judgment_the_newer_one_holds(database: Database, project: Project) -> None:
    with database.writing() as connection:
        add_collection(connection, project, judged_by("anna", "A"), "anna")
        stored = load_memory(connection, project)
        target = int(stored.target_ids[0])
        first = answer(connection, project, target, "anna", 7)
        (undone,) = undo(connection, project.id, [first.revision], "anna")
        answer(connection, project, target, "anna", 8)
        undo(connection, project.id, [undone], "anna")
        assert load_memory(connection, project).memory.judgments.points.tolist() == [8]
    assert faults(database) == ()


def test_what_can_be_undone_is_said_beforehand(database: Database, project: Project) -> None:
    with database.writing() as connection:
        added = add_collection(connection, project, judged_by("anna", "A"), "anna")
        (target,) = load_memory(connection, project).target_ids.tolist()
        answer(connection, project, target, "ben", 7)
        deleted = delete_targets(connection, project, [target], "anna")
        undone = undo(connection, project.id, [deleted], "anna")
        undo(connection, project.id, undone, "anna")
        record(connection, project.id, EventKind.PERSON, "anna")
        said = {event.revision: why_not_undone(event) for event in history(connection, project.id)}
    refused = {}
    for revision, reason in said.items():
        with database.writing() as connection:
            assert can_undo(connection, project.id, [revision]) == (not reason)
            try:
                undo(connection, project.id, [revision], "anna")
            except Conflict as error:
                refused[revision] = str(error)
            connection.rollback()
    assert refused == {revision: f"revision {revision} {reason}" for revision, reason in said.items() if reason}
    assert len(refused) == 3  # the beginning of the project, the undo that was undone, a name taken away
    assert len(said) > 5
    with database.reading() as connection:
        last = max(said)
        assert can_undo(connection, project.id, [*added.revisions, deleted])
        assert not can_undo(connection, project.id, [*added.revisions, *undone])
        assert not can_undo(connection, project.id, [last + 1])
        assert not can_undo(connection, project.id + 1, added.revisions)
        assert not can_undo(connection, project.id, [])

import re
from dataclasses import replace
from datetime import datetime, timedelta, timezone

import numpy as np
import pytest
import sqlalchemy as sa
from answering import answer

from mtassay.errors import Conflict, InputError
from mtassay.human.collection import Collection, Item, Judgment, Output, Source, Target
from mtassay.human.scales import SCALES, Scale
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.items import cut_items
from mtassay.store.contents.outputs import add_outputs
from mtassay.store.contents.projects import Project, add_project, find_project
from mtassay.store.contents.removal import delete_judgments, delete_sources, delete_targets
from mtassay.store.database import Database
from mtassay.store.history.events import history
from mtassay.store.history.undo import undo
from mtassay.store.judging.questions import recheck_numbers, recheck_round
from mtassay.store.memory.stored_memory import load_memory
from mtassay.store.schema import METADATA


def rows_of(database: Database) -> dict[str, int]:
    with database.reading() as connection:
        return {
            table.name: connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0
            for table in METADATA.sorted_tables
        }


def test_what_is_written_is_read_again(database: Database, project: Project, paper: Collection) -> None:
    with database.writing() as connection:
        added = add_collection(connection, project, paper, "anna")
    assert (added.sources, added.items, added.targets, added.outputs, added.judgments) == (2, 2, 5, 6, 5)
    with database.reading() as connection:
        again = read_collection(connection, project)
    assert again.sources == paper.sources
    assert faults(database) == ()


def test_the_same_again_adds_nothing(database: Database, project: Project, paper: Collection) -> None:
    with database.writing() as connection:
        add_collection(connection, project, paper, "anna")
    before = rows_of(database)
    with database.writing() as connection:
        added = add_collection(connection, project, paper, "anna")
    assert rows_of(database) == before
    assert (added.judgments, added.known_judgments, added.revisions) == (0, 5, ())


def test_a_score_that_changed_in_the_file_corrects_the_stored_one(
    database: Database, project: Project, paper: Collection
) -> None:
    with database.writing() as connection:
        add_collection(connection, project, paper, "anna")
        first = load_memory(connection, project).memory
    source = paper.sources[0]
    target = replace(source.targets[0], judgments=(Judgment(4, judge="anna"),))
    changed = Collection((replace(source, targets=(target, *source.targets[1:])), *paper.sources[1:]))
    for _ in range(2):  # a second time it is known
        with database.writing() as connection:
            added = add_collection(connection, project, changed, "anna")
            then = load_memory(connection, project, first.revision).memory
            now = load_memory(connection, project).memory
        assert now.scores[0] == 4
        assert then.scores[0] == 6
        assert len(now.judgments) == len(first.judgments)
    assert (added.corrections, added.judgments) == (0, 0)
    assert faults(database) == ()


def test_the_memory_has_everything_in_arrays(database: Database, project: Project, paper: Collection) -> None:
    with database.writing() as connection:
        add_collection(connection, project, paper, "anna")
        stored = load_memory(connection, project)
    memory = stored.memory
    assert memory.sources == ("alles klar. danke schoen.", "bis morgen.")
    assert memory.targets[3:] == ("see you tomorrow.", "until tomorrow.")
    assert memory.offsets.tolist() == [0, 3, 5]
    assert memory.scores == pytest.approx([6, 9.5, 5, 10, np.nan], nan_ok=True)
    assert memory.items == ("alles klar.", "danke schoen.")
    assert memory.item_offsets is not None
    assert memory.item_offsets.tolist() == [0, 2, 2]
    assert memory.verdicts is not None
    assert memory.verdicts.verdict.tolist() == [0, 0, 1, 0]
    assert [memory.judges[judge] for judge in memory.judgments.judge] == ["anna", "anna", "ben", "anna", "ben"]
    outputs = memory.latest_outputs("B")
    assert outputs is not None
    assert [memory.targets[number] for number in outputs.target] == ["okay thanks.", "see you tomorrow."]
    assert outputs.source.tolist() == [0, 1]


def test_targets_are_the_same_after_white_space_is_collapsed(database: Database, project: Project) -> None:
    first = Source("a  b", targets=(Target(" x\ty ", (Judgment(3),)),))
    second = Source(" a b ", targets=(Target("x y", (Judgment(5, judge="ben"),)),))
    with database.writing() as connection:
        added = add_collection(connection, project, Collection((first, second)), "anna")
        memory = load_memory(connection, project).memory
    assert (added.sources, added.targets) == (1, 1)
    assert memory.scores.tolist() == [4]


def test_the_same_sentence_at_two_places_is_two_sources_where_places_count(database: Database) -> None:
    collection = Collection(
        (Source("Danke.", document="one", position=1), Source("Danke.", document="two", position=1))
    )
    with database.writing() as connection:
        by_text = add_project(connection, "by text", "anna")
        by_place = add_project(connection, "by place", "anna", by_place=True)
        assert add_collection(connection, by_text, collection, "anna").sources == 1
        assert add_collection(connection, by_place, collection, "anna").sources == 2


def test_scores_of_another_scale_are_converted_in_a_straight_line(database: Database, project: Project) -> None:
    collection = Collection((Source("a", targets=(Target("x", (Judgment(85),)),)),), SCALES["da"])
    with database.writing() as connection:
        added = add_collection(connection, project, collection, "anna")
        memory = load_memory(connection, project).memory
    assert added.conversion == "0–100 to 0–10 in steps of 1, in a straight line"
    assert memory.scores.tolist() == [8.5]


def test_a_faulty_collection_leaves_nothing_behind(database: Database, project: Project) -> None:
    before = rows_of(database)
    bad = Source("b", targets=(Target("x", (Judgment(11, place="line 7"),)),))
    with pytest.raises(InputError, match="line 7"), database.writing() as connection:
        add_collection(connection, project, Collection((Source("a"), bad)), "anna")
    other_item = Source("a b", items=(Item("0", "b"),), place="line 2")
    with database.writing() as connection:
        add_collection(connection, project, Collection((Source("a b", items=(Item("0", "a"),)),)), "anna")
    after_first = rows_of(database)
    with pytest.raises(Conflict, match="line 2: the information item '0'"), database.writing() as connection:
        add_collection(connection, project, Collection((Source("new"), other_item)), "anna")
    assert rows_of(database) == after_first
    assert after_first["sources"] == before["sources"] + 1


def test_each_system_is_an_event_and_can_be_undone(database: Database, project: Project, paper: Collection) -> None:
    with database.writing() as connection:
        added = add_collection(connection, project, paper, "anna")
    assert len(added.revisions) == 4  # what belongs to no system, and A, B, C
    with database.writing() as connection:
        undo(connection, project.id, [added.revisions[-1]], "ben")
        memory = load_memory(connection, project).memory
    assert memory.latest_outputs("C") is None
    assert memory.scores == pytest.approx([6, 9.5, np.nan, 10, np.nan], nan_ok=True)
    with database.reading() as connection:
        events = history(connection, project.id)
    assert (events[0].kind, events[0].who, events[0].undoes) == ("undo", "ben", added.revisions[-1])
    assert events[1].undone_by == events[0].revision


def test_what_was_undone_comes_back_when_it_is_imported_again(
    database: Database, project: Project, paper: Collection
) -> None:
    with database.writing() as connection:
        added = add_collection(connection, project, paper, "anna")
        before = load_memory(connection, project).memory
        undo(connection, project.id, added.revisions, "anna")
        empty = load_memory(connection, project).memory
        add_collection(connection, project, paper, "anna")
        after = load_memory(connection, project).memory
    assert (empty.sources, len(empty.judgments)) == ((), 0)
    assert after.targets == before.targets
    assert after.scores == pytest.approx(before.scores, nan_ok=True)
    assert faults(database) == ()


def test_an_undo_can_be_undone(database: Database, project: Project, paper: Collection) -> None:
    with database.writing() as connection:
        added = add_collection(connection, project, paper, "anna")
        before = read_collection(connection, project)
        undone = undo(connection, project.id, added.revisions, "anna")
        redone = undo(connection, project.id, undone, "anna")
        assert read_collection(connection, project) == before
        states = {event.revision: event.undone_by for event in history(connection, project.id)}
        assert [states[revision] for revision in added.revisions] == [None] * len(added.revisions)
        assert sorted(states[revision] for revision in undone) == sorted(redone)
        with pytest.raises(Conflict, match="is undone already"):
            undo(connection, project.id, [undone[0]], "anna")


def test_every_revision_can_be_read_as_it_was(database: Database, project: Project, paper: Collection) -> None:
    states = []
    with database.writing() as connection:
        for source in paper.sources:
            add_collection(connection, project, Collection((source,)), "anna")
            states.append((load_memory(connection, project).memory.revision, read_collection(connection, project)))
        undo(connection, project.id, [states[0][0]], "anna")
        for revision, state in states:
            assert read_collection(connection, project, revision) == state
            memory = load_memory(connection, project, revision).memory
            assert memory.targets == tuple(target.text for source in state.sources for target in source.targets)


def test_outputs_of_several_runs_are_kept_apart(database: Database, project: Project) -> None:
    source = Source(
        "a", targets=(Target("x", outputs=(Output("A", "first", 1),)), Target("y", outputs=(Output("A", "second", 1),)))
    )
    with database.writing() as connection:
        add_collection(connection, project, Collection((source,)), "anna")
        memory = load_memory(connection, project).memory
    assert [outputs.run for outputs in memory.outputs] == ["first", "second"]
    latest = memory.latest_outputs("A")
    assert latest is not None
    assert latest.run == "second"


def test_what_a_file_says_beyond_our_tables_comes_back(database: Database) -> None:
    collection = Collection(
        (
            Source(
                "a b",
                document="doc",
                position=3,
                original_language="fr",
                items=(Item("x", "a", {"iedef@n": "1"}),),
                targets=(Target("t", (Judgment(5, extra={"eval@c": "2"}),), extra={"tgt@s": "3"}),),
                extra={"source@z": "4"},
            ),
        ),
        source_language="fr",
        target_language="en",
        extra={"database@v": "1"},
    )
    with database.writing() as connection:
        project = add_project(connection, "new", "anna")
        added = add_collection(connection, project, collection, "anna")
        again = add_collection(connection, project, collection, "anna")
        project = find_project(connection)
        assert read_collection(connection, project) == collection
        assert again.revisions == ()
        undone = undo(connection, project.id, added.revisions, "anna")
        assert read_collection(connection, project).extra == {}
        assert read_collection(connection, project, added.revisions[-1]).extra == collection.extra
        undo(connection, project.id, undone, "anna")
        assert read_collection(connection, project).extra == collection.extra


def test_other_languages_are_refused(database: Database, project: Project, paper: Collection) -> None:
    with pytest.raises(Conflict, match="target language is en in the project and de"), database.writing() as connection:
        add_collection(connection, project, replace(paper, target_language="de"), "anna")


def test_the_languages_of_an_import_that_was_undone_do_not_stay(database: Database, paper: Collection) -> None:
    with database.writing() as connection:
        stale = add_project(connection, "new", "anna")
        wrong = replace(paper, source_language="fr", target_language="en")
        added = add_collection(connection, find_project(connection), wrong, "anna")
        right = replace(paper, source_language="de", target_language="en")
        for project in (stale, find_project(connection)):
            with pytest.raises(Conflict, match="source language is fr"):
                add_collection(connection, project, right, "anna")
        undo(connection, find_project(connection).id, added.revisions, "anna")
        again = add_collection(connection, find_project(connection), right, "anna")
        assert find_project(connection).source_language == "de"
        assert add_collection(connection, find_project(connection), right, "anna").revisions == ()
        summaries = [event.summary for event in history(connection, find_project(connection).id)]
        assert [summary["source_language"] for summary in summaries if "source_language" in summary] == ["de", "fr"]
        assert (again.known_judgments, again.returned_judgments) == (0, 5)


def test_a_judgment_with_a_uid_of_its_own_keeps_it(database: Database, project: Project) -> None:
    collection = Collection((Source("a", targets=(Target("x", (Judgment(5, uid="mine"),)),)),))
    with database.writing() as connection:
        add_collection(connection, project, collection, "anna")
        assert read_collection(connection, project).sources == collection.sources


def scored(value: float, judge: str = "anna", uid: str = "") -> Collection:
    """One translation with items, judged once."""
    judgment = Judgment(value, judge=judge, verdicts={"0": "ok", "1": "missing"}, uid=uid)
    target = Target("x", (judgment,), (Output("A", "", 1),))
    return Collection((Source("a b", items=(Item("0", "a"), Item("1", "b")), targets=(target,)),))


def test_a_recheck_stays_in_its_round_by_way_of_a_file(database: Database, project: Project, paper: Collection) -> None:
    with database.writing() as connection:
        add_collection(connection, project, paper, "anna")
        target = int(load_memory(connection, project).target_ids[0])
        first = answer(connection, project, target, "anna", 6, recheck=recheck_round("anna", "ben", 4))
        answer(connection, project, target, "anna", 5, recheck=recheck_round("anna", "ben", 4))
        other = add_project(connection, "other", "anna")
        add_collection(connection, other, read_collection(connection, project), "anna")
        assert first.is_new
        assert list(recheck_numbers(connection, project, "anna", "ben", 4).values()) == [target]
        assert len(recheck_numbers(connection, other, "anna", "ben", 4)) == 1
        assert recheck_numbers(connection, other, "anna", "ben", 5) == {}


def test_what_was_deleted_comes_back_once(database: Database, project: Project) -> None:
    with database.writing() as connection:
        add_collection(connection, project, scored(5), "anna")
        before = read_collection(connection, project)
        stored = load_memory(connection, project)
        for delete, numbers in ((delete_sources, stored.source_ids), (delete_targets, stored.target_ids)):
            deleted = delete(connection, project, numbers.tolist(), "anna")
            added = add_collection(connection, project, scored(5), "anna")
            assert read_collection(connection, project) == before
            assert (added.judgments, added.corrections) == (0, 0)
            undo(connection, project.id, [deleted], "anna")
            assert read_collection(connection, project) == before
    assert faults(database) == ()


def test_a_correction_that_was_undone_stays_undone_when_the_old_file_comes_again(
    database: Database, project: Project
) -> None:
    with database.writing() as connection:
        add_collection(connection, project, scored(5), "anna")
        corrected = add_collection(connection, project, scored(7), "anna")
        undo(connection, project.id, corrected.revisions, "anna")
        assert add_collection(connection, project, scored(5), "anna").revisions == ()
        for value, revived in ((7, 0), (9, 1), (7, 1), (9, 1)):
            added = add_collection(connection, project, scored(value), "anna")
            assert added.corrections == revived
            assert load_memory(connection, project).memory.scores.tolist() == [value]
    assert faults(database) == ()


def test_the_same_file_does_not_take_back_what_a_judge_corrected_since(database: Database, project: Project) -> None:
    with database.writing() as connection:
        add_collection(connection, project, scored(5), "anna")
        for value in (8, 9):
            stored = load_memory(connection, project)
            verdicts = dict(zip(stored.item_ids.tolist(), ("ok", "missing"), strict=True))
            target = int(stored.target_ids[0])
            answer(connection, project, target, "anna", value, verdicts=verdicts)
        for value in (5, 8, 9):
            assert add_collection(connection, project, scored(value), "anna").revisions == ()
        assert load_memory(connection, project).memory.scores.tolist() == [9]
        exported = read_collection(connection, project)
        assert add_collection(connection, project, scored(6), "anna").corrections == 1  # the file was changed
        assert load_memory(connection, project).memory.scores.tolist() == [6]
        other = add_project(connection, "copy", "anna")
        add_collection(connection, other, scored(5), "anna")
        add_collection(connection, other, exported, "anna")
        assert load_memory(connection, other).memory.judgments.points.tolist() == [9]
    assert faults(database) == ()


def test_a_source_that_was_cut_anew_stays_so_when_its_file_comes_again(database: Database, project: Project) -> None:
    with database.writing() as connection:
        add_collection(connection, project, scored(5), "anna")
        before = read_collection(connection, project)
        source = int(load_memory(connection, project).source_ids[0])
        cut = cut_items(connection, project, source, ["a b"], "anna")
        assert add_collection(connection, project, scored(5), "anna").revisions == ()
        assert load_memory(connection, project).memory.items == ("a b",)
        undo(connection, project.id, [cut], "anna")
        assert read_collection(connection, project) == before
    assert faults(database) == ()


def test_what_is_read_is_known_though_some_of_it_was_deleted(database: Database, project: Project) -> None:
    twice = Target("x", (Judgment(5, judge="anna"), Judgment(6, judge="anna")))
    collection = Collection((Source("a", targets=(twice,)),))
    with database.writing() as connection:
        add_collection(connection, project, Collection((Source("a", targets=(Target("x"),)),)), "anna")
        target = int(load_memory(connection, project).target_ids[0])
        answer(connection, project, target, "anna", 4)
        add_collection(connection, project, collection, "anna")
        first = load_memory(connection, project).judgment_ids[1]
        delete_judgments(connection, project, [int(first)], "anna")
        before = read_collection(connection, project)
        assert add_collection(connection, project, before, "anna").revisions == ()
        assert load_memory(connection, project).memory.judgments.points.tolist() == [4, 6]


def test_runs_of_one_name_are_told_apart_in_files(database: Database, project: Project) -> None:
    with database.writing() as connection:
        for texts in (("x", "y"), ("y", "z")):
            add_outputs(connection, project, "A", texts, "anna", sources=("a", "b"))
        exported = read_collection(connection, project)
        assert add_collection(connection, project, exported, "anna").revisions == ()
        other = add_project(connection, "copy", "anna")
        add_collection(connection, other, exported, "anna")
        for one in (project, other):
            memory = load_memory(connection, one).memory
            runs = [[memory.targets[target] for target in outputs.target.tolist()] for outputs in memory.outputs]
            assert runs == [["x", "y"], ["y", "z"]]
        assert read_collection(connection, other).sources == exported.sources


@pytest.mark.parametrize(
    ("judgment", "message"),
    [
        (
            Judgment(5, judge="a" * 201, place="f, line 3"),
            "f, line 3: the judge 'aaaaaaaaaaaaaaaaaaaa'… has 201 characters",
        ),
        (Judgment(5, judge="a\0b"), "a judge with a NUL character"),
        (Judgment(5, comment="a\0"), "a comment with a NUL character"),
        (Judgment(5, comment="\ud800"), "a comment with half a character"),
        (Judgment(5, uid="u" * 46), "up to 45"),
        (Judgment(5, system="s" * 201), "the system"),
        (Judgment(5, at=datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14)))), "is the year right"),
    ],
)
def test_what_no_database_takes_is_named_with_its_place(
    database: Database, project: Project, judgment: Judgment, message: str
) -> None:
    collection = Collection((Source("a", targets=(Target("x", (judgment,)),)),))
    with pytest.raises(InputError, match=re.escape(message)), database.writing() as connection:
        add_collection(connection, project, collection, "anna")


def test_positions_that_no_database_takes_are_refused(database: Database, project: Project) -> None:
    for source in (
        Source("a", position=2**31),
        Source("a", targets=(Target("x", outputs=(Output("A", "", 2**31),)),)),
    ):
        with pytest.raises(InputError, match="the position"), database.writing() as connection:
            add_collection(connection, project, Collection((source,)), "anna")


def test_a_uid_stands_for_one_judgment(database: Database, project: Project) -> None:
    def of(*texts: str) -> Collection:
        return Collection((Source("a", targets=tuple(Target(text, (Judgment(5, uid="u"),)) for text in texts)),))

    with pytest.raises(InputError, match="stands for another judgment too"), database.writing() as connection:
        add_collection(connection, project, of("x", "y"), "anna")
    with database.writing() as connection:
        add_collection(connection, project, of("x"), "anna")
    with pytest.raises(Conflict, match="of another translation"), database.writing() as connection:
        add_collection(connection, project, of("y"), "anna")


def test_perfect_stays_perfect_on_odd_scales(database: Database) -> None:
    odd = Scale(-1.18, 6.59)
    collection = Collection((Source("a", targets=(Target("x", (Judgment(6.59),)),)),), odd)
    with database.writing() as connection:
        project = add_project(connection, "odd", "anna", scale=odd)
        add_collection(connection, project, collection, "anna")
        assert load_memory(connection, project).memory.is_perfect.tolist() == [True]

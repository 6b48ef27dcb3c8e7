"""The paper's figure 7, on both databases."""

import math

import pytest
import small_memory
import sqlalchemy as sa
from answering import answer

from mtassay.estimation.figures.judged_sets import JudgedSets, judged_sets
from mtassay.human.collection import Collection, Judgment, Output, Source, Target
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.outputs import add_outputs
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.history.events import latest
from mtassay.store.history.undo import undo
from mtassay.store.judging.times import judging_times
from mtassay.store.memory.stored_memory import load_memory


def sets_of(connection: sa.Connection, project: Project, revision: int | None = None) -> JudgedSets:
    return judged_sets(
        load_memory(connection, project, revision),
        judging_times(connection, project, revision),
        lambda number: load_memory(connection, project, number),
    )


def test_sets_of_a_memory_as_people_fill_it(database: Database) -> None:
    with database.writing() as connection:
        project = small_memory.fill(connection)
        found = sets_of(connection, project)
        first = latest(connection, project.id) - 9  # the revision that began the project
    alone, phrases, neural = found.sets
    # outputs and judgments came in one event, and nothing was known before it
    assert (alone.system, alone.before, alone.unknown, alone.compared) == ("word-by-word", first, 6, 0)
    assert math.isnan(alone.error)
    assert (phrases.before, phrases.judged, phrases.estimated, phrases.compared) == (first + 2, 0, 6, 6)
    # anna's scores of the first system, estimated from: 5 4 3 2 5 1
    assert phrases.esser == pytest.approx(100 - 10 * 20 / 6)
    assert (neural.before, neural.judged, neural.estimated) == (first + 4, 2, 4)
    assert (found.repeated, found.waiting) == (0, 1)
    assert found.compared == (phrases, neural)
    assert found.mean_error == pytest.approx((phrases.error + neural.error) / 2)
    assert found.new_share == pytest.approx((1 + 4 / 6) / 2)


def test_what_was_corrected_since_was_judged_all_the_same(database: Database, project: Project) -> None:
    """The revision before the first judgment counts, not the one before its correction."""
    with database.writing() as connection:
        known = Target("yes.", (Judgment(4, judge="anna"),))
        add_collection(connection, project, Collection((Source("ja.", targets=(known,)),)), "anna")
        add_outputs(connection, project, "new", ["yes yes."], "anna")
        before = latest(connection, project.id)
        stored = load_memory(connection, project)
        target = int(stored.target_ids[stored.memory.targets.index("yes yes.")])
        saved = answer(connection, project, target, "anna", 3)
        answer(connection, project, target, "anna", 9)
        (one,) = sets_of(connection, project).sets
        assert (one.before, one.esser, one.sser) == (before, 60.0, 10.0)
        # as of the revision before the correction the truth was another
        (one,) = sets_of(connection, project, saved.revision).sets
        assert (one.before, one.esser, one.sser) == (before, 60.0, 70.0)
        assert sets_of(connection, project, before).waiting == 1


def test_a_set_that_was_judged_already_says_nothing(database: Database, project: Project) -> None:
    with database.writing() as connection:
        known = Target("yes.", (Judgment(4, judge="anna"),))
        add_collection(connection, project, Collection((Source("ja.", targets=(known,)),)), "anna")
        add_outputs(connection, project, "same", ["yes."], "anna")
        found = sets_of(connection, project)
        assert (found.sets, found.repeated, found.waiting) == ((), 1, 0)
        assert math.isnan(found.mean_error)
        assert math.isnan(found.new_share)


def test_an_import_that_was_undone_and_made_again_counts_once(database: Database, project: Project) -> None:
    def collection(text: str, system: str, points: int) -> Collection:
        target = Target(text, (Judgment(points, judge="anna", system=system),), (Output(system, "", 1),))
        return Collection((Source("ja.", targets=(target,)),))

    with database.writing() as connection:
        add_collection(connection, project, collection("yes.", "A", 8), "anna")
        added = add_collection(connection, project, collection("yes yes.", "B", 3), "anna")
        undo(connection, project.id, added.revisions, "anna")
        before = latest(connection, project.id)
        add_collection(connection, project, collection("yes yes.", "B", 3), "anna")
        _, one = sets_of(connection, project).sets
        assert (one.system, one.before, one.judged, one.estimated) == ("B", before, 0, 1)
        assert (one.esser, one.sser) == (20.0, 70.0)


def test_only_what_is_judged_by_now_is_compared(database: Database, project: Project) -> None:
    sources = tuple(
        Source(text, targets=(Target(f"{text} yes", (Judgment(8, judge="anna"),)),))
        for text in ("eins", "zwei", "drei")
    )
    with database.writing() as connection:
        add_collection(connection, project, Collection(sources), "anna")
        texts = ["one", "two", "three", "unheard of"]
        add_outputs(connection, project, "A", texts, "anna", sources=["eins", "zwei", "drei", "neu"])
        stored = load_memory(connection, project)
        for text, points in (("two", 6), ("unheard of", 1)):
            target = int(stored.target_ids[stored.memory.targets.index(text)])
            answer(connection, project, target, "anna", points)
        (one,) = sets_of(connection, project).sets
    assert (one.segments, one.estimated, one.unknown, one.compared) == (4, 3, 1, 1)
    assert (one.esser, one.sser, one.new_share) == (20.0, 40.0, 1.0)
    assert one.mean_distance == 2.0


def test_progress_is_told_and_one_system_can_be_asked_for(database: Database) -> None:
    with database.writing() as connection:
        project = small_memory.fill(connection)
        done: list[int] = []
        found = judged_sets(
            load_memory(connection, project),
            judging_times(connection, project),
            lambda number: load_memory(connection, project, number),
            system="neural",
            advance=done.append,
        )
    assert [one.system for one in found.sets] == ["neural"]
    assert done == [1, 1, 1, 1]

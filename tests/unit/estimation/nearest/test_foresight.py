import numpy as np
import pytest
from small_memory import SOURCES, SYSTEMS, fill

from mtassay.estimation.nearest.foresight import foresee
from mtassay.estimation.nearest.system_estimate import estimate_system
from mtassay.human.collection import Collection, Judgment, Source, Target
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.outputs import add_outputs, outputs_collection
from mtassay.store.contents.projects import add_project
from mtassay.store.database import Database
from mtassay.store.history.events import latest
from mtassay.store.memory.stored_memory import load_memory

NEW = ("yes, hello.", *SYSTEMS["neural"][1:5], "bye.")


@pytest.mark.parametrize("has_sources", [False, True])
def test_a_run_is_foreseen_as_it_is_found_once_it_is_stored(database: Database, has_sources: bool) -> None:
    sources = [*list(SOURCES)[:5], "was noch keiner sagte."] if has_sources else None
    with database.writing() as connection:
        project = fill(connection)
        before = latest(connection, project.id)
        collection = outputs_collection(connection, project, "new", NEW, sources=sources, run="monday")
        (run,) = foresee(connection, project, collection).runs
        assert latest(connection, project.id) == before
        add_outputs(connection, project, "new", NEW, "anna", sources=sources, run="monday")
        stored = estimate_system(load_memory(connection, project).memory, "new", run="monday").candidates
    assert (run.system, run.run) == ("new", "monday")
    for name in ("judged_share", "estimated_share", "unknown_share", "estimated_distance", "esser"):
        assert getattr(run.candidates, name) == getattr(stored, name)
    np.testing.assert_array_equal(run.candidates.estimates.scores, stored.estimates.scores)
    assert (run.candidates.unknown > 0) == has_sources


def test_what_is_new_is_counted_as_the_writer_adds_it(database: Database) -> None:
    known, *_ = SOURCES
    told = Source(
        f" {known} ",
        targets=(
            Target(SYSTEMS["phrases"][0], (Judgment(9, judge="cleo"),)),
            Target("quite new", (Judgment(1, judge="cleo"),)),
        ),
    )
    collection = Collection((told, Source("unbekannt", targets=(Target("unknown"), Target("not known")))))
    with database.writing() as connection:
        project = fill(connection)
        found = foresee(connection, project, collection)
        added = add_collection(connection, project, collection, "anna")
    assert (found.sources, found.targets, found.judgments) == (2, 4, 2)
    assert (found.new_sources, found.new_targets) == (added.sources, added.targets) == (1, 3)
    assert found.runs == ()


def test_where_places_count_the_same_text_at_another_place_is_new(database: Database) -> None:
    texts = ["ja.", "ja."]
    with database.writing() as connection:
        project = add_project(connection, "by place", "anna", by_place=True)
        add_outputs(connection, project, "A", ["yes.", "yes."], "anna", sources=texts)
        again = foresee(connection, project, outputs_collection(connection, project, "B", ["yes.", "aye."]))
        longer = outputs_collection(connection, project, "C", ["yes."] * 3, sources=["ja."] * 3)
        found = foresee(connection, project, longer)
    assert (again.sources, again.new_sources, again.new_targets) == (2, 0, 1)
    assert (found.sources, found.new_sources, found.new_targets) == (3, 1, 1)


def test_a_project_without_anything_knows_nothing(database: Database) -> None:
    with database.writing() as connection:
        project = add_project(connection, "empty", "anna")
        collection = outputs_collection(connection, project, "A", ["yes."], sources=["ja."])
        (run,) = foresee(connection, project, collection).runs
    assert run.candidates.unknown_share == 1.0

"""Judged files that come in batches are one run, and what is another run is said."""

from collections.abc import Callable, Sequence

import pytest
import sqlalchemy as sa

from mtassay.human.collection import Collection, Judgment, Output, Source, Target
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.collection_writer import Added, add_collection
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.merging import merge
from mtassay.store.contents.outputs import add_outputs
from mtassay.store.contents.projects import Project, add_project
from mtassay.store.database import Database
from mtassay.store.history.undo import undo
from mtassay.store.migration import create

SYSTEM = "small"
Batch = Sequence[int]
Runs = dict[str, list[int]]


def judged(batch: Batch, *, start: int | None = None, text: str = "Line", run: str = "") -> Collection:
    """Judged outputs of some segments; their positions are those of rows from `start` on, if any."""
    return Collection(
        tuple(
            Source(
                f"Satz {segment}.",
                targets=(
                    Target(
                        f"{text} {segment}.",
                        (Judgment(segment % 11, judge="anna", system=SYSTEM),),
                        (Output(SYSTEM, run, None if start is None else start + row),),
                    ),
                ),
            )
            for row, segment in enumerate(batch)
        )
    )


def add(database: Database, project: Project, collection: Collection) -> Added:
    with database.writing() as connection:
        return add_collection(connection, project, collection, "anna")


def runs_of(database: Database, project: Project) -> Runs:
    """The segments of each run, in the order of their positions."""
    placed: dict[str, list[tuple[int, int]]] = {}
    with database.reading() as connection:
        for source in read_collection(connection, project).sources:
            for target in source.targets:
                for output in target.outputs:
                    segment = int(source.text.removesuffix(".").split()[1])
                    placed.setdefault(output.run, []).append((output.position or 0, segment))
    return {run: [segment for _, segment in sorted(places)] for run, places in placed.items()}


def segments(first: int, last: int) -> list[int]:
    return list(range(first, last + 1))


@pytest.mark.parametrize("starts", [(None, None), (1, 1), (1, 15)])
@pytest.mark.parametrize("second", [segments(21, 40), segments(15, 35)])
def test_batches_are_one_run(
    database: Database, project: Project, second: Batch, starts: tuple[int | None, int | None]
) -> None:
    first = judged(segments(1, 20), start=starts[0])
    add(database, project, first)
    added = add(database, project, judged(second, start=starts[1] and starts[1] + second[0] - 15))
    assert runs_of(database, project) == {"": segments(1, second[-1])}
    assert (added.outputs, added.judgments, added.doubts) == (second[-1] - 20, second[-1] - 20, ())
    for again in (first, judged(second), judged(segments(1, second[-1]))):
        assert add(database, project, again).revisions == ()
    assert faults(database) == ()


def test_each_batch_can_be_undone_and_come_again(database: Database, project: Project) -> None:
    batches = [judged(segments(1, 20)), judged(segments(15, 35)), judged(segments(30, 45))]
    added = [add(database, project, batch) for batch in batches]
    assert runs_of(database, project) == {"": segments(1, 45)}
    with database.writing() as connection:
        undo(connection, project.id, added[1].revisions, "anna")
    assert runs_of(database, project) == {"": [*segments(1, 20), *segments(36, 45)]}
    assert add(database, project, batches[2]).doubts == ()  # it has some of what the undone one brought
    assert runs_of(database, project) == {"": [*segments(1, 20), *segments(30, 45)]}
    add(database, project, batches[1])
    assert runs_of(database, project) == {"": segments(1, 45)}
    with database.writing() as connection:
        undo(connection, project.id, added[0].revisions, "anna")
    assert runs_of(database, project) == {"": segments(21, 45)}
    assert faults(database) == ()


def test_halves_that_are_merged_are_one_run(
    database: Database, project: Project, new_location: Callable[[str], str]
) -> None:
    add(database, project, judged(segments(1, 20)))
    other = Database(new_location("sqlite"))
    create(other)
    with other.writing() as connection:
        there = add_project(connection, "others", "dora")
        add_collection(connection, there, judged(segments(21, 40)), "dora")
    for count in (20, 0):
        with database.writing() as connection, other.reading() as second:
            added = merge(connection, project, second, there, "anna", "others.db")
        assert (added.outputs, added.doubts) == (count, ())
    assert runs_of(database, project) == {"": segments(1, 40)}
    other.close()


def test_runs_of_other_names_stay_apart(database: Database, project: Project) -> None:
    add(database, project, judged(segments(1, 20), run="monday"))
    assert add(database, project, judged(segments(21, 40), run="tuesday")).doubts == ()
    assert runs_of(database, project) == {"monday": segments(1, 20), "tuesday": segments(21, 40)}
    (doubt,) = add(database, project, judged(segments(41, 50))).doubts
    assert doubt.startswith("small has a run of 20 outputs. The 10 outputs that come with judgments here are stored")


def test_another_translation_of_a_judged_source_is_another_run(database: Database, project: Project) -> None:
    add(database, project, judged(segments(1, 20)))
    (doubt,) = add(database, project, judged(segments(20, 40), text="Row")).doubts
    assert doubt.startswith("small has a run of 20 outputs. The 21 outputs that come with judgments here are stored")
    assert sorted(map(len, runs_of(database, project).values())) == [20, 21]


def test_a_run_that_came_as_a_whole_gets_no_more(database: Database, project: Project) -> None:
    """Were all of its texts changed, a part of them would stand for it."""
    with database.writing() as connection:
        sources = [f"Satz {segment}." for segment in segments(1, 40)]
        texts = [f"Line {segment}." for segment in segments(1, 40)]
        add_outputs(connection, project, SYSTEM, texts, "anna", sources=sources)
    assert add(database, project, judged(segments(1, 40))).doubts == ()
    for coming in (judged(segments(1, 1), text="Row"), judged(segments(41, 60))):
        added = add(database, project, coming)
        (doubt,) = added.doubts
        assert doubt.startswith("small has a run of 40 outputs. The ")
        assert "stored as another run of it, and estimates are of the newest run. If" in doubt
        with database.writing() as connection:
            undo(connection, project.id, added.revisions, "anna")
    assert runs_of(database, project) == {"": segments(1, 40)}


def test_a_file_that_has_all_of_a_run_keeps_its_own_order(database: Database, project: Project) -> None:
    add(database, project, judged([7, 3, 5]))
    added = add(database, project, judged(segments(1, 10)))
    assert added.doubts == ()
    assert runs_of(database, project)[""] == segments(1, 10)
    with database.reading() as connection:
        kept = read_collection(connection, project)
    assert add(database, project, kept).revisions == ()


def test_several_runs_of_one_collection_displace_none(database: Database, project: Project) -> None:
    both = Collection(judged(segments(1, 20), run="monday").sources + judged(segments(21, 30)).sources)
    assert add(database, project, both).doubts == ()
    with database.reading() as connection:
        assert connection.scalar(sa.text("SELECT count(*) FROM runs")) == 2

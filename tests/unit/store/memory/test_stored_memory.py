"""Memories of many revisions at once."""

import small_memory
import sqlalchemy as sa
from answering import answer

from mtassay.human.collection import Collection
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.projects import Project
from mtassay.store.contents.removal import delete_judgments, delete_sources, delete_targets
from mtassay.store.database import Database
from mtassay.store.history.events import latest, state_of
from mtassay.store.history.undo import undo
from mtassay.store.memory.stored_memory import ProjectHistory, load_memory
from mtassay.store.schema import JUDGMENTS


def assert_same(connection: sa.Connection, project: Project) -> None:
    """Each revision as collections have it, which the database chooses itself."""
    past = ProjectHistory(connection, project)
    for revision in range(latest(connection, project.id) + 1):
        memory = past.memory(revision).memory
        collection = read_collection(connection, project, revision)
        targets = [(source, target) for source in collection.sources for target in source.targets]
        judged = [(place, one) for place, (_, target) in enumerate(targets) for one in target.judgments]
        assert memory.sources == tuple(source.text for source in collection.sources)
        assert memory.targets == tuple(target.text for _, target in targets)
        assert [memory.sources[place] for place in memory.source_of.tolist()] == [source.text for source, _ in targets]
        assert memory.items == tuple(item.text for source in collection.sources for item in source.items)
        judgments = memory.judgments
        found = sorted(
            (target, memory.judges[judge] if judge >= 0 else "", points, is_recheck)
            for target, judge, points, is_recheck in zip(
                judgments.target.tolist(),
                judgments.judge.tolist(),
                judgments.points.tolist(),
                judgments.is_recheck.tolist(),
                strict=True,
            )
        )
        assert found == sorted((place, one.judge, one.value, one.is_recheck) for place, one in judged)
        assert memory.verdicts is not None
        assert len(memory.verdicts) == sum(len(one.verdicts) for _, one in judged)
        outputs = [(one.system, memory.targets[target]) for one in memory.outputs for target in one.target.tolist()]
        assert sorted(outputs) == sorted((one.system, target.text) for _, target in targets for one in target.outputs)


def test_a_memory_is_of_the_state_that_its_project_had(database: Database, project: Project) -> None:
    with database.writing() as connection:
        other = small_memory.fill(connection, "another")
        for one in (project, other):
            past = ProjectHistory(connection, one)
            # numbers before the project's first event, of events of the other project, and its own
            for revision in range(latest(connection, other.id) + 1):
                assert past.memory(revision).state == state_of(connection, one.id, revision)
        assert load_memory(connection, other).state == state_of(connection, other.id)


def test_revisions_with_corrections_deletions_and_their_undoing(
    database: Database, project: Project, paper: Collection
) -> None:
    with database.writing() as connection:
        other = small_memory.fill(connection, "another")
        assert_same(connection, project)
        added = add_collection(connection, project, paper, "anna")
        stored = load_memory(connection, project)
        target = int(stored.target_ids[stored.memory.judgments.target[0]])
        corrected = answer(connection, project, target, "anna", 7)
        delete_judgments(connection, project, [corrected.judgment], "anna")
        undo(connection, project.id, [latest(connection, project.id)], "anna")
        delete_targets(connection, project, stored.target_ids[1:3].tolist(), "anna")
        undo(connection, project.id, [latest(connection, project.id)], "anna")
        delete_sources(connection, project, stored.source_ids[:1].tolist(), "anna")
        undo(connection, project.id, [latest(connection, project.id)], "anna")
        undo(connection, project.id, [added.revisions[-1]], "anna")
        add_collection(connection, project, paper, "anna")
        for one in (project, other):
            assert_same(connection, one)


def test_a_memory_holds_the_judgments_of_one_protocol(database: Database, project: Project, paper: Collection) -> None:
    with database.writing() as connection:
        add_collection(connection, project, paper, "anna")
        before = load_memory(connection, project)
        of_another = before.judgment_ids[0].item()
        connection.execute(sa.update(JUDGMENTS).where(JUDGMENTS.c.id == of_another).values(kind="esa"))
        after = load_memory(connection, project)
    assert after.memory.kind == "sser"
    assert after.judgment_ids.tolist() == before.judgment_ids.tolist()[1:]
    assert after.memory.verdicts is not None
    assert len(after.memory.verdicts) <= len(before.memory.verdicts or ())

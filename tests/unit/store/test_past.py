"""Memories of many revisions at once."""

import dataclasses

import numpy as np
import small_memory
import sqlalchemy as sa

from mtassay.human.collection import Collection
from mtassay.human.memory import Judgments
from mtassay.store.collection_writer import add_collection
from mtassay.store.database import Database
from mtassay.store.events import latest, undo
from mtassay.store.judgments import save_judgment
from mtassay.store.memory import load_memory
from mtassay.store.past import Past
from mtassay.store.projects import Project
from mtassay.store.selections import delete_judgments, delete_sources, delete_targets


def assert_same(connection: sa.Connection, project: Project) -> None:
    """Each revision as `load_memory` has it."""
    past = Past(connection, project)
    for revision in range(latest(connection, project.id) + 1):
        given, expected = past.memory(revision), load_memory(connection, project, revision)
        assert (given.memory.sources, given.memory.targets) == (expected.memory.sources, expected.memory.targets)
        assert (given.memory.judges, given.memory.systems) == (expected.memory.judges, expected.memory.systems)
        assert (given.memory.scale, given.memory.revision) == (expected.memory.scale, expected.memory.revision)
        np.testing.assert_array_equal(given.memory.offsets, expected.memory.offsets)
        for field in dataclasses.fields(Judgments):
            left, right = (getattr(one.memory.judgments, field.name) for one in (given, expected))
            np.testing.assert_array_equal(left, right, err_msg=f"{field.name} at {revision}")
            assert left.dtype == right.dtype
        for name in ("source_ids", "target_ids", "judgment_ids"):
            np.testing.assert_array_equal(getattr(given, name), getattr(expected, name))


def test_revisions_with_corrections_deletions_and_their_undoing(
    database: Database, project: Project, paper: Collection
) -> None:
    with database.writing() as connection:
        other = small_memory.fill(connection, "another")
        assert_same(connection, project)
        added = add_collection(connection, project, paper, "anna")
        stored = load_memory(connection, project)
        number = int(stored.judgment_ids[0])
        target = int(stored.target_ids[stored.memory.judgments.target[0]])
        corrected = save_judgment(connection, project, target, "anna", 7, replaces=number)
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

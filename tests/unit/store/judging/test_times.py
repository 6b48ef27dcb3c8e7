"""When translations were judged."""

import numpy as np
import pytest
import sqlalchemy as sa
from answering import answer

from mtassay.human.collection import Collection, Judgment, Source, Target
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.projects import Project
from mtassay.store.contents.removal import delete_judgments
from mtassay.store.database import Database
from mtassay.store.history.events import latest
from mtassay.store.history.undo import undo
from mtassay.store.judging.times import judging_times
from mtassay.store.memory.stored_memory import load_memory


def judged(connection: sa.Connection, project: Project) -> list[dict[str, bool]]:
    """Which targets were judged, by revision, from the times; and the same from the memory of each revision."""
    stored = load_memory(connection, project)
    times = judging_times(connection, project)
    texts = dict(zip(stored.target_ids.tolist(), stored.memory.targets, strict=True))
    found = []
    for revision in range(latest(connection, project.id) + 1):
        flags = times.judged_at(stored.target_ids, revision).tolist()
        found.append({text: flag for text, flag in zip(texts.values(), flags, strict=True) if flag})
        past = load_memory(connection, project, revision).memory
        assert found[-1] == {
            text: True for text, score in zip(past.targets, past.scores, strict=True) if not np.isnan(score)
        }
    return found


def test_they_agree_with_the_memory_of_every_revision(database: Database, project: Project, paper: Collection) -> None:
    with database.writing() as connection:
        added = add_collection(connection, project, paper, "anna")
        stored = load_memory(connection, project)
        target = int(stored.target_ids[stored.memory.judgments.target[0]])
        answer(connection, project, target, "anna", 7)
        delete_judgments(connection, project, stored.judgment_ids.tolist(), "anna")
        undo(connection, project.id, [latest(connection, project.id)], "anna")
        undo(connection, project.id, [added.revisions[-1]], "anna")
        judged(connection, project)


def test_rechecks_and_judgments_of_items_alone_judge_nothing(database: Database, project: Project) -> None:
    said = (Judgment(7, judge="ben", is_recheck=True), Judgment(None, judge="ben"))
    with database.writing() as connection:
        collection = Collection((Source("ja.", targets=(Target("yes.", said),)),))
        add_collection(connection, project, collection, "anna")
        assert judged(connection, project)[-1] == {}


def test_the_first_judgment_after_a_revision(database: Database, project: Project) -> None:
    with database.writing() as connection:
        plain = Source("ja.", targets=(Target("yes."), Target("yeah.")))
        add_collection(connection, project, Collection((plain,)), "anna")
        stored = load_memory(connection, project)
        yes, yeah = stored.target_ids.tolist()
        before = latest(connection, project.id)
        first = answer(connection, project, yeah, "anna", 8).revision
        second = answer(connection, project, yes, "anna", 10).revision
        times = judging_times(connection, project)
        assert times.first_after(np.array([yes, yeah]), before) == first
        assert times.first_after(np.array([yes]), before) == second
        assert times.first_after(np.array([yes, yeah]), first) == second
        assert times.first_after(np.array([yes, yeah]), second) is None
        assert judging_times(connection, project, first).first_after(np.array([yes]), before) is None


@pytest.mark.parametrize("revision", [None, 1])
def test_an_empty_project_has_none(database: Database, project: Project, revision: int | None) -> None:
    with database.reading() as connection:
        times = judging_times(connection, project, revision)
        assert times.judged_at(np.array([1]), 5).tolist() == [False]
        assert times.first_after(np.array([1]), 0) is None

"""What is taken away, and comes back."""

import pytest
import sqlalchemy as sa

from mtassay.errors import InputError
from mtassay.human.collection import Collection, Judgment, Source, Target
from mtassay.human.filters import Filter
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.projects import Project
from mtassay.store.contents.removal import delete_judgments, delete_sources, delete_system, delete_targets, judgments_of
from mtassay.store.database import Database
from mtassay.store.history.undo import undo
from mtassay.store.lists.filters import select_targets
from mtassay.store.memory.stored_memory import load_memory
from mtassay.store.schema import JUDGMENTS


@pytest.fixture(autouse=True)
def _filled(database: Database, project: Project, paper: Collection) -> None:
    with database.writing() as connection:
        add_collection(connection, project, paper, "anna")


def test_deleting_targets_can_be_undone(database: Database, project: Project) -> None:
    with database.writing() as connection:
        before = read_collection(connection, project)
        targets = [found.target for found in select_targets(connection, project, Filter(words=("thanks",)))]
        revision = delete_targets(connection, project, targets, "anna")
        assert load_memory(connection, project).memory.targets == ("see you tomorrow.", "until tomorrow.")
    assert faults(database) == ()
    with database.writing() as connection:
        undo(connection, project.id, [revision], "anna")
        assert read_collection(connection, project) == before
    assert faults(database) == ()


def test_deleting_sources_takes_all_of_them(database: Database, project: Project) -> None:
    with database.writing() as connection:
        before = read_collection(connection, project)
        (found, *_) = select_targets(connection, project, Filter(source="alles"))
        revision = delete_sources(connection, project, [found.source], "anna")
        memory = load_memory(connection, project).memory
        assert (memory.sources, memory.items, len(memory.judgments)) == (("bis morgen.",), (), 1)
        undo(connection, project.id, [revision], "anna")
        assert read_collection(connection, project) == before


def test_deleting_a_system_keeps_what_people_said(database: Database, project: Project) -> None:
    with database.writing() as connection:
        before = load_memory(connection, project).memory
        revision = delete_system(connection, project, "A", "anna")
        memory = load_memory(connection, project).memory
        assert memory.latest_outputs("A") is None
        assert len(memory.judgments) == len(before.judgments)
        undo(connection, project.id, [revision], "anna")
        assert load_memory(connection, project).memory.latest_outputs("A") is not None
        with pytest.raises(InputError, match="no system 'Z'"):
            delete_system(connection, project, "Z", "anna")


def test_the_judgments_of_one_judge_can_be_deleted(database: Database, project: Project) -> None:
    with database.writing() as connection:
        numbers = judgments_of(connection, project, "ben")
        delete_judgments(connection, project, numbers, "anna")
        memory = load_memory(connection, project).memory
    assert memory.scores[1] == 10
    assert len(memory.judgments) == 3


def test_what_a_deleted_judgment_had_corrected_does_not_come_back(database: Database, project: Project) -> None:
    with database.writing() as connection:
        for value in (5, 7, 8):
            again = Collection((Source("one", targets=(Target("x", (Judgment(value, judge="carla"),)),)),))
            add_collection(connection, project, again, "carla")
        revision = delete_judgments(connection, project, judgments_of(connection, project, "carla"), "anna")
        assert judgments_of(connection, project, "carla") == ()
        undo(connection, project.id, [revision], "anna")
        (held,) = judgments_of(connection, project, "carla")
        assert connection.scalar(sa.select(JUDGMENTS.c.value).where(JUDGMENTS.c.id == held)) == 8
    assert faults(database) == ()


def test_nothing_is_refused(database: Database, project: Project) -> None:
    with pytest.raises(InputError, match="nothing to delete"), database.writing() as connection:
        delete_targets(connection, project, [], "anna")

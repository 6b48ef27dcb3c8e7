import pytest
import sqlalchemy as sa

from mtassay.errors import InputError
from mtassay.human.collection import Collection, Judgment, Source, Target
from mtassay.store.collection_reader import read_collection
from mtassay.store.collection_writer import add_collection
from mtassay.store.consistency import faults
from mtassay.store.database import Database
from mtassay.store.events import undo
from mtassay.store.memory import load_memory
from mtassay.store.projects import Project
from mtassay.store.schema import JUDGMENTS
from mtassay.store.selections import (
    Selection,
    delete_judgments,
    delete_sources,
    delete_system,
    delete_targets,
    judgments_of,
    select_targets,
)


@pytest.fixture(autouse=True)
def _filled(database: Database, project: Project, paper: Collection) -> None:
    with database.writing() as connection:
        add_collection(connection, project, paper, "anna")


@pytest.mark.parametrize(
    ("selection", "texts"),
    [
        (Selection(), 5),
        (Selection(text="THANKS"), 3),
        (Selection(text="morgen"), 2),
        (Selection(text="100%"), 0),
        (Selection(source="alles"), 3),
        (Selection(system="B"), 2),
        (Selection(judge="ben"), 2),
        (Selection(lowest=9), 2),
        (Selection(highest=6), 2),
        (Selection(lowest=5, highest=6, judge="ben"), 1),
        (Selection(judged=False), 1),
        (Selection(judged=True), 4),
    ],
)
def test_conditions_hold_together(database: Database, project: Project, selection: Selection, texts: int) -> None:
    with database.reading() as connection:
        assert len(select_targets(connection, project, selection)) == texts


def test_what_is_found_has_its_score(database: Database, project: Project) -> None:
    with database.reading() as connection:
        (found,) = select_targets(connection, project, Selection(text="okay"))
    assert (found.source_text, found.text, found.judgments) == ("alles klar. danke schoen.", "okay thanks.", 2)
    assert found.points == 9.5


def test_deleting_targets_can_be_undone(database: Database, project: Project) -> None:
    with database.writing() as connection:
        before = read_collection(connection, project)
        targets = [found.target for found in select_targets(connection, project, Selection(text="thanks"))]
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
        (found, *_) = select_targets(connection, project, Selection(source="alles"))
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
            again = Collection((Source("one", targets=(Target("x", (Judgment(value, "carla"),)),)),))
            add_collection(connection, project, again, "carla")
        revision = delete_judgments(connection, project, judgments_of(connection, project, "carla"), "anna")
        assert judgments_of(connection, project, "carla") == ()
        undo(connection, project.id, [revision], "anna")
        (held,) = judgments_of(connection, project, "carla")
        assert connection.scalar(sa.select(JUDGMENTS.c.value).where(JUDGMENTS.c.id == held)) == 8
    assert faults(database) == ()


def test_an_empty_selection_is_refused(database: Database, project: Project) -> None:
    with pytest.raises(InputError, match="nothing to delete"), database.writing() as connection:
        delete_targets(connection, project, [], "anna")

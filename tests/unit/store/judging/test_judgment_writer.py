import numpy as np
import pytest
from answering import answer

from mtassay.errors import InputError, NotFound
from mtassay.human.collection import Collection
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.history.undo import undo
from mtassay.store.memory.stored_memory import StoredMemory, load_memory


@pytest.fixture
def stored(database: Database, project: Project, paper: Collection) -> StoredMemory:
    with database.writing() as connection:
        add_collection(connection, project, paper, "anna")
        return load_memory(connection, project)


def test_a_judgment_counts_from_its_revision_on(database: Database, project: Project, stored: StoredMemory) -> None:
    target = int(stored.target_ids[4])
    with database.writing() as connection:
        saved = answer(connection, project, target, "carla", 7, seconds=12.5, comment="good", system="C")
        now = load_memory(connection, project).memory
        before = load_memory(connection, project, saved.revision - 1).memory
    assert now.scores[4] == 7
    assert np.isnan(before.scores[4])
    assert now.judges[now.judgments.judge[-1]] == "carla"
    assert now.systems[now.judgments.system[-1]] == "C"
    assert now.judgments.seconds[-1] == 12.5


def test_a_correction_names_what_it_replaces_and_can_be_undone(
    database: Database, project: Project, stored: StoredMemory
) -> None:
    target = int(stored.target_ids[4])
    with database.writing() as connection:
        first = answer(connection, project, target, "carla", 7)
        second = answer(connection, project, target, "carla", 4)
        assert load_memory(connection, project).memory.scores[4] == 4
        assert load_memory(connection, project, first.revision).memory.scores[4] == 7
    with database.writing() as connection:
        undo(connection, project.id, [second.revision], "carla")
        assert load_memory(connection, project).memory.scores[4] == 7
    assert faults(database) == ()


def test_a_recheck_does_not_count_for_the_score(database: Database, project: Project, stored: StoredMemory) -> None:
    with database.writing() as connection:
        answer(connection, project, int(stored.target_ids[0]), "anna", 1, recheck="recheck-0")
        memory = load_memory(connection, project).memory
    assert memory.scores[0] == 6
    assert memory.judgments.is_recheck.sum() == 1


def test_verdicts_are_kept_with_the_judgment(database: Database, project: Project, stored: StoredMemory) -> None:
    target, items = int(stored.target_ids[0]), [int(item) for item in stored.item_ids]
    with database.writing() as connection:
        answer(connection, project, target, "carla", 5, verdicts={items[0]: "meaning", items[1]: "ok"})
        memory = load_memory(connection, project).memory
    assert memory.verdicts is not None
    assert memory.verdicts.verdict[-2:].tolist() == [3, 0]


@pytest.mark.parametrize(
    ("value", "verdicts", "error"),
    [
        (11, {}, InputError),
        (5.5, {}, InputError),
        (None, {}, InputError),
        (5, {999: "ok"}, NotFound),
        (5, {0: "wrong"}, InputError),
    ],
)
def test_what_cannot_be_is_refused_and_leaves_nothing(
    database: Database,
    project: Project,
    stored: StoredMemory,
    value: float | None,
    verdicts: dict[int, str],
    error: type[Exception],
) -> None:
    named = {int(stored.item_ids[item]) if item == 0 else item: verdict for item, verdict in verdicts.items()}
    with pytest.raises(error), database.writing() as connection:
        answer(connection, project, int(stored.target_ids[0]), "carla", value, verdicts=named)
    with database.reading() as connection:
        assert load_memory(connection, project).memory.revision == stored.memory.revision


def test_a_target_that_is_not_there_cannot_be_judged(database: Database, project: Project) -> None:
    with pytest.raises(NotFound, match="deleted meanwhile"), database.writing() as connection:
        answer(connection, project, 12345, "anna", 5)

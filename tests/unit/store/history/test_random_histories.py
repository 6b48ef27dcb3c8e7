"""Whatever happens, in whatever order: nothing is doubled, no past changes, and what is undone leaves no trace."""

import pytest
from random_histories import History

from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.history.events import history, latest
from mtassay.store.history.undo import undo


@pytest.mark.parametrize("seed", range(12))
def test_random_histories(database: Database, project: Project, seed: int) -> None:
    with database.writing() as connection:
        told = History(connection, project, seed)
        states = {}
        for _ in range(10):
            told.happen()
            state = read_collection(connection, project).check()
            assert add_collection(connection, project, state, "anna").revisions == ()
            states[latest(connection, project.id)] = state
        for revision, state in states.items():
            assert read_collection(connection, project, revision) == state
        while told.undo(is_undo_too=False):
            pass
        assert read_collection(connection, project).sources == ()
    assert faults(database) == ()


def test_an_undo_undone_is_nothing(database: Database, project: Project) -> None:
    with database.writing() as connection:
        told = History(connection, project, 1)
        for _ in range(10):
            told.happen()
        for event in history(connection, project.id):
            if event.kind != "project" and event.undone_by is None:
                before = read_collection(connection, project)
                undone = undo(connection, project.id, [event.revision], "anna")
                undo(connection, project.id, undone, "anna")
                assert read_collection(connection, project) == before

import numpy as np
import pytest
from small_memory import fill

from mtassay.errors import NotFound, SettingError
from mtassay.human.collection import Collection
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.projects import Project, add_project, find_project, project_of
from mtassay.store.database import Database
from mtassay.store.history.events import history
from mtassay.store.history.undo import undo
from mtassay.store.lists.projects import Contents, contents, last_activities, last_activity
from mtassay.store.memory.stored_memory import load_memory


def test_contents_are_those_of_the_memory_at_every_step_back(database: Database) -> None:
    with database.writing() as connection:
        project = fill(connection)
        assert contents(connection, project).documents == 1
        for event in history(connection, project.id):
            found, memory = contents(connection, project), load_memory(connection, project).memory
            judged = int(np.count_nonzero(~np.isnan(memory.scores)))
            assert (found.sources, found.targets, found.judged) == (len(memory.sources), len(memory.targets), judged)
            assert set(found.systems) >= {outputs.system for outputs in memory.outputs}
            if event.kind != "project":
                undo(connection, project.id, [event.revision], "anna")
        assert contents(connection, project) == Contents(0, 0, 0, 0, ())
        assert contents(connection, project).judged_share == 0


def test_the_project_that_was_used_last_comes_first(database: Database, project: Project, paper: Collection) -> None:
    with database.writing() as connection:
        later = add_project(connection, "later", "ben")
        assert [found.name for found, _ in last_activities(connection)] == ["later", "talks"]
        added = add_collection(connection, project, paper, "anna")
        (first, last), (second, other) = last_activities(connection)
        assert (last_activity(connection, first), last_activity(connection, second)) == (last, other)
    assert (first, last.revision, last.who, last.kind) == (project, added.revisions[-1], "anna", "import")
    assert (second, other.who, other.kind) == (later, "ben", "project")


def test_a_database_without_projects_has_no_activity(database: Database) -> None:
    with database.reading() as connection:
        assert last_activities(connection) == ()


def test_a_project_is_found_by_its_number(database: Database, project: Project) -> None:
    with database.reading() as connection:
        assert project_of(connection, project.id) == find_project(connection, "talks")
        for number in (0, -1, project.id + 1, 2**63, 10**30):
            with pytest.raises(NotFound, match="there is no project"):
                project_of(connection, number)


@pytest.mark.parametrize("language", ["d" * 101, "d\0", "d\n"])
def test_what_cannot_be_a_language_is_refused(database: Database, language: str) -> None:
    with database.writing() as connection, pytest.raises(SettingError, match="is no language"):
        add_project(connection, "new", "anna", target_language=language)

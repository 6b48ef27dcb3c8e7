"""Other names and languages for projects, putting them away, and the way back."""

import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
import sqlalchemy as sa
from answering import answer
from small_memory import fill

from mtassay.errors import Conflict, NotFound
from mtassay.human.filters import Filter
from mtassay.store.archives.project_archive import add_archive, read_archive, write_archive
from mtassay.store.archives.project_removal import remove_project
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.project_changes import (
    KEPT,
    archive_project,
    change_languages,
    delete_project,
    deleted_projects,
    due_for_removal,
    open_project,
    removal_day,
    rename_project,
    restore_project,
)
from mtassay.store.contents.projects import Project, add_project, find_project, project_of, projects
from mtassay.store.contents.removal import delete_system
from mtassay.store.database import Database
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.events import history, latest, record
from mtassay.store.history.undo import undo
from mtassay.store.judging.rules import JudgingRules, change_rules
from mtassay.store.lists.filters import select_targets
from mtassay.store.people.forgetting import forget_person
from mtassay.store.schema import EVENTS, METADATA, PROJECTS


def named(connection: sa.Connection, project: Project) -> tuple[str, str, str]:
    now = project_of(connection, project.id)
    return now.name, now.source_language, now.target_language


def test_a_name_is_changed_and_undone(database: Database, project: Project) -> None:
    with database.writing() as connection:
        first = rename_project(connection, project, " travel ", "anna")
        second = rename_project(connection, project_of(connection, project.id), "dialogues", "anna")
        assert first is not None
        assert second is not None
        assert rename_project(connection, project_of(connection, project.id), "dialogues", "anna") is None
        (done,) = undo(connection, project.id, [second], "ben")
        assert named(connection, project)[0] == "travel"
        undo(connection, project.id, [first], "ben")
        assert named(connection, project)[0] == "talks"
        undo(connection, project.id, [done], "ben")  # done again
        assert named(connection, project)[0] == "dialogues"


def test_a_name_of_another_project_is_refused_also_by_an_undo(database: Database, project: Project) -> None:
    with database.writing() as connection:
        add_project(connection, "other", "anna")
        with pytest.raises(Conflict, match="'other' already"):
            rename_project(connection, project, "other", "anna")
        revision = rename_project(connection, project, "travel", "anna")
        add_project(connection, "talks", "anna")
    with pytest.raises(Conflict, match="'talks' already"), database.writing() as connection:
        undo(connection, project.id, [revision or 0], "anna")
    with database.writing() as connection:
        assert named(connection, project)[0] == "travel"
        delete_project(connection, find_project(connection, "talks"), "anna")
        with pytest.raises(Conflict, match="was deleted and can be restored"):
            add_project(connection, "talks", "anna")


def test_languages_are_corrected_and_undone(database: Database) -> None:
    with database.writing() as connection:
        project = add_project(connection, "talks", "anna", source_language="slovak", target_language="en")
        first = change_languages(connection, project, "sk", "en", "anna")
        project = project_of(connection, project.id)
        second = change_languages(connection, project, "cs", "de", "anna")
        assert named(connection, project)[1:] == ("cs", "de")
        assert change_languages(connection, project_of(connection, project.id), "cs", "de", "anna") is None
        undo(connection, project.id, [second or 0], "ben")
        assert named(connection, project)[1:] == ("sk", "en")
        undo(connection, project.id, [first or 0], "ben")
        assert named(connection, project)[1:] == ("slovak", "en")


def changes(connection: sa.Connection, project: Project) -> dict[str, Callable[[], object]]:
    """Ways in which a project can be changed."""
    last = next(event.revision for event in history(connection, project.id) if event.kind == EventKind.OUTPUT)
    target = select_targets(connection, project, Filter())[0].target
    return {
        "name": lambda: rename_project(connection, project, "x", "anna"),
        "languages": lambda: change_languages(connection, project, "fr", "it", "anna"),
        "undo": lambda: undo(connection, project.id, [last], "anna"),
        "delete": lambda: delete_system(connection, project, "neural", "anna"),
        "rules": lambda: change_rules(connection, project, JudgingRules("new"), "anna"),
        "answer": lambda: answer(connection, project, target, "zoe", 3, token=uuid.uuid4().hex),
        "anything": lambda: record(connection, project.id, EventKind.IMPORT, "anna"),
    }


def test_an_archived_project_is_hidden_and_stays_as_it_is(database: Database) -> None:
    with database.writing() as connection:
        project = fill(connection)
        before = read_collection(connection, project)
        archive_project(connection, project, "anna")
        revision = latest(connection, project.id)
        project = project_of(connection, project.id)
        assert project.is_archived
        assert projects(connection) == ()
        assert projects(connection, archived=True) == (project,)
        assert find_project(connection, project.name) == project
        with pytest.raises(NotFound, match="all projects are archived, hotel"):
            find_project(connection)
        for name, change in changes(connection, project).items():
            with pytest.raises(Conflict, match="archived"):
                change()
            assert latest(connection, project.id) == revision, name
        with pytest.raises(Conflict, match="archived already"):
            archive_project(connection, project, "anna")
        assert read_collection(connection, project) == before
        # whoever wants to be forgotten is, in what is put away too
        forget_person(connection, "ben", "anna")
        open_project(connection, project, "anna")
        project = project_of(connection, project.id)
        assert not project.is_archived
        changes(connection, project)["answer"]()
        with pytest.raises(Conflict, match="not archived"):
            open_project(connection, project, "anna")


def test_a_deleted_project_is_not_found_and_comes_back_whole(database: Database) -> None:
    with database.writing() as connection:
        project = fill(connection)
        before = read_collection(connection, project)
        delete_project(connection, project, "anna")
        assert projects(connection, archived=True) == ()
        for find in (lambda: project_of(connection, project.id), lambda: find_project(connection, project.name)):
            with pytest.raises(NotFound):
                find()
        with pytest.raises(Conflict, match="deleted"):
            record(connection, project.id, EventKind.IMPORT, "anna")
        (gone,) = deleted_projects(connection)
        assert due_for_removal(connection) == ()
        restore_project(connection, gone, "ben")
        assert read_collection(connection, project_of(connection, project.id)) == before
        with pytest.raises(Conflict, match="not deleted"):
            restore_project(connection, gone, "ben")


def test_after_its_days_nothing_of_a_deleted_project_is_left(database: Database) -> None:
    with database.writing() as connection:
        other = fill(connection, "other")
        kept = read_collection(connection, other)
        counts = {table.name: count(connection, table) for table in METADATA.sorted_tables}
        project = fill(connection, "hotel")
        delete_project(connection, project, "anna")
        (gone,) = deleted_projects(connection)
        assert due_for_removal(connection, removal_day(gone) - timedelta(seconds=1)) == ()
        (due,) = due_for_removal(connection, removal_day(gone))
        assert removal_day(gone) - KEPT == gone.deleted
        remove_project(connection, due, "mtassay")
        after = {table.name: count(connection, table) for table in METADATA.sorted_tables}
        assert after == {**counts, "events": counts["events"] + 1}
        assert connection.scalar(sa.select(PROJECTS.c.id).where(PROJECTS.c.id == project.id)) is None
        assert connection.scalar(sa.select(EVENTS.c.kind).order_by(EVENTS.c.id.desc()).limit(1)) == EventKind.REMOVAL
        assert read_collection(connection, other) == kept
        add_project(connection, "hotel", "anna")
    assert faults(database) == ()


def count(connection: sa.Connection, table: sa.Table) -> int:
    return connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0


def test_an_archive_file_of_a_renamed_and_archived_project_comes_back_open(database: Database) -> None:
    with database.writing() as connection:
        project = fill(connection)
        rename_project(connection, project, "renamed", "anna")
        project = project_of(connection, project.id)
        archive_project(connection, project, "anna")
        content = write_archive(connection, project_of(connection, project.id))
        back = add_archive(connection, read_archive(content, "x.zip"), "ben", name="again").project
        assert not project_of(connection, back.id).is_archived
        renaming = next(one.revision for one in history(connection, back.id) if one.kind == EventKind.RENAMING)
        undo(connection, back.id, [renaming], "ben")
        assert project_of(connection, back.id).name == "again"
        archive_project(connection, back, "ben")
        open_project(connection, project_of(connection, back.id), "ben")
        assert not project_of(connection, back.id).is_archived
    assert faults(database) == ()


@pytest.mark.parametrize("is_deletion", [False, True], ids=["archived", "deleted"])
def test_what_was_put_away_twice_comes_back_at_once(database: Database, project: Project, is_deletion: bool) -> None:
    put_away, bring_back = (delete_project, restore_project) if is_deletion else (archive_project, open_project)
    with database.writing() as connection:
        undone = []
        for _ in range(2):
            put_away(connection, project, "anna")
            undone.append(bring_back(connection, project, "anna"))
        undo(connection, project.id, undone, "ben")  # both hold again
        bring_back(connection, project, "anna")
        now = project_of(connection, project.id)
        assert (now.is_archived, now.deleted) == (False, None)

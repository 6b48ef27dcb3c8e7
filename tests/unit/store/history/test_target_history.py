"""All that happened to one translation, and what was deleted."""

import pytest
from answering import answer
from small_memory import fill

from mtassay.errors import NotFound
from mtassay.store.contents.projects import Project
from mtassay.store.contents.removal import delete_judgments, delete_system, delete_targets, judgments_of
from mtassay.store.database import Database
from mtassay.store.history.deletions import deletions
from mtassay.store.history.target_history import Change, history_of, judgments_on
from mtassay.store.history.undo import undo
from mtassay.store.lists.targets import source_text, targets_of


@pytest.fixture
def hotel(database: Database) -> Project:
    with database.writing() as connection:
        return fill(connection)


def test_targets_of_a_source_say_who_judged_and_who_made_them(database: Database, hotel: Project) -> None:
    with database.reading() as connection:
        rows = targets_of(connection, hotel, 1)
        assert source_text(connection, hotel, 1).startswith("ja, guten Tag")
    assert [one.points for one in rows] == [4.5, 8.5, 10]
    assert rows[0].judges == ("anna", "ben")
    assert rows[0].spread == 1
    assert [one.is_reference for one in rows] == [False, False, True]
    assert rows[2].systems == ("neural", "neural-large")


def test_history_has_every_step_with_before_and_after(database: Database, hotel: Project) -> None:
    with database.writing() as connection:
        answer(connection, hotel, 1, "zoe", 3)
        corrected = answer(connection, hotel, 1, "zoe", 6)
        answer(connection, hotel, 1, "zoe", 5, recheck="recheck-0")
        deletion = delete_targets(connection, hotel, [1], "carl")
        undo(connection, hotel.id, [deletion], "anna")
        delete_judgments(connection, hotel, judgments_of(connection, hotel, "ben"), "carl")
    with database.reading() as connection:
        steps = history_of(connection, hotel, 1)
        judged = judgments_on(connection, hotel, 1)
    newest = steps[0]
    assert (newest.change, newest.judge, newest.before, newest.after) == (Change.DELETED, "ben", 4, None)
    assert [one.change for one in steps[1:4]] == [Change.RESTORED, Change.DELETED, Change.RECHECKED]
    correction = steps[4]
    assert correction.event.revision == corrected.revision
    assert (correction.change, correction.before, correction.after) == (Change.CORRECTED, 3, 6)
    assert correction.is_own
    assert steps[-1].change is Change.ADDED
    assert [one.value for one in judged] == [5, 6, 5]
    assert [one.event.revision for one in steps] == sorted((one.event.revision for one in steps), reverse=True)


def test_a_target_of_another_project_has_no_history_here(database: Database, hotel: Project, project: Project) -> None:
    with database.reading() as connection, pytest.raises(NotFound):
        history_of(connection, project, 1)
    with database.reading() as connection, pytest.raises(NotFound):
        source_text(connection, project, 1)


def test_deletions_are_found_by_their_texts_until_they_are_undone(database: Database, hotel: Project) -> None:
    with database.writing() as connection:
        first = delete_targets(connection, hotel, [1, 2], "carl")
        second = delete_targets(connection, hotel, [3], "carl")
        third = delete_system(connection, hotel, "neural", "carl")
    with database.reading() as connection:
        assert [one.event.revision for one in deletions(connection, hotel)] == [third, second, first]
        assert [one.event.revision for one in deletions(connection, hotel, before=third)] == [second, first]
        (found,) = deletions(connection, hotel, ["ROOM", "zwei"])
        assert found.event.revision == first
        assert found.count == 1
        assert found.texts == (("ich hätte gern ein Zimmer für zwei Nächte.", "I had gladly a room for two nights."),)
    with database.writing() as connection:
        undo(connection, hotel.id, [first], "anna")
    with database.reading() as connection:
        assert [one.event.revision for one in deletions(connection, hotel)] == [third, second]

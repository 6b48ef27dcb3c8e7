"""Steps of the history are found by what they say and by what they are about, on both kinds of databases alike."""

from datetime import timedelta

import pytest
import sqlalchemy as sa
from answering import answer
from small_memory import fill

from mtassay.human.collection import Collection, Source, Target
from mtassay.human.filters import Filter
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.projects import Project
from mtassay.store.contents.removal import delete_targets
from mtassay.store.database import Database
from mtassay.store.history import events
from mtassay.store.history.deletions import deletions
from mtassay.store.history.event_kinds import EventKind
from mtassay.store.history.search import EventFilter, event_choices, find_events
from mtassay.store.history.undo import undo
from mtassay.store.lists.filters import select_targets


def test_steps_are_found_by_each_condition(database: Database) -> None:
    with database.writing() as connection:
        fill(connection, "another")
        project = fill(connection)
        found = select_targets(connection, project, Filter())
        saved = answer(connection, project, found[0].target, "ines", 7, comment="100 % sure_ly")
        other = answer(connection, project, found[1].target, "Jürgen", 3)
        deleted = delete_targets(connection, project, [found[0].target], "mara")
        collection = Collection((Source("ganz neu", targets=(Target("brand new"),)),))
        (added,) = add_collection(connection, project, collection, "mara", note={"file": 'C:\\my "Übung.xml'}).revisions

        def seen(**conditions: object) -> list[int]:
            chosen = EventFilter(**conditions)  # type: ignore[arg-type]
            return [event.revision for event in find_events(connection, project, chosen)]

        assert seen(kind="judgment") == [other.revision, saved.revision]
        assert seen(who="ines") == [saved.revision]
        assert seen(text="0 % SURE_L") == [saved.revision]
        assert seen(text="sure%ly") == []
        assert seen(text="jürgen") == seen(text="JÜRGEN") == [other.revision]
        assert seen(text="Übung.xml") == seen(text="übung.XML") == [added]
        assert seen(text="übung", who="ines") == []
        assert seen(text='c:\\MY "übung') == [added]
        assert seen(text="brand NEW") == [added]
        assert seen(text="zzz") == []
        assert {deleted, saved.revision} <= set(seen(target=found[0].target))
        assert other.revision not in seen(target=found[0].target)
        assert {deleted, saved.revision} <= set(seen(source=found[0].source))
        at = events.history(connection, project.id, revision=other.revision)[0].at
        assert seen(since=at, until=at + timedelta(microseconds=1)) == [other.revision]
        assert seen(since=at)[-1] == other.revision
        page = find_events(connection, project, EventFilter(), before=deleted, limit=2)
        assert [event.revision for event in page] == [other.revision, saved.revision]
        choices = event_choices(connection, project)
    assert {"ines", "mara"} <= set(choices.people)
    assert {"judgment", "delete", "project"} <= set(choices.kinds)
    assert list(choices.people) == sorted(set(choices.people))


def test_a_deletion_is_found_until_it_is_undone(database: Database) -> None:
    with database.writing() as connection:
        project = fill(connection)
        found = select_targets(connection, project, Filter())
        first, second, third = (delete_targets(connection, project, [one.target], "mara") for one in found[:3])
        undo(connection, project.id, [second], "mara")
        assert [one.event.revision for one in deletions(connection, project)] == [third, first]
        assert [one.event.revision for one in deletions(connection, project, limit=1)] == [third]
        assert [one.event.revision for one in deletions(connection, project, before=third)] == [first]
        (by_text,) = deletions(connection, project, (found[0].text,))
        assert (by_text.event.revision, by_text.count) == (first, 1)


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_deletions_are_found_among_more_undone_steps_than_a_statement_can_name(
    database: Database, project: Project
) -> None:
    with database.writing() as connection:
        first = events.record(connection, project.id, EventKind.DELETE, "mara")
        columns = "INSERT INTO events (uid, project, at, who, kind, summary, undoes) SELECT md5(random()::text), :own"
        judged = sa.text(f"{columns}, now(), 'ines', 'judgment', '{{}}', NULL FROM generate_series(1, 70000)")
        undone = sa.text(f"{columns}, now(), 'ines', 'undo', '{{}}', id FROM events WHERE kind = 'judgment'")
        for steps in (judged, undone):
            connection.execute(steps, {"own": project.id})
        assert [one.event.revision for one in deletions(connection, project)] == [first]

"""What is tried on a copy keeps nobody waiting and leaves nothing."""

from mtassay.human.collection import Collection
from mtassay.store.archives.rehearsals import rehearsal
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.projects import Project, find_project
from mtassay.store.database import Database
from mtassay.store.history import events
from mtassay.store.history.event_kinds import EventKind


def test_a_copy_is_written_to_while_somebody_else_writes(
    database: Database, project: Project, paper: Collection
) -> None:
    with database.writing() as connection:
        add_collection(connection, project, paper, "anna")
        # the turn is held from here on, and not given back
        events.record(connection, project.id, EventKind.JUDGMENT, "anna")
        with rehearsal(database) as copy:
            with copy.writing() as rehearsed:
                assert find_project(rehearsed).id == project.id
                first = add_collection(rehearsed, project, paper, "ben")
                assert (first.sources, first.targets) == (2, 5)
                assert add_collection(rehearsed, project, paper, "ben").revisions == ()
            file = copy.path
    assert not file.parent.exists()
    with database.reading() as connection:
        assert read_collection(connection, project).sources
        assert {event.who for event in events.history(connection, project.id)} == {"anna"}

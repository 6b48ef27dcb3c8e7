"""The order of things: which events there are, and which of them are undone."""

import sqlalchemy as sa

from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.history.events import undone_events


def test_what_was_undone_is_found_without_a_look_at_all_events(database: Database, project: Project) -> None:
    told: list[str] = []

    def listen(connection: sa.Connection, cursor: object, statement: str, *rest: object) -> None:
        told.append(statement)

    with database.writing() as connection:
        sa.event.listen(connection, "before_cursor_execute", listen)
        assert undone_events(connection, project.id) == {}
        sa.event.remove(connection, "before_cursor_execute", listen)
        (statement,) = told
        if database.is_sqlite:
            rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", (project.id, 0)).all()
            assert "ix_events_project_undoes" in rows[0][-1]
        names = {one["name"] for one in sa.inspect(connection).get_indexes("events")}
        assert "ix_events_project_undoes" in names

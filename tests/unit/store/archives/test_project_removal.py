"""Removing a project for good."""

import sqlalchemy as sa

from mtassay.store.archives.rows import TABLES
from mtassay.store.database import Database
from mtassay.store.schema import EVENTS, METADATA, PROJECTS

REMOVED = {EVENTS.name, *(table.name for table in TABLES)}


def test_what_names_a_removed_row_is_found_by_an_index(database: Database) -> None:
    # else each of thousands of rows would be looked for in all projects, while everybody else waits to write
    links = {
        (table.name, column.name)
        for table in METADATA.sorted_tables
        for column in table.columns
        if any(key.column.table.name in REMOVED for key in column.foreign_keys)
    }
    with database.reading() as connection:
        known = sa.inspect(connection)
        first_columns = {
            (table, columns[0])
            for table, _ in links
            for columns in (
                known.get_pk_constraint(table)["constrained_columns"],
                *(constraint["column_names"] for constraint in known.get_unique_constraints(table)),
                *(index["column_names"] for index in known.get_indexes(table)),
            )
        }
    assert links - first_columns == {(PROJECTS.name, "event")}  # projects are few

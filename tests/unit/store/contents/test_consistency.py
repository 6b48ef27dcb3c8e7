import pytest

from mtassay.human.collection import Collection
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        ("UPDATE targets SET text = 'other' WHERE id = 1", "target 1 is not stored under its own text"),
        ("UPDATE sources SET text = 'alles klar. other' WHERE id = 1", "source 1 is not stored under its own text"),
        ("UPDATE targets SET folded = 'x' WHERE id = 1", "target 1 is searched by another text than its own"),
        ("UPDATE sources SET folded = 'x' WHERE id = 1", "source 1 is searched by another text than its own"),
        ("UPDATE judgments SET value = 11 WHERE id = 1", "judgment 1 has the score 11"),
        ("UPDATE judgments SET replaces = 1 WHERE id = 2", "judgment 2 corrects one of another translation"),
        ("UPDATE items SET text = 'x' WHERE id = 1", "item 1 does not occur in its source"),
        ("UPDATE verdicts SET verdict = 'bad' WHERE item = 1", "of no known class"),
        (
            "INSERT INTO marks (event, kind, row, is_gone) VALUES (1, 'targets', 999, true)",
            "a mark names targets 999, which does not exist",
        ),
        (
            "INSERT INTO marks (event, kind, row, is_gone) VALUES (1, 'targets', 1, true)",
            "judgment 1 is there, but its translation was deleted",
        ),
    ],
)
def test_damage_is_found(database: Database, project: Project, paper: Collection, damage: str, message: str) -> None:
    with database.writing() as connection:
        add_collection(connection, project, paper, "anna")
    assert faults(database) == ()
    with database.writing() as connection:
        connection.exec_driver_sql(damage.replace("(event, kind, row,", '(event, kind, "row",'))
    assert any(message in fault for fault in faults(database))

"""Which judgments hold: the condition of the database, and arrays and rows, against a walk through all events."""

from collections.abc import Callable

import pytest
import sqlalchemy as sa
from random_histories import History

from mtassay.store.contents.projects import Project, add_project
from mtassay.store.database import Database
from mtassay.store.history.events import gone_among, latest
from mtassay.store.judging.holding import current_judgments, current_rows
from mtassay.store.judging.questions import ask
from mtassay.store.lists.projects import contents
from mtassay.store.lists.sources import source_figures
from mtassay.store.memory.stored_memory import load_memory
from mtassay.store.schema import JUDGES, JUDGMENTS, MARKS, TARGETS


def walked(connection: sa.Connection, revision: int) -> set[int]:
    """The judgments that hold: each comes with its event, and each mark takes it away or brings it back."""
    there: dict[int, int | None] = {}
    came = connection.execute(sa.select(JUDGMENTS).where(JUDGMENTS.c.event <= revision)).all()
    for row in came:
        there[row.id] = row.replaces
    marks = sa.select(MARKS).where(MARKS.c.kind == "judgments", MARKS.c.event <= revision).order_by(MARKS.c.id)
    lost: set[int] = set()
    for mark in connection.execute(marks):
        if mark.is_gone:
            lost.add(mark.row)
        else:
            lost.discard(mark.row)
    left = {number: replaces for number, replaces in there.items() if number not in lost}
    return {number for number in left if number not in left.values()}


@pytest.mark.parametrize(
    ("kind", "seed"), [*(("sqlite", seed) for seed in range(30)), *(("postgresql", seed) for seed in (30, 31, 32))]
)
def test_all_ways_find_the_judgments_that_hold(kind: str, seed: int, new_database: Callable[[str], str]) -> None:
    database = Database(new_database(kind))
    with database.writing() as connection:
        project = add_project(connection, "talks", "anna")
        told = History(connection, project, seed)
        revisions = []
        for _ in range(25):
            told.happen()
            revisions.append(latest(connection, project.id))
        for revision in revisions:
            obvious = walked(connection, revision)
            query = sa.select(JUDGMENTS.c.id).where(current_judgments(revision))
            assert set(connection.scalars(query)) == obvious
            stored = load_memory(connection, project, revision)
            assert set(stored.judgment_ids.tolist()) == obvious
        check_what_is_shown(connection, project, walked(connection, revisions[-1]))
    database.close()


def check_what_is_shown(connection: sa.Connection, project: Project, obvious: set[int]) -> None:
    """What pages and judges see at present is made of the judgments that hold."""
    assert set(connection.scalars(sa.select(JUDGMENTS.c.id).where(current_judgments()))) == obvious
    rows = connection.execute(sa.select(JUDGMENTS).order_by(JUDGMENTS.c.id)).all()
    gone = gone_among(connection, "judgments", [row.id for row in rows])
    assert {row.id for row in current_rows(rows, gone)} == obvious
    counting = [row for row in rows if row.id in obvious and row.value is not None and not row.is_recheck]
    judged = {row.target for row in counting}
    assert contents(connection, project).judged == len(judged)
    assert int(source_figures(connection, project).judged.sum()) == len(judged)
    names = dict(connection.execute(sa.select(JUDGES.c.id, JUDGES.c.name)).all())
    for target in connection.scalars(sa.select(TARGETS.c.id)):
        for judge in names.values():
            question = ask(connection, project, target, judge)
            if question is not None:
                own = [row.id for row in counting if row.target == target and names.get(row.judge) == judge]
                assert (None if question.own is None else question.own.judgment) == (own[-1] if own else None)

import pytest
from answering import answer

from mtassay.errors import InputError, NotFound
from mtassay.human.collection import Collection
from mtassay.human.filters import Filter
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.judging.body import AnswerBody
from mtassay.store.judging.drafts import (
    Draft,
    find_draft,
    keep_draft,
    put_off,
    put_off_and_flagged,
    set_flag,
)
from mtassay.store.lists.filters import select_targets


@pytest.fixture
def targets(database: Database, project: Project, paper: Collection) -> list[int]:
    with database.writing() as connection:
        add_collection(connection, project, paper, "anna")
        return [one.target for one in select_targets(connection, project, Filter())]


def test_the_last_draft_of_a_judge_is_kept(database: Database, project: Project, targets: list[int]) -> None:
    first = Draft(AnswerBody(3, {1: "ok"}), "a", 1.5)
    second = Draft(AnswerBody(None, {1: "missing", 2: "ok"}), "b\0c", 3.0, 7)
    with database.writing() as connection:
        assert find_draft(connection, project, "dora", targets[0]) is None
        for draft in (first, second):
            keep_draft(connection, project, "dora", targets[0], draft)
        keep_draft(connection, project, "dora", targets[0], first, "recheck-1")
        kept = find_draft(connection, project, "dora", targets[0])
        assert kept == Draft(AnswerBody(None, {1: "missing", 2: "ok"}), "b\N{REPLACEMENT CHARACTER}c", 3.0, 7)
        assert find_draft(connection, project, "emil", targets[0]) is None
        assert find_draft(connection, project, "dora", targets[0], "recheck-1") == first
        answer(connection, project, targets[0], "dora", 4)
        assert find_draft(connection, project, "dora", targets[0]) is None
        assert find_draft(connection, project, "dora", targets[0], "recheck-1") == first


def test_what_is_put_off_or_flagged_is_no_draft(database: Database, project: Project, targets: list[int]) -> None:
    with database.writing() as connection:
        put_off(connection, project, "dora", targets[0])
        set_flag(connection, project, "dora", targets[1], is_flagged=True)
        set_flag(connection, project, "dora", targets[2], is_flagged=False)
        assert put_off_and_flagged(connection, project, "dora") == ({targets[0]}, {targets[1]})
        assert find_draft(connection, project, "dora", targets[0]) is None
        set_flag(connection, project, "dora", targets[1], is_flagged=False)
        assert put_off_and_flagged(connection, project, "dora") == ({targets[0]}, set())


def test_what_cannot_become_an_answer_is_refused(database: Database, project: Project, targets: list[int]) -> None:
    with database.writing() as connection:
        long = Draft(AnswerBody(3), comment="x" * 20_000)
        for wrong in (Draft(AnswerBody(11)), Draft(AnswerBody(3, {1: "nice"})), long):
            with pytest.raises(InputError):
                keep_draft(connection, project, "dora", targets[0], wrong)
        for number in (0, 999_999, 2**70):
            with pytest.raises(NotFound):
                keep_draft(connection, project, "dora", number, Draft(AnswerBody(3)))

import pytest
from answering import answer

from mtassay.human.collection import Collection
from mtassay.human.filters import Filter
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.projects import Project
from mtassay.store.contents.removal import delete_targets
from mtassay.store.database import Database
from mtassay.store.judging.context import JudgingScope, Stop, coming, stops
from mtassay.store.judging.questions import (
    ANYONE,
    ask,
    drawn_rechecks,
    judge_names,
    recheck_numbers,
    recheck_round,
    rechecked_memory,
    targets_of,
)
from mtassay.store.lists.filters import select_targets


@pytest.fixture
def filled(database: Database, project: Project, paper: Collection) -> Database:
    with database.writing() as connection:
        add_collection(connection, project, paper, "anna")
    return database


def texts(database: Database, project: Project) -> dict[int, str]:
    with database.reading() as connection:
        return {found.target: found.text for found in select_targets(connection, project, Filter())}


def test_a_question_has_all_that_is_shown(filled: Database, project: Project) -> None:
    number = next(target for target, text in texts(filled, project).items() if text == "okay thanks.")
    with filled.reading() as connection:
        question = ask(connection, project, number, "ben")
    assert question is not None
    assert (question.source_text, question.text, question.system) == (
        "alles klar. danke schoen.",
        "okay thanks.",
        "B",
    )
    assert [item.text for item in question.items] == ["alles klar.", "danke schoen."]
    assert [(near.text, near.distance) for near in question.neighbours] == [
        ("yes. thanks. fine.", 2),
        ("righto. thanks nice.", 3),
    ]
    assert question.own is not None
    assert (question.own.value, question.own.comment, question.own.seconds) == (9, "terse", 31.5)
    assert list(question.own.verdicts.values()) == ["missing", "ok"]
    assert question.is_known


def test_a_translation_of_two_systems_names_none(filled: Database, project: Project) -> None:
    number = next(target for target, text in texts(filled, project).items() if text == "see you tomorrow.")
    with filled.reading() as connection:
        question = ask(connection, project, number, "ben")
    assert question is not None
    assert (question.system, question.own, question.neighbours) == ("", None, ())


def test_a_deleted_translation_is_not_asked(filled: Database, project: Project) -> None:
    number = next(iter(texts(filled, project)))
    with filled.writing() as connection:
        delete_targets(connection, project, [number], "anna")
        assert ask(connection, project, number, "ben") is None
        assert number not in [row.id for row in targets_of(connection, project, None)]


def test_rechecks_are_drawn_again_by_the_same_seed_and_go_on(filled: Database, project: Project) -> None:
    with filled.writing() as connection:
        assert judge_names(connection, project) == ("anna", "ben")

        def drawn(count: int, seed: int, judge: str = "clara") -> tuple[Stop, ...]:
            return stops(connection, project, judge, JudgingScope(rechecks=count, of=ANYONE, recheck_seed=seed))

        three = coming(drawn(3, 7))
        assert len(three) == 3
        assert coming(drawn(4, 7))[:3] == three
        assert len({tuple(coming(drawn(2, seed))) for seed in range(9)}) > 3
        round = recheck_round("clara", ANYONE, 7)
        answer(connection, project, three[0], "clara", 2, recheck=round)
        assert coming(drawn(3, 7)) == three[1:]
        assert len(coming(drawn(3, 8))) == 3
        assert len(coming(drawn(3, 7, "ben"))) == 3
        question = ask(connection, project, three[0], "clara", round=round)
        assert question is not None
        assert question.own is not None
        assert question.own.value == 2


def test_a_report_sees_the_rechecks_of_one_seed_and_what_they_were_drawn_from(
    filled: Database, project: Project
) -> None:
    with filled.writing() as connection:
        drawn = drawn_rechecks(connection, project, "ben", 9, 1)
        assert len(drawn) == 2
        for seed in (1, 2):
            answer(connection, project, drawn[0].id, "clara", seed, recheck=recheck_round("clara", "ben", seed))
        memory = rechecked_memory(connection, project, "clara", "ben", 1)
        assert sorted(memory.judgments.points.tolist()) == [1, 5, 9]
        assert len(recheck_numbers(connection, project, "clara", "ben", 1)) == 1

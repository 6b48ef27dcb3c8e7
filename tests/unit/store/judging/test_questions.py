from itertools import pairwise

import pytest

from mtassay.errors import NotFound
from mtassay.human.collection import Collection
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.outputs import add_outputs
from mtassay.store.contents.projects import Project
from mtassay.store.database import Database
from mtassay.store.judging.judgments import save_judgment
from mtassay.store.judging.questions import (
    ANYONE,
    ask,
    draw_rechecks,
    judge_names,
    open_targets,
    recheck_numbers,
    recheck_round,
    rechecked_memory,
)
from mtassay.store.lists.selections import Selection, delete_targets, select_targets


@pytest.fixture
def filled(database: Database, project: Project, paper: Collection) -> Database:
    with database.writing() as connection:
        add_collection(connection, project, paper, "anna")
    return database


def texts(database: Database, project: Project) -> dict[int, str]:
    with database.reading() as connection:
        return {found.target: found.text for found in select_targets(connection, project, Selection())}


def test_what_is_open_depends_on_who_asks(filled: Database, project: Project) -> None:
    known = texts(filled, project)
    with filled.reading() as connection:
        own = open_targets(connection, project, "anna")
        assert {known[target] for target in own.targets} == {"righto. thanks nice.", "until tomorrow."}
        assert own.done == 3
        unknown = open_targets(connection, project, "anna", only_unknown=True)
        assert [known[target] for target in unknown.targets] == ["until tomorrow."]
        system = open_targets(connection, project, "ben", system="B")
        assert ([known[target] for target in system.targets], system.done) == (["see you tomorrow."], 1)
        with pytest.raises(NotFound, match=r"there is no output of a system 'D'.*there are A, B, C"):
            open_targets(connection, project, "ben", system="D")


def test_only_the_last_run_of_a_system_is_asked(filled: Database, project: Project) -> None:
    with filled.writing() as connection:
        add_outputs(connection, project, "A", ["fine, thanks.", "see you tomorrow."], "anna", run="second")
    known = texts(filled, project)
    with filled.reading() as connection:
        queue = open_targets(connection, project, "clara", system="A")
    assert sorted(known[target] for target in queue.targets) == ["fine, thanks.", "see you tomorrow."]


def test_the_order_is_that_of_judge_and_seed_and_keeps_sources_together(filled: Database, project: Project) -> None:
    known = texts(filled, project)
    with filled.reading() as connection:
        orders = [open_targets(connection, project, "clara", seed=seed).targets for seed in range(20)]
        assert orders[3] == open_targets(connection, project, "clara", seed=3).targets
        assert len(set(orders)) > 5
        assert len({open_targets(connection, project, name).targets for name in "abcdefghij"}) > 3
    for order in orders:
        of_source = ["morrow" in known[target] for target in order]
        assert sum(one != other for one, other in pairwise(of_source)) == 1


def test_an_answer_leaves_the_order_of_the_others_as_it_is(filled: Database, project: Project) -> None:
    with filled.writing() as connection:
        before = open_targets(connection, project, "clara").targets
        save_judgment(connection, project, before[2], "clara", 4)
        assert open_targets(connection, project, "clara").targets == before[:2] + before[3:]


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
        assert number not in open_targets(connection, project, "clara").targets


def test_rechecks_are_drawn_again_by_the_same_seed_and_go_on(filled: Database, project: Project) -> None:
    with filled.writing() as connection:
        assert judge_names(connection, project) == ("anna", "ben")
        three = draw_rechecks(connection, project, "clara", ANYONE, 3, 7)
        assert (len(three.targets), three.done) == (3, 0)
        assert draw_rechecks(connection, project, "clara", ANYONE, 4, 7).targets[:3] == three.targets
        assert len({draw_rechecks(connection, project, "clara", ANYONE, 2, seed).targets for seed in range(9)}) > 3
        round = recheck_round("clara", ANYONE, 7)
        save_judgment(connection, project, three.targets[0], "clara", 2, uid=f"{round}-1", is_recheck=True)
        again = draw_rechecks(connection, project, "clara", ANYONE, 3, 7)
        assert (again.targets, again.done) == (three.targets[1:], 1)
        assert draw_rechecks(connection, project, "clara", ANYONE, 3, 8).done == 0
        assert draw_rechecks(connection, project, "ben", ANYONE, 3, 7).done == 0
        question = ask(connection, project, three.targets[0], "clara", round=round)
        assert question is not None
        assert question.own is not None
        assert question.own.value == 2


def test_a_report_sees_the_rechecks_of_one_seed_and_what_they_were_drawn_from(
    filled: Database, project: Project
) -> None:
    with filled.writing() as connection:
        queue = draw_rechecks(connection, project, "clara", "ben", 9, 1)
        assert len(queue.targets) == 2
        for seed in (1, 2):
            uid = f"{recheck_round('clara', 'ben', seed)}-x"
            save_judgment(connection, project, queue.targets[0], "clara", seed, uid=uid, is_recheck=True)
        memory = rechecked_memory(connection, project, "clara", "ben", 1)
        assert sorted(memory.judgments.points.tolist()) == [1, 5, 9]
        assert len(recheck_numbers(connection, project, "clara", "ben", 1)) == 1

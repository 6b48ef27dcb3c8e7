import secrets
import threading
from datetime import UTC, datetime, timedelta

import pytest

from mtassay.errors import Conflict, InputError, NotFound
from mtassay.human.collection import Collection, Item, Judgment, Source, Target
from mtassay.human.filters import Filter
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.projects import Project
from mtassay.store.contents.removal import delete_targets
from mtassay.store.database import Database
from mtassay.store.history.events import history
from mtassay.store.judging.answers import Answer, AnsweredElsewhere, recent_seconds, save_answer, take_back
from mtassay.store.judging.body import AnswerBody
from mtassay.store.judging.drafts import find_draft
from mtassay.store.judging.questions import ask, recheck_round
from mtassay.store.lists.filters import select_targets
from mtassay.store.schema import JUDGMENTS


@pytest.fixture
def target(database: Database, project: Project, paper: Collection) -> int:
    with database.writing() as connection:
        add_collection(connection, project, paper, "anna")
        found = select_targets(connection, project, Filter())
    return next(one.target for one in found if one.text == "until tomorrow.")


def token() -> str:
    return secrets.token_hex(16)


def test_an_answer_is_stored_with_the_system_that_produced_it(
    database: Database, project: Project, target: int
) -> None:
    with database.answering("dora") as connection:
        saved = save_answer(connection, project, "dora", Answer(target, AnswerBody(7), token(), seconds=4.5))
    with database.reading() as connection:
        question = ask(connection, project, target, "dora")
        assert recent_seconds(connection, project, "dora") == [4.5]
    assert question is not None
    assert question.own is not None
    assert (question.own.judgment, question.own.value, question.own.system) == (saved.judgment, 7, "C")
    assert question.own.at is not None


def test_of_many_that_hand_in_the_same_answer_at_once_one_is_kept(
    database: Database, project: Project, target: int
) -> None:
    same, results, errors = token(), [], []

    def work(given: Answer) -> None:
        try:
            with database.answering("dora") as connection:
                results.append(save_answer(connection, project, "dora", given))
        except AnsweredElsewhere as error:
            errors.append(error)

    answers = [Answer(target, AnswerBody(7), same)] * 4 + [Answer(target, AnswerBody(3), token()) for _ in range(4)]
    threads = [threading.Thread(target=work, args=(one,)) for one in answers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(saved.is_new for saved in results) == 1
    assert len({saved.judgment for saved in results}) == 1
    assert len(results) + len(errors) == 8
    with database.reading() as connection:
        kept = connection.execute(JUDGMENTS.select().where(JUDGMENTS.c.target == target)).all()
    assert len(kept) == 1
    assert faults(database) == ()


def test_judges_at_once_leave_events_in_the_order_of_their_numbers(
    database: Database, project: Project, target: int
) -> None:
    def work(name: str) -> None:
        with database.answering(name) as connection:
            save_answer(connection, project, name, Answer(target, AnswerBody(5), token()))

    threads = [threading.Thread(target=work, args=(f"judge {number}",)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with database.reading() as connection:
        kept = connection.execute(JUDGMENTS.select().where(JUDGMENTS.c.target == target)).all()
        events = [event for event in history(connection, project.id) if event.kind == "judgment"]
    assert len(kept) == len(events) == 8
    assert faults(database) == ()


def test_a_correction_names_what_it_has_seen(database: Database, project: Project, target: int) -> None:
    with database.writing() as connection:
        first = save_answer(connection, project, "dora", Answer(target, AnswerBody(7), token()))
        with pytest.raises(AnsweredElsewhere, match="another window, with 7") as caught:
            save_answer(connection, project, "dora", Answer(target, AnswerBody(2), token()))
        assert caught.value.stored is not None
        assert caught.value.stored.judgment == first.judgment
        second = save_answer(connection, project, "dora", Answer(target, AnswerBody(2), token(), first.judgment))
        with pytest.raises(AnsweredElsewhere):
            save_answer(connection, project, "dora", Answer(target, AnswerBody(5), token(), first.judgment))
        assert second.is_new
    assert faults(database) == ()


def test_a_score_that_a_file_withdrew_can_be_given_anew(database: Database, project: Project) -> None:
    def file(value: float | None) -> Collection:
        judgment = Judgment(value, judge="dora", verdicts={"0": "ok"})
        return Collection((Source("ja", items=(Item("0", "ja"),), targets=(Target("yes", (judgment,)),)),))

    with database.writing() as connection:
        add_collection(connection, project, file(3), "dora")
        add_collection(connection, project, file(None), "dora")
        (found,) = select_targets(connection, project, Filter())
        question = ask(connection, project, found.target, "dora")
        assert question is not None
        assert question.own is None  # so the answer names no version
        save_answer(connection, project, "dora", Answer(found.target, AnswerBody(8), token()))
    assert faults(database) == ()


def test_rechecks_are_answers_of_their_own(database: Database, project: Project, target: int) -> None:
    round = recheck_round("dora", "dora", 3)
    with database.writing() as connection:
        save_answer(connection, project, "dora", Answer(target, AnswerBody(7), token()))
        again = save_answer(connection, project, "dora", Answer(target, AnswerBody(6), token()), round=round)
        save_answer(connection, project, "dora", Answer(target, AnswerBody(5), token(), again.judgment), round=round)
        taken = take_back(connection, project, "dora", round=round)
        assert (taken.target, taken.value, taken.round) == (target, 5, round)
        draft = find_draft(connection, project, "dora", target, round)
        assert draft is not None
        assert (draft.body.value, draft.version) == (5, again.judgment)
        question = ask(connection, project, target, "dora")
    assert question is not None
    assert question.own is not None
    assert question.own.value == 7
    assert faults(database) == ()


def test_a_recheck_without_a_round_is_no_answer_that_counts(database: Database, project: Project, target: int) -> None:
    round = recheck_round("dora", "dora", 3)
    with database.writing() as connection:
        save_answer(connection, project, "dora", Answer(target, AnswerBody(7), token()))
        again = save_answer(connection, project, "dora", Answer(target, AnswerBody(6), token()), round=round)
        # as old archives with pseudonyms have it
        connection.execute(JUDGMENTS.update().where(JUDGMENTS.c.id == again.judgment).values(round=""))
        assert take_back(connection, project, "dora").value == 7
        with pytest.raises(NotFound, match="no answer of today"):
            take_back(connection, project, "dora")
        assert take_back(connection, project, "dora", again.revision).value == 6
        draft = find_draft(connection, project, "dora", target)
    assert draft is not None
    assert draft.body.value == 7


def test_only_what_is_recent_is_taken_back_without_being_named(
    database: Database, project: Project, target: int
) -> None:
    with database.writing() as connection:
        saved = save_answer(connection, project, "dora", Answer(target, AnswerBody(7), token()))
        with pytest.raises(NotFound, match="no answer of today"):
            take_back(connection, project, "dora", since=datetime.now(UTC) + timedelta(minutes=1))
        with pytest.raises(NotFound, match="not yours"):
            take_back(connection, project, "anna", saved.revision)
        assert take_back(connection, project, "dora", saved.revision).target == target
        with pytest.raises(NotFound):
            take_back(connection, project, "dora", saved.revision)


def test_what_is_no_answer_is_refused(database: Database, project: Project, target: int) -> None:
    with database.writing() as connection:
        for wrong in (
            Answer(target, AnswerBody(7), "short"),
            Answer(target, AnswerBody(7), token(), seconds=-1),
            Answer(target, AnswerBody(11), token()),
            Answer(target, AnswerBody(), token()),
            Answer(target, AnswerBody(7, {1: "nice"}), token()),
            Answer(target, AnswerBody(7), token(), comment="x" * 20_000),
        ):
            with pytest.raises((InputError, NotFound)):
                save_answer(connection, project, "dora", wrong)
        known = token()
        save_answer(connection, project, "dora", Answer(target, AnswerBody(7), known))
        with pytest.raises(Conflict, match="belongs to another"):
            save_answer(connection, project, "emil", Answer(target, AnswerBody(7), known))
    with database.writing() as connection:
        delete_targets(connection, project, [target], "anna")
        with pytest.raises(NotFound, match="deleted meanwhile"):
            save_answer(connection, project, "emil", Answer(target, AnswerBody(7), token()))

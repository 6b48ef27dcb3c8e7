from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import sqlalchemy as sa
from answering import answer
from unit.cli.judging_sessions import Clock, Start, press, press_good_score, shown, stored

from mtassay.cli.judging.screen import JudgingScreen
from mtassay.cli.judging.session import JudgingSession, Mode
from mtassay.cli.judging.styled_text import Look
from mtassay.errors import StorageError
from mtassay.human.collection import Collection, Source, Target
from mtassay.human.scales import SCALES
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.consistency import faults
from mtassay.store.contents.items import cut_items
from mtassay.store.contents.projects import Project, add_project
from mtassay.store.contents.removal import delete_targets
from mtassay.store.database import Database
from mtassay.store.history.events import history
from mtassay.store.judging.body import AnswerBody
from mtassay.store.judging.context import JudgingScope, stops
from mtassay.store.judging.drafts import Draft, keep_draft
from mtassay.store.judging.questions import ANYONE
from mtassay.store.judging.rules import JudgingRules, change_rules
from mtassay.store.schema import SOURCES, TARGETS


def test_an_answer_is_stored_before_the_next_question(database: Database, talks: Project, start: Start) -> None:
    session = start()
    first = shown(session)
    assert (session.done, session.total) == (0, 20)
    press(session, "7", "o", "m", "enter")
    if session.mode is Mode.CONTRADICTION:
        press(session, "enter")
    assert stored(database, talks) == [(first, 7, False)]
    assert shown(session) != first
    assert (session.done, session.left, session.saved) == (1, 19, 1)
    with database.reading() as connection:
        targets = [target for source in read_collection(connection, talks).sources for target in source.targets]
    (judged,) = [target.judgments[0] for target in targets if target.text == first]
    assert judged.verdicts == {"0": "ok", "1": "missing"}
    assert judged.system == ("A" if "meet at" in first else "B")


def test_a_score_is_needed_and_half_the_items_are_asked_about_once(start: Start) -> None:
    session = start()
    press(session, "enter")
    assert session.message.startswith("a score is missing")
    press(session, "2", "o", "enter")
    assert session.message == "1 of 2 items have no class; Enter again saves it as it is"
    press(session, "enter")
    assert session.saved == 1


def test_the_last_key_counts_and_backspace_clears(start: Start) -> None:
    session = start()
    press(session, "3", "x")
    assert session.draft.body.value == 10
    press(session, "backspace")
    assert session.draft.body.value is None
    press(session, "m", "left", "-")
    assert session.draft.body.verdicts == {}
    press(session, "z")
    assert session.message == "z has no meaning here; ? shows the keys"


def test_undo_takes_the_judgment_back_and_asks_anew(database: Database, talks: Project, start: Start) -> None:
    session = start()
    press(session, "u")
    assert session.message.startswith("nothing to undo")
    first = shown(session)
    press_good_score(session)
    second = shown(session)
    press(session, "u")
    assert (shown(session), session.done, stored(database, talks)) == (first, 0, [])
    assert session.draft.body.value is not None
    press(session, "4", "enter")
    if session.mode is Mode.CONTRADICTION:
        press(session, "enter")
    assert (shown(session), stored(database, talks)) == (second, [(first, 4, False)])
    with database.reading() as connection:
        kinds = [event.kind for event in history(connection, talks.id, limit=3)]
    assert kinds == ["judgment", "undo", "judgment"]
    assert faults(database) == ()


def test_everything_can_be_undone_and_done_again(database: Database, talks: Project, start: Start) -> None:
    session = start()
    order = []
    while session.mode is Mode.QUESTION:
        order.append(shown(session))
        press_good_score(session)
    assert (session.mode, len(order), session.left) == (Mode.DONE, 20, 0)
    for _ in range(20):
        press(session, "u")
    assert (shown(session), session.left, stored(database, talks)) == (order[0], 20, [])
    again = []
    while session.mode is Mode.QUESTION:
        again.append(shown(session))
        press(session, "enter")
    assert again == order
    assert len(stored(database, talks)) == 20
    assert faults(database) == ()


def test_it_goes_on_where_it_was_left(start: Start) -> None:
    session = start(system="A")
    for _ in range(4):
        press_good_score(session)
    waiting = shown(session)
    press(session, "5", "q")
    assert session.mode is Mode.LEFT
    again = start(system="A")
    assert (shown(again), again.done, again.total) == (waiting, 4, 10)
    assert again.draft.body.value == 5  # kept where it was left


def test_not_now_comes_back_at_the_end(start: Start) -> None:
    session = start(system="A")
    first = shown(session)
    press(session, "n")
    for _ in range(9):
        assert shown(session) != first
        press_good_score(session)
    assert shown(session) == first
    press(session, "n")
    assert session.message.startswith("this is the last one")


def test_contradictions_are_told_and_the_own_judgment_can_be_revised(
    database: Database, talks: Project, start: Start
) -> None:
    session = start(system="A")
    first = shown(session)
    press(session, "2", "enter")
    assert session.mode is Mode.CONTRADICTION
    assert session.contradiction is not None
    assert (session.contradiction.opinion.value, session.contradiction.is_own) == (10, False)
    press(session, "v")
    assert session.message.startswith("the other judgment is someone else's")
    press(session, "r")
    assert (shown(session), session.draft.body.value) == (first, 2)
    press(session, "9", "enter")
    assert stored(database, talks) == [(first, 9, False)]
    assert (session.done, session.mode) == (1, Mode.QUESTION)
    with database.reading() as connection:
        assert [event.kind for event in history(connection, talks.id, limit=2)] == ["correction", "judgment"]
    press(session, "u", "u")
    assert (shown(session), session.done, stored(database, talks)) == (first, 0, [])
    assert faults(database) == ()


def test_an_undone_revision_can_be_made_again(database: Database, talks: Project, start: Start) -> None:
    session = start(system="A")
    first = shown(session)
    press(session, "2", "enter", "r", "9", "enter", "u")
    assert stored(database, talks) == [(first, 2, False)]
    press(session, "8", "enter")
    assert stored(database, talks) == [(first, 8, False)]
    assert session.done == 1
    assert faults(database) == ()


def test_the_own_earlier_judgment_can_be_revised(database: Database, talks: Project, start: Start) -> None:
    with database.reading() as connection:
        texts = dict(connection.execute(TARGETS.select().with_only_columns(TARGETS.c.text, TARGETS.c.id)).all())
    session = start(system="A")
    first = shown(session)
    other = first.replace("oclock", "sharp")
    with database.writing() as connection:
        answer(connection, talks, texts[other], "anna", 0)
    session = start(system="A")
    press(session, "9", "enter")
    assert session.contradiction is not None
    assert session.contradiction.is_own
    press(session, "v")
    assert (shown(session), session.draft.body.value) == (other, 0)
    press(session, "9", "enter")
    assert sorted(stored(database, talks)) == sorted([(first, 9, False), (other, 9, False)])
    assert session.done == 1


def test_seconds_are_measured_without_long_pauses(
    database: Database, talks: Project, start: Start, clock: Clock
) -> None:
    session = start(system="A")
    clock.now += 20
    press(session, "9")
    clock.now += 4000
    press(session, "c", *"hm", "enter")
    clock.now += 2.5
    press(session, "enter")
    with database.reading() as connection:
        collection = read_collection(connection, talks)
    (judgment,) = [
        judgment
        for source in collection.sources
        for target in source.targets
        for judgment in target.judgments
        if judgment.judge == "anna"
    ]
    assert (judgment.seconds, judgment.comment) == (322.5, "hm")
    assert session.minutes_left == pytest.approx(9 * 322.5 / 60)
    assert any("48 min left, 322 s each" in line for line in JudgingScreen(Look()).render(session, 100, 30))


def test_what_others_did_meanwhile_is_not_asked(database: Database, talks: Project, start: Start) -> None:
    session = start()
    ben = start("ben")
    while ben.mode is Mode.QUESTION:
        press_good_score(ben)
    assert ben.saved == 20
    press_good_score(session)
    assert (session.mode, session.saved, session.left) == (Mode.DONE, 1, 0)


def test_a_translation_that_was_deleted_is_passed_over(database: Database, talks: Project, start: Start) -> None:
    session = start()
    assert session.question is not None
    target = session.question.target
    with database.writing() as connection:
        delete_targets(connection, talks, [target], "ben")
    press(session, "2", "enter")
    assert session.message.startswith("not saved: this translation is not in the project any more")
    assert session.question.target != target
    assert session.left == 19


def test_items_that_were_cut_anew_are_asked_again(database: Database, talks: Project, start: Start) -> None:
    session = start()
    assert session.question is not None
    press(session, "2", "o", "o")
    with database.writing() as connection:
        number = connection.scalar(SOURCES.select().where(SOURCES.c.text == session.question.source_text))
        cut_items(connection, talks, number, [session.question.source_text], "ben")
    press(session, "enter")
    assert session.message.startswith("not saved: this information item is not part of the source any more")
    assert (len(session.question.items), session.draft.body.verdicts, session.draft.body.value) == (1, {}, 2)
    press(session, "enter")
    assert session.saved == 1


def test_a_failed_save_keeps_the_answer(
    database: Database, talks: Project, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise StorageError("the disk is full")

    session = start()
    first = shown(session)
    monkeypatch.setattr("mtassay.cli.judging.session.save_answer", fail)
    press(session, "2", "enter")
    assert session.message == "not saved: the disk is full. Enter tries again"
    assert (shown(session), session.draft.body.value, session.saved) == (first, 2, 0)
    monkeypatch.undo()
    press(session, "enter")
    assert stored(database, talks) == [(first, 2, False)]


def test_saving_the_same_draft_twice_adds_nothing(database: Database, talks: Project, start: Start) -> None:
    session = start(system="B")
    assert session.question is not None
    question = session.question

    @contextmanager
    def cut_off(judge: str) -> Iterator[sa.Connection]:
        with answering(judge) as connection:
            yield connection
        raise StorageError("the connection broke")

    answering = database.answering
    with pytest.MonkeyPatch.context() as patch:  # it is stored, but we never hear of it
        patch.setattr(database, "answering", cut_off)
        press(session, "2", "enter")
    assert session.message == "not saved: the connection broke. Enter tries again"
    press(session, "enter")
    assert stored(database, talks) == [(question.text, 2, False)]


def test_other_scales_are_typed(database: Database, clock: Clock) -> None:
    with database.writing() as connection:
        project = add_project(connection, "da", "anna", scale=SCALES["da"])
        add_collection(connection, project, Collection((Source("a", targets=(Target("b"),)),)), "anna")
    session = JudgingSession(database, project, "anna", JudgingScope(), clock=clock)
    press(session, "enter")
    assert session.message == "a score is missing; type the number, then Enter"
    press(session, *"730", "enter")
    assert session.message == "730 is not on the scale 0..100"
    press(session, "backspace", *".5.", "enter")
    assert session.message == "'73.5.' is no score; give a number from 0 to 100"
    press(session, "backspace", "backspace", "backspace", *",5", "enter")
    assert stored(database, project) == [("b", 73.5, False)]


def test_a_typed_score_is_kept_when_its_translation_is_put_off(database: Database, clock: Clock) -> None:
    targets = (Target("b"), Target("c"))
    with database.writing() as connection:
        project = add_project(connection, "da", "anna", scale=SCALES["da"])
        add_collection(connection, project, Collection((Source("a", targets=targets),)), "anna")
    session = JudgingSession(database, project, "anna", JudgingScope(), clock=clock)
    first = shown(session)
    press(session, *"73", "n", *"20", "enter")
    assert (shown(session), session.typed, session.draft.body.value) == (first, "73", 73)
    press(session, "5", "q")  # 735 is on no scale
    assert JudgingSession(database, project, "anna", JudgingScope(), clock=clock).draft.body.value is None


def test_a_score_of_many_digits_stays_what_it_is_until_it_is_edited(database: Database, clock: Clock) -> None:
    with database.writing() as connection:
        project = add_project(connection, "da", "anna", scale=SCALES["da"])
        add_collection(connection, project, Collection((Source("a", targets=(Target("b"),)),)), "anna")
        target = connection.scalar(sa.select(TARGETS.c.id))
        assert target is not None
        keep_draft(connection, project, "anna", target, Draft(AnswerBody(100 / 3)))

    def begin() -> JudgingSession:
        return JudgingSession(database, project, "anna", JudgingScope(), clock=clock)

    session = begin()
    assert session.typed == "33.3333333333"
    press(session, "q")
    assert begin().draft.body.value == 100 / 3
    press(session := begin(), "backspace", "q")
    assert begin().draft.body.value == 33.333333333
    press(session := begin(), "enter")
    assert (session.saved, stored(database, project)) == (1, [("b", 33.333333333, False)])


def test_rechecks_hide_what_was_said_and_do_not_count(database: Database, talks: Project, clock: Clock) -> None:
    with database.writing() as connection:
        change_rules(connection, talks, JudgingRules(is_open=True), "anna")
    scope = JudgingScope(rechecks=5, of=ANYONE, recheck_seed=1)
    session = JudgingSession(database, talks, "anna", scope, clock=clock)
    assert not session.shows_scores
    press(session, "2", "enter")
    assert (session.mode, session.message) == (Mode.QUESTION, "saved 2")
    press(session, "u", "3", "enter", "q")
    assert [(value, recheck) for _, value, recheck in stored(database, talks)] == [(3, True)]
    with database.reading() as connection:
        assert sum(stop.is_done for stop in stops(connection, talks, "anna", scope)) == 1
    assert faults(database) == ()


def test_a_revision_keeps_the_system_that_was_judged(database: Database, talks: Project, start: Start) -> None:
    session = start(system="A")
    press(session, "2", "enter", "r", "9", "enter")
    with database.reading() as connection:
        collection = read_collection(connection, talks)
    systems = [
        judgment.system
        for source in collection.sources
        for target in source.targets
        for judgment in target.judgments
        if judgment.judge == "anna"
    ]
    assert systems == ["A"]


def test_an_endless_comment_is_not_saved_and_not_lost(database: Database, talks: Project, start: Start) -> None:
    session = start(system="A")
    first = shown(session)
    session.read("9 # " + "x" * 10_001)
    assert session.message.startswith("not saved: the comment has 10,001 characters")
    assert (shown(session), stored(database, talks)) == (first, [])
    session.read("c short")
    session.read("9")
    assert stored(database, talks) == [(first, 9, False)]


def test_what_was_put_off_and_chosen_is_there_the_next_time(database: Database, talks: Project, start: Start) -> None:
    session = start(system="A")
    first = shown(session)
    press(session, "4", "c", *"hm", "enter", "n")
    second = shown(session)
    press(session, "q")
    again = start(system="A")
    assert (shown(again), again.done) == (second, 0)
    while shown(again) != first:
        press_good_score(again)
    assert (again.draft.body.value, again.draft.comment, again.done) == (4, "hm", 9)


def test_an_answer_of_another_window_is_shown_before_it_is_corrected(
    database: Database, talks: Project, start: Start
) -> None:
    session, other = start(system="A"), start(system="A")
    first = shown(session)
    press(other, "9", "enter")
    press(session, "8", "enter")
    assert session.message.startswith("not saved: you have answered this meanwhile in another window, with 9")
    assert (shown(session), session.draft.body.value, session.is_revision) == (first, 8, True)
    press(session, "enter")
    assert (first, 8, False) in stored(database, talks)
    assert faults(database) == ()

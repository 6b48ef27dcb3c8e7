"""Answers that are typed as lines."""

import pytest
import sqlalchemy as sa
from unit.cli.judging_sessions import Clock, Start, press, shown, stored

from mtassay.cli.judging.session import JudgingSession, Mode
from mtassay.errors import Conflict
from mtassay.human.collection import Collection, Source, Target
from mtassay.human.scales import scale
from mtassay.store.contents.collection_reader import read_collection
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.items import cut_items
from mtassay.store.contents.projects import Project, add_project
from mtassay.store.contents.removal import delete_targets
from mtassay.store.database import Database
from mtassay.store.judging.context import JudgingScope
from mtassay.store.schema import JUDGMENTS, SOURCES


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "'' is no answer; write a score, a letter for each item, and # before a comment"),
        ("good", "'good' is no score; give a number from 0 to 10"),
        ("11", "11 is not on the scale 0..10/1"),
        ("nan", "nan is not on the scale 0..10/1"),
        ("7.5", "7.5 is not on the scale 0..10/1"),
        ("8 o", "'o' for 2 information items: one letter each; - leaves one out"),
        ("8 terse", "'8 terse' is no answer; write a score, a letter for each item, and # before a comment"),
    ],
)
def test_lines_that_are_no_answer_say_why(
    line: str, message: str, database: Database, talks: Project, start: Start
) -> None:
    session = start()
    session.read(line)
    assert session.message == message
    assert stored(database, talks) == []


def test_lines_are_answers(database: Database, talks: Project, start: Start) -> None:
    session = start(system="A")
    texts = []
    for line in ("9", "x oo", "8 o- # terse, but fine", "9 #", "c hm", "10"):
        texts.append(shown(session))
        session.read(line)
    assert session.done == 5
    with database.reading() as connection:
        collection = read_collection(connection, talks)
    found = {
        target.text: (judgment.value, dict(judgment.verdicts), judgment.comment)
        for source in collection.sources
        for target in source.targets
        for judgment in target.judgments
        if judgment.judge == "anna"
    }
    assert [found[text] for text in dict.fromkeys(texts)] == [
        (9, {}, ""),
        (10, {"0": "ok", "1": "ok"}, ""),
        (8, {"0": "ok"}, "terse, but fine"),
        (9, {}, ""),
        (10, {}, "hm"),
    ]


def test_a_line_may_have_a_comma_before_decimals(database: Database, clock: Clock) -> None:
    with database.writing() as connection:
        project = add_project(connection, "halves", "anna", scale=scale("0..10/0.5"))
        add_collection(connection, project, Collection((Source("a", targets=(Target("b"),)),)), "anna")
    session = JudgingSession(database, project, "anna", JudgingScope(), clock=clock)
    session.read("7,5 # nearly")
    assert stored(database, project) == [("b", 7.5, False)]


def test_a_contradiction_by_lines_is_passed_over_by_the_next_answer(
    database: Database, talks: Project, start: Start
) -> None:
    session = start(system="A")
    session.read("2")
    assert session.mode is Mode.CONTRADICTION
    session.read("9")
    assert session.done == 2
    session.read("1")
    session.read("r")
    session.read("8")
    assert sorted(value for _, value, _ in stored(database, talks) if value is not None) == [2, 8, 9]
    session.read("?")
    session.read("u")
    assert sorted(value for _, value, _ in stored(database, talks) if value is not None) == [1, 2, 9]


def test_a_line_that_conflicts_ends_the_session_because_the_next_one_is_meant_for_another_question(
    database: Database, talks: Project, start: Start
) -> None:
    session, other = start(system="A"), start(system="A")
    first = shown(session)
    other.read("9 # from another window")
    session.read("8")
    assert isinstance(session.failure, Conflict)
    assert str(session.failure).startswith("not saved: you have answered this meanwhile in another window, with 9")
    assert session.mode is Mode.LEFT
    session.leave()
    assert stored(database, talks) == [(first, 9, False)]
    assert start(system="A").left == 9


def test_a_line_for_items_that_were_cut_anew_ends_the_session(database: Database, talks: Project, start: Start) -> None:
    session = start(system="A")
    assert session.question is not None
    with database.writing() as connection:
        number = connection.scalar(SOURCES.select().where(SOURCES.c.text == session.question.source_text))
        cut_items(connection, talks, number, [session.question.source_text], "ben")
    session.read("9 oo")
    assert isinstance(session.failure, Conflict)
    assert (session.mode, stored(database, talks)) == (Mode.LEFT, [])


def test_a_line_for_a_translation_that_was_deleted_is_passed_over(
    database: Database, talks: Project, start: Start
) -> None:
    session = start(system="A")
    assert session.question is not None
    with database.writing() as connection:
        delete_targets(connection, talks, [session.question.target], "ben")
    session.read("9")
    assert (session.failure, session.left) == (None, 9)
    second = shown(session)
    session.read("8")
    assert stored(database, talks) == [(second, 8, False)]


def test_a_line_takes_over_nothing_of_a_draft(database: Database, talks: Project, start: Start, clock: Clock) -> None:
    session = start(system="A")
    clock.now += 200
    press(session, "4", "c", *"unsure", "enter", "q")
    again = start(system="A")
    assert (again.draft.comment, again.draft.seconds) == ("unsure", 200)
    clock.now += 3
    again.read("8 # " + "x" * 10_001)
    assert (again.saved, again.draft.comment) == (0, "unsure")
    clock.now += 4
    again.read("9")
    clock.now += 1
    again.read("c terse")
    again.read("9")
    again.read("9")
    with database.reading() as connection:
        query = sa.select(JUDGMENTS.c.comment, JUDGMENTS.c.seconds).where(JUDGMENTS.c.seconds.is_not(None))
        found = connection.execute(query.order_by(JUDGMENTS.c.id)).all()
    assert [tuple(row) for row in found] == [("", 7), ("terse", 1), ("", 0)]

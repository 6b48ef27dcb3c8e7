import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay.cli.judging.screen import JudgingScreen, plain_question
from mtassay.cli.judging.session import JudgingSession
from mtassay.cli.judging.styled_text import Look
from mtassay.human.collection import Collection, Item, Judgment, Source, Target
from mtassay.human.scales import SCALES
from mtassay.reports.formats.text import display_width
from mtassay.store.contents.collection_writer import add_collection
from mtassay.store.contents.projects import add_project
from mtassay.store.database import Database
from mtassay.store.judging.context import JudgingScope
from mtassay.store.judging.rules import JudgingRules, change_rules

FULL = Look(True, True, True, True)
CODES = re.compile(r"\x1b\[[0-9;:]*m")
SOURCES = (
    Source(
        "alles klar. danke schoen.",
        items=(Item("0", "alles klar."), Item("1", "danke schoen.")),
        targets=(
            Target("okay, thanks a lot."),
            Target("okay thanks.", (Judgment(10, judge="ben", verdicts={"0": "ok", "1": "syntax"}),)),
            Target("okay, thanks a bit too.", (Judgment(4, judge="ben"), Judgment(6, judge="clara"))),
        ),
    ),
    Source(
        "我明天去北京。" * 30,
        targets=(Target("שלום \x1b[31m עולם " * 60), Target("私は北京", (Judgment(1, judge="ben"),))),
    ),
)


def sessions(database: Database, scale: str = "evaltrans", *, is_open: bool = False) -> list[JudgingSession]:
    """One for each source, and one at the end."""
    with database.writing() as connection:
        project = add_project(connection, f"{scale} {is_open}", "anna", scale=SCALES[scale])
        add_collection(connection, project, Collection(SOURCES), "anna")
        change_rules(connection, project, JudgingRules(is_open=is_open), "anna")
    started = [JudgingSession(database, project, "anna", JudgingScope()) for _ in range(3)]
    if "alles" not in (started[0].question.source_text if started[0].question else ""):
        started[0].press("n")
    else:
        started[1].press("n")
    for _ in range(2):
        for key in ("5", "enter", "enter"):
            started[2].press(key)
    return started


def test_a_question_in_plain_lines(database: Database) -> None:
    session = sessions(database)[0]
    assert list(plain_question(session, 60, Look())) == [
        "Judging 1 of 2 · evaltrans False",
        "Source",
        "  alles klar. danke schoen.",
        "Items",
        "▸ ·       alles klar.",
        "  ·       danke schoen.",
        "Candidate",
        "  okay, thanks a lot.",
        "Nearest judged",
        "▸ 2 edits  okay, thanks a <bit → lot.> [-too.-]",
        "  4 edits  okay thanks.",
    ]


def test_scores_of_the_nearest_are_shown_only_where_that_was_asked_for(database: Database) -> None:
    hidden, shown = sessions(database)[0], sessions(database, is_open=True)[0]
    text = "\n".join(plain_question(shown, 80, Look()))
    assert "2 edits   4/6 okay" in text
    shown.press("j")
    assert "·       danke schoen. (nearest: syntax)" in "\n".join(plain_question(shown, 80, Look()))
    for width in (40, 120):
        lines = JudgingScreen(Look()).render(hidden, width, 40)
        assert not [line for line in lines if "4/6" in line or "nearest: " in line]


def test_the_chosen_score_and_what_it_means_are_shown(database: Database) -> None:
    session = sessions(database)[0]
    session.press("9")
    lines = JudgingScreen(Look()).render(session, 80, 30)
    assert lines[-3].startswith("Score  0  1  2  3  4  5  6  7  8 [9] x")
    assert lines[-2] == "fine but for slight errors of style, register or syntax"


def test_long_texts_scroll_and_the_chosen_neighbour_stays_in_sight(database: Database) -> None:
    session = sessions(database)[1]
    screen = JudgingScreen(Look())
    lines = screen.render(session, 40, 15)
    assert re.fullmatch(r"↓ \d+ more lines: Space", lines[-5].rstrip())
    seen = set(lines)
    for _ in range(10):
        assert screen.scroll(" ", session)
        seen.update(screen.render(session, 40, 15))
    assert any("私は北京" in line for line in seen)
    for _ in range(10):
        screen.scroll("pageup", session)
    assert screen.render(session, 40, 15) == lines


def test_other_keys_are_none_of_the_window(database: Database) -> None:
    session = sessions(database)[0]
    screen = JudgingScreen(Look())
    assert not screen.scroll("j", session)
    session.press("c")
    assert not screen.scroll(" ", session)


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> list[JudgingSession]:
    from mtassay.store.migration import create

    database = Database(str(tmp_path_factory.mktemp("screens") / "memory.db"))
    create(database)
    return [*sessions(database), *sessions(database, "da"), *sessions(database, "classes", is_open=True)]


@given(
    st.integers(0, 8),
    st.integers(1, 130),
    st.integers(1, 50),
    st.lists(st.sampled_from(["j", "k", "h", "?", "c", " "])),
)
def test_a_screen_never_exceeds_its_window(
    many: list[JudgingSession], number: int, width: int, height: int, keys: list[str]
) -> None:
    session = many[number]
    screen = JudgingScreen(FULL)
    for key in ("", *keys):
        if key and not screen.scroll(key, session):
            session.press(key)
        lines = [CODES.sub("", line) for line in screen.render(session, width, height)]
        assert len(lines) == height
        assert all(display_width(line) <= width for line in lines)
        assert not any("\x1b" in line for line in lines)
    session.press("enter")  # ends a comment

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from people.given_answers import ranked, scored

from mtassay.errors import InputError
from mtassay.human.answers.answer_filter import AnswerFilter

ANSWERS = [
    replace(
        answer,
        document=document,
        domain="chat" if document == "d1" else "news",
        source=source,
        expertise=expertise,
        language=language,
        at=datetime(2026, 5, day, 23, 30, tzinfo=UTC),
    )
    for answer, document, source, expertise, language, day in zip(
        scored(("anna", "1", "a", 4), ("ben", "2", "a+b", 5), ("cleo", "3", "c", 6)),
        ("d1", "d1", "d2"),
        ("one", "one two", "one two three"),
        ("target", "professional", "professional"),
        ("de", "en", "en"),
        (1, 2, 3),
        strict=True,
    )
]


@pytest.mark.parametrize(
    ("wanted", "judges"),
    [
        (AnswerFilter(), "anna ben cleo"),
        (AnswerFilter(systems=("b", "c")), "ben cleo"),
        (AnswerFilter(judges=("anna", "cleo")), "anna cleo"),
        (AnswerFilter(without=("anna",)), "ben cleo"),
        (AnswerFilter(documents=("d1",)), "anna ben"),
        (AnswerFilter(domains=("news",)), "cleo"),
        (AnswerFilter(domains=("chat", "news"), judges=("anna",)), "anna"),
        (AnswerFilter(words=(2, None)), "ben cleo"),
        (AnswerFilter(words=(None, 2)), "anna ben"),
        (AnswerFilter(expertise="professional", language="en"), "ben cleo"),
        (AnswerFilter(since=date(2026, 5, 2)), "ben cleo"),
        (AnswerFilter(until=date(2026, 5, 2), documents=("d1",)), "anna ben"),
    ],
)
def test_answers_that_are_meant(wanted: AnswerFilter, judges: str) -> None:
    assert " ".join(answer.judge for answer in wanted.choose(ANSWERS)) == judges
    assert bool(wanted.in_words()) == (wanted != AnswerFilter())


def test_days_are_those_of_utc() -> None:
    late = [replace(ANSWERS[0], at=datetime(2026, 5, 2, 1, 0, tzinfo=timezone(timedelta(hours=2))))]
    assert AnswerFilter(until=date(2026, 5, 1)).choose(late) == late


def test_other_systems_are_taken_out_of_an_answer() -> None:
    (answer,) = AnswerFilter(systems=("b",)).choose(ANSWERS)
    assert answer.made_by == ("b",)
    (screen,) = AnswerFilter(systems=("a", "c")).choose(
        ranked(("anna", "1", "t", [("a+b", 1), ("c", 2), ("d", 3)]), ("anna", "1", "u", [("b", 1), ("d", 2)]))
    )
    assert [output[:2] for output in screen.outputs] == [(("a",), 1), (("c",), 2)]


def test_what_is_not_there_is_refused_with_words() -> None:
    with pytest.raises(InputError, match=r"there is no judge 'anne' .did you mean 'anna'"):
        AnswerFilter(judges=("anne",)).choose(ANSWERS)
    with pytest.raises(InputError, match="none of the 3 answers meets the filter: sources of 9 words or more"):
        AnswerFilter(words=(9, None)).choose(ANSWERS)
    bare = scored(("anna", "1", "a", 4))
    with pytest.raises(InputError, match="without the sources"):
        AnswerFilter(words=(1, 9)).choose(bare)
    with pytest.raises(InputError, match="when it was given"):
        AnswerFilter(since=date(2026, 5, 1)).choose(bare)

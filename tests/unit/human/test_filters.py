"""Filters as values, as text and in words; `contracts/test_filters.py` has what they choose."""

from datetime import date
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from memories import Said, memory_of

from mtassay.errors import InputError
from mtassay.human.filters import (
    Filter,
    FilterColumns,
    parse_day,
    parse_score,
    parse_search,
    parse_words,
    thirds_by_difficulty,
    write_search,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Filter()),
        ("   ", Filter()),
        ("tomorrow morning", Filter(words=("tomorrow", "morning"))),
        ('"at the station" train', Filter(words=("at the station", "train"))),
        ('"not closed', Filter(words=("not closed",))),
        ("score:3", Filter(lowest=3, highest=3)),
        ("score:3-5", Filter(lowest=3, highest=5)),
        ("score:3..5.5", Filter(lowest=3, highest=5.5)),
        ("score:7,5", Filter(lowest=7.5, highest=7.5)),
        ("score:6,5-7,5", Filter(lowest=6.5, highest=7.5)),
        ("score:<3", Filter(below=3)),
        ("score:>2 score:<=5", Filter(above=2, highest=5)),
        ("score:>=8", Filter(lowest=8)),
        ("score:<=2", Filter(highest=2)),
        ("judge:anna", Filter(judge="anna")),
        ('judge:"Anna B."', Filter(judge="Anna B.")),
        ("system:A source:hotel", Filter(system="A", source="hotel")),
        ('document:"a b" difficulty:hard', Filter(document="a b", difficulty="hard")),
        ('"5"" pipe" judge:"""Al"""', Filter(words=('5" pipe',), judge='"Al"')),
        ("is:judged", Filter(judged=True)),
        ("is:unjudged", Filter(judged=False)),
        ("date:2026-05-01", Filter(since=date(2026, 5, 1), until=date(2026, 5, 1))),
        ("date:2026-05-01..", Filter(since=date(2026, 5, 1))),
        ("date:..2026-05-31", Filter(until=date(2026, 5, 31))),
        # no conditions: times, addresses, and what is still being typed
        ("10:30", Filter(words=("10:30",))),
        ("https://example.org", Filter(words=("https://example.org",))),
        ("is:here", Filter(words=("is:here",))),
        ("difficulty:some", Filter(words=("difficulty:some",))),
        ("judge:", Filter()),
        ("train score:", Filter(words=("train",))),
    ],
)
def test_a_search_is_words_and_conditions(text: str, expected: Filter) -> None:
    assert parse_search(text) == expected


@pytest.mark.parametrize(("text", "cure"), [("score:good", "score:<3"), ("date:today", "date:2026-05-01")])
def test_a_condition_that_is_none_is_explained(text: str, cure: str) -> None:
    with pytest.raises(InputError, match=cure):
        parse_search(text)


def test_words_are_what_databases_can_look_for() -> None:
    assert Filter(words=("", "a\0b", "\ud800")).words == ("a\ufffdb", "?")
    assert Filter(source="", judge="").is_everything


@pytest.mark.parametrize(
    ("text", "score"), [("7.5", 7.5), ("7,5", 7.5), (" 10 ", 10.0), ("0", 0.0), ("", None), ("  ", None)]
)
def test_a_score_has_a_point_or_a_comma(text: str, score: float | None) -> None:
    assert parse_score(text) == score


@pytest.mark.parametrize("text", ["11", "-1", "nan", "inf", "1,2,3", "good"])
def test_what_is_no_score_is_explained(text: str) -> None:
    with pytest.raises(InputError, match="is no score; write a number from 0 to 10"):
        parse_score(text)


def test_days() -> None:
    assert parse_day(" 2026-05-01 ") == date(2026, 5, 1)
    assert parse_day("") is None
    with pytest.raises(InputError, match="'today' is no day; write it as 2026-05-01"):
        parse_day("today")


@pytest.mark.parametrize("name", ["lowest", "highest", "above", "below"])
def test_a_score_below_zero_by_its_sign_alone_is_zero(name: str) -> None:
    chosen = Filter(**{name: parse_score("-0")})
    assert "-" not in write_search(chosen)
    assert parse_search(write_search(chosen)) == chosen


def test_the_words_of_a_text() -> None:
    assert parse_words('judge:anna "at the station" "5"""') == ("judge:anna", "at the station", '5"')


@pytest.mark.parametrize(
    ("conditions", "message"),
    [
        ({"lowest": 3.0, "highest": 2.5}, "scores from 3 to 2.5: no score is both; exchange the two"),
        ({"since": date(2026, 1, 2), "until": date(2026, 1, 1)}, "days from 2026-01-02 to 2026-01-01"),
        ({"difficulty": "hart"}, "did you mean 'hard'"),
        ({"lowest": float("nan")}, "nan is no score"),
        ({"below": 11.0}, "11.0 is no score"),
    ],
)
def test_what_means_nothing_is_refused(conditions: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Filter(**conditions)


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        (Filter(), ""),
        (
            Filter(system="A", judge="ann", lowest=2.0, until=date(2026, 3, 1)),
            " of A, judged by ann, scored at least 2, judged until 2026-03-01",
        ),
        (Filter(lowest=1.0, highest=2.5, below=3), " scored from 1 to 2.5, scored below 3"),
        (Filter(words=("a b", "c"), source="d"), " with 'a b', with 'c', with 'd' in the source"),
        (Filter(document="hotel", difficulty="hard"), " of document hotel, of the hardest third of sources"),
        (Filter(judged=False, source_number=4), " of source 4, that nobody scored"),
        (Filter(verdict=(7, "missing"), above=9), " with the verdict missing on item 7, scored above 9"),
    ],
)
def test_in_words(chosen: Filter, words: str) -> None:
    assert chosen.in_words() == words


MEMORY = memory_of(
    [
        Said("s", "a b c", 10, "ann", "A"),
        Said("s", "a b d", 6, "ben", "B"),
        Said("s", "a b c", 8, "ben", "A"),
        Said("t", "Q", 4, "ann", "A"),
        Said("t", "q r", 5, "ben", "B"),
        Said("u", "alone", 5, "cleo", "B"),
    ],
    outputs={"C": [("s", "a b d"), ("t", "Q")]},
)
DAYS = FilterColumns(
    source_numbers=np.array([7, 8, 9]),
    judged_at=np.array(
        [*("2026-05-01T00:00", "2026-05-01T23:59:59.999999", "2026-05-02"), "NaT", "2026-05-03", "2026-05-03"],
        dtype="datetime64[us]",
    ),
    documents={"hotel": {7, 9}},
)


@pytest.mark.parametrize(
    ("chosen", "targets"),
    [
        (Filter(), ["a b c", "a b d", "Q", "q r", "alone"]),
        (Filter(system="A"), ["a b c", "Q"]),
        (Filter(system="C"), ["a b d", "Q"]),
        (Filter(judge="ann"), ["a b c", "Q"]),
        (Filter(words=("q",)), ["Q", "q r"]),
        (Filter(words=("T",)), ["Q", "q r"]),
        (Filter(source="T", words=("R",)), ["q r"]),
        (Filter(lowest=5), ["a b c", "a b d", "q r", "alone"]),
        (Filter(lowest=5, highest=6), ["a b d", "q r", "alone"]),
        (Filter(above=5, below=9), ["a b d"]),
        (Filter(document="hotel"), ["a b c", "a b d", "alone"]),
        (Filter(source_number=8, system="B", judge="ben"), ["q r"]),
        (Filter(until=date(2026, 5, 1)), ["a b c", "a b d"]),
        (Filter(since=date(2026, 5, 2), until=date(2026, 5, 2)), ["a b c"]),
        (Filter(until=date(2026, 5, 1), judge="ann"), ["a b c"]),
        (Filter(until=date.max), ["a b c", "a b d", "q r", "alone"]),
        (Filter(judge="nobody"), []),
        (Filter(system="nobody"), []),
    ],
)
def test_the_mask(chosen: Filter, targets: list[str]) -> None:
    assert [MEMORY.targets[place] for place in np.flatnonzero(chosen.mask(MEMORY, DAYS))] == targets


@pytest.mark.parametrize("word", ["u\u0308ber", "ÜBER", "stra\u00dfe", "STRASSE"])
def test_texts_are_found_whatever_their_form(word: str) -> None:
    memory = memory_of([Said("U\u0308ber die Strasse", "x", 5), Said("y", "über die Straße", 5), Said("z", "uber", 5)])
    assert Filter(words=(word,)).mask(memory).tolist() == [True, True, False]


def test_a_mean_that_carries_rounding_lies_within_its_own_bounds() -> None:
    memory = memory_of([Said("s", "a", 0.1), Said("s", "a", 0.2), Said("s", "a", 0.3)])
    assert Filter(lowest=0.2, highest=0.2).mask(memory).all()
    assert not Filter(above=0.2).mask(memory).any()
    assert not Filter(below=0.2).mask(memory).any()


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        (Filter(system="a"), "there is no system 'a'.*; there are A, B, C"),
        (Filter(judge="cleopatra"), "there is no judge 'cleopatra'"),
        (Filter(document="hotels"), "no document 'hotels' .*'hotel'.*; there are hotel"),
    ],
)
def test_unknown_names_are_refused(chosen: Filter, message: str) -> None:
    with pytest.raises(InputError, match=message):
        chosen.check_names(MEMORY, DAYS)
    Filter(system="C", judge="cleo", document="hotel").check_names(MEMORY, DAYS)


def test_thirds_are_all_judged_sources_the_hardest_first() -> None:
    scores, judged = np.array([5.0, 1.0, np.nan, 5.0 - 1e-12, 9.0, 3.0]), np.array([1, 1, 0, 2, 1, 1])
    # equally hard, however the means are rounded: more translations say it of 40
    assert thirds_by_difficulty([10, 20, 30, 40, 50, 60], scores, judged) == {
        "hard": {20, 60},
        "middle": {40},
        "easy": {10, 50},
    }


names = st.text(min_size=1)
days = st.none() | st.dates(date(1900, 1, 1))
points = st.none() | st.integers(0, 100).map(lambda tenths: tenths / 10) | st.floats(0, 10)


def ordered(bounds: tuple[Any, Any]) -> tuple[Any, Any]:
    return bounds if None in bounds or bounds[0] <= bounds[1] else bounds[::-1]


@given(
    words=st.lists(names, max_size=4),
    judge=st.none() | names,
    system=st.none() | names,
    bounds=st.tuples(points, points).map(ordered),
    above=points,
    below=points,
    span=st.tuples(days, days).map(ordered),
    judged=st.none() | st.booleans(),
)
def test_what_is_written_is_understood_again(words, judge, system, bounds, above, below, span, judged) -> None:
    chosen = Filter(
        words=tuple(words),
        judge=judge,
        system=system,
        lowest=bounds[0],
        highest=bounds[1],
        above=above,
        below=below,
        since=span[0],
        until=span[1],
        judged=judged,
    )
    assert parse_search(write_search(chosen)) == chosen


@given(st.text(max_size=60))
def test_any_text_is_understood_or_explained(text: str) -> None:
    try:
        chosen = parse_search(text)
    except InputError:
        return
    assert parse_search(write_search(chosen)) == chosen

"""What people write into a search field."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay.errors import InputError
from mtassay.store.lists.search import parse_search, write_search
from mtassay.store.lists.selections import Selection


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Selection()),
        ("   ", Selection()),
        ("tomorrow morning", Selection(words=("tomorrow", "morning"))),
        ('"at the station" train', Selection(words=("at the station", "train"))),
        ('"not closed', Selection(words=("not closed",))),
        ("score:3", Selection(lowest=3, highest=3)),
        ("score:3-5", Selection(lowest=3, highest=5)),
        ("score:3..5.5", Selection(lowest=3, highest=5.5)),
        ("score:>=8", Selection(lowest=8)),
        ("score:<=2", Selection(highest=2)),
        ("judge:anna", Selection(judge="anna")),
        ('judge:"Anna B."', Selection(judge="Anna B.")),
        ("system:A source:hotel", Selection(system="A", source="hotel")),
        ("is:judged", Selection(judged=True)),
        ("is:unjudged", Selection(judged=False)),
        ("date:2026-05-01", Selection(since=date(2026, 5, 1), until=date(2026, 5, 1))),
        ("date:2026-05-01..", Selection(since=date(2026, 5, 1))),
        ("date:..2026-05-31", Selection(until=date(2026, 5, 31))),
        # no conditions: times, addresses, and what is still being typed
        ("10:30", Selection(words=("10:30",))),
        ("https://example.org", Selection(words=("https://example.org",))),
        ("is:here", Selection(words=("is:here",))),
        ("judge:", Selection()),
        ("train score:", Selection(words=("train",))),
    ],
)
def test_a_search_is_words_and_conditions(text: str, expected: Selection) -> None:
    assert parse_search(text) == expected


def test_less_is_less_and_more_is_more() -> None:
    below, above = parse_search("score:<3").highest, parse_search("score:>3").lowest
    assert below is not None
    assert above is not None
    assert below < 3 < above


@pytest.mark.parametrize(("text", "cure"), [("score:good", "score:<3"), ("date:today", "date:2026-05-01")])
def test_a_condition_that_is_none_is_explained(text: str, cure: str) -> None:
    with pytest.raises(InputError, match=cure):
        parse_search(text)


names = st.text(st.characters(exclude_categories=("C",), exclude_characters='"'), min_size=1).map(
    lambda text: " ".join(text.split())
)
days = st.none() | st.dates(date(1900, 1, 1))
points = st.none() | st.integers(0, 100).map(lambda tenths: tenths / 10)


@given(
    words=st.lists(names.filter(bool), max_size=4),
    judge=st.none() | names.filter(bool),
    system=st.none() | names.filter(bool),
    lowest=points,
    highest=points,
    since=days,
    until=days,
    judged=st.none() | st.booleans(),
)
def test_what_is_written_is_understood_again(words, judge, system, lowest, highest, since, until, judged) -> None:
    selection = Selection(
        words=tuple(words),
        judge=judge,
        system=system,
        lowest=lowest,
        highest=highest,
        since=since,
        until=until,
        judged=judged,
    )
    assert parse_search(write_search(selection)) == selection


@given(st.text(max_size=60))
def test_any_text_is_understood_or_explained(text: str) -> None:
    try:
        selection = parse_search(text)
    except InputError:
        return
    write_search(selection)

"""Errors that programs mark beside their scores."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay import InputError
from mtassay.corpus.formats.marked_errors import MarkedError, PlacedError, place_errors, read_errors


def test_errors_of_xcomet_are_read_with_their_places() -> None:
    entry = {"errors": [{"text": "fire", "confidence": 0.47, "severity": "minor", "start": 4, "end": 8}]}
    assert read_errors(entry, "x.json, entry 1") == (MarkedError("minor", 4, 8, "fire"),)
    assert read_errors({}, "x.json, entry 1") == ()


def test_errors_of_gemba_are_read_by_severity() -> None:
    answer = {
        "critical": ["no-error"],
        "Major": ['accuracy/addition - "of high-speed rail"', "fluency: “go to the reviews”"],
        "minor": ["style/awkward"],
    }
    assert read_errors({"errors": answer}, "x.jsonl, line 1") == (
        MarkedError("major", text="of high-speed rail", category="accuracy/addition"),
        MarkedError("major", text="go to the reviews", category="fluency"),
        MarkedError("minor", category="style/awkward"),
    )


@pytest.mark.parametrize(
    ("errors", "message"),
    [
        ("major", "errors is 'major'; write a list of errors"),
        (["major"], "an error is 'major'; write it like"),
        ([{"start": 1, "end": 2}], "an error without severity"),
        ([{"severity": "major"}], "neither a place nor a text"),
        ([{"severity": "major", "start": 5, "end": 2}], "from 5 to 2; places are whole numbers"),
        ([{"severity": "major", "start": -1, "end": 2}], "from -1 to 2"),
        ([{"severity": "major", "start": True, "end": 2}], "from True to 2"),
        ([{"severity": "major", "start": 1.5, "end": 2}], "from 1.5 to 2"),
        ([{"severity": "major", "start": 1}], "from 1 to None"),
        ([{"severity": "major", "text": "a", "category": 3}], "category and text of an error are texts"),
        ({"major": "so"}, "the major errors are 'so'; write a list"),
        ({"major": [3]}, "an error is '3'"),
        ([{"severity": "minor", "text": "a"}] * 501, "501 errors in one segment"),
    ],
)
def test_what_is_no_error_is_named(errors: object, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_errors({"errors": errors}, "x.jsonl, line 7")
    assert "x.jsonl, line 7" in str(caught.value)
    assert message in str(caught.value)


def test_places_are_cut_to_the_output_and_to_its_words() -> None:
    marked = [MarkedError("major", 3, 99), MarkedError("minor", 0, 4), MarkedError("minor", 40, 50, "gone")]
    assert place_errors(marked, "The fire.") == [
        PlacedError(0, 3, "minor", "minor"),
        PlacedError(4, 9, "major", "major"),
        PlacedError(0, 0, "minor", "minor, “gone”"),
    ]


def test_words_that_come_twice_are_taken_in_turn() -> None:
    marked = [MarkedError("major", text="the", category="style")] * 3
    placed = place_errors(marked, "the cat and the dog")
    assert [(each.start, each.end, each.words) for each in placed] == [
        (0, 3, "major, style"),
        (12, 15, "major, style"),
        (0, 0, "major, style, “the”"),
    ]


def test_errors_over_each_other_share_their_words() -> None:
    marked = [MarkedError("major", 0, 8), MarkedError("minor", 4, 12), MarkedError("minor", 5, 7)]
    assert [(each.start, each.end) for each in place_errors(marked, "one two three four")] == [(0, 7), (7, 12)]


ERRORS = st.lists(
    st.builds(
        lambda start, length, text: {"severity": "major", "start": start, "end": start + length, "text": text},
        st.integers(0, 40),
        st.integers(0, 40),
        st.text(max_size=5),
    )
)


@given(ERRORS, st.text(max_size=40))
def test_placed_errors_are_in_order_and_apart(errors: list[dict[str, object]], output: str) -> None:
    marked = read_errors(json.loads(json.dumps({"errors": errors})), "x")
    placed = place_errors(marked, output)
    found = [each for each in placed if each.is_placed]
    assert placed == found + [each for each in placed if not each.is_placed]
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert all(0 <= each.start < each.end <= len(output) for each in found)

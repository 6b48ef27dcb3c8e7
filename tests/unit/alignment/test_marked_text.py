"""Differences as a page shows them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay.alignment.marked_text import MarkedText, mark_differences, own_pieces

SIGNS = {"inserted": "+{}+", "deleted": "-{}-", "replaced": "~{}~", "moved": "={}="}
WORDS = st.lists(st.sampled_from(["a", "b", "cat", "会", "議", ",", "काम", "\n"]), max_size=12).map(" ".join)


def drawn(found: MarkedText) -> str:
    return "".join(SIGNS.get(piece.kind, "{}").format(piece.text) for piece in found.pieces)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "wanted"),
    [
        ("a b c", "a b c", "a b c"),
        ("a  b", "a b", "a  b"),
        ("", "", ""),
        ("", "a b", "-a b-"),
        ("a b", "", "+a b+"),
        ("a x c", "a b c", "a ~x~ c"),
        ("a c", "a b c", "a -b- c"),
        ("a b c", "a c", "a +b+ c"),
        ("one word between", "two word among", "~one word between~"),
        ("c d a b", "a b c d", "=c d= a b"),
        ("It is late, go.", "It is late; go!", "It is late~, go.~"),
        ("अपीलकर्ता को साबित करना", "अपीलकर्ता को सिद्ध करना", "अपीलकर्ता को ~साबित~ करना"),
        ("I would like tea.", "I'd like tea.", "~I~ +would+ like tea."),
        ("I'd like tea.", "I would like tea.", "~I'd~ -would- like tea."),
        ("He would not go", "He wouldn\u2019t go", "He ~would~ +not+ go"),
        ("It is the man", "IT'S the man", "~It~ +is+ the man"),
        ("O'Brien is here", "O Brien is here", "~O'Brien~ -Brien- is here"),
        ("a z c", "a -b c", "a ~z~ -b- c"),
        ("a black cat", "a 2blackcats7 e cat", "a ~black~ -e- cat"),
        ("会議には間に合いません。", "三時の会議には間に合いません。", "-三時の-会議には間に合いません。"),
        (
            "Then we take the flight at twenty past seven, we are still before nine in Hanover.",
            "Then let us take the flight at twenty past seven; we will be in Hanover before nine.",
            "Then ~we~ -us- take the flight at twenty past seven~, we are still~ =before nine= in Hanover.",
        ),
    ],
)
def test_differences_read_well(hypothesis: str, reference: str, wanted: str) -> None:
    assert drawn(mark_differences(hypothesis, reference)) == wanted


@given(WORDS, WORDS)
def test_without_what_is_deleted_the_hypothesis_is_left(hypothesis: str, reference: str) -> None:
    found = mark_differences(hypothesis, reference)
    kept = "".join(piece.text for piece in found.pieces if piece.kind != "deleted")
    assert "".join(kept.split()) == "".join(hypothesis.split())
    if not found.deleted:
        assert kept == hypothesis


@given(WORDS, WORDS)
def test_numbers_say_what_pieces_show(hypothesis: str, reference: str) -> None:
    found = mark_differences(hypothesis, reference)
    kinds = {piece.kind for piece in found.pieces}
    assert ("deleted" in kinds) == (found.deleted > 0)
    assert ("inserted" in kinds) == (found.inserted > 0)
    assert ("replaced" in kinds) == (found.replaced > 0)
    assert ("moved" in kinds) == (found.moves > 0)
    assert found.is_equal == (kinds <= {"equal"})
    assert not found.is_equal or "".join(hypothesis.split()) == "".join(reference.split())


@given(WORDS)
def test_a_text_is_equal_to_itself(text: str) -> None:
    assert mark_differences(text, text).is_equal


def test_very_long_texts_are_replaced_as_a_whole() -> None:
    found = mark_differences("a " * 5000, "b " * 5000)
    assert (found.replaced, found.inserted, found.deleted, found.moves) == (5000, 0, 0, 0)


@given(WORDS, WORDS)
def test_the_own_pieces_are_the_hypothesis_to_the_letter(hypothesis: str, reference: str) -> None:
    pieces = own_pieces(mark_differences(hypothesis, reference), hypothesis)
    assert "".join(piece.text for piece in pieces) == hypothesis
    assert all(piece.kind != "deleted" for piece in pieces)

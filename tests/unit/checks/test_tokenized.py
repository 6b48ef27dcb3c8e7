"""Tokens beside text."""

import pytest
from found import example, found

TEXT = example("dialogues/reference-a.en.txt")
TOKENS = [text.replace(",", " ,").replace(".", " .").replace("?", " ?") for text in TEXT]


def test_tokenized_output_is_found() -> None:
    assert len(found("tokenized", TOKENS, TEXT)["new"]) > 100


def test_tokenized_references_are_found() -> None:
    assert list(found("tokenized", TEXT, TOKENS)) == ["references"]


def test_alike_is_none() -> None:
    assert found("tokenized", TEXT, TEXT) == {}
    assert found("tokenized", TOKENS, TOKENS) == {}
    assert found("tokenized", TOKENS[:3] + TEXT[3:], TEXT) == {}


def test_without_references_sources_say_what_is_usual() -> None:
    assert list(found("tokenized", TOKENS, sources=TEXT)) == ["new"]
    assert found("tokenized", TEXT, sources=TOKENS) == {}


@pytest.mark.parametrize("piece", ["un@@ known", "▁un known", "un ##known"])
def test_a_single_piece_of_a_word_is_found(piece: str) -> None:
    assert found("tokenized", [*TEXT[1:], piece], TEXT) == {"new": {len(TEXT): ""}}


def test_french_puts_spaces_before_some_marks() -> None:
    assert found("tokenized", ["Vraiment ? Oui !"] * 9, ["Vraiment? Oui!"] * 9) == {}

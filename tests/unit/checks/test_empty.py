"""Segments without text."""

import pytest
from found import found


@pytest.mark.parametrize("nothing", ["", " ", "\t\u3000", "\u200b\ufeff", "\u200f"])
def test_what_cannot_be_seen_is_nothing(nothing: str) -> None:
    assert found("empty", ["a", nothing]) == {"new": {2: ""}}


def test_a_single_mark_is_text() -> None:
    assert found("empty", [".", "-", "0"], ["a", "b", "c"]) == {}


def test_references_and_sources_are_looked_at_too() -> None:
    expected = {"references": {2: ""}, "sources": {3: ""}}
    assert found("empty", ["a", "b", "c"], [["a"], ["b", " "], ["c"]], ["a", "b", ""]) == expected


def test_where_the_source_is_empty_nothing_is_missing() -> None:
    assert found("empty", ["", "b"], ["", "b"], ["", "b"]) == {"sources": {1: ""}}

"""Texts as the script of a report reads them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts

from mtassay.alignment.words import split_words
from mtassay.reports.page.held_texts import hold_texts


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", ""),
        (" \n", " \n"),
        ("Don't go, please.", "Don't go\x1f, please\x1f."),
        ("東京は 3,000", "東\x1f京\x1fは 3,000"),
        ("ab\u200bc.", "ab\u200bc\x1f."),
        ("(🙂)", "(\x1f🙂\x1f)"),
        ("a\x1eb \x1f", "a\x1f\ufffd\x1fb \ufffd"),
    ],
)
def test_a_mark_stands_where_words_touch(text: str, wanted: str) -> None:
    assert hold_texts([text]) == [wanted]


@given(st.lists(texts | st.text("a,.中\u0301\u200b \x1e\x1f\x1d🙂", max_size=8), max_size=5))
def test_words_are_what_stands_between_white_space_and_marks(several: list[str]) -> None:
    for text, held in zip(several, hold_texts(several), strict=True):
        clean = re.sub("[\x1e\x1f]", "\ufffd", text)
        assert held.replace("\x1f", "") == clean
        words = held.replace("\u200b", " ").split()  # U+001F is white space to Python
        assert words == split_words(clean).texts
        assert not re.search(r"[^\S\x1f]\x1f|\x1f\s|^\x1f|\x1f$", held), "a mark stands between two words alone"


def test_the_end_of_a_text_touches_no_other() -> None:
    assert hold_texts(["ab", "", " cd", "!"]) == ["ab", "", " cd", "!"]
    assert hold_texts(["a", ".b"]) == ["a", ".\x1fb"]

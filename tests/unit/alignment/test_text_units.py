"""Words, and characters of scripts without spaces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay.alignment.text_units import join_words, split_word, with_spaces
from mtassay.alignment.words import split_words


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("we meet at ten", "we|meet|at|ten"),
        ("Größe, naïve", "Größe,|naïve"),
        ("e\u0301tude", "e\u0301tude"),
        ("我用Windows。", "我|用|Windows|。"),
        ("ガギグ は", "ガ|ギ|グ|は"),
        ("\u304b\u3099き", "\u304b\u3099|き"),
        ("วันนี้", "วั|น|นี้"),
        ("오늘은 날씨가", "오늘은|날씨가"),
        ("𠮷野家", "𠮷|野|家"),
        ("ok😀 आज मौसम", "ok😀|आज|मौसम"),
        ("", ""),
    ],
)
def test_words_and_characters(text: str, units: str) -> None:
    expected = units.split("|") if units else []
    assert [unit for word in text.split() for unit in split_word(word)] == expected
    assert with_spaces([text])[0].split() == expected


@given(st.text())
def test_nothing_is_lost(text: str) -> None:
    assert "".join("".join(split_word(word)) for word in text.split()) == "".join(text.split())
    assert "".join(with_spaces([text])[0].split()) == "".join(text.split())


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("I'm going to", "I'm going to"),
        ("東京へ行く。", "東京へ行く。"),
        ("iPhone を 3 台", "iPhoneを3台"),
        ("กินข้าว", "กินข้าว"),
        ("한국어 문장", "한국어 문장"),
        ("Zürich ist", "Zürich ist"),
        ("", ""),
    ],
)
def test_words_are_joined_as_they_are_written(text: str, joined: str) -> None:
    assert join_words(split_words(text).texts) == joined

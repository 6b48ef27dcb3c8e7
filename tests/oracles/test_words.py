"""The words that native code finds are those of a pattern that states the rule, and their numbers those of a dict."""

import itertools
import re

import regex
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts

from mtassay._native import Segments, Splitting, WordIndex, word_spans
from mtassay.alignment.text_units import BLOCKS_WITHOUT_SPACES

_BLOCKS = "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in BLOCKS_WITHOUT_SPACES)
_LONE = rf"[[\p{{L}}&&[{_BLOCKS}]]--\p{{Latin}}]"
_LETTER = rf"[\p{{L}}--{_LONE}]"
_RUN = rf"[{_LETTER}\p{{M}}\p{{N}}]"
_JOINER = r"[\u200c\u200d\u00ad]"
_MARKS = rf"(?:{_JOINER}*\p{{M}})*"
_WORD = regex.compile(
    rf"{_RUN}(?:{_JOINER}*{_RUN}"
    rf"|(?<={_LETTER}{_MARKS})['’.:·](?={_LETTER})"
    rf"|(?<=\p{{N}}{_MARKS})['’.,;](?=\p{{N}}))*"
    rf"|.{_MARKS}",
    regex.VERSION1 | regex.DOTALL,
)

_pieces = st.sampled_from(
    [
        *"ab5½.,;:·'’-! \t\u00a0\u3000中ーぁกเ٣ＡｶЯ가🙂\U00020000\U0001e800\U000e0100",
        *"\u0301\u0e34\ufe0f\u0903\u200d\u200c\u00ad\u200b",
        "don't",
        "3,000",
        "e\u0301'",
        "क्\u200dष",
    ]
)
_mixed = st.lists(_pieces, max_size=12).map("".join)


def split_slowly(text: str) -> list[tuple[int, int]]:
    """Begin and end of each word."""
    return [
        (chunk.start() + word.start(), chunk.start() + word.end())
        for chunk in re.finditer(r"[^\s\u200b]+", text)
        for word in _WORD.finditer(chunk[0])
    ]


def spans_of(lines: list[str], splitting: Splitting) -> list[list[tuple[int, int]]]:
    starts, spans = word_spans(Segments(lines), splitting)
    assert starts.shape == (len(lines) + 1,)
    assert spans.shape == (starts[-1], 2)
    return [[(begin, end) for begin, end in spans[first:last].tolist()] for first, last in itertools.pairwise(starts)]


@given(st.lists(texts | _mixed, max_size=4))
def test_words_stand_where_the_pattern_finds_them(lines: list[str]) -> None:
    assert spans_of(lines, Splitting.UNICODE) == [split_slowly(line) for line in lines]


@given(st.lists(texts | _mixed, max_size=4))
def test_what_stands_between_white_space(lines: list[str]) -> None:
    assert spans_of(lines, Splitting.SPACE) == [[word.span() for word in re.finditer(r"\S+", line)] for line in lines]


def test_every_character_among_letters_and_numbers() -> None:
    """Of scripts, punctuation marks and joiners none is forgotten; further up there are ideographs and private ones."""
    numbers = [*range(0xD800), *range(0xE000, 0x20100), *range(0xE0000, 0xE0200)]
    lines = [f"a{character}b 1{character}2 中{character}\u0301" for character in map(chr, numbers)]
    assert spans_of(lines, Splitting.UNICODE) == [split_slowly(line) for line in lines]


@given(
    st.lists(st.lists(texts | _mixed, max_size=3), max_size=5), st.sampled_from([Splitting.UNICODE, Splitting.SPACE])
)
def test_numbers_of_words_across_batches(batches: list[list[str]], splitting: Splitting) -> None:
    index, expected = WordIndex(splitting), dict[str, int]()
    for batch in batches:
        numbers, starts = index.add(Segments(batch))
        for place, (line, spans) in enumerate(zip(batch, spans_of(batch, splitting), strict=True)):
            words = [line[begin:end] for begin, end in spans]
            wanted = [expected.setdefault(word, len(expected)) for word in words]
            assert numbers[starts[place] : starts[place + 1]].tolist() == wanted
        assert len(numbers) == starts[-1]
    assert index.words() == list(expected)
    assert len(index) == len(expected)


def test_numbers_of_very_many_words() -> None:
    index = WordIndex(Splitting.UNICODE)
    for start in range(0, 300_000, 50_000):
        numbers, _ = index.add(Segments([f"number{number * 7919}" for number in range(start, start + 60_000)]))
        assert numbers.tolist() == list(range(start, start + 60_000))
    assert index.words()[::1000] == [f"number{number * 7919}" for number in range(0, 310_000, 1000)]

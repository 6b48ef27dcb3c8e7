"""What edits are counted in: words, and single characters where a script has no spaces between words."""

import re
import unicodedata
from collections.abc import Sequence

# Blocks of scripts without spaces, and the punctuation that stands in them. Korean has spaces, so it is not among them.
# native/generate_unicode_tables.py reads them too: the letters in them are the words that native/words.cpp keeps apart.
BLOCKS_WITHOUT_SPACES = (
    (0x0E01, 0x0EFF),  # Thai, Lao
    (0x0F00, 0x109F),  # Tibetan, Burmese
    (0x1780, 0x17FF),  # Khmer
    (0x1980, 0x19DF),  # Tai Lue
    (0x1A20, 0x1AAD),  # Tai Tham
    (0x1B00, 0x1B7F),  # Balinese
    (0x2E80, 0x312F),  # radicals, punctuation, kana, Bopomofo
    (0x31C0, 0x9FFF),  # strokes, small kana, Chinese characters
    (0xA000, 0xA4CF),  # Yi
    (0xA980, 0xA9FF),  # Javanese, more Burmese
    (0xAA60, 0xAADF),  # more Burmese, Tai Viet
    (0xF900, 0xFAFF),  # more Chinese characters
    (0xFE30, 0xFE4F),  # vertical punctuation
    (0xFF01, 0xFF9F),  # full-width forms, half-width kana
    (0x20000, 0x3FFFF),  # yet more Chinese characters
)
_LAST_WITH_MARKS = 0xFFFF
_CHARACTERS = "".join(f"{chr(first)}-{chr(last)}" for first, last in BLOCKS_WITHOUT_SPACES)
# accents, vowels and tones that stand on a letter are part of it; variants are chosen by the last ones
_MARKS = (
    "".join(
        chr(number)
        for first, last in BLOCKS_WITHOUT_SPACES
        if last <= _LAST_WITH_MARKS
        for number in range(first, last + 1)
        if unicodedata.category(chr(number)).startswith("M")
    )
    + "\ufe00-\ufe0f\U000e0100-\U000e01ef"
)
_UNIT = re.compile(f"[{_CHARACTERS}][{_MARKS}]*")
_NO_BLANK = re.compile(f"(?<=[{_CHARACTERS}{_MARKS}]) | (?=[{_CHARACTERS}])")


def split_word(word: str) -> list[str]:
    """What stands between two spaces, in units."""
    if word.isascii():
        return [word]
    return [unit for unit in _UNIT.sub(" \\g<0> ", word).split(" ") if unit]


def with_spaces(texts: Sequence[str]) -> Sequence[str]:
    """The texts with spaces between all units; the texts themselves, where they have spaces already."""
    return [text if text.isascii() else _UNIT.sub(" \\g<0> ", text) for text in texts]


def join_words(words: Sequence[str]) -> str:
    """Words that were split by letters, as people write them: with blanks but beside scripts that have none.

    >>> join_words(["going", "to"]), join_words(["東", "京", "へ"])
    ('going to', '東京へ')
    """
    joined = " ".join(words)
    return joined if joined.isascii() else _NO_BLANK.sub("", joined)

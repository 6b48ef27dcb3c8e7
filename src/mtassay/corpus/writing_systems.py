"""Which writing system texts are in, where that decides how words are found: scripts without spaces, and Korean."""

import re
from collections.abc import Sequence
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from mtassay.corpus.language_codes import is_known_language


class WritingSystem(Enum):
    """One in which words are not simply what stands between spaces; the value is what people call it."""

    CHINESE = "Chinese"
    JAPANESE = "Japanese"
    KOREAN = "Korean"
    THAI = "Thai"
    LAO = "Lao"
    TIBETAN = "Tibetan"
    BURMESE = "Burmese"
    KHMER = "Khmer"
    TAI_LUE = "Tai Lue"
    TAI_THAM = "Tai Tham"
    TAI_VIET = "Tai Viet"
    BALINESE = "Balinese"
    JAVANESE = "Javanese"

    @property
    def has_spaces(self) -> bool:
        """Whether there are spaces between its words, or phrases as short as words."""
        return self is WritingSystem.KOREAN


# by codes of ISO 639-1 and 639-3
_LANGUAGES = {
    WritingSystem.CHINESE: "zh zho chi cmn yue wuu lzh nan hak gan hsn cdo",
    WritingSystem.JAPANESE: "ja jpn",
    WritingSystem.KOREAN: "ko kor",
    WritingSystem.THAI: "th tha",
    WritingSystem.LAO: "lo lao",
    WritingSystem.TIBETAN: "bo bod tib dz dzo",
    WritingSystem.BURMESE: "my mya bur",
    WritingSystem.KHMER: "km khm",
}
_OF_LANGUAGE = {code: system for system, codes in _LANGUAGES.items() for code in codes.split()}

UNDETERMINED = "und"
"""The code of ISO 639 for a language that is not known, and is not to be recognised by its letters either."""

_HAN, _KANA = "han", "kana"
# Letters of one kind from the first code point to the last. What lies between is of no such script: letters from
# U+00C0 on, as a rule, whose words have spaces between them.
_RANGES: tuple[tuple[int, int, str | WritingSystem], ...] = (
    (0x0E01, 0x0E5B, WritingSystem.THAI),
    (0x0E80, 0x0EFF, WritingSystem.LAO),
    (0x0F00, 0x0FFF, WritingSystem.TIBETAN),
    (0x1000, 0x109F, WritingSystem.BURMESE),
    (0x1100, 0x11FF, WritingSystem.KOREAN),
    (0x1780, 0x17FF, WritingSystem.KHMER),
    (0x1980, 0x19DF, WritingSystem.TAI_LUE),
    (0x1A20, 0x1AAD, WritingSystem.TAI_THAM),
    (0x1B00, 0x1B7F, WritingSystem.BALINESE),
    (0x3005, 0x3007, _HAN),
    (0x3041, 0x309F, _KANA),
    (0x30A1, 0x30FA, _KANA),
    (0x30FC, 0x30FF, _KANA),
    (0x3105, 0x312F, _HAN),  # Bopomofo, which stands beside Chinese
    (0x3131, 0x318E, WritingSystem.KOREAN),
    (0x31F0, 0x31FF, _KANA),
    (0x3400, 0x4DBF, _HAN),
    (0x4E00, 0x9FFF, _HAN),
    (0xA980, 0xA9DF, WritingSystem.JAVANESE),
    (0xA9E0, 0xA9FE, WritingSystem.BURMESE),
    (0xAA60, 0xAA7F, WritingSystem.BURMESE),
    (0xAA80, 0xAADF, WritingSystem.TAI_VIET),
    (0xAC00, 0xD7A3, WritingSystem.KOREAN),
    (0xF900, 0xFAFF, _HAN),
    (0xFF66, 0xFF9D, _KANA),
    (0x20000, 0x3FFFF, _HAN),
)
_STARTS = np.array([first for first, _, _ in _RANGES], np.uint32)
_ENDS = np.array([last for _, last, _ in _RANGES], np.uint32)
_LOWEST = int(_STARTS[0])
# About as many of its characters as make a word: "我喜欢 Microsoft Windows" is Chinese, though most letters are Latin.
_CHARACTERS_OF_A_WORD: dict[str | WritingSystem, float] = {_HAN: 1.0, _KANA: 2.0, WritingSystem.KOREAN: 2.5}
_USUAL_CHARACTERS = 5.0
# Chinese has a の in a brand here and there; Japanese is about half kana, headlines less.
_LEAST_KANA = 0.1
# Korean of old, and of laws, writes its nouns in Chinese characters; endings and particles are always hangul.
_LEAST_HANGUL = 0.1
# names of tags and addresses are Latin letters in whatever language they stand
_NO_WORDS = re.compile(r"<[^<>]*>|(?:https?://|www\.)[!-~]+")
# The mean length of words between spaces; Thai has spaces of its own between phrases, which are longer.
_LONGEST_SEGMENTED = 5
# What a file is written in is seen from some of it, wherever that stands.
_MOST_TEXTS = 256
_MOST_CHARACTERS = 256
_MOST_WITH_TAGS = 2048


def writing_system_of(language: str) -> WritingSystem | None:
    """That of a language by its code, such as `zh-CN`; None where words are what stands between spaces."""
    return _OF_LANGUAGE.get(_without_region(language))


def has_known_writing(language: str) -> bool:
    """Whether the code says how the language is written; `und` says that nobody is to guess."""
    code = _without_region(language)
    return code == UNDETERMINED or code in _OF_LANGUAGE or is_known_language(code)


def _without_region(language: str) -> str:
    return re.split("[-_]", language.lower())[0]


def recognise_writing_system(texts: Sequence[str]) -> WritingSystem | None:
    """The one in which most words of the texts are written, by a look at some of them; None for all that has spaces."""
    sample = "\n".join(_sample(texts))
    if sample.isascii():
        return None
    points = np.frombuffer(sample.encode("utf-32-le", "surrogatepass"), np.uint32)
    if not (points >= _LOWEST).any():
        return None
    kinds = np.searchsorted(_STARTS, points, side="right") - 1
    belongs = (kinds >= 0) & (points <= _ENDS[kinds])
    counts: dict[str | WritingSystem, int] = {}
    for (_, _, kind), count in zip(_RANGES, np.bincount(kinds[belongs], minlength=len(_RANGES)).tolist(), strict=True):
        counts[kind] = counts.get(kind, 0) + count
    return _most_used(counts, _count_runs(_is_other_letter(points) & ~belongs))


def are_segmented(texts: Sequence[str]) -> bool:
    """Whether somebody has put spaces between the words of a script that has none, by a look at some texts."""
    sample = _sample(texts)
    words = [word for text in sample for word in text.split()]
    return len(words) >= 2 * len(sample) and sum(map(len, words)) <= _LONGEST_SEGMENTED * len(words)


def _sample(texts: Sequence[str]) -> list[str]:
    step = -(-len(texts) // _MOST_TEXTS) or 1
    return [_NO_WORDS.sub("", text[:_MOST_WITH_TAGS])[:_MOST_CHARACTERS] for text in texts[::step]]


def _most_used(counts: dict[str | WritingSystem, int], other_words: int) -> WritingSystem | None:
    words: dict[str | WritingSystem, float] = {}
    for kind, count in counts.items():
        place = kind if isinstance(kind, WritingSystem) and kind is not WritingSystem.KOREAN else _HAN
        words[place] = words.get(place, 0) + count / _CHARACTERS_OF_A_WORD.get(kind, _USUAL_CHARACTERS)
    most = max(words, key=lambda kind: words[kind])
    if not words[most] or words[most] < other_words:
        return None
    if isinstance(most, WritingSystem):
        return most
    hangul = counts[WritingSystem.KOREAN]
    if hangul > counts[_KANA] and hangul >= _LEAST_HANGUL * (hangul + counts[_HAN]):
        return WritingSystem.KOREAN
    has_kana = counts[_KANA] >= _LEAST_KANA * (counts[_KANA] + counts[_HAN])
    return WritingSystem.JAPANESE if has_kana else WritingSystem.CHINESE


def _is_other_letter(points: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Letters of all other scripts, roughly: what is taken for one by mistake stands beside real ones."""
    folded = points | 0x20
    is_basic = (folded >= ord("a")) & (folded <= ord("z"))
    is_mark = (points >= 0x2000) & (points <= 0x33FF)
    is_wide = (points >= 0xFE00) & (points <= 0xFF65) | (points >= 0x1F000)
    return is_basic | (points >= 0xC0) & ~is_mark & ~is_wide


def _count_runs(mask: NDArray[np.bool_]) -> int:
    return int(np.count_nonzero(mask[1:] & ~mask[:-1])) + int(mask[:1].sum())

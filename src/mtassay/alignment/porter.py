"""Porter's stemmer of English as he later amended it, which is the one of the TERp program.

The stemmer `porter` of Snowball is the one of the paper of 1980. Here `-bli` becomes `-ble`, `-logi` becomes `-log`:
"possibly" goes with "possible", "technology" with "technological".
"""

from collections.abc import Sequence
from functools import lru_cache

_SECOND = (
    *(("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("bli", "ble")),
    *(("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"), ("ation", "ate")),
    *(("ator", "ate"), ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al")),
    *(("iviti", "ive"), ("biliti", "ble"), ("logi", "log")),
)
_THIRD = (
    *(("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", "")),
)
_LAST = (
    *("al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "sion", "tion", "ou", "ism"),
    *("ate", "iti", "ous", "ive", "ize"),
)


def porter_stems(words: Sequence[str]) -> list[str]:
    """The stem of each word; words are in lower case."""
    return [_stem(word) for word in words]


@lru_cache(maxsize=1 << 17)
def _stem(word: str) -> str:
    if len(word) < 3:
        return word
    word = _without_e(_without_last(_replaced(_replaced(_final_i(_without_plural_and_tense(word)), _SECOND), _THIRD)))
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word


def _sounds(word: str) -> str:
    """A letter for each letter: c for a consonant, v for a vowel."""
    sounds = ""
    for letter in word:
        is_vowel = letter in "aeiou" or (letter == "y" and sounds.endswith("c"))
        sounds += "v" if is_vowel else "c"
    return sounds


def _measure(word: str) -> int:
    """How often consonants follow vowels."""
    return _sounds(word).count("vc")


def _is_short(word: str) -> bool:
    """Whether it ends in consonant, vowel, consonant, as in "hop" but not in "snow"."""
    return _sounds(word)[-3:] == "cvc" and word[-1] not in "wxy"


def _without_plural_and_tense(word: str) -> str:
    if word.endswith(("sses", "ies")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for ending in ("ed", "ing"):
        if word.endswith(ending):
            bare = word[: -len(ending)]
            return _mended(bare) if "v" in _sounds(bare) else word
    return word


def _mended(bare: str) -> str:
    """What is left of "-ed" and "-ing", with the e that it had."""
    if bare.endswith(("at", "bl", "iz")):
        return bare + "e"
    if len(bare) > 1 and bare[-1] == bare[-2] and _sounds(bare)[-1] == "c":
        return bare if bare[-1] in "lsz" else bare[:-1]
    return bare + "e" if _measure(bare) == 1 and _is_short(bare) else bare


def _final_i(word: str) -> str:
    return word[:-1] + "i" if word.endswith("y") and "v" in _sounds(word[:-1]) else word


def _replaced(word: str, endings: Sequence[tuple[str, str]]) -> str:
    for ending, other in endings:
        if word.endswith(ending):
            bare = word[: -len(ending)]
            return bare + other if _measure(bare) > 0 else word
    return word


def _without_last(word: str) -> str:
    for ending in _LAST:
        if word.endswith(ending):
            bare = word[: -3 if ending in ("sion", "tion") else -len(ending)]
            return bare if _measure(bare) > 1 else word
    return word


def _without_e(word: str) -> str:
    if not word.endswith("e"):
        return word
    measure = _measure(word[:-1])
    return word[:-1] if measure > 1 or (measure == 1 and not _is_short(word[:-1])) else word

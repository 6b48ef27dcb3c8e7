"""What tells languages apart, beside the same written out: one trigram and one text after the other."""

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay.checks.mojibake import _MAY_BE_LOST, _tell_lost
from mtassay.checks.text.profiles import Profile, Surprise, average, trigrams

_SIZE, _SMOOTHING = 1 << 16, 0.1

texts = st.lists(st.text("aeiou xyzÄß.,жи漢字\n1", max_size=30), min_size=1, max_size=8)


def counters(text: str) -> list[int]:
    """The counter of the trigram around each letter of a text."""
    letters = [ord(character) if character.isalpha() else 0 for character in f" {text.lower()} "]
    mixed = (
        (before * 0x9E3779B1) ^ (letter * 0x85EBCA6B) ^ (after * 0xC2B2AE35)
        for before, letter, after in zip(letters, letters[1:], letters[2:], strict=False)
    )
    return [number % (1 << 32) >> 16 for number, letter in zip(mixed, letters[1:], strict=False) if letter]


def slow_means(known: Sequence[str], new: Sequence[str], own: int) -> list[float]:
    counts = Counter(one for text in known for one in counters(text))
    size = sum(counts.values()) + _SMOOTHING * _SIZE
    bits = [[-math.log2((max(counts[one] - own, 0) + _SMOOTHING) / size) for one in counters(text)] for text in new]
    return [sum(one) / max(len(one), 1) for one in bits]


@pytest.mark.parametrize("own", [0, 1])
@given(texts, texts)
def test_the_surprise_of_texts_is_the_mean_of_their_trigrams(own: int, known: list[str], new: list[str]) -> None:
    surprise = Surprise(Profile(trigrams(known)), without_own=bool(own))
    letters, (means, by_table) = average(trigrams(new), len(new), surprise, surprise.table)
    assert letters.tolist() == [len(counters(text)) for text in new]
    assert means == pytest.approx(slow_means(known, new, own))
    assert np.array_equal(means, by_table)


def test_a_profile_of_several_blocks_counts_all_of_them() -> None:
    known = [f"{word} and {word} again" for word in ("one", "two", "three", "four") for _ in range(300)]
    means = average(trigrams(known), len(known), Surprise(Profile(trigrams(known)))).means[0]
    assert means == pytest.approx(slow_means(known, known, 0))


@given(st.text("ab?? ?/=1Ä", max_size=12))
def test_a_plain_search_misses_no_lost_letter(text: str) -> None:
    assert _MAY_BE_LOST.search(text) or not _tell_lost(text)

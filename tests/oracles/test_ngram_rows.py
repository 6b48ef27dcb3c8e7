"""Fast rows equal obvious ones: Counters, on text that crosses every switch of the native code."""

import random
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from mtassay._native import ReferenceLength, Segments, Tokenization, character_overlap_rows, word_overlap_rows


def ngrams(symbols: Sequence[str], order: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(symbols[i : i + order]) for i in range(len(symbols) - order + 1))


def obvious_words(hypothesis: str, references: list[str], max_order: int) -> list[float]:
    words = hypothesis.split()
    lengths = [len(reference.split()) for reference in references]
    matches = []
    for order in range(1, max_order + 1):
        most: Counter[tuple[str, ...]] = Counter()
        for reference in references:
            most |= ngrams(reference.split(), order)
        matches.append((ngrams(words, order) & most).total())
    totals = [max(0, len(words) - order + 1) for order in range(1, max_order + 1)]
    closest = min(lengths, key=lambda length: (abs(length - len(words)), length))
    return [len(words), closest, *matches, *totals]


def obvious_characters(hypothesis: str, reference: str, max_order: int) -> list[float]:
    ours, theirs = "".join(hypothesis.split()), "".join(reference.split())
    row: list[float] = []
    for order in range(1, max_order + 1):
        in_reference = ngrams(theirs, order)
        in_hypothesis = ngrams(ours, order)
        row += [
            in_hypothesis.total() if in_reference else 0,
            in_reference.total(),
            (in_hypothesis & in_reference).total(),
        ]
    return row


def make_text(rng: random.Random, alphabet: int, length: int) -> str:
    return "".join(chr(0x4E00 + rng.randrange(alphabet)) if rng.random() < 0.9 else " " for _ in range(length))


# 1023 and 1024: six characters just fit into a key, or just do not; 40000: counts beyond 16 bits
@pytest.mark.parametrize("alphabet", [1, 3, 60, 1022, 1023, 1024, 5000])
@pytest.mark.parametrize("length", [0, 1, 7, 300, 40_000])
def test_characters(alphabet: int, length: int) -> None:
    rng = random.Random(alphabet * length)
    hypothesis = make_text(rng, alphabet, length)
    reference = hypothesis[: length // 2] + make_text(rng, alphabet, length // 2)
    for order in (1, 6, 9):
        got = character_overlap_rows(
            Segments([hypothesis]), Segments([reference]), np.array([0, 1]), order, 0, False, 1
        )
        assert got[0].tolist() == obvious_characters(hypothesis, reference, order)


@pytest.mark.parametrize("vocabulary", [1, 2, 50, 40_000])
@pytest.mark.parametrize("length", [0, 1, 3, 4, 500, 20_000])
@pytest.mark.parametrize("count", [1, 2, 5])
def test_words(vocabulary: int, length: int, count: int) -> None:
    rng = random.Random(vocabulary * length + count)
    make = [" ".join(f"w{rng.randrange(vocabulary)}" for _ in range(length)) for _ in range(count + 1)]
    hypothesis, references = make[0], make[1:]
    references[0] = hypothesis[: len(hypothesis) // 2]
    for order in (1, 4, 12):
        got = word_overlap_rows(
            Segments([hypothesis]),
            Segments(references),
            np.array([0, count]),
            Tokenization.NONE,
            order,
            ReferenceLength.CLOSEST,
            1,
        )
        assert got[0].tolist() == obvious_words(hypothesis, references, order)

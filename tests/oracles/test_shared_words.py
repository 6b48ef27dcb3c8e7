"""Shared words, their order and their forms by native code equal the definitions."""

import itertools
import random
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from mtassay._native import Segments, Tokenization, WordForm, shared_word_rows

FORMS: dict[WordForm, Callable[[str], list[str]]] = {
    WordForm.WHOLE: lambda word: [word],
    WordForm.FIRST_FOUR: lambda word: [word[:4]],
    WordForm.LAST_FOUR: lambda word: [word[-4:]],
    WordForm.FIRST_FOUR_LAST_TWO: lambda word: [word[:4] + word[-2:] if len(word) > 4 else word],
    WordForm.PIECES_OF_FOUR: lambda word: [word[i : i + 4] for i in range(0, len(word), 4)],
    WordForm.LONG_ONLY: lambda word: [word] if len(word) >= 4 else [],
}


def ranks(hypothesis: list[str], reference: list[str]) -> list[int]:
    """For each shared word of the hypothesis its place among the shared words of the reference."""
    found = []
    for i, word in enumerate(hypothesis):
        places = [j for j, other in enumerate(reference) if other == word]
        occurrence = hypothesis[:i].count(word)
        if occurrence < len(places):
            found.append(places[occurrence])
    return [sorted(found).index(place) for place in found]


def obvious(hypothesis: list[str], reference: list[str], max_order: int) -> list[float]:
    order = ranks(hypothesis, reference)
    row: list[float] = [len(hypothesis), len(reference)]
    row += [sum(map(len, words)) for words in (hypothesis, reference)]
    row += [sum(len(word) < 4 for word in words) for words in (hypothesis, reference)]
    row += [sum((i - rank) ** 2 for i, rank in enumerate(order))]
    row += [sum(a < b for a, b in itertools.combinations(order, 2))]
    for n in range(1, max_order + 1):
        ours, theirs = (
            Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1)) for words in (hypothesis, reference)
        )
        row.append((ours & theirs).total())
    return row


def shaped(text: str, form: WordForm) -> list[str]:
    return [piece for word in text.split() for piece in FORMS[form](word)]


def make_text(rng: random.Random, vocabulary: int, length: int) -> str:
    letters = "abé中\U00020000"
    words = ["".join(rng.choice(letters) for _ in range(rng.randrange(1, 12))) for _ in range(vocabulary)]
    return " ".join(rng.choice(words) for _ in range(length))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("vocabulary", [1, 3, 300])
@pytest.mark.parametrize("length", [0, 1, 5, 40, 250])
def test_rows(form: WordForm, vocabulary: int, length: int) -> None:
    rng = random.Random(vocabulary * length)
    hypotheses, references, starts = [], [], [0]
    for count in (1, 3, 1, 2):
        hypothesis = make_text(rng, vocabulary, length)
        words = hypothesis.split()
        hypotheses.append(hypothesis)
        for _ in range(count):
            rng.shuffle(words)
            references.append(" ".join(words[: len(words) // 2]) + "  " + make_text(rng, vocabulary, length // 3))
        starts.append(len(references))
    for order in (1, 4, 9):
        got = shared_word_rows(
            Segments(hypotheses), Segments(references), np.array(starts), Tokenization.NONE, form, order, 1
        )
        for segment, hypothesis in enumerate(hypotheses):
            for index in range(starts[segment], starts[segment + 1]):
                expected = obvious(shaped(hypothesis, form), shaped(references[index], form), order)
                assert got[index].tolist() == expected


def test_order_of_a_very_long_text() -> None:
    words = [f"w{number}" for number in range(100_000)]
    got = shared_word_rows(
        Segments([" ".join(words)]),
        Segments([" ".join(reversed(words))]),
        np.array([0, 1]),
        Tokenization.NONE,
        WordForm.WHOLE,
        4,
        1,
    )[0]
    n = len(words)
    assert got[6:].tolist() == [n * (n * n - 1) // 3, 0, n, 0, 0, 0]

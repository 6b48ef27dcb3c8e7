"""Skip n-grams by native code equal all that can be written down for short texts."""

import random
from itertools import combinations

import numpy as np
import pytest

from mtassay._native import Segments, Tokenization, skip_ngram_rows


def obvious(first: list[str], second: list[str], order: int, decay: float) -> float:
    total = 0.0
    for ours in combinations(range(len(first)), order):
        for theirs in combinations(range(len(second)), order):
            if [first[i] for i in ours] == [second[j] for j in theirs]:
                skipped = sum(places[-1] - places[0] + 1 - order for places in (ours, theirs))
                total += decay**skipped
    return total


@pytest.mark.parametrize("order", [1, 2, 3, 4])
@pytest.mark.parametrize("decay", [0.0, 0.3, 0.5, 1.0])
@pytest.mark.parametrize("vocabulary", [1, 2, 5])
def test_rows(order: int, decay: float, vocabulary: int) -> None:
    rng = random.Random(100 * order + vocabulary)
    for _ in range(20):
        left, right = ([f"w{rng.randrange(vocabulary)}" for _ in range(rng.randrange(9))] for _ in range(2))
        hypothesis, reference = Segments([" ".join(left)]), Segments([" ".join(right)])
        got = skip_ngram_rows(hypothesis, reference, np.array([0, 1]), Tokenization.NONE, order, decay, 1)
        expected = [obvious(*texts, order, decay) for texts in ((left, right), (left, left), (right, right))]
        assert got[0].tolist() == pytest.approx(expected, rel=1e-12)


def test_without_gaps_they_are_ngrams_that_nothing_clips() -> None:
    left, right = list("ababc"), list("abcab")
    got = skip_ngram_rows(
        Segments([" ".join(left)]), Segments([" ".join(right)]), np.array([0, 1]), Tokenization.NONE, 2, 0.0, 1
    )
    pairs = [
        [tuple(text[i : i + 2]) == tuple(other[j : j + 2]) for i in range(4) for j in range(4)]
        for text, other in ((left, right), (left, left), (right, right))
    ]
    assert got[0].tolist() == [sum(matches) for matches in pairs]

"""Fast edit rows equal obvious ones, on text that crosses every switch of the native code."""

import random
from collections import Counter

import numpy as np
import pytest

from mtassay._native import EditMeasure, Segments, Tokenization, Unit, edit_rows


def obvious_distance(hypothesis: list[str], reference: list[str]) -> int:
    above = list(range(len(reference) + 1))
    for i, word in enumerate(hypothesis, start=1):
        here = [i]
        for j, other in enumerate(reference, start=1):
            here.append(min(above[j - 1] + (word != other), above[j] + 1, here[-1] + 1))
        above = here
    return above[-1]


def obvious_cover(hypothesis: list[str], reference: list[str]) -> int:
    """The recursion of CDER, written as in the paper: rows are reference words."""
    above = [0] + [1] * len(hypothesis)
    for word in reference:
        here = [above[0] + 1]
        for i, other in enumerate(hypothesis, start=1):
            here.append(min(above[i - 1] + (word != other), here[-1] + 1, above[i] + 1))
        above = [min(cost, min(here) + 1) for cost in here]
    return above[-1] if reference else len(hypothesis)


def measure(hypothesis: list[str], reference: list[str], what: EditMeasure) -> float:
    texts = Segments([" ".join(hypothesis)]), Segments([" ".join(reference)])
    return float(edit_rows(*texts, np.array([0, 1]), Tokenization.NONE, Unit.WORD, what, 1)[0, 0])


# 64 words fill a block of the bit-parallel distance
@pytest.mark.parametrize("length", [0, 1, 5, 63, 64, 65, 128, 129, 400])
@pytest.mark.parametrize("vocabulary", [1, 2, 30])
def test_words(length: int, vocabulary: int) -> None:
    rng = random.Random(length * vocabulary)
    for other_length in (0, length // 2, length, length + 3):
        hypothesis = [f"w{rng.randrange(vocabulary)}" for _ in range(length)]
        reference = [f"w{rng.randrange(vocabulary)}" for _ in range(other_length)]
        assert measure(hypothesis, reference, EditMeasure.DISTANCE) == obvious_distance(hypothesis, reference)
        assert measure(hypothesis, reference, EditMeasure.COVER) == obvious_cover(hypothesis, reference)
        common = (Counter(hypothesis) & Counter(reference)).total()
        assert measure(hypothesis, reference, EditMeasure.BAG) == common


def test_characters_are_those_of_the_single_spaced_line() -> None:
    rng = random.Random(1)
    for _ in range(200):
        lines = ["".join(rng.choice("ab  \u3000é中") for _ in range(rng.randrange(90))) for _ in range(2)]
        spaced = [list(" ".join(line.split())) for line in lines]
        texts = Segments(lines[:1]), Segments(lines[1:])
        row = edit_rows(*texts, np.array([0, 1]), Tokenization.NONE, Unit.CHARACTER, EditMeasure.DISTANCE, 1)[0]
        assert row.tolist() == [obvious_distance(*spaced), len(spaced[0]), len(spaced[1])]

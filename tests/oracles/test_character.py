"""CharacTER equals an obvious twin: every shift of every phrase tried, and its distance computed from the start."""

import random

import numpy as np
import pytest

from mtassay._native import Segments, Tokenization, character_rows

Words = list[str]


def distance(hypothesis: Words | str, reference: Words | str) -> int:
    above = list(range(len(reference) + 1))
    for i, word in enumerate(hypothesis, start=1):
        here = [i]
        for j, other in enumerate(reference, start=1):
            here.append(min(above[j - 1] + (word != other), above[j] + 1, here[-1] + 1))
        above = here
    return above[-1]


def shift(hypothesis: Words, reference: Words) -> Words:
    rate = distance(hypothesis, reference) / len(reference)
    while True:
        gains = [(0.0, hypothesis)]
        for i, word in enumerate(hypothesis):
            for j in (j for j, other in enumerate(reference) if word == other and i != j):
                length = 1
                while hypothesis[i : i + length + 1] == reference[j : j + length + 1] and i + length < len(hypothesis):
                    length += 1
                rest = hypothesis[:i] + hypothesis[i + length :]
                moved = rest[:j] + hypothesis[i : i + length] + rest[j:]
                gains.append((rate - distance(moved, reference) / len(reference), moved))
        gain, best = max(gains)
        if gain <= 0:
            return hypothesis
        hypothesis, rate = best, rate - gain


def shift_cost(original: Words, shifted: Words) -> float:
    cost, start = 0.0, 0
    while start < len(original):
        places = [place for place in range(start, len(shifted)) if shifted[place] == original[start]]
        length = 1
        if places and places[0] > start:
            while places[0] + length < len(shifted) and original[start + length] == shifted[places[0] + length]:
                length += 1
            cost += sum(map(len, original[start : start + length])) / length
        start += length
    return cost


def obvious_character(hypothesis: Words, reference: Words) -> list[float]:
    shifted = shift(hypothesis, reference) if reference else hypothesis
    spelled, wanted = " ".join(shifted), " ".join(reference)
    return [distance(spelled, wanted), shift_cost(hypothesis, shifted), len(spelled), len(wanted)]


def native(hypothesis: str, reference: str) -> list[float]:
    texts = Segments([hypothesis]), Segments([reference])
    row: list[float] = character_rows(*texts, np.array([0, 1]), Tokenization.NONE, 1)[0].tolist()
    return row


# few kinds of words: many ties; from 65 words on a column of costs takes several machine words
@pytest.mark.parametrize(("longest", "vocabulary"), [(6, 2), (12, 3), (12, 30), (25, 12), (75, 40)])
def test_random_words(longest: int, vocabulary: int) -> None:
    rng = random.Random(longest * vocabulary)
    words = [rng.choice("aé中🙂z") * rng.randrange(1, 4) + f"{number:x}" for number in range(vocabulary)]
    for _ in range(100 if longest < 20 else 5):
        reference = [rng.choice(words) for _ in range(rng.randrange(longest))]
        hypothesis = [rng.choice(words) for _ in range(rng.randrange(longest))]
        shuffled = sorted(reference, key=lambda _: rng.random())
        middle = len(reference) // 2
        for text in (hypothesis, shuffled[: longest // 3], reference[middle:] + reference[:middle], []):
            assert native(" ".join(text), " ".join(reference)) == obvious_character(text, reference)


def test_white_space_of_any_kind_separates_words() -> None:
    assert (
        native("\u3000b \t c\u2028a \n", "a  b c") == native("b c a", "a b c") == obvious_character([*"bca"], [*"abc"])
    )


def test_very_long_text() -> None:
    words = [f"w{number}" for number in range(1500)]
    moved = words[1000:] + words[:1000]
    # one shift; what now stands further right are the words w1000 to w1499, of five characters each
    assert native(" ".join(moved), " ".join(words)) == [0, 5, len(" ".join(words)), len(" ".join(words))]
    assert native("a " * 3000, "b " * 2999)[0] == 3001

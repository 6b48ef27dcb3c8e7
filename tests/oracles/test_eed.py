"""EED equals its definition, a cell at a time, to the last bit: rounding decides which place is visited."""

import random

import numpy as np
import pytest

from mtassay._native import Segments, eed_rows

Costs = tuple[float, float, float]
DEFAULT: Costs = (2.0, 0.2, 1.0)


def obvious_eed(hypothesis: str, reference: str, costs: Costs) -> list[float]:
    """Cost and visits, and how long the texts are."""
    jump, deletion, insertion = costs
    padded = f" {hypothesis} "
    visits = [-1] * (len(padded) + 1)
    row = [0.0] + [1.0] * len(padded)
    for wanted in f" {reference} ":
        following = [row[0] + 1.0]
        for i, character in enumerate(padded, start=1):
            ways = (following[-1] + deletion, row[i - 1] + (character != wanted), row[i] + insertion)
            following.append(min(ways))
        lowest = min(following)
        visits[following.index(lowest)] += 1
        row = [min(cost, jump + lowest) for cost in following] if wanted == " " else following
    return [row[-1], sum(count if count >= 0 else 1 for count in visits), len(hypothesis), len(reference)]


def native(hypothesis: str, reference: str, costs: Costs) -> list[float]:
    row: list[float] = eed_rows(Segments([hypothesis]), Segments([reference]), np.array([0, 1]), *costs, 1)[0].tolist()
    return row


def text(rng: random.Random, alphabet: str, length: int) -> str:
    return "".join(rng.choice(alphabet) for _ in range(length))


# rows are computed in blocks of up to six, which a space ends; from 65 characters on some share their memory
ALPHABETS = ["a", "ab ", "abcdefgh  ", "aé中🙂\u3000\t ", "".join(map(chr, range(0x4E00, 0x4EF0))) + " "]


@pytest.mark.parametrize("alphabet", ALPHABETS)
@pytest.mark.parametrize("costs", [DEFAULT, (0.0, 0.0, 0.0), (0.7, 0.1, 0.3), (1 / 3, 1.5, 2.2)])
def test_random_text(alphabet: str, costs: Costs) -> None:
    rng = random.Random(len(alphabet))
    for _ in range(60):
        reference = text(rng, alphabet, rng.randrange(40))
        changed = [text(rng, alphabet, rng.randrange(4)) if rng.random() < 0.2 else c for c in reference]
        other = text(rng, alphabet, rng.randrange(40))
        for hypothesis in ("".join(changed), other, "", reference):
            assert native(hypothesis, reference, costs) == obvious_eed(hypothesis, reference, costs)


@pytest.mark.parametrize("words", [["the", "cat", "sat"], ["internationalization", "a"], ["一", "二"]])
def test_moved_words(words: list[str]) -> None:
    rng = random.Random(1)
    for _ in range(40):
        reference = [rng.choice(words) for _ in range(rng.randrange(15))]
        hypothesis = sorted(reference, key=lambda _: rng.random())
        pair = " ".join(hypothesis), " ".join(reference)
        assert native(*pair, DEFAULT) == obvious_eed(*pair, DEFAULT)


def test_very_long_text() -> None:
    rng = random.Random(2)
    reference = text(rng, "abcdefghij klmno ", 900)
    hypothesis = reference[400:] + reference[:350]
    assert native(hypothesis, reference, DEFAULT) == obvious_eed(hypothesis, reference, DEFAULT)
    assert native(reference, "", DEFAULT) == obvious_eed(reference, "", DEFAULT)
    assert native("", reference, DEFAULT) == obvious_eed("", reference, DEFAULT)

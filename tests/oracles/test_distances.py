"""Fast distances equal obvious ones, on text that crosses every switch of the native code."""

import random
from collections import Counter

import numpy as np
import pytest

from mtassay.alignment.distances.base import distance


def obvious_edits(left: list[str], right: list[str]) -> int:
    above = list(range(len(right) + 1))
    for i, word in enumerate(left, start=1):
        here = [i]
        for j, other in enumerate(right, start=1):
            here.append(min(above[j - 1] + (word != other), above[j] + 1, here[-1] + 1))
        above = here
    return above[-1]


def obvious_cover(hypothesis: list[str], reference: list[str]) -> int:
    """The recursion of CDER: rows are reference words."""
    above = [0] + [1] * len(hypothesis)
    for word in reference:
        here = [above[0] + 1]
        for i, other in enumerate(hypothesis, start=1):
            here.append(min(above[i - 1] + (word != other), here[-1] + 1, above[i] + 1))
        jump = min(here) + 1
        above = [min(cost, jump) for cost in here]
    return above[-1] if reference else len(hypothesis)


def obvious_characters(left: str, right: str, order: int) -> float:
    left, right = "".join(left.split()), "".join(right.split())
    if not left or not right:
        return float(left != right)
    precisions, recalls = [], []
    for n in range(1, min(order, len(left), len(right)) + 1):
        one, other = (Counter(text[i : i + n] for i in range(len(text) - n + 1)) for text in (left, right))
        matches = (one & other).total()
        precisions.append(matches / one.total())
        recalls.append(matches / other.total())
    precision, recall = sum(precisions) / len(precisions), sum(recalls) / len(recalls)
    return 1 - 2 * precision * recall / (precision + recall) if precision + recall else 1.0


def groups_of(words: int, vocabulary: int, seed: int) -> tuple[list[str], np.ndarray]:
    rng = random.Random(seed)
    sizes = [2, 0, 1, 4]
    lines = [
        " ".join(
            rng.choice(["a", "bé", "中"]) * rng.randint(1, 2) + str(rng.randrange(vocabulary)) for _ in range(count)
        )
        for size in sizes
        for count in (rng.choice([0, words // 2, words, words, words + 3]) for _ in range(size))
    ]
    return lines, np.cumsum([0, *sizes])


# 64 words fill a block of edits, 63 one of moves
@pytest.mark.parametrize("words", [1, 5, 60, 63, 64, 65, 127, 128, 200])
@pytest.mark.parametrize("vocabulary", [1, 3, 50])
def test_words(words: int, vocabulary: int) -> None:
    lines, offsets = groups_of(words, vocabulary, words * vocabulary)
    # each Chinese character is a unit of its own
    cut = [line.replace("中", " 中 ").split() for line in lines]
    edits, moves = (distance(name).within(lines, offsets) for name in ("edits", "moves"))
    for row, column, edited, moved in zip(edits.rows, edits.columns, edits.values, moves.values, strict=True):
        assert edited == obvious_edits(cut[row], cut[column])
        assert moved == max(obvious_cover(cut[row], cut[column]), obvious_cover(cut[column], cut[row]))
    assert distance("edits").lengths(lines).tolist() == [len(words) for words in cut]


@pytest.mark.parametrize("order", [1, 2, 6, 32])
def test_characters(order: int) -> None:
    one = distance(f"characters:order={order}")
    for words in (1, 2, 7, 30):
        lines, offsets = groups_of(words, 5, words)
        found = one.within(lines, offsets)
        for row, column, value in zip(found.rows, found.columns, found.values, strict=True):
            assert value == pytest.approx(obvious_characters(lines[row], lines[column], order), abs=1e-12)
        assert one.lengths(lines).tolist() == [len("".join(line.split())) for line in lines]


def test_groups_with_more_pairs_than_are_matched_at_once() -> None:
    rng = random.Random(5)
    lines = ["".join(rng.choice("ab ") for _ in range(rng.randrange(12))) for _ in range(250)]
    found = distance("characters:order=3").within(lines, np.array([0, 250]))
    expected = [obvious_characters(left, right, 3) for left in lines for right in lines]
    assert found.values == pytest.approx(expected, abs=1e-12)


def test_edits_of_characters() -> None:
    lines, offsets = groups_of(9, 4, 1)
    found = distance("edits:unit=character").within(lines, offsets)
    for row, column, value in zip(found.rows, found.columns, found.values, strict=True):
        assert value == obvious_edits(list("".join(lines[row].split())), list("".join(lines[column].split())))

"""Subsequences by native code equal the table of the textbook, and the way back through it."""

import random
import re
from collections import Counter

import numpy as np
import pytest

from mtassay._native import RougeUnit, Segments, rouge_rows


def words_of(text: str) -> list[str]:
    return re.findall("[a-z0-9]+", text)


def table(reference: list[str], hypothesis: list[str]) -> list[list[int]]:
    longest = [[0] * (len(hypothesis) + 1) for _ in range(len(reference) + 1)]
    for i, word in enumerate(reference, start=1):
        for j, other in enumerate(hypothesis, start=1):
            skipped = max(longest[i - 1][j], longest[i][j - 1])
            longest[i][j] = longest[i - 1][j - 1] + 1 if word == other else skipped
    return longest


def places(reference: list[str], hypothesis: list[str]) -> set[int]:
    """The words of the reference in one longest common subsequence, found from the end."""
    longest = table(reference, hypothesis)
    found = set()
    i, j = len(reference), len(hypothesis)
    while i and j:
        if reference[i - 1] == hypothesis[j - 1]:
            i, j = i - 1, j - 1
            found.add(i)
        elif longest[i][j - 1] > longest[i - 1][j]:
            j -= 1
        else:
            i -= 1
    return found


def shared_by_lines(hypothesis: str, reference: str) -> int:
    left = Counter(words_of(hypothesis))
    hits = 0
    for line in map(words_of, reference.split("\n")):
        union = set().union(*(places(line, words_of(other)) for other in hypothesis.split("\n")))
        for i in sorted(union):
            if left[line[i]]:
                left[line[i]] -= 1
                hits += 1
    return hits


def obvious(hypothesis: str, reference: str, unit: RougeUnit, order: int) -> list[float]:
    ours, theirs = words_of(hypothesis), words_of(reference)
    if unit is RougeUnit.SENTENCES:
        return [shared_by_lines(hypothesis, reference), len(ours), len(theirs)]
    if unit is RougeUnit.SUBSEQUENCE:
        return [table(theirs, ours)[-1][-1], len(ours), len(theirs)]
    counts = [Counter(tuple(text[i : i + order]) for i in range(len(text) - order + 1)) for text in (ours, theirs)]
    return [(counts[0] & counts[1]).total(), counts[0].total(), counts[1].total()]


def make_text(rng: random.Random, vocabulary: int, length: int) -> str:
    glue = [" ", " ", " ", "\n", "é", ", ", "\u3000", "\n\n"]
    return "".join(f"w{rng.randrange(vocabulary)}{rng.choice(glue)}" for _ in range(length))


# 64 and 65 words: one block of bits, and two
@pytest.mark.parametrize("unit", [RougeUnit.NGRAM, RougeUnit.SUBSEQUENCE, RougeUnit.SENTENCES])
@pytest.mark.parametrize("vocabulary", [1, 2, 9, 400])
@pytest.mark.parametrize("length", [0, 1, 7, 63, 64, 65, 200])
def test_rows(unit: RougeUnit, vocabulary: int, length: int) -> None:
    rng = random.Random(vocabulary * length)
    hypotheses, references, starts = [], [], [0]
    for count in (1, 2, 3):
        hypothesis = make_text(rng, vocabulary, length)
        hypotheses.append(hypothesis)
        for _ in range(count):
            cut = rng.randrange(len(hypothesis) + 1)
            references.append(hypothesis[cut:] + make_text(rng, vocabulary, rng.randrange(length + 1)))
        starts.append(len(references))
    for order in (1, 2, 9) if unit is RougeUnit.NGRAM else (1,):
        got = rouge_rows(Segments(hypotheses), Segments(references), np.array(starts), unit, order, 1)
        for segment, hypothesis in enumerate(hypotheses):
            for index in range(starts[segment], starts[segment + 1]):
                assert got[index].tolist() == obvious(hypothesis, references[index], unit, order)


def test_very_long_texts() -> None:
    ours = [f"w{n}" for n in range(20_000)]
    theirs = ours[10_000:] + ours[:10_000]
    for unit in (RougeUnit.SUBSEQUENCE, RougeUnit.SENTENCES):
        for gap, expected in ((" ", 10_000), ("\n", 20_000 if unit is RougeUnit.SENTENCES else 10_000)):
            if gap == "\n":
                left, right = ("\n".join(" ".join(t[i : i + 20]) for i in range(0, len(t), 20)) for t in (ours, theirs))
            else:
                left, right = " ".join(ours), " ".join(theirs)
            got = rouge_rows(Segments([left]), Segments([right]), np.array([0, 1]), unit, 1, 1)
            assert got[0].tolist() == [expected, 20_000, 20_000]

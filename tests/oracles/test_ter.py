"""TER and its alignment equal obvious twins: every candidate scored over the whole table."""

import random

import numpy as np
import pytest

from mtassay._native import EditMeasure, Segments, Tokenization, Unit, edit_rows

Words = list[str]
FAR = 10**9


def beam_table(hypothesis: Words, reference: Words) -> list[list[int]]:
    """Edit costs within the beam around the diagonal; cells outside it stay far."""
    ratio = len(reference) / len(hypothesis) if hypothesis else 1.0
    width = 25 if ratio / 2 <= 25 else int(-(-(ratio / 2 + 25) // 1))
    table = [list(range(len(reference) + 1))]
    for i, word in enumerate(hypothesis, start=1):
        diagonal = int(i * ratio // 1)
        stop = len(reference) + 1 if i == len(hypothesis) else min(len(reference) + 1, diagonal + width)
        row = [FAR] * (len(reference) + 1)
        for j in range(max(0, diagonal - width), stop):
            ways = [table[i - 1][j] + 1]
            if j > 0:
                ways += [table[i - 1][j - 1] + (word != reference[j - 1]), row[j - 1] + 1]
            row[j] = min(ways)
        table.append(row)
    return table


def align(hypothesis: Words, reference: Words) -> tuple[list[int], list[bool], list[bool]]:
    """For each reference word the hypothesis word at or before it; which words are wrong."""
    table = beam_table(hypothesis, reference)
    aligned, wrong_h, wrong_r = [0] * len(reference), [False] * len(hypothesis), [False] * len(reference)
    i, j = len(hypothesis), len(reference)
    while i or j:
        wrong = bool(i and j and hypothesis[i - 1] != reference[j - 1])
        if i and j and table[i][j] == table[i - 1][j - 1] + wrong:
            i, j = i - 1, j - 1
            aligned[j], wrong_h[i], wrong_r[j] = i, wrong, wrong
        elif i and table[i][j] == table[i - 1][j] + 1:
            i -= 1
            wrong_h[i] = True
        else:
            j -= 1
            aligned[j], wrong_r[j] = i - 1, True
    return aligned, wrong_h, wrong_r


def shift(words: Words, start: int, length: int, target: int) -> Words:
    block, end = words[start : start + length], start + length
    if target < start:
        return words[:target] + block + words[target:start] + words[end:]
    last = target if target > end else target + length
    return words[:start] + words[end:last] + block + words[last:]


def obvious_ter(hypothesis: Words, reference: Words) -> int:
    if not reference:
        return len(hypothesis)
    words, shifts, tried = hypothesis, 0, 0
    while True:
        before = beam_table(words, reference)[-1][-1]
        aligned, wrong_h, wrong_r = align(words, reference)
        ranked = []
        for start in range(len(words)):
            for first in range(len(reference)):
                for length in range(1, 11):
                    if abs(first - start) > 50 or words[start : start + length] != reference[first : first + length]:
                        break
                    if start + length > len(words) or first + length > len(reference):
                        break
                    inside = start <= aligned[first] < start + length
                    if inside or not any(wrong_h[start : start + length]) or not any(wrong_r[first : first + length]):
                        continue
                    places = [0 if p < 0 else aligned[p] + 1 for p in range(first - 1, first + length)]
                    for place in [p for n, p in enumerate(places) if n == 0 or p != places[n - 1]]:
                        moved = shift(words, start, length, place)
                        gain = before - beam_table(moved, reference)[-1][-1]
                        ranked.append((gain, length, -start, -place, moved))
                        tried += 1
                    if tried >= 1000:
                        return shifts + before
        best = max(ranked, key=lambda candidate: candidate[:4], default=(0, 0, 0, 0, words))
        if best[0] <= 0:
            return shifts + before
        words, shifts = best[4], shifts + 1


def native(hypothesis: Words, reference: Words, measure: EditMeasure) -> list[float]:
    texts = Segments([" ".join(hypothesis)]), Segments([" ".join(reference)])
    row: list[float] = edit_rows(*texts, np.array([0, 1]), Tokenization.NONE, Unit.WORD, measure, 1)[0].tolist()
    return row


# 25 and 26 words: the beam begins to matter; 70 of few kinds: the number of candidates is capped
@pytest.mark.parametrize(("longest", "vocabulary"), [(6, 3), (12, 8), (26, 10), (40, 30), (70, 2), (70, 60)])
def test_ter(longest: int, vocabulary: int) -> None:
    rng = random.Random(longest + vocabulary)
    for _ in range(25 if longest < 30 else 3):
        reference = [f"w{rng.randrange(vocabulary)}" for _ in range(rng.randrange(longest + 1))]
        hypothesis = list(reference)
        for _ in range(rng.randrange(4)):
            start, target = rng.randrange(longest), rng.randrange(longest)
            block = hypothesis[start : start + rng.randrange(1, 12)]
            del hypothesis[start : start + len(block)]
            hypothesis[target:target] = [*block, f"w{rng.randrange(vocabulary)}"]
        assert native(hypothesis, reference, EditMeasure.TER)[0] == obvious_ter(hypothesis, reference)


@pytest.mark.parametrize(("longer", "shorter"), [(300, 1), (120, 2), (60, 0)])
def test_very_different_lengths(longer: int, shorter: int) -> None:
    rng = random.Random(longer)
    long, short = ([f"w{rng.randrange(9)}" for _ in range(n)] for n in (longer, shorter))
    assert native(long, short, EditMeasure.TER)[0] == obvious_ter(long, short)
    assert native(short, long, EditMeasure.TER)[0] == obvious_ter(short, long)


def obvious_counts(hypothesis: Words, reference: Words) -> list[int]:
    """Hits, substitutions, deletions, insertions on the way that jiwer takes back from the end."""
    front = 0
    while front < min(len(hypothesis), len(reference)) and hypothesis[front] == reference[front]:
        front += 1
    h, r = hypothesis[front:], reference[front:]
    back = 0
    while h and r and h[-1] == r[-1]:
        h, r, back = h[:-1], r[:-1], back + 1
    cost = [[i + j if not i or not j else 0 for j in range(len(r) + 1)] for i in range(len(h) + 1)]
    for i in range(1, len(h) + 1):
        for j in range(1, len(r) + 1):
            cost[i][j] = min(cost[i - 1][j - 1] + (h[i - 1] != r[j - 1]), cost[i - 1][j] + 1, cost[i][j - 1] + 1)
    counts = [front + back, 0, 0, 0]
    i, j = len(h), len(r)
    while i or j:
        if j and cost[i][j] == cost[i][j - 1] + 1:
            counts[2] += 1
            j -= 1
        elif i and (not j or cost[i - 1][j] < cost[i - 1][j - 1]):
            counts[3] += 1
            i -= 1
        else:
            i, j = i - 1, j - 1
            counts[h[i] != r[j]] += 1
    return counts


@pytest.mark.parametrize("vocabulary", [1, 2, 4, 20])
def test_alignment_counts(vocabulary: int) -> None:
    rng = random.Random(vocabulary)
    for _ in range(150):
        hypothesis, reference = ([f"w{rng.randrange(vocabulary)}" for _ in range(rng.randrange(20))] for _ in range(2))
        assert native(hypothesis, reference, EditMeasure.ALIGNMENT) == obvious_counts(hypothesis, reference)

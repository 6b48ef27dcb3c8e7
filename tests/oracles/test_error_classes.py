"""Classes of errors by native code equal those of the definition, which walks lists of words."""

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay._native import Segments, Splitting, WordIndex, error_classes

RIGHT, CASE, INFLECTION, ORDER, MISSING, EXTRA, LEXICAL = range(7)

# few words, with others of their base form and in another case among them: most of two texts is in both
WORDS = ["go", "goes", "Go", "GO", "gone", "walk", "Walk", "walking", "a", "A", "tree", "trees", ","]


class Compared(NamedTuple):
    """A hypothesis and the reference that was chosen for it."""

    chosen: int
    edits: int
    hypothesis: list[int]
    reference: list[int]


def align(hypothesis: list[str], reference: list[str]) -> tuple[int, list[str], list[str]]:
    """Edits, and what becomes of each word; a step is better only where it is cheaper than those named before it."""
    costs = {(0, 0): 0}
    steps = {}
    for i in range(len(hypothesis) + 1):
        for j in range(len(reference) + 1):
            ways = []
            if i and j:
                ways.append((costs[i - 1, j - 1] + (hypothesis[i - 1] != reference[j - 1]), "diagonal"))
            if j:
                ways.append((costs[i, j - 1] + 1, "delete"))
            if i:
                ways.append((costs[i - 1, j] + 1, "insert"))
            if ways:
                costs[i, j], steps[i, j] = min(ways, key=lambda way: way[0])
    i, j = len(hypothesis), len(reference)
    edits = costs[i, j]
    left, right = ["match"] * i, ["match"] * j
    while i or j:
        step = steps[i, j]
        i, j = i - (step != "delete"), j - (step != "insert")
        if step == "delete":
            right[j] = "alone"
        elif step == "insert":
            left[i] = "alone"
        elif hypothesis[i] != reference[j]:
            left[i] = right[j] = "substitute"
    return edits, left, right


def classes_of(
    words: list[str], others: list[str], edits: list[str], other_edits: list[str], alone: int, has_case: bool
) -> list[int]:
    """What is wrong with words, seen from others."""
    left = list(others)
    classes = []
    for word in words:
        classes.append(RIGHT if word in left else LEXICAL)
        if word in left:
            left.remove(word)
    if has_case:
        for place, word in enumerate(words):
            same = [other for other in left if other.lower() == word.lower()]
            if classes[place] == LEXICAL and same:
                classes[place] = CASE
                left.remove(same[0])
    bases = [other[:4] for other in left]
    for place, word in enumerate(words):
        if classes[place] == LEXICAL and word[:4] in bases:
            classes[place] = INFLECTION
            bases.remove(word[:4])
    for place, edit in enumerate(edits):
        if classes[place] == LEXICAL and edit != "substitute":
            classes[place] = alone if edit == "alone" else RIGHT
    misplaced = [other for other, edit in zip(others, other_edits, strict=True) if edit != "match"]
    for place, (word, edit) in enumerate(zip(words, edits, strict=True)):
        if edit != "match" and word in misplaced:
            classes[place] = ORDER
            misplaced.remove(word)
    return classes


def compare_slowly(hypothesis: list[str], references: list[list[str]], has_case: bool) -> Compared:
    rates = []
    for reference in references:
        edits = align(hypothesis, reference)[0]
        rates.append(edits / len(reference) if reference else float("inf") if edits else 0)
    chosen = rates.index(min(rates))
    reference = references[chosen]
    edits, left, right = align(hypothesis, reference)
    return Compared(
        chosen,
        edits,
        classes_of(hypothesis, reference, left, right, EXTRA, has_case),
        classes_of(reference, hypothesis, right, left, MISSING, has_case),
    )


def compare(
    hypotheses: list[list[str]], references: list[list[list[str]]], has_case: bool, threads: int
) -> list[Compared]:
    """By native code; base forms are the first four letters."""
    index, bases, folds = (WordIndex(Splitting.SPACE) for _ in range(3))
    numbers, starts = index.add(Segments([" ".join(words) for words in hypotheses]))
    texts, text_starts = index.add(Segments([" ".join(words) for group in references for words in group]))
    words = index.words()
    base_numbers, _ = bases.add(Segments([word[:4] for word in words]))
    fold_numbers, _ = folds.add(Segments([word.lower() for word in words] if has_case else []))
    groups = np.cumsum([0, *map(len, references)], dtype=np.int64)
    chosen, edits, left, right = error_classes(
        numbers, starts, texts, text_starts, groups, base_numbers, fold_numbers, threads
    )
    compared = []
    end = 0
    for segment, group in enumerate(references):
        start, end = end, end + len(group[chosen[segment]])
        ours = left[starts[segment] : starts[segment + 1]]
        compared.append(Compared(chosen[segment], edits[segment], ours.tolist(), right[start:end].tolist()))
    assert end == len(right)
    return compared


_texts = st.lists(st.sampled_from(WORDS), max_size=10)
_segments = st.lists(st.tuples(_texts, st.lists(_texts, min_size=1, max_size=3)), max_size=4)


@given(_segments, st.booleans())
def test_classes_are_those_of_the_definition(segments: list[tuple[list[str], list[list[str]]]], has_case: bool) -> None:
    hypotheses, references = [texts for texts, _ in segments], [group for _, group in segments]
    expected = [compare_slowly(hypothesis, group, has_case) for hypothesis, group in segments]
    assert compare(hypotheses, references, has_case, 1) == expected


@pytest.mark.parametrize("has_case", [True, False])
def test_long_texts_and_any_number_of_threads(has_case: bool) -> None:
    rng = np.random.default_rng(5)
    lengths = [0, 1, 31, 32, 33, 64, 65, 100, 150]
    hypotheses = [rng.choice(WORDS, length).tolist() for length in lengths for _ in range(40)]
    references = [[rng.choice(WORDS, rng.integers(70)).tolist() for _ in range(rng.integers(1, 4))] for _ in hypotheses]
    got = compare(hypotheses, references, has_case, 1)
    assert got == compare(hypotheses, references, has_case, 3)
    for segment in range(0, len(hypotheses), 9):
        assert got[segment] == compare_slowly(hypotheses[segment], references[segment], has_case)

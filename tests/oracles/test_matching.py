"""Fast matching equals obvious matching: runs, places, and the pairs of METEOR in all their stages."""

import itertools
import random
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from mtassay._native import (
    Matcher,
    Segments,
    Tokenization,
    WordRelations,
    context_places,
    distinct_words,
    longest_runs,
    match_rows,
    match_words,
    place_rows,
    run_rows,
)

Pair = tuple[int, int]
LETTERS = ["a", "b", "é", "中文", "🙂", "ß", "internationalization", "aaaaaaaa1111bbbbbbbb", "aaaaaaaa2222bbbbbbbb"]
NOTHING = np.array([], dtype=np.int64)


def random_words(rng: random.Random, vocabulary: int, length: int) -> list[str]:
    return [LETTERS[n] if (n := rng.randrange(vocabulary)) < len(LETTERS) else f"w{n}" for _ in range(length)]


def random_pairs(seed: int, count: int, longest: int, vocabulary: int) -> Iterator[tuple[list[str], list[str]]]:
    rng = random.Random(seed)
    for _ in range(count):
        reference = random_words(rng, vocabulary, rng.randrange(longest + 1))
        if rng.random() < 0.5:
            hypothesis = random_words(rng, vocabulary, rng.randrange(longest + 1))
        else:  # pieces of the reference, so that there are long runs
            hypothesis = []
            while len(hypothesis) < longest // 2 and reference:
                start = rng.randrange(len(reference))
                hypothesis += reference[start : start + rng.randrange(1, 6)]
            hypothesis = hypothesis[:longest]
        yield hypothesis, reference


# Runs


def obvious_runs(hypothesis: list[str], reference: list[str]) -> list[tuple[int, int, int]]:
    """Length from long to short, then hypothesis start, then reference start; both stretches unused."""
    runs = []
    free_hypothesis, free_reference = [True] * len(hypothesis), [True] * len(reference)
    for length in range(min(len(hypothesis), len(reference)), 0, -1):
        for i in range(len(hypothesis) - length + 1):
            for j in range(len(reference) - length + 1):
                here, there = slice(i, i + length), slice(j, j + length)
                equal = hypothesis[here] == reference[there]
                if equal and all(free_hypothesis[here]) and all(free_reference[there]):
                    runs.append((i, j, length))
                    free_hypothesis[here] = free_reference[there] = [False] * length
    return runs


@pytest.mark.parametrize(("longest", "vocabulary"), [(4, 2), (12, 1), (12, 3), (25, 9), (40, 30)])
def test_runs(longest: int, vocabulary: int) -> None:
    for hypothesis, reference in random_pairs(longest, 60, longest, vocabulary):
        found = longest_runs(Segments(hypothesis), Segments(reference))
        assert found == obvious_runs(hypothesis, reference)


@pytest.mark.parametrize("exponent", [1.0, 1.5, 2.0, 30.0])
def test_rows_of_runs(exponent: float) -> None:
    for hypothesis, reference in random_pairs(7, 40, 15, 5):
        runs = [length for _, _, length in obvious_runs(hypothesis, reference)]
        size = sum(length**exponent for length in runs) ** (1 / exponent)
        texts = Segments([" ".join(hypothesis)]), Segments([" ".join(reference)]), np.array([0, 1])
        row = run_rows(*texts, Tokenization.NONE, exponent, False, 1)[0]
        assert row.tolist() == pytest.approx([sum(runs), len(runs), size, len(hypothesis), len(reference)])


def test_runs_in_joined_references_stay_within_one() -> None:
    rng = random.Random(3)
    for _ in range(60):
        hypothesis = random_words(rng, 4, rng.randrange(12))
        references = [random_words(rng, 4, rng.randrange(8)) for _ in range(rng.randrange(1, 4))]
        joined = [word for number, text in enumerate(references) for word in [*text, f"barrier {number}"]]
        runs = [length for _, _, length in obvious_runs(hypothesis, joined)]
        texts = Segments([" ".join(hypothesis)]), Segments([" ".join(text) for text in references])
        row = run_rows(*texts, np.array([0, len(references)]), Tokenization.NONE, 2.0, True, 1)[0]
        mean = sum(map(len, references)) / len(references)
        expected = [sum(runs), len(runs), sum(n**2 for n in runs) ** 0.5, len(hypothesis), mean]
        assert row.tolist() == pytest.approx(expected)


# Places


def occurrences(piece: list[str], text: list[str]) -> list[int]:
    return [at for at in range(len(text) - len(piece) + 1) if text[at : at + len(piece)] == piece]


def obvious_places(hypothesis: list[str], reference: list[str]) -> list[Pair]:
    """Windows that grow around each word, the left one first, until one occurs once in each text."""
    found = []
    for i, word in enumerate(hypothesis):
        if hypothesis.count(word) == reference.count(word) == 1:
            found.append((i, reference.index(word)))
            continue
        for width in range(1, len(hypothesis)):
            pieces = [(hypothesis[i - width : i + 1], width)] if i >= width else []
            pieces += [(hypothesis[i : i + width + 1], 0)] if i + width < len(hypothesis) else []
            places = [
                (i, there[0] + offset)
                for piece, offset in pieces
                if len(occurrences(piece, hypothesis)) == 1 and len(there := occurrences(piece, reference)) == 1
            ]
            if places:
                found.append(places[0])
                break
    return found


@pytest.mark.parametrize(("longest", "vocabulary"), [(4, 2), (12, 1), (12, 3), (25, 9), (30, 30)])
def test_places(longest: int, vocabulary: int) -> None:
    for hypothesis, reference in random_pairs(longest, 60, longest, vocabulary):
        expected = obvious_places(hypothesis, reference)
        assert context_places(Segments(hypothesis), Segments(reference)) == expected
        ascending = sum(a[1] < b[1] for a, b in itertools.combinations(expected, 2))
        texts = Segments([" ".join(hypothesis)]), Segments([" ".join(reference)]), np.array([0, 1])
        row = place_rows(*texts, Tokenization.NONE, 1)[0]
        assert row.tolist() == [ascending, len(expected), len(hypothesis), len(reference)]


# The stages of METEOR

Related = Callable[[str, str], bool]


def crossings(pairs: list[Pair]) -> int:
    return sum((a[0] - b[0]) * (a[1] - b[1]) < 0 for a, b in itertools.combinations(pairs, 2))


def chunks(pairs: list[Pair]) -> int:
    ordered = sorted(pairs)
    return sum((i - 1, j - 1) not in ordered for i, j in ordered)


def all_matchings(options: list[list[int]]) -> Iterator[list[int | None]]:
    """Every way to give each hypothesis word one of its reference words, or none; in the order that breaks ties."""
    if not options:
        yield []
        return
    for first in [*options[0], None]:
        rest = [[j for j in several if j != first] for several in options[1:]]
        for others in all_matchings(rest):
            yield [first, *others]


def obvious_minimal(hypothesis: list[str], reference: list[str], stages: list[Related]) -> list[tuple[int, int, int]]:
    """By the definition: of all largest matchings the one with the fewest crossings, then chunks; then the first."""
    settled: list[tuple[int, int, int]] = []
    for stage, related in enumerate(stages, start=1):
        taken = [(i, j) for i, j, _ in settled]
        hypotheses, references = {i for i, _ in taken}, {j for _, j in taken}
        options = [
            [j for j, other in enumerate(reference) if j not in references and related(word, other)]
            if i not in hypotheses
            else []
            for i, word in enumerate(hypothesis)
        ]
        choices = [[(i, j) for i, j in enumerate(chosen) if j is not None] for chosen in all_matchings(options)]
        best = min(choices, key=lambda new: (-len(new), crossings([*taken, *new]), chunks([*taken, *new])))
        settled += [(i, j, stage) for i, j in best]
    return sorted(settled)


def obvious_from_end(hypothesis: list[str], reference: list[str], stages: list[Related]) -> list[tuple[int, int, int]]:
    settled: list[tuple[int, int, int]] = []
    for stage, related in enumerate(stages, start=1):
        for i in reversed(range(len(hypothesis))):
            for j in reversed(range(len(reference))):
                free = all(i != pair[0] and j != pair[1] for pair in settled)
                if free and related(hypothesis[i], reference[j]):
                    settled.append((i, j, stage))
    return sorted(settled)


def make_relations(
    words: list[str], stem: Callable[[str], str] | None, synonymous: Related | None
) -> tuple[WordRelations, list[Related]]:
    """The same relations for native code and for the obvious twin."""
    stages: list[Related] = [lambda a, b: a == b]
    stems = starts = synonyms = NOTHING
    if stem is not None:
        numbers = {one: number for number, one in enumerate(dict.fromkeys(map(stem, words)))}
        stems = np.array([numbers[stem(word)] for word in words], dtype=np.int64)
        stages.append(lambda a, b: stem(a) == stem(b))
    if synonymous is not None:
        several = [[k for k, other in enumerate(words) if synonymous(word, other)] for word in words]
        starts = np.cumsum([0, *map(len, several)], dtype=np.int64)
        synonyms = np.array([k for one in several for k in one], dtype=np.int64)
        stages.append(synonymous)
    return WordRelations(Segments(words), stems, starts, synonyms), stages


WORDS = [f"{letter}{ending}" for letter in "abcd" for ending in ("", "s", "ing")]


def random_synonyms(rng: random.Random) -> Related:
    """Some words go with some others: not always both ways, and what goes with the same need not go together."""
    chosen = {(a, b) for a in WORDS for b in WORDS if a == b or rng.random() < 0.15}
    return lambda a, b: (a, b) in chosen


@pytest.mark.parametrize(
    ("matcher", "obvious"), [(Matcher.MINIMAL, obvious_minimal), (Matcher.FROM_END, obvious_from_end)]
)
@pytest.mark.parametrize("with_stems", [False, True])
@pytest.mark.parametrize("with_synonyms", [False, True])
@pytest.mark.parametrize("vocabulary", [2, 4, 12])
def test_stages(
    matcher: Matcher, obvious: Callable[..., object], with_stems: bool, with_synonyms: bool, vocabulary: int
) -> None:
    rng = random.Random(vocabulary)
    for _ in range(60):
        relations, stages = make_relations(
            WORDS, (lambda word: word[0]) if with_stems else None, random_synonyms(rng) if with_synonyms else None
        )
        texts = [[rng.choice(WORDS[:vocabulary]) for _ in range(rng.randrange(7))] for _ in range(2)]
        expected = obvious(*texts, stages)
        found = match_words(Segments(texts[0]), Segments(texts[1]), matcher, relations)
        assert found == expected, texts
        lines = Segments([" ".join(texts[0])]), Segments([" ".join(texts[1])]), np.array([0, 1])
        row = match_rows(*lines, Tokenization.NONE, matcher, relations, 1)[0]
        pairs = [(i, j) for i, j, _ in found]
        assert row.tolist() == [len(pairs), chunks(pairs), len(texts[0]), len(texts[1])]


def careless_matching(hypothesis: list[str], reference: list[str]) -> list[Pair]:
    """Word by word in order, as many as both have: a largest matching, though not the best."""
    pairs: list[Pair] = []
    for word in set(hypothesis):
        places = [[k for k, other in enumerate(text) if other == word] for text in (hypothesis, reference)]
        pairs += list(zip(*places, strict=False))
    return pairs


@pytest.mark.parametrize(("longest", "vocabulary"), [(60, 1), (60, 2), (200, 10), (300, 40)])
def test_long_texts_are_matched_as_far_as_possible_and_not_carelessly(longest: int, vocabulary: int) -> None:
    relations, _ = make_relations([], None, None)
    for hypothesis, reference in random_pairs(vocabulary, 8, longest, vocabulary):
        careless = careless_matching(hypothesis, reference)
        for matcher in (Matcher.MINIMAL, Matcher.FROM_END):
            found = match_words(Segments(hypothesis), Segments(reference), matcher, relations)
            pairs = [(i, j) for i, j, _ in found]
            assert len(pairs) == len(careless)
            assert all(hypothesis[i] == reference[j] for i, j in pairs)
            assert len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs)
            if matcher is Matcher.MINIMAL:
                # beyond the beam it is a heuristic, and on noise without any order it can lose a little
                assert crossings(pairs) <= 1.05 * crossings(careless)


def test_large_groups_of_synonyms_are_matched_as_far_as_possible() -> None:
    rng = random.Random(5)
    for _ in range(30):
        words = [f"w{n}" for n in range(30)]
        chosen = {(a, b) for a in words for b in words if rng.random() < 0.1}
        relations, stages = make_relations(words, None, lambda a, b, chosen=chosen: (a, b) in chosen)
        texts = [[rng.choice(words) for _ in range(25)] for _ in range(2)]
        found = match_words(Segments(texts[0]), Segments(texts[1]), Matcher.MINIMAL, relations)
        exact = [(i, j) for i, j, stage in found if stage == 1]
        left = [[k for k in range(25) if k not in {pair[side] for pair in exact}] for side in (0, 1)]
        partner: dict[int, int] = {}

        def can_reach(
            i: int,
            seen: set[int],
            partner: dict[int, int] = partner,
            texts: list[list[str]] = texts,
            left: list[list[int]] = left,
            stages: list[Related] = stages,
        ) -> bool:
            for j in left[1]:
                if j not in seen and stages[1](texts[0][i], texts[1][j]):
                    seen.add(j)
                    if j not in partner or can_reach(partner[j], seen):
                        partner[j] = i
                        return True
            return False

        assert len(found) - len(exact) == sum(can_reach(i, set()) for i in left[0])


def test_distinct_words() -> None:
    assert distinct_words(Segments(["b a  b", "c a\u3000é "]), Tokenization.NONE) == ["b", "a", "c", "é"]
    assert distinct_words(Segments(["a,b", ""]), Tokenization.WESTERN) == ["a", ",", "b"]
    assert distinct_words(Segments([]), Tokenization.NONE) == []

"""Information of n-grams by native code equals the definition: Counters over all references."""

import itertools
import math
import random
from collections import Counter

import numpy as np
import pytest

from mtassay._native import NgramInformation, NistStyle, Segments, Tokenization, nist_rows

Ngram = tuple[str, ...]


def ngrams(words: list[str], order: int) -> Counter[Ngram]:
    return Counter(tuple(words[i : i + order]) for i in range(len(words) - order + 1))


def information(references: list[list[str]], max_order: int) -> dict[Ngram, float]:
    counts: Counter[Ngram] = Counter()
    for reference in references:
        for order in range(1, max_order + 1):
            counts.update(ngrams(reference, order))
    counts[()] = sum(map(len, references))
    return {ngram: math.log2(counts[ngram[:-1]] / count) for ngram, count in counts.items() if ngram}


def obvious(
    hypothesis: list[str], references: list[list[str]], weights: dict[Ngram, float], max_order: int, style: NistStyle
) -> list[float]:
    sums, lengths = [], []
    for order in range(1, max_order + 1):
        ours = ngrams(hypothesis, order)

        def weigh(matches: Counter[Ngram]) -> float:
            return sum(weights[ngram] * count for ngram, count in matches.items())

        if style is NistStyle.MTEVAL:
            most: Counter[Ngram] = Counter()
            for reference in references:
                most |= ngrams(reference, order)
            sums.append(weigh(ours & most))
            lengths.append(sum(map(len, references)) / len(references))
        else:
            best = max((weigh(ours & ngrams(reference, order)), len(reference)) for reference in references)
            sums.append(best[0])
            lengths.append(best[1])
    totals = [max(0, len(hypothesis) - order + 1) for order in range(1, max_order + 1)]
    return [len(hypothesis), sum(lengths) / max_order, *sums, *totals]


def make_lines(rng: random.Random, vocabulary: int, length: int, count: int) -> list[list[str]]:
    make = [[chr(0x4E00 + rng.randrange(vocabulary)) for _ in range(rng.randrange(length + 1))] for _ in range(count)]
    return [line[:3] + make[rng.randrange(count)][: length // 2] + line[3:] for line in make]


@pytest.mark.parametrize("style", [NistStyle.MTEVAL, NistStyle.NLTK])
@pytest.mark.parametrize("vocabulary", [1, 2, 30, 5000])
@pytest.mark.parametrize("length", [0, 1, 4, 30, 600])
@pytest.mark.parametrize("max_order", [1, 2, 5, 12])
def test_rows(style: NistStyle, vocabulary: int, length: int, max_order: int) -> None:
    rng = random.Random(vocabulary * length + max_order)
    counts = [rng.randrange(1, 4) for _ in range(6)]
    starts = np.cumsum([0, *counts])
    references = make_lines(rng, vocabulary, length, sum(counts))
    hypotheses = [
        rng.choice(references[first:last])[1:] + rng.choice(references) for first, last in itertools.pairwise(starts)
    ]
    texts = Segments([" ".join(reference) for reference in references])
    got = nist_rows(
        Segments(["\t".join(hypothesis) for hypothesis in hypotheses]),
        texts,
        starts,
        NgramInformation(texts, Tokenization.NONE, max_order),
        style,
        1,
    )
    weights = information(references, max_order)
    for segment, hypothesis in enumerate(hypotheses):
        theirs = references[starts[segment] : starts[segment + 1]]
        expected = obvious(hypothesis, theirs, weights, max_order, style)
        # sums of the same numbers in another order; equal sums may then fall to a reference of another length
        assert got[segment, 2:] == pytest.approx(expected[2:], rel=1e-9, abs=1e-9)
        assert got[segment, 0] == expected[0]
        if style is NistStyle.MTEVAL or len(theirs) == 1:
            assert got[segment, 1] == pytest.approx(expected[1])

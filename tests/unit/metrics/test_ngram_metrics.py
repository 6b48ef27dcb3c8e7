"""NIST, GLEU, ROUGE, AMBER and the metrics of the DISA report: corners, and several references."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from single_scores import value

import mtassay
from mtassay import EvalSet, metric

NAMES = ("nist", "gleu", "rouge", "rouge:type=1", "rouge:type=2", "rouge:type=Lsum", "bleu-disa", "amber", "amber-disa")


def rows_of(spec: str, hypotheses: Sequence[str], references: Sequence[Any]) -> Any:
    one = metric(spec)
    return one.stats(hypotheses, one.prepare(EvalSet(references, warn_of_blanks=False)))


def parts(spec: str, hypothesis: str, *references: str) -> dict[str, float]:
    found = metric(spec).parts(rows_of(spec, [hypothesis], [references])[0])
    return {name.removeprefix("type_1_"): float(part) for name, part in found.items()}


@pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")
@pytest.mark.parametrize("spec", NAMES)
def test_corners_are_finite_and_in_range(spec: str) -> None:
    for hypothesis, reference in (("", ""), ("", "the cat"), ("the cat", ""), ("the cat", "a dog"), ("one", "two")):
        assert value(spec, hypothesis, reference) == 0
        assert all(math.isfinite(part) for part in parts(spec, hypothesis, reference).values())


@pytest.mark.parametrize("spec", NAMES)
def test_one_word(spec: str) -> None:
    # of one word the reference tells nothing new, there is no pair of words, and nothing is continued
    expected = {"nist": 0.0, "rouge:type=2": 0.0, "amber": pytest.approx(0.1758, abs=1e-4), "amber-disa": 0.43462}
    assert value(spec, "yes", "yes") == pytest.approx(expected.get(spec, 1.0), abs=1e-4)


@pytest.mark.parametrize("spec", NAMES)
def test_repeated_words_do_not_count_twice(spec: str) -> None:
    once, often = (
        value(spec, "the cat sat", "the cat sat on a mat"),
        value(spec, "the the the the", "the cat sat on a mat"),
    )
    assert 0 <= often < once


@pytest.mark.parametrize("spec", NAMES)
def test_very_long_segment(spec: str) -> None:
    text = " ".join(f"w{number % 700}" for number in range(30_000))
    perfect, worse = value(spec, text, text), value(spec, text[: len(text) // 2], text)
    assert 0 < worse < perfect


@pytest.mark.parametrize("spec", NAMES)
def test_a_reference_given_twice_changes_nothing(spec: str) -> None:
    corpus = ["the cat sat on the mat", "a dog"], ["the cat sat on a mat", "a dog ran home"]
    once = rows_of(spec, corpus[0], [[text] for text in corpus[1]])
    twice = rows_of(spec, corpus[0], [[text, text] for text in corpus[1]])
    assert np.allclose(metric(spec).score(once), metric(spec).score(twice), atol=1e-12)


@pytest.mark.parametrize("spec", ["gleu", "rouge", "rouge:type=1", "rouge:type=Lsum", "bleu-disa"])
def test_the_best_of_several_references_counts(spec: str) -> None:
    hypothesis, references = "the cat sat on the mat today", ["a dog", "the cat sat on a mat today", "today it sat"]
    best = max(value(spec, hypothesis, reference) for reference in references)
    assert value(spec, hypothesis, *references) == best
    # also where other segments have fewer
    rows = rows_of(spec, [hypothesis, hypothesis], [references, references[:1]])
    assert metric(spec).score(rows).tolist() == [best, value(spec, hypothesis, references[0])]


@pytest.mark.parametrize("spec", ["amber", "amber-disa"])
def test_the_reference_closest_in_length_counts(spec: str) -> None:
    hypothesis, references = "the cat sat", ["the cat sat on the mat", "a dog ran off", "the cat"]
    assert value(spec, hypothesis, *references) == value(spec, hypothesis, "the cat")
    assert value(spec, hypothesis, *references[:2]) == value(spec, hypothesis, references[1])
    # of the same length the first
    assert value(spec, hypothesis, "a cat sat", "the cat sat") == value(spec, hypothesis, "a cat sat")


@pytest.mark.parametrize("spec", ["gleu", "bleu-disa", "amber", "amber-disa", "nist"])
def test_a_corpus_is_scored_by_its_sums(spec: str) -> None:
    hypotheses, references = ["the cat sat on the mat", "a dog"], ["the cat sat on a mat", "a dog ran home"]
    scores = mtassay.score(hypotheses, references, [spec])[0]
    rows = rows_of(spec, hypotheses, references)
    assert scores.value == float(metric(spec).score(rows.sum(axis=0)))
    assert scores.segments.tolist() == metric(spec).score(rows).tolist()
    assert scores.places == 4

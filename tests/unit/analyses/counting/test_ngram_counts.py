"""N-grams, the segments that have them, and how often."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from mtassay import EvalSet
from mtassay.analyses.counting.ngram_counts import NgramCounts
from mtassay.analyses.counting.view import View

REFERENCES = ["a b a b", "a b", "c", ""]
OUTPUTS = {"old": ["a b", "b a", "c c", ""], "new": ["a b a", "", "d", "a b"]}


def counts_of(orders: int, least: int) -> tuple[NgramCounts, list[str]]:
    view = View(EvalSet(REFERENCES, systems=OUTPUTS, warn_of_blanks=False), ["chrf"])
    vocabulary = view.number_all()
    runs = range(2)
    outputs, references = [view.output_words(run) for run in runs], [view.reference_words(run) for run in runs]
    return NgramCounts.of(outputs, references, orders, least), vocabulary


def ngrams(text: str, orders: int) -> Counter[tuple[str, ...]]:
    words = text.split()
    return Counter(
        tuple(words[start : start + order]) for order in range(1, orders + 1) for start in range(len(words) - order + 1)
    )


@pytest.mark.parametrize("orders", [1, 2, 4])
def test_every_ngram_has_its_counts_in_every_segment(orders: int) -> None:
    counts, vocabulary = counts_of(orders, 1)
    seen = {}
    for posting, (ngram, segment) in enumerate(zip(counts.ngrams, counts.segments, strict=True)):
        key = counts.text(int(ngram), vocabulary), int(segment)
        seen[key] = (counts.outputs[posting].tolist(), counts.references[posting].tolist())
    expected = {}
    for segment, reference in enumerate(REFERENCES):
        of_reference = ngrams(reference, orders)
        of_outputs = [ngrams(texts[segment], orders) for texts in OUTPUTS.values()]
        for ngram in {*of_reference, *of_outputs[0], *of_outputs[1]}:
            expected[ngram, segment] = ([said[ngram] for said in of_outputs], [of_reference[ngram]] * 2)
    assert seen == expected


def test_rare_ngrams_are_left_out() -> None:
    counts, vocabulary = counts_of(2, 3)
    assert {counts.text(ngram, vocabulary) for ngram in range(len(counts))} == {("a",), ("b",), ("a", "b")}
    assert all(size >= 3 for size in np.diff(counts.starts))


def test_sums_are_over_the_postings_of_each_ngram() -> None:
    counts, vocabulary = counts_of(1, 1)
    sums = counts.sums(counts.references[:, 0].astype(np.float64))
    assert {counts.text(ngram, vocabulary): sums[ngram] for ngram in range(len(counts))} == {
        ("a",): 3, ("b",): 3, ("c",): 1, ("d",): 0
    }  # fmt: skip


def test_references_can_stand_in_the_place_of_outputs() -> None:
    counts, _ = counts_of(2, 1)
    np.testing.assert_array_equal(counts.exchanged.outputs, counts.references)
    np.testing.assert_array_equal(counts.exchanged.references, counts.outputs)
    assert len(counts.exchanged) == len(counts)


def test_texts_without_a_word_have_none() -> None:
    view = View(EvalSet([""], systems={"x": [""]}, warn_of_blanks=False), ["chrf"])
    counts = NgramCounts.of([view.output_words(0)], [view.reference_words(0)], 4, 1)
    assert (len(counts), len(counts.segments), counts.sums(np.zeros(0)).tolist()) == (0, 0, [])


@pytest.mark.parametrize("systems", [1, 2, 3])
def test_references_that_outputs_share_are_counted_once_with_the_same_result(systems: int) -> None:
    texts = dict([*OUTPUTS.items(), ("far", ["a b c", "c", "a b", "b"])][:systems])
    view = View(EvalSet(REFERENCES, systems=texts, warn_of_blanks=False), ["chrf"])
    view.number_all()
    outputs = [view.output_words(run) for run in range(systems)]
    shared = NgramCounts.of(outputs, [view.reference_words()] * systems, 3, 1)
    copies = [replace(view.reference_words(), starts=view.reference_words().starts.copy()) for _ in outputs]
    apart = NgramCounts.of(outputs, copies, 3, 1)
    for name in ("words", "starts", "segments", "outputs", "references"):
        np.testing.assert_array_equal(getattr(shared, name), getattr(apart, name))
    assert shared.references.base is not None
    assert shared.references.shape == shared.outputs.shape
    assert systems == 1 or shared.references.strides[1] == 0  # the same column for all


def test_counts_take_little_room() -> None:
    counts, _ = counts_of(2, 1)
    assert counts.outputs.dtype == counts.references.dtype == np.int16
    part = counts.cut(np.arange(len(counts)) % 2 == 0)
    for each in (counts, part):
        assert each.has_shared_references
        assert each.references.strides[1] == 0, "references that all outputs share are held once"
    assert np.array_equal(part.references, counts.references[counts.ngrams % 2 == 0])

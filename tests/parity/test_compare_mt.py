"""compare-mt 0.2.10 beside ours, where it is right: words by frequency, differences of length, n-grams."""

from collections.abc import Sequence

import numpy as np
import pytest
from analysed import analysed
from compare_mt.bucketers import FreqWordBucketer, LengthDiffSentenceBucketer, LengthSentenceBucketer
from compare_mt.ngram_utils import compare_ngrams
from hypothesis import given, settings
from hypothesis import strategies as st

from mtassay import EvalSet
from mtassay.analyses.figures import FigureTable
from mtassay.analyses.ngrams import NgramTable
from mtassay.analyses.segments import OutcomeTable

SENTENCE = st.lists(st.sampled_from(["a", "b", "c", "d", "e", "f", "the", "The", "cat", "1.5", ",", "."]), max_size=25)
CORPUS = st.lists(st.tuples(SENTENCE, SENTENCE, SENTENCE), min_size=1, max_size=30).filter(
    lambda rows: any(row[0] for row in rows)
)
Rows = Sequence[tuple[list[str], list[str], list[str]]]


def evalset_of(rows: Rows) -> EvalSet:
    reference, first, second = ([" ".join(row[side]) for row in rows] for side in range(3))
    return EvalSet(reference, systems={"first": first, "second": second}, warn_of_blanks=False)


@settings(max_examples=100)
@given(CORPUS)
def test_words_by_frequency(rows: Rows) -> None:
    reference, *outputs = ([row[side] for row in rows] for side in range(3))
    (table,) = analysed(evalset_of(rows), "words", words="space").results
    assert isinstance(table, FigureTable)
    peer = FreqWordBucketer(freq_data=reference, bucket_cutoffs=[1, 2, 3, 4, 5, 10, 100, 1000])
    statistics, *_ = peer.calc_statistics(reference, outputs)
    names = ["never", "once", "twice", "3", "4", "5–9", "10–99", "100–999", "1000+"]
    ours = {line.key: line for line in table.lines}
    for place, name in enumerate(names):
        for system in range(2):
            _, words, _, recall, precision, f_measure = statistics[system][place]
            if not words:
                assert name not in ours
                continue
            values = [measured[system].value for measured in ours[name].values]
            # where a system has no such word, it says 0 and we say that there is none
            assert np.nan_to_num(values).tolist() == pytest.approx([f_measure, precision, recall])
            assert ours[name].sizes[system] == words


@settings(max_examples=50)
@given(CORPUS)
def test_segments_by_difference_of_length(rows: Rows) -> None:
    reference, *outputs = ([row[side] for row in rows] for side in range(3))
    (table,) = analysed(evalset_of(rows), "segments:by=difference", words="space").results
    assert isinstance(table, OutcomeTable)
    peer = LengthDiffSentenceBucketer()
    counts = np.array([[len(part[0]) for part in peer.create_bucketed_corpus(side, reference)] for side in outputs]).T
    assert table.counts.tolist() == counts[counts.sum(axis=1) > 0].tolist()


@settings(max_examples=50)
@given(CORPUS)
def test_segments_by_length(rows: Rows) -> None:
    reference = [row[0] for row in rows]
    table = analysed(evalset_of(rows), "segments", words="space").results[0]
    assert isinstance(table, FigureTable)
    parts = LengthSentenceBucketer().create_bucketed_corpus(reference, reference)
    assert [line.sizes[0] for line in table.lines] == [len(part[0]) for part in parts if part[0]]


@settings(max_examples=50)
@given(CORPUS)
def test_ngrams(rows: Rows) -> None:
    reference, *outputs = ([row[side] for row in rows] for side in range(3))
    results = analysed(evalset_of(rows), "ngrams:least=1", words="space").results
    peers = [compare_ngrams(reference, output) for output in outputs]
    for kind, number in (("right", 1), ("over", 2)):
        match = [peer[number] for peer in peers]
        tables = [table for table in results if isinstance(table, NgramTable) and table.kind == kind]
        ours = {line.words: (line.first, line.second, line.share) for table in tables for line in table.lines}
        for words, (first, second, share) in ours.items():
            assert (first, second) == (match[0][words], match[1][words])
            assert share == pytest.approx((first + 1) / (first + second + 2))
        folded = {words for table in tables for line in table.lines for words in line.folded}
        unequal = {words for words in {*match[0], *match[1]} if match[0][words] != match[1][words]}
        assert unequal <= set(ours) | folded

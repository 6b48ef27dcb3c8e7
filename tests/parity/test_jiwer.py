"""Word error rates are jiwer's, on text whose only white space is U+0020."""

from typing import Any

import jiwer
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mtassay

words = st.lists(st.sampled_from(["the", "cat", "dog", "sat", "on", "mat", "a", "é", "."]), min_size=1, max_size=25)
lines = words.map(" ".join)
pairs = st.lists(st.tuples(lines, lines), min_size=1, max_size=4)
METRICS = ("wer", "mer", "wil", "wip")


@given(corpus=pairs)
@settings(max_examples=500)
def test_corpus_and_segments(corpus: list[tuple[str, str]]) -> None:
    hypotheses, references = [hypothesis for hypothesis, _ in corpus], [reference for _, reference in corpus]
    ours = mtassay.score(hypotheses, references, METRICS)
    whole = jiwer.process_words(references, hypotheses)
    for score in ours:
        assert score.value == pytest.approx(100 * getattr(whole, score.metric), abs=1e-9)
        for value, (hypothesis, reference) in zip(score.segments, corpus, strict=True):
            expected = getattr(jiwer.process_words(reference, hypothesis), score.metric)
            assert value == pytest.approx(100 * expected, abs=1e-9)
    counts = ours[1].parts
    assert [counts[name] for name in ("hits", "substitutions", "deletions", "insertions")] == [
        whole.hits,
        whole.substitutions,
        whole.deletions,
        whole.insertions,
    ]


@given(corpus=pairs)
@settings(max_examples=200)
def test_characters(corpus: Any) -> None:
    hypotheses, references = [hypothesis for hypothesis, _ in corpus], [reference for _, reference in corpus]
    expected = 100 * jiwer.cer(references, hypotheses)
    assert mtassay.score(hypotheses, references, ["cer"])[0].value == pytest.approx(expected, abs=1e-9)

"""CharacTER is that of the package cer, to the last digit: which shift is best can hang on it."""

import cer
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mtassay

few = st.sampled_from(["the", "cat", "é", "中", "aaa"])
many = st.sampled_from(["the", "cat", "dog", "sat", "on", "mat", "a", "é", ".", "internationalization", "中文", "🙂"])
lines = st.one_of(st.lists(words, min_size=1, max_size=16) for words in (few, many))
moved = lines.flatmap(lambda words: st.tuples(st.permutations(words), st.just(words)))
pairs = st.lists(st.one_of(st.tuples(lines, lines), moved), min_size=1, max_size=4)


@given(corpus=pairs)
@settings(max_examples=1000)
def test_corpus_and_segments(corpus: list[tuple[list[str], list[str]]]) -> None:
    hypotheses, references = ([list(words) for words in side] for side in zip(*corpus, strict=True))
    expected = cer.calculate_cer_corpus(hypotheses, references)
    score = mtassay.score(map(" ".join, hypotheses), map(" ".join, references), ["character"])[0]
    assert score.segments.tolist() == expected["cer_scores"]
    assert score.value == pytest.approx(expected["mean"], abs=1e-12)


def test_empty_hypothesis() -> None:
    with pytest.warns(mtassay.MtassayWarning, match="empty"):
        ours = mtassay.score([""], ["a b"], ["character"])[0]
    assert ours.value == cer.calculate_cer([], ["a", "b"]) == 1

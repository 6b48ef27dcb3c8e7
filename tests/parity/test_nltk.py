"""BLEU+1 and weights agree with NLTK, where it defines them as we do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

from mtassay import EvalSet, metric

words = st.lists(st.sampled_from(["the", "cat", "dog", "sat", "on", "a", "mat"]), min_size=4, max_size=12)


def ours(spec: str, hypothesis: list[str], references: list[list[str]]) -> float:
    one = metric(spec)
    evalset = EvalSet([[" ".join(reference) for reference in references]])
    return float(one.score(one.stats([" ".join(hypothesis)], one.prepare(evalset))[0])) / 100


# below four words NLTK counts a missing order as 0/1, which is not the definition
@given(hypothesis=words, references=st.lists(words, min_size=1, max_size=3))
def test_bleu_plus_one(hypothesis: list[str], references: list[list[str]]) -> None:
    expected = sentence_bleu(references, hypothesis, smoothing_function=SmoothingFunction().method2)
    assert ours("bleu:tokenize=none,smooth_method=add-k", hypothesis, references) == pytest.approx(expected)


@given(
    hypothesis=words,
    references=st.lists(words, min_size=1, max_size=3),
    weights=st.sampled_from([(1.0, 0.0, 0.0, 0.0), (0.5, 0.5, 0.0, 0.0), (0.4, 0.3, 0.2, 0.1)]),
)
def test_weights_with_a_floor(hypothesis: list[str], references: list[list[str]], weights: tuple[float, ...]) -> None:
    expected = sentence_bleu(references, hypothesis, weights, SmoothingFunction().method1)
    spec = f"bleu:tokenize=none,smooth_method=floor,weights='{','.join(map(str, weights))}'"
    assert ours(spec, hypothesis, references) == pytest.approx(expected)

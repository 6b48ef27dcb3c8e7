"""BLEU+1, weights, NIST and GLEU agree with NLTK, where it defines them as we do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu
from nltk.translate.gleu_score import corpus_gleu
from nltk.translate.nist_score import corpus_nist

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


any_words = st.lists(st.sampled_from(["the", "cat", "dog", "sat", "on", "a", "mat", "é"]), max_size=12)
any_corpora = st.lists(st.tuples(any_words, st.lists(any_words, min_size=1, max_size=3)), min_size=1, max_size=5)
Corpus = list[tuple[list[str], list[list[str]]]]


def corpus_score(spec: str, corpus: Corpus) -> float:
    one = metric(spec)
    evalset = EvalSet([[" ".join(words) for words in references] for _, references in corpus], warn_of_blanks=False)
    rows = one.stats([" ".join(hypothesis) for hypothesis, _ in corpus], one.prepare(evalset))
    return float(one.score(rows.sum(axis=0)))


# NLTK divides by the number of n-grams of each order, so some text needs five words, and by the words of references
@given(first=words, corpus=any_corpora)
def test_nist(first: list[str], corpus: Corpus) -> None:
    corpus = [([*first, "mat"], [first]), *corpus]
    expected = corpus_nist([references for _, references in corpus], [hypothesis for hypothesis, _ in corpus])
    assert corpus_score("nist:style=nltk,lowercase=no,tokenize=none", corpus) == pytest.approx(expected)
    if all(len(references) == 1 for _, references in corpus):
        assert corpus_score("nist:lowercase=no,tokenize=none", corpus) == pytest.approx(expected)


@given(corpus=any_corpora, longest=st.integers(1, 6))
def test_gleu(corpus: Corpus, longest: int) -> None:
    references, hypotheses = [references for _, references in corpus], [hypothesis for hypothesis, _ in corpus]
    expected = corpus_gleu(references, hypotheses, max_len=longest)
    assert corpus_score(f"gleu:max_ngram_order={longest}", corpus) == pytest.approx(expected)

"""Counts and scores are sacreBLEU's, on random corpora with one to three references."""

from typing import Any

import pytest
import sacrebleu
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU, CHRF, TER
from strategies import chrf_settings, corpora, ter_settings

import mtassay
from mtassay import EvalSet, metric

pytestmark = pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")

bleu_settings = st.one_of(
    st.fixed_dictionaries({"smooth_method": st.sampled_from(["none", "exp"])}),
    st.fixed_dictionaries(
        {"smooth_method": st.sampled_from(["floor", "add-k"]), "smooth_value": st.sampled_from([0.1, 0.5, 1, 2])}
    ),
).flatmap(
    lambda smoothing: st.fixed_dictionaries(
        {
            **{key: st.just(value) for key, value in smoothing.items()},
            "lowercase": st.booleans(),
            "tokenize": st.sampled_from(["13a", "intl", "zh", "char", "none", "ja-mecab", "ko-mecab"]),
            "max_ngram_order": st.integers(1, 6),
            "effective_order": st.booleans(),
        }
    )
)


def build(name: str, settings: dict[str, Any]) -> Any:
    return mtassay.metrics.base.METRICS[name](**settings)


def peer_rows(peer: Any, corpus: Any) -> list[list[float]]:
    return [
        peer._extract_corpus_statistics([hypothesis], [[reference] for reference in references])[0]
        for hypothesis, references in corpus
    ]


def check(ours: Any, peer: Any, corpus: Any, **tolerance: float) -> None:
    hypotheses = [hypothesis for hypothesis, _ in corpus]
    evalset = EvalSet([references for _, references in corpus])
    rows = ours.stats(hypotheses, ours.prepare(evalset))
    expected = peer_rows(peer, corpus)
    assert rows.tolist() == expected
    for row, stats in zip(rows, expected, strict=True):
        assert ours.score(row) == pytest.approx(peer._compute_score_from_stats(list(stats)).score, **tolerance)
    total = [sum(column) for column in zip(*expected, strict=True)]
    assert ours.score(rows.sum(axis=0)) == pytest.approx(peer._compute_score_from_stats(total).score, **tolerance)


@given(corpus=corpora, settings=bleu_settings)
@settings(max_examples=600)
def test_bleu(corpus: Any, settings: dict[str, Any]) -> None:
    check(build("bleu", settings), BLEU(**settings), corpus, rel=1e-9, abs=1e-9)


@given(corpus=corpora, settings=chrf_settings)
@settings(max_examples=600)
def test_chrf(corpus: Any, settings: dict[str, Any]) -> None:
    # no tolerance at all: the same operations in the same order
    check(build("chrf", settings), CHRF(**settings), corpus, rel=0, abs=0)


@given(corpus=corpora, settings=ter_settings)
@settings(max_examples=300)
def test_ter(corpus: Any, settings: dict[str, Any]) -> None:
    check(build("ter", settings), TER(**settings), corpus, rel=0, abs=0)


@st.composite
def moved_blocks(draw: st.DrawFn) -> tuple[str, str]:
    """A reference, and what is left of it after blocks were moved, dropped and repeated."""
    reference = draw(st.lists(st.sampled_from([f"w{n}" for n in range(draw(st.integers(2, 40)))]), max_size=80))
    words = list(reference)
    for _ in range(draw(st.integers(0, 5))):
        start, target = draw(st.integers(0, len(words))), draw(st.integers(0, len(words)))
        block = words[start : start + draw(st.integers(1, 14))]
        if draw(st.booleans()):
            del words[start : start + len(block)]
        words[target:target] = block
    return " ".join(words), " ".join(reference)


@given(pair=moved_blocks())
@settings(max_examples=150)
def test_ter_of_moved_blocks_and_long_lines(pair: tuple[str, str]) -> None:
    check(build("ter", {}), TER(), [(pair[0], [pair[1]])], rel=0, abs=0)


@given(corpus=corpora, bleu=bleu_settings, chrf=chrf_settings, ter=ter_settings)
@settings(max_examples=100)
def test_signatures(corpus: Any, bleu: dict[str, Any], chrf: dict[str, Any], ter: dict[str, Any]) -> None:
    count = len(corpus[0][1])
    references = [["x"] * count for _ in corpus]
    hypotheses = ["y"] * len(corpus)
    pairs = [
        (build("bleu", bleu), BLEU(**bleu)),
        (build("chrf", chrf), CHRF(**chrf)),
        (build("ter", ter), TER(**ter)),
    ]
    for ours, peer in pairs:
        peer.corpus_score(hypotheses, list(zip(*references, strict=True)))
        expected = str(peer.get_signature()).split("|")[:-1]  # the last is the version
        extra = ("ord:", "beta:")  # sacreBLEU leaves these out, so equal signatures can mean different scores
        got = [item for item in ours.signature(EvalSet(references)).split("|")[:-1] if not item.startswith(extra)]
        assert got == expected


def test_signature_of_a_changing_number_of_references() -> None:
    peer = BLEU()
    peer.corpus_score(["a", "b"], [["a", "b"], ["c", None]])
    ours = metric("bleu").signature(EvalSet([["a", "c"], ["b"]]))
    assert str(peer.get_signature()).split("|")[0] == ours.split("|")[0] == "nrefs:var"


def test_public_api_on_the_examples(dialogues: Any) -> None:
    def read(name: str) -> list[str]:
        return (dialogues / name).read_text(encoding="utf-8").splitlines()

    references = [read("reference-a.en.txt"), read("reference-b.en.txt")]
    for system in ("neural-large", "neural-small", "phrase-based", "word-by-word"):
        hypotheses = read(f"systems/{system}.txt")
        scores = mtassay.score(hypotheses, list(zip(*references, strict=True)), ["bleu", "chrf", "chrf:word_order=2"])
        for score, peer in zip(scores, (BLEU(), CHRF(), CHRF(word_order=2)), strict=True):
            assert score.value == pytest.approx(peer.corpus_score(hypotheses, references).score, abs=1e-9)
            segments = [
                peer.sentence_score(hypothesis, list(refs)).score
                for hypothesis, refs in zip(hypotheses, zip(*references, strict=True), strict=True)
            ]
            assert score.segments.tolist() == pytest.approx(segments, abs=1e-9)


@given(corpus=corpora, settings=bleu_settings)
@settings(max_examples=200)
def test_segments_have_the_scores_of_sentence_bleu(corpus: Any, settings: dict[str, Any]) -> None:
    hypotheses = [hypothesis for hypothesis, _ in corpus]
    references = [references for _, references in corpus]
    segments = mtassay.score(hypotheses, references, [build("bleu", settings)])[0].segments
    peer = BLEU(**{**settings, "effective_order": True})
    expected = [peer.sentence_score(*segment).score for segment in corpus]
    assert segments.tolist() == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_by_default_segments_have_the_scores_of_the_function_sentence_bleu() -> None:
    hypotheses = ["Thank you.", "Yes", "The cat sat on a mat.", "No match at all"]
    references = ["Thank you.", "Yes!", "The cat sat on the mat.", "Nothing"]
    expected = [
        sacrebleu.sentence_bleu(*pair).score for pair in zip(hypotheses, map(list, zip(references)), strict=True)
    ]
    assert mtassay.score(hypotheses, references, ["bleu"])[0].segments.tolist() == pytest.approx(expected)

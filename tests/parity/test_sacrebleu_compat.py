"""`mtassay.compat.sacrebleu` takes sacreBLEU's arguments and gives its results."""

import inspect
import json
from typing import Any

import numpy as np
import pytest
import sacrebleu as peer
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import chrf_settings, streams, texts

import mtassay
import mtassay.compat.sacrebleu as ours
from mtassay import InputError, MtassayWarning

pytestmark = pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning")

# the smoothing value is given to methods that do not use it as well
bleu_settings = st.fixed_dictionaries(
    {
        "smooth_method": st.sampled_from(["none", "exp", "floor", "add-k"]),
        "smooth_value": st.sampled_from([None, 0.1, 0.5, 1, 2, 0.123]),
        "lowercase": st.booleans(),
        "force": st.booleans(),
        "tokenize": st.sampled_from([None, "13a", "intl", "zh", "char", "none"]),
        "trg_lang": st.sampled_from(["", "de", "zh"]),
        "max_ngram_order": st.integers(1, 6),
        "effective_order": st.booleans(),
    }
)


def signature(metric: Any, *, short: bool = False) -> str:
    text = str(metric.get_signature().format(short))
    assert text.endswith(mtassay.__version__ if metric.__module__.startswith("mtassay") else peer.__version__)
    return text.rpartition(":")[0]


def same_score(got: Any, expected: Any) -> None:
    """Every public attribute to the last bit, and every form."""
    for name, value in vars(expected).items():
        if not name.startswith("_"):
            assert getattr(got, name) == value, name
    for arguments in ({}, {"score_only": True}, {"signature": "a:b|c:d"}, {"signature": "a:b", "is_json": True}):
        for digits in (0, 1, 2, 15):
            assert got.format(digits, **arguments) == expected.format(digits, **arguments)
    assert str(got) == repr(got) == str(expected)


def same_results(got: Any, expected: Any, hypotheses: list[str], references: Any) -> None:
    same_score(got.corpus_score(hypotheses, references), expected.corpus_score(hypotheses, references))
    for short in (False, True):
        assert signature(got, short=short) == signature(expected, short=short)
    first = [stream[0] for stream in references]
    same_score(got.sentence_score(hypotheses[0], first), expected.sentence_score(hypotheses[0], first))
    assert signature(got) == signature(expected)


@given(corpus=streams(), chosen=bleu_settings)
@settings(max_examples=300)
def test_bleu(corpus: Any, chosen: dict[str, Any]) -> None:
    same_results(ours.BLEU(**chosen), peer.BLEU(**chosen), *corpus)


@given(corpus=streams(), chosen=chrf_settings)
@settings(max_examples=300)
def test_chrf(corpus: Any, chosen: dict[str, Any]) -> None:
    same_results(ours.CHRF(**chosen), peer.CHRF(**chosen), *corpus)


@given(corpus=streams())
@settings(max_examples=100)
def test_functions(corpus: Any) -> None:
    hypotheses, references = corpus
    first = [stream[0] for stream in references]
    for name, arguments in (
        ("corpus_bleu", {}),
        ("corpus_bleu", {"smooth_method": "floor", "lowercase": True, "tokenize": "intl", "use_effective_order": True}),
        ("raw_corpus_bleu", {}),
        ("raw_corpus_bleu", {"smooth_value": None}),
        ("corpus_chrf", {}),
        ("corpus_chrf", {"word_order": 2, "beta": 1, "remove_whitespace": False, "eps_smoothing": True}),
    ):
        got, expected = getattr(ours, name), getattr(peer, name)
        same_score(got(hypotheses, references, **arguments), expected(hypotheses, references, **arguments))
    for name, arguments in (
        ("sentence_bleu", {}),
        ("sentence_bleu", {"smooth_method": "add-k", "smooth_value": 0.5, "use_effective_order": False}),
        ("sentence_chrf", {}),
        ("sentence_chrf", {"char_order": 3, "word_order": 1}),
    ):
        got, expected = getattr(ours, name), getattr(peer, name)
        same_score(got(hypotheses[0], first, **arguments), expected(hypotheses[0], first, **arguments))


@given(
    counts=st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), min_size=4, max_size=4),
    lengths=st.tuples(st.integers(0, 60), st.integers(0, 60)),
    method=st.sampled_from(["none", "exp", "floor", "add-k"]),
    effective=st.booleans(),
)
def test_compute_bleu(counts: Any, lengths: Any, method: str, effective: bool) -> None:
    totals = [total for _, total in counts]
    matches = [min(pair) for pair in counts]
    assume(totals == sorted(totals, reverse=True))
    arguments = {"smooth_method": method, "effective_order": effective}
    got = ours.BLEU.compute_bleu(np.array(matches), np.array(totals), *lengths, **arguments)
    same_score(got, peer.BLEU.compute_bleu(matches, totals, *lengths, **arguments))


@given(corpus=streams(), chosen=bleu_settings)
@settings(max_examples=100)
def test_bleu_is_the_one_of_mtassay_score(corpus: Any, chosen: dict[str, Any]) -> None:
    hypotheses, references = corpus
    metric = ours.BLEU(**chosen)
    segments = [[text for text in texts if text is not None] for texts in zip(*references, strict=True)]
    score = mtassay.score(hypotheses, segments, [metric._bleu])[0]
    got = metric.corpus_score(hypotheses, references)
    assert got.score == pytest.approx(score.value, rel=1e-12, abs=1e-12)
    assert got.bp == pytest.approx(score.parts["brevity_penalty"])
    assert got.precisions == pytest.approx([score.parts[f"precision_{n + 1}"] for n in range(len(got.precisions))])


@given(corpus=streams(), other=st.lists(texts, min_size=6, max_size=6))
@settings(max_examples=50)
def test_references_are_kept_for_other_systems(corpus: Any, other: list[str]) -> None:
    hypotheses, references = corpus
    for name in ("BLEU", "CHRF"):
        got, expected = getattr(ours, name)(references=references), getattr(peer, name)(references=references)
        assert signature(got) == signature(expected)
        for system in (hypotheses, other[: len(hypotheses)]):
            same_score(got.corpus_score(system, None), expected.corpus_score(system, None))
        # references of a call hold for that call
        got.corpus_score(["a"], [["b"]])
        same_score(got.corpus_score(hypotheses, None), expected.corpus_score(hypotheses, None))


def test_calls_have_the_same_parameters() -> None:
    def parameters(thing: Any) -> list[tuple[str, object]]:
        found = inspect.signature(thing).parameters.values()
        return [(parameter.name, parameter.default) for parameter in found]

    for name in ours.__all__:
        if name in ("__version__", "get_reference_files", "get_source_file"):
            continue
        assert parameters(getattr(ours, name)) == parameters(getattr(peer, name)), name
    for name in ("BLEU", "CHRF", "TER"):
        got, expected = getattr(ours, name), getattr(peer, name)
        assert getattr(ours.metrics, name) is got
        for method in ("corpus_score", "sentence_score", "get_signature"):
            assert parameters(getattr(got, method)) == parameters(getattr(expected, method))
        score, expected_score = getattr(ours.metrics, f"{name}Score"), getattr(peer.metrics, f"{name}Score")
        assert parameters(score) == parameters(expected_score)
        assert parameters(score.format) == parameters(expected_score.format)
    assert parameters(ours.BLEU.compute_bleu) == parameters(peer.BLEU.compute_bleu)
    assert ours.BLEU.SMOOTH_DEFAULTS == peer.BLEU.SMOOTH_DEFAULTS
    assert ours.BLEU.TOKENIZER_DEFAULT == peer.BLEU.TOKENIZER_DEFAULT
    assert (ours.CHRF.CHAR_ORDER, ours.CHRF.WORD_ORDER, ours.CHRF.BETA) == (6, 0, 2)


def test_names_that_are_left_out() -> None:
    assert sorted(set(peer.__all__) - set(ours.__all__)) == [
        "DATASETS",
        "SACREBLEU_DIR",
        "download_test_set",
        "extract_char_ngrams",
        "extract_word_ngrams",
        "get_available_testsets",
        "get_langpairs_for_testset",
        "smart_open",
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        (1, [["a"]]),
        (iter(["a"]), [["a"]]),
        ([1], [["a"]]),
        ([None], [["a"]]),
        (["a", None], [["a", "b"]]),
        (["a"], 1),
        (["a"], iter([["a"]])),
        (["a"], [1]),
        (["a"], [[1]]),
        (np.array(["a"]), [["a"]]),
        (["a"], np.array([["a"]])),
        (["a"], [np.array(["a"])]),
    ],
)
def test_wrong_shapes_are_type_errors_there_and_here(arguments: Any) -> None:
    for module in (peer, ours):
        for metric in (module.BLEU(), module.CHRF()):
            with pytest.raises(TypeError, match=type(metric).__name__):
                metric.corpus_score(*arguments)


@pytest.mark.parametrize("arguments", [(1, ["a"]), (None, ["a"]), (["a"], ["a"]), ("a", "a"), ("a", 1), ("a", [1])])
def test_wrong_shapes_of_sentences_are_type_errors(arguments: Any) -> None:
    for module in (peer, ours):
        with pytest.raises(TypeError, match="CHRF"):
            module.CHRF().sentence_score(*arguments)


def test_what_sacrebleu_would_score_by_mistake_is_refused() -> None:
    with pytest.raises(TypeError, match="one for each translator; got str"):
        ours.corpus_bleu(["the cat"], ["the cat"])  # the letters of a string
    with pytest.raises(TypeError, match="`hyps` should be a sequence of strings; got str"):
        ours.corpus_bleu("the cat", [["the cat"]])
    with pytest.raises(InputError, match="2 hypotheses, but 1 references of each translator"):
        ours.corpus_bleu(["a", "b"], [["a"], ["b"]])  # transposed: the second would not be seen
    with pytest.raises(InputError, match="one translator has 1, another 2"):
        ours.corpus_bleu(["a", "b"], [["a"], ["b", "c"]])


def test_nothing_to_score() -> None:
    for metric in (ours.BLEU(), peer.BLEU()):
        with pytest.raises(RuntimeError):
            metric.corpus_score(["a"], None)
        with pytest.raises(ValueError, match="references"):
            metric.get_signature()
    for arguments in (([], [["a"]]), (["a"], [[]]), (["a"], [])):
        with pytest.raises(InputError, match=r"^no "):
            ours.BLEU().corpus_score(*arguments)
    with pytest.raises(InputError, match="no references"):
        ours.BLEU().sentence_score("a", [])
    with pytest.raises(InputError, match="an empty list"):
        ours.BLEU().corpus_score(["a", "b"], [["a", None]])


@pytest.mark.filterwarnings("error")
def test_notes() -> None:
    tokenized = ["a b ."] * 100
    with pytest.warns(MtassayWarning, match="is the text tokenized"):
        ours.corpus_bleu(tokenized, [tokenized])
    ours.corpus_bleu(tokenized, [tokenized], force=True)
    ours.corpus_bleu(["", "a ."], [["", " "]])  # an empty reference is none: nothing to say
    with pytest.warns(MtassayWarning, match="effective_order=True"):
        ours.BLEU().sentence_score("a", ["a"])
    with pytest.warns(MtassayWarning, match="for zh the tokenizer zh is usual"):
        ours.BLEU(trg_lang="zh", tokenize="13a")


def test_signatures_can_be_extended() -> None:
    for module in (ours, peer):
        metric = module.BLEU(references=[["a"]])
        found = metric.get_signature()
        found.update("mine", "yes")
        found.update("test", "wmt99")
        assert str(found).startswith("nrefs:1|test:wmt99|case:mixed|")
        assert "|mine:yes|" in str(found)
        assert found.info["nrefs"] == 1
        assert str(found).rpartition("|")[2].startswith("version:")


def test_json_without_a_signature() -> None:
    document = json.loads(ours.corpus_chrf(["a"], [["a"]]).format(is_json=True))
    assert document == {"name": "chrF2", "score": 100.0, "signature": ""}

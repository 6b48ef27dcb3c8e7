"""Records of reference implementations, read in place where they are."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mtassay
from mtassay import EvalSet, metric, score, tokenizer
from mtassay.compat import sacrebleu
from mtassay.compat.sacrebleu.procedures import procedures
from mtassay.compat.sacrebleu.significance import PairedTest
from mtassay.metrics.bleu import Bleu
from mtassay.metrics.chrf import Chrf
from mtassay.metrics.eed import ExtendedEditDistance
from mtassay.metrics.ter import Ter
from mtassay.tokenizers.tercom import Tercom

VECTORS = Path(__file__).parents[3] / "shared" / "data" / "vectors"
TOKENIZERS = ("13a", "intl", "zh", "char", "none", "ja-mecab", "ko-mecab")

pytestmark = [
    pytest.mark.skipif(not VECTORS.is_dir(), reason=f"the public test vectors are not at {VECTORS}"),
    pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning"),
]


def records(name: str) -> Iterator[dict[str, Any]]:
    if VECTORS.is_dir():
        with (VECTORS / f"{name}.jsonl").open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def cases(name: str, *metrics: str) -> list[Any]:
    return [pytest.param(record, id=record["id"]) for record in records(name) if record["metric"] in metrics]


def sums_of(one: Any, given: dict[str, Any]) -> Any:
    hypotheses = given["hyps"] if "hyps" in given else [given["hyp"]]
    references = given["refs"] if "hyps" in given else [given["refs"]]
    return one.stats(hypotheses, one.prepare(EvalSet(references))).sum(axis=0), EvalSet(references)


def close(expected: float, record: dict[str, Any]) -> Any:
    return pytest.approx(expected, rel=record.get("tol", 1e-6), abs=1e-9)


@pytest.mark.parametrize(
    "record", [case for case in cases("tokenizers", "tokenizer") if case.values[0]["params"]["tokenize"] in TOKENIZERS]
)
def test_tokenizer(record: dict[str, Any]) -> None:
    one = tokenizer(record["params"]["tokenize"])
    # the records hold what BLEU makes of a line, and BLEU first drops white space at its end
    assert one(record["input"]["text"].rstrip()) == record["expected"]["tokens"]
    assert one.signature == record["expected"]["signature"]


@pytest.mark.parametrize(
    "record",
    [case for case in cases("bleu", "BLEU") if case.values[0]["params"].get("tokenize", "13a") in TOKENIZERS],
)
def test_bleu(record: dict[str, Any]) -> None:
    one = Bleu(**record["params"])
    sums, evalset = sums_of(one, record["input"])
    expected = record["expected"]
    parts = one.parts(sums)
    assert float(one.score(sums)) == close(expected["score"], record)
    assert [sums[0], sums[1]] == [expected["sys_len"], expected["ref_len"]]
    order = one.max_ngram_order
    # with add-k sacreBLEU reports its counts after smoothing
    added = one._smooth_value if one.smooth_method == "add-k" and any(sums[2 : 2 + order]) else 0
    added = added or 0
    assert sums[2] == expected["counts"][0]
    assert [count + added for count in sums[3 : 2 + order]] == close(expected["counts"][1:], record)
    assert [count + added for count in sums[3 + order :]] == close(expected["totals"][1:], record)
    assert float(parts["brevity_penalty"]) == close(expected["bp"], record)
    assert [float(parts[f"precision_{n + 1}"]) for n in range(order)] == close(expected["precisions"], record)
    if "signature" in expected:
        ours = [item for item in one.signature(evalset).split("|")[:-1] if not item.startswith("ord:")]
        assert "|".join(ours) == expected["signature"]


@pytest.mark.parametrize("record", cases("bleu", "BLEU brevity penalty"))
def test_reference_lengths(record: dict[str, Any]) -> None:
    one = Bleu(tokenize="none", reference_length=record["params"]["ref_len"])
    sums, _ = sums_of(one, record["input"])
    expected = record["expected"]
    assert sums[1] == close(expected["ref_len"], record)
    assert float(one.parts(sums)["brevity_penalty"]) == close(expected["bp"], record)
    assert sums[2:].tolist() == [*expected["matches"], *expected["totals"]]


@pytest.mark.parametrize("record", cases("bleu", "BLEU+1"))
def test_bleu_plus_one(record: dict[str, Any]) -> None:
    one = Bleu(tokenize="none", smooth_method="add-k", reference_length=record["params"]["ref_len"])
    sums, _ = sums_of(one, record["input"])
    assert float(one.score(sums)) / 100 == close(record["expected"]["score01"], record)


@pytest.mark.parametrize("record", cases("bleu", "BLEU-weights"))
def test_weights(record: dict[str, Any]) -> None:
    params = record["params"]
    one = Bleu(
        tokenize="none",
        smooth_method="floor",
        smooth_value=params["floor"],
        weights=tuple(params["weights"]),
        max_ngram_order=len(params["weights"]),
        reference_length=params["ref_len"],
    )
    sums, _ = sums_of(one, record["input"])
    totals = sums[2 + one.max_ngram_order :]
    # NLTK counts an order that the hypothesis is too short for as 0/1: bring its statistics into that form
    totals[totals == 0] = 1
    assert float(one.score(sums)) / 100 == close(record["expected"]["score01"], record)


@pytest.mark.parametrize("record", cases("chrf", "chrF"))
def test_chrf(record: dict[str, Any]) -> None:
    one = Chrf(**record["params"])
    sums, evalset = sums_of(one, record["input"])
    assert float(one.score(sums)) == close(record["expected"]["score"], record)
    if "signature" in record["expected"]:
        ours = [item for item in one.signature(evalset).split("|")[:-1] if not item.startswith("beta:")]
        assert "|".join(ours) == record["expected"]["signature"]


@pytest.mark.parametrize(
    "record", [case for case in cases("tokenizers", "tokenizer") if case.values[0]["params"]["tokenize"] == "tercom"]
)
def test_tercom(record: dict[str, Any]) -> None:
    settings = {name: value for name, value in record["params"].items() if name != "tokenize"}
    assert Tercom(**settings)(record["input"]["text"].rstrip()) == record["expected"]["tokens"]


@pytest.mark.parametrize("record", cases("ter", "TER"))
def test_ter(record: dict[str, Any]) -> None:
    one = Ter(**record["params"])
    sums, evalset = sums_of(one, record["input"])
    expected = record["expected"]
    assert sums.tolist() == [expected["num_edits"], close(expected["ref_length"], record)]
    assert float(one.score(sums)) == close(expected["score"], record)
    if "signature" in expected:
        assert one.signature(evalset).rpartition("|")[0] == expected["signature"]


@pytest.mark.parametrize("record", [case for case in cases("ter", "TER") if "-hter-pe-" in case.id])
def test_hter(record: dict[str, Any]) -> None:
    settings = ",".join(f"{name}={'yes' if value else 'no'}" for name, value in record["params"].items())
    spec = f"hter:{settings}" if settings else "hter"
    (post_edit,) = record["input"]["refs"]
    ours = score([record["input"]["hyp"]], [post_edit], [spec], post_edit=True)[0]
    assert ours.value == close(record["expected"]["score"], record)


@pytest.mark.parametrize("record", cases("wer", "WER", "CER"))
def test_word_and_character_error_rates(record: dict[str, Any]) -> None:
    name = record["metric"].lower()
    expected = record["expected"]
    sums, _ = sums_of(metric(name), record["input"])
    if sums[1] > 0:  # of an empty reference jiwer says 1, whatever the hypothesis
        assert float(metric(name).score(sums)) / 100 == close(expected[name], record)
    if name == "wer":
        counts, _ = sums_of(metric("mer"), record["input"])
        assert counts[1:].sum() == expected["sub"] + expected["del"] + expected["ins"]
        if "hits" in expected:
            assert counts[0] == expected["hits"]


@pytest.mark.parametrize("record", cases("wer", "mWER"))
def test_multi_reference_word_error_rate(record: dict[str, Any]) -> None:
    expected = record["expected"]
    for normalizer, key in (("nearest", "mwer_bestref"), ("average", "mwer_avgref")):
        one = metric(f"mwer:normalizer={normalizer}")
        sums, _ = sums_of(one, record["input"])
        assert sums[0] == expected["min_distance"]
        assert float(one.score(sums)) / 100 == close(expected[key], record)


@pytest.mark.parametrize("record", cases("per", "PER"))
def test_position_independent_error_rate(record: dict[str, Any]) -> None:
    one = metric("per")
    sums, _ = sums_of(one, record["input"])
    expected = record["expected"]
    if sums[3] == 0:
        return
    assert sums[1] == expected["matches"]
    assert float(one.score(sums)) / 100 == close(expected["per"], record)
    assert float(one.parts(sums)["rper"]) / 100 == close(expected["rper"], record)
    if sums[2] > 0:
        assert float(one.parts(sums)["hper"]) / 100 == close(expected["hper"], record)


@pytest.mark.parametrize("record", cases("cder", "CDER"))
def test_cder(record: dict[str, Any]) -> None:
    one = metric("cder")
    sums, _ = sums_of(one, record["input"])
    expected = record["expected"]
    if expected["ref_len"] == 0:
        return
    assert sums.tolist() == [expected["cd"], expected["ref_len"]]
    assert float(one.score(sums)) / 100 == close(expected["cder"], record)


def recorded(value: float | None) -> float | None:
    """With the digits of the records."""
    return None if value is None else float(f"{value:.10g}")


@pytest.mark.parametrize(
    "record", cases("significance", "paired bootstrap", "paired approximate randomization", "bootstrap CI")
)
def test_sacrebleu_significance(record: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", str(record["params"]["seed"]))
    given, expected = record["input"], record["expected"]
    streams = [list(stream) for stream in zip(*given["refs"], strict=True)]
    if "hyps" in given:
        score = sacrebleu.BLEU().corpus_score(given["hyps"], streams, n_bootstrap=record["params"]["n_bootstrap"])
        found = {"score": score.score, "mean": score._mean, "ci": score._ci}
        assert {name: recorded(value) for name, value in found.items()} == expected
        return
    is_bootstrap = record["metric"] == "paired bootstrap"
    draws = record["params"]["n_samples"]
    metrics = {"BLEU": sacrebleu.BLEU(), "CHRF": sacrebleu.CHRF(), "TER": sacrebleu.TER()}
    test = PairedTest(list(given["systems"].items()), metrics, streams, "bs" if is_bootstrap else "ar", draws)
    _, results = test.run()
    for label, wanted in expected["results"].items():
        for result, numbers in zip(results[label], wanted, strict=True):
            found = {"score": result.score, "p": result.p_value, "mean": result.mean, "ci": result.ci}
            assert {name: recorded(value) for name, value in found.items()} == numbers

    interval, procedure = procedures("bootstrap" if is_bootstrap else "randomization", draws, record["params"]["seed"])
    evalset = EvalSet(given["refs"], systems=given["systems"])
    compared = mtassay.compare(evalset, ["bleu", "chrf", "ter"], interval=interval, test=procedure)
    for one, wanted in zip(compared.metrics, expected["results"].values(), strict=True):
        assert [recorded(pair.p_value) for pair in one.pairs] == [numbers["p"] for numbers in wanted[1:]]


@pytest.mark.parametrize("record", cases("eed", "EED"))
def test_eed(record: dict[str, Any]) -> None:
    one = ExtendedEditDistance(**record["params"])
    sums, _ = sums_of(one, record["input"])
    assert float(one.score(sums)) == close(record["expected"]["score"], record)
    if one.preprocess == "en":
        # what the records hold as preprocessed scores the same without further preprocessing
        plain = ExtendedEditDistance(**{**record["params"], "preprocess": "none"})
        texts = {"hyp": record["expected"]["preprocessed_hyp"], "refs": [record["expected"]["preprocessed_ref"]]}
        assert float(plain.score(sums_of(plain, texts)[0])) == float(one.score(sums))


@pytest.mark.parametrize("record", cases("character", "CharacTER"))
def test_character(record: dict[str, Any]) -> None:
    one = metric("character")
    sums, _ = sums_of(one, record["input"])
    assert float(one.score(sums)) == close(record["expected"]["score"], record)

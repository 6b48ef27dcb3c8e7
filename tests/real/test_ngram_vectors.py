"""Records of NIST, GLEU, ROUGE, AMBER and the metrics of the DISA report, read in place where they are."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mtassay import EvalSet, metric
from mtassay.metrics.amber import PENALTY_WEIGHTS, Amber
from mtassay.metrics.base import Metric
from mtassay.metrics.nist import Nist
from mtassay.metrics.rouge import Rouge

VECTORS = Path(__file__).parents[3] / "shared" / "data" / "vectors"

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


def sums_of(one: Metric[Any], given: dict[str, Any]) -> Any:
    hypotheses = given["hyps"] if "hyps" in given else [given["hyp"]]
    references = given["refs"] if "hyps" in given else [given["refs"]]
    return one.stats(hypotheses, one.prepare(EvalSet(references))).sum(axis=0)


def close(expected: Any, record: dict[str, Any]) -> Any:
    return pytest.approx(expected, rel=record.get("tol", 1e-6), abs=1e-9)


@pytest.mark.parametrize("record", cases("nist", "NIST+BLEU(mteval)"))
def test_nist_of_mteval(record: dict[str, Any]) -> None:
    arguments = record["params"]["args"]
    one = Nist(
        lowercase="-c" not in arguments, tokenize="intl" if "--international-tokenization" in arguments else "13a"
    )
    sums = sums_of(one, record["input"])
    assert float(one.score(sums)) == close(record["expected"]["nist"], record)
    parts = one.parts(sums)
    for n in range(1, 6):
        expected = record["expected"]["per_order"][f"NIST{n}"]["ind"]
        assert float(parts[f"nist_{n}"] * parts["length_penalty"]) == close(expected, record)


@pytest.mark.parametrize("record", cases("nist", "NIST(nltk variant)"))
def test_nist_of_nltk(record: dict[str, Any]) -> None:
    one = Nist(style="nltk", lowercase=False, tokenize="none", max_ngram_order=record["params"]["n"])
    assert float(one.score(sums_of(one, record["input"]))) == close(record["expected"]["nist"], record)


@pytest.mark.parametrize("record", cases("gleu", "GLEU(google)"))
def test_gleu(record: dict[str, Any]) -> None:
    assert record["params"] == {"min_len": 1, "max_len": 4}
    one = metric("gleu")
    assert float(one.score(sums_of(one, record["input"]))) == close(record["expected"]["score01"], record)


# of the words in these records PyStemmer and NLTK make stems that match alike, so the tolerance is the usual one
@pytest.mark.parametrize("record", cases("rouge", "ROUGE"))
def test_rouge(record: dict[str, Any]) -> None:
    for name, expected in record["expected"].items():
        one = Rouge(type=name.removeprefix("rouge"), stem=record["params"]["use_stemmer"])
        sums = sums_of(one, record["input"])
        parts = one.parts(sums)
        assert float(one.score(sums)) == close(expected["f"], record)
        assert float(parts["precision"]) == close(expected["p"], record)
        assert float(parts["recall"]) == close(expected["r"], record)


@pytest.mark.parametrize("record", cases("amber", "AMBER"))
def test_amber(record: dict[str, Any]) -> None:
    params = record["params"]
    assert {name.upper(): weight for name, weight in PENALTY_WEIGHTS.items()} == params["weights"]
    one = Amber(types=(1,), tokenize=params["tokenize"], ctp=params["ctp"], nscp=params["spearman"])
    sums = sums_of(one, record["input"])
    parts = {name.removeprefix("type_1_"): float(value) for name, value in one.parts(sums).items()}
    expected = record["expected"]
    assert sums[:4].tolist() == expected["matches"]
    for ours, theirs in {"avg_p": "avgp", "f_mean": "fmean", "avg_f": "avgf", "score": "score"}.items():
        assert parts[ours] == close(expected[theirs], record)
    for name, value in expected["penalties"].items():
        assert parts[name.lower()] == close(value, record), name
    assert float(one.score(sums)) == close(expected["amber"], record)
    plain = metric(f"amber-disa:tokenize={params['tokenize']}")
    assert float(plain.score(sums_of(plain, record["input"]))) == close(expected["score"], record)


@pytest.mark.parametrize("record", cases("disa", "DISA variants"))
def test_bleu_of_disa(record: dict[str, Any]) -> None:
    assert record["params"] == {"lowercase": True, "tokenize": "none"}
    one = metric("bleu-disa")
    sums = sums_of(one, record["input"])
    assert float(one.score(sums)) == close(record["expected"]["bleu"], record)
    assert one.parts(sums)["orders_used"] == record["expected"]["orders_used"]


@pytest.mark.parametrize("record", cases("seeds", "DISA-BLEU"))
def test_worked_example_of_bleu(record: dict[str, Any]) -> None:
    one = metric("bleu-disa")
    sums = sums_of(one, record["input"])
    parts = one.parts(sums)
    expected = record["expected"]
    assert float(one.score(sums)) == close(expected["score01"], record)
    assert float(parts["brevity_penalty"]) == close(expected["bp"], record)
    assert [float(parts[f"precision_{n}"]) for n in range(1, 5)] == close(expected["precisions01"], record)


@pytest.mark.parametrize("record", cases("seeds", "DISA table 2.6"))
def test_table_of_disa(record: dict[str, Any]) -> None:
    for spec, key in (("bleu-disa", "bleu_lower"), ("bleu-disa:lowercase=no", "bleu_cased")):
        one = metric(spec)
        assert float(one.score(sums_of(one, record["input"]))) == close(record["expected"][key], record)
    # what the docstring of amber-disa says of the printed scores
    one = metric("amber-disa:lowercase=no")
    assert float(one.score(sums_of(one, record["input"]))) == pytest.approx(
        record["printed_in_seed"]["AMBER"], abs=0.006
    )


@pytest.mark.parametrize("record", cases("seeds", "AMBER score part"))
def test_worked_example_of_amber(record: dict[str, Any]) -> None:
    one = metric("amber-disa")
    sums = sums_of(one, record["input"])
    parts = one.parts(sums)
    assert float(one.score(sums)) == close(record["expected"]["score"], record)
    for ours, theirs in {"avg_p": "avgp", "f_mean": "fmean", "avg_f": "avgf"}.items():
        assert float(parts[ours]) == close(record["expected"][theirs], record)

"""Records of NIST and ROUGE, read in place where they are."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mtassay import EvalSet
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

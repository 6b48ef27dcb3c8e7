"""Records of bert-score with MiniLM, which a package carries: every layer, with and without idf."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mtassay import EvalSet, metric
from mtassay.alignment.resources.finding import find_resource
from mtassay.alignment.resources.transformer.encoder import TRANSFORMER

VECTORS = Path(__file__).parents[3] / "shared" / "data" / "vectors" / "bertscore.jsonl"
MINILM = find_resource(TRANSFORMER)

pytestmark = [
    pytest.mark.skipif(not VECTORS.is_file(), reason=f"the public test vectors are not at {VECTORS}"),
    pytest.mark.skipif(MINILM is None, reason=f"no transformer here; {TRANSFORMER.remedy}"),
    pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning"),
]


def records() -> Iterator[dict[str, Any]]:
    if VECTORS.is_file():
        with VECTORS.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


CORPUS = next((record["input"]["refs"] for record in records() if record["id"] == "bertscore-idf-corpus"), [])
RECORDS = [record for record in records() if record.get("level") == "sentence"]


@pytest.mark.parametrize("idf", [False, True])
@pytest.mark.parametrize("layer", [3, 6])
def test_bertscore(layer: int, idf: bool) -> None:
    chosen = [r for r in RECORDS if (r["params"]["num_layers"], r["params"]["idf"]) == (layer, idf)]
    assert len(chosen) > 20
    assert MINILM is not None
    one = metric(f"bertscore:model={MINILM.path},layer={layer},idf={'yes' if idf else 'no'}")
    # the records weigh pieces by a corpus of their own, which then comes before what is scored
    references = [*CORPUS, *(record["input"]["refs"][0] for record in chosen)]
    prepared = one.prepare(EvalSet(CORPUS if idf else references, warn_of_blanks=False))
    if idf:
        whole = one.prepare(EvalSet(references, warn_of_blanks=False))
        prepared = type(whole)(whole.texts, whole.starts, whole.encoder, prepared.weights)
    hypotheses = [record["input"]["hyp"] for record in chosen]
    rows = one.stats(hypotheses, prepared[len(CORPUS) :])
    expected = [[record["expected"][key] for key in ("F1", "P", "R")] for record in chosen]
    assert np.abs(rows[:, [0, 2, 3]] - expected).max() < 2e-6

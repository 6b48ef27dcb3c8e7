"""Records of the program METEOR 1.5: every segment and corpus, with the files of METEOR that are on this machine."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mtassay import EvalSet, metric
from mtassay.alignment.resources.finding import find_resource
from mtassay.alignment.resources.meteor_data import METEOR

VECTORS = Path(__file__).parents[3] / "shared" / "data" / "vectors" / "meteor15.jsonl"
NORMALIZE = {"-norm": "yes", "-noPunct": "nopunct", "-lower": "lower"}
PARAMETERS = ("alpha", "beta", "gamma", "delta")
PARTS = {
    "precision": "Precision",
    "recall": "Recall",
    "fmean": "fMean",
    "penalty": "Fragmentation penalty",
}

pytestmark = [
    pytest.mark.skipif(not VECTORS.is_file(), reason=f"the public test vectors are not at {VECTORS}"),
    pytest.mark.skipif(find_resource(METEOR) is None, reason=f"METEOR 1.5 is not here: {METEOR.remedy}"),
    pytest.mark.filterwarnings("ignore::mtassay.MtassayWarning"),
]


def records() -> Iterator[dict[str, Any]]:
    if VECTORS.is_file():
        with VECTORS.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def spec_of(params: dict[str, Any]) -> str:
    """The program's flags as settings; it does nothing to text unless told."""
    settings = {"language": params["lang"], "normalize": "no"}
    flags = iter(params["args"])
    for flag in flags:
        if flag in NORMALIZE:
            settings["normalize"] = NORMALIZE[flag]
        elif flag == "-t":
            settings["task"] = next(flags)
        elif flag == "-m":
            settings["stages"] = next(flags).replace(" ", "+")
        elif flag == "-w":
            settings["weights"] = ",".join(next(flags).split())
        else:
            assert flag == "-p"
            settings |= dict(zip(PARAMETERS, next(flags).split(), strict=True))
    return "meteor:" + ",".join(f"{name}='{value}'" for name, value in settings.items())


SENTENCES = [record for record in records() if record["level"] == "sentence"]
CORPORA = [record for record in records() if record["level"] == "corpus"]


@pytest.mark.parametrize("flags", sorted({json.dumps(record["params"]) for record in SENTENCES}))
def test_segments(flags: str) -> None:
    chosen = [record for record in SENTENCES if json.dumps(record["params"]) == flags]
    one = metric(spec_of(json.loads(flags)))
    evalset = EvalSet([record["input"]["refs"] for record in chosen])
    rows = one.stats([record["input"]["hyp"] for record in chosen], one.prepare(evalset))
    expected = [record["expected"]["score"] for record in chosen]
    assert one.score(rows).tolist() == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("record", CORPORA, ids=lambda record: record["id"])
def test_corpora(record: dict[str, Any]) -> None:
    one = metric(spec_of(record["params"]))
    sums = one.stats(record["input"]["hyps"], one.prepare(EvalSet(record["input"]["refs"]))).sum(axis=0)
    assert float(one.score(sums)) == pytest.approx(record["expected"]["Final score"], abs=1e-9)
    parts = one.parts(sums)
    for ours, theirs in PARTS.items():
        assert float(parts[ours]) == pytest.approx(record["expected"][theirs], abs=1e-9), ours

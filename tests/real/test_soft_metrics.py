"""Records of the YiSi program: every segment and every mean, with spelling, vectors and frames."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mtassay import EvalSet, evaluate
from mtassay.alignment.resources.role_groups import role_group

VECTORS = Path(__file__).parents[3] / "shared" / "data" / "vectors" / "yisi.jsonl"

pytestmark = pytest.mark.skipif(not VECTORS.is_file(), reason=f"the public test vectors are not at {VECTORS}")


def records() -> Iterator[dict[str, Any]]:
    if VECTORS.is_file():
        with VECTORS.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


RESOURCES = {record["id"]: record["input"] for record in records() if record["level"] == "resource"}


def write_vectors(path: Path) -> None:
    vectors = RESOURCES["yisi-embeddings"]["vectors"]
    lines = [f"{word} {' '.join(map(str, row))}" for word, row in vectors.items()]
    path.write_text(f"{len(lines)} {len(next(iter(vectors.values())))}\n" + "\n".join(lines), encoding="utf-8")


def write_frames(path: Path, given: dict[str, Any]) -> None:
    lines = []
    for name, texts in (("mine", given["hyp_frames"]), ("ref", given["ref_frames"])):
        for segment, frames in enumerate(texts, start=1):
            told = [
                {
                    "predicate": frame["TARGET"],
                    "roles": {label: span for label, span in frame.items() if label != "TARGET"},
                }
                for frame in frames
            ]
            lines.append(json.dumps({"segment": segment, "text": name, "frames": told}))
    path.write_text("\n".join(lines), encoding="utf-8")


@pytest.mark.parametrize(
    "record", [pytest.param(record, id=record["id"]) for record in records() if record["level"] == "corpus"]
)
def test_yisi(record: dict[str, Any], tmp_path: Path) -> None:
    params, given, expected = record["params"], record["input"], record["expected"]
    spec = f"yisi:ngram={params['ngram']},alpha={params['alpha']}"
    if params["embeddings"]:
        write_vectors(tmp_path / "vectors.txt")
        spec += f",vectors={tmp_path / 'vectors.txt'}"
    if "beta" in params:
        write_frames(tmp_path / "frames.jsonl", given)
        spec += f",frames={tmp_path / 'frames.jsonl'},beta={params['beta']}"
    score = evaluate(EvalSet(given["refs"], systems={"mine": given["hyps"]}), [spec]).systems["mine"][0]
    assert score.segments.tolist() == pytest.approx(expected["segments"], abs=record["tol"])
    assert score.value == pytest.approx(expected["score"], abs=record["tol"])


def test_groups_of_roles() -> None:
    groups = RESOURCES["yisi-role-groups"]["groups"]
    assert {label: role_group(label) for labels in groups for label in labels} == {
        label: number for number, labels in enumerate(groups) for label in labels
    }

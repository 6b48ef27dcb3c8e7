"""Outputs that systems share: scored once, with the same scores."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from mtassay import EvalSet, evaluate
from mtassay.evaluation import rows
from mtassay.evaluation.shared_outputs import first_with_output
from mtassay.metrics.base import Floats
from mtassay.metrics.yisi import SoftReferences, Yisi

REFERENCES = [["the cat sat", "a cat"], "a dog barked", "it rains", "so it goes"]
SYSTEMS = {
    "a": ["the cat", "a dog barks", "rain", "so it goes"],
    "b": ["a cat", "a dog barks", "it rained", "so it goes"],
    "c": ["the cat", "a dog barks", "it rained", "it goes so"],
}


@dataclass(frozen=True, kw_only=True)
class Watched(Yisi):
    """YiSi that keeps what it was asked to score."""

    def stats(self, hypotheses: Sequence[str], prepared: SoftReferences) -> Floats:
        scored.extend(hypotheses)
        return super().stats(hypotheses, prepared)


scored: list[str] = []


@pytest.mark.parametrize("block", [1, 3, 100])
def test_equal_outputs_are_scored_once(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "_BLOCK", block)
    scored.clear()
    done: list[int] = []
    together = evaluate(EvalSet(REFERENCES, systems=SYSTEMS), [Watched()], progress=done.append)
    assert len(scored) == 4 + 2 + 1
    assert sum(done) == 12
    for name, outputs in SYSTEMS.items():
        alone = evaluate(EvalSet(REFERENCES, systems={name: outputs}), ["yisi"])
        assert np.array_equal(together[name][0].segments, alone[name][0].segments)
        assert together[name][0].value == alone[name][0].value


def test_what_a_file_says_of_systems_is_not_shared(tmp_path: Path) -> None:
    path = tmp_path / "frames.jsonl"
    frames = '"frames": [{"predicate": [1, 2], "roles": {"A0": [0, 1]}}]'
    lines = [f'{{"segment": 1, "text": "{name}", {frames}}}' for name in ("ref", "a")]
    path.write_text("\n".join([*lines, '{"segment": 1, "text": "b", "frames": []}']))
    evalset = EvalSet(["he runs"], systems={"a": ["he runs"], "b": ["he runs"]})
    scores = evaluate(evalset, [f"meant:frames={path}"])
    assert (scores["a"][0].value, scores["b"][0].value) == (1, 0)


def test_the_first_system_with_an_output() -> None:
    assert first_with_output(list(SYSTEMS.values())).tolist() == [[0, 0, 0, 0], [1, 0, 1, 0], [0, 0, 1, 2]]

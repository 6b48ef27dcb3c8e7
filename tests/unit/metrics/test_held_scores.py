"""Scores at hand are those of a file with the same content."""

from pathlib import Path

import numpy as np

from mtassay import EvalSet, evaluate, metric
from mtassay.metrics.base import METRICS
from mtassay.metrics.given import Given
from mtassay.metrics.held_scores import HeldScores

CONTENT = b"system\tsegment\tscore\na\t1\t20\nb\t1\t0\nb\t2\t2.5\n"


def test_they_are_those_of_the_file(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    held = HeldScores(path="sser.tsv", display_name="SSER", higher_is_better=False, gaps=True, content=CONTENT)
    evalset = EvalSet(systems={"a": ["x", "y"], "b": ["x", "z"]})
    before = evaluate(evalset, [held])
    Path("sser.tsv").write_bytes(CONTENT)
    after = evaluate(evalset, [metric(held.spec)])
    for name in evalset.systems:
        assert before[name][0].value == after[name][0].value
        assert before[name][0].signature == after[name][0].signature
        np.testing.assert_array_equal(before[name][0].segments, after[name][0].segments)
    assert METRICS["given"] is Given

from dataclasses import replace

import numpy as np
import pytest

from mtassay.human.counts import judgments_per_judge
from mtassay.human.judge_effects import fit_judge_effects
from mtassay.human.memory import make_memory


def test_targets_are_grouped_by_source_and_judgments_averaged() -> None:
    memory = make_memory(
        [("s1", "a", 6), ("s2", "b", 10), ("s1", "a ", 8), ("s1", "c", 10), ("s2", " b", 10)],
        judges=["x", "x", "y", "y", "y"],
    )
    assert memory.sources == ("s1", "s2")
    assert memory.targets == ("a", "c", "b")
    assert memory.offsets.tolist() == [0, 2, 3]
    assert memory.source_of.tolist() == [0, 0, 1]
    assert memory.scores.tolist() == [7, 10, 10]
    assert memory.counts.tolist() == [2, 1, 2]
    assert memory.is_perfect.tolist() == [False, True, True]
    assert memory.judges == ("x", "y")


def test_a_target_without_its_judgments_has_no_score() -> None:
    memory = make_memory([("s", "a", 6), ("s", "b", 3)])
    rest = memory.scores_from(memory.judgments.chosen(memory.judgments.target != 0))
    assert rest == pytest.approx([np.nan, 3], nan_ok=True)


def test_who_has_no_name_is_nobody() -> None:
    pairs = [("s1", "a", 6.0), ("s1", "b", 8.0), ("s2", "c", 3.0), ("s2", "d", 4.0)]
    memory = make_memory(pairs, judges=["anna", "", None, "  "])
    assert (memory.judges, memory.judgments.judge.tolist()) == (("anna",), [0, -1, -1, -1])
    assert fit_judge_effects(memory).reason == "anna is the only judge"
    assert judgments_per_judge(memory) == {"": 3, "anna": 1}
    assert make_memory(pairs, systems=["x", None, " ", ""]).systems == ("x",)
    named = replace(memory, judges=("anna", "ben", "", " "))
    other = replace(named, judgments=replace(memory.judgments, judge=np.arange(4)))
    assert other.judgments.judge.tolist() == [0, 1, -1, -1]
    nobody = make_memory(pairs, judges=["", " ", None, ""])
    assert fit_judge_effects(nobody).reason == "no judgment says who gave it"

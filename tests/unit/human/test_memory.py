import numpy as np
import pytest

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

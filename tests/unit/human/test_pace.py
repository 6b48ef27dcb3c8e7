import numpy as np
import pytest
from evidence import ReplayedEvidence
from hypothesis import given
from hypothesis import strategies as st
from memories import Said, memory_of

from mtassay.errors import InputError
from mtassay.human.pace import PaceEvidence, pace
from mtassay.significance.bootstrap import Bootstrap

MEMORY = memory_of(
    [
        Said("s", "a", 1, seconds=30),
        Said("s", "b", 1, seconds=50),
        Said("s", "c", 1, "bob", seconds=40),
        Said("s", "d", 1, "bob", seconds=7200),
        Said("s", "e", 1, "cat"),
    ]
)


def test_a_break_moves_neither_figure_much() -> None:
    found = pace(MEMORY)
    assert (found.median, found.mean) == (45, 40)
    assert (found.timed, found.breaks, found.untimed) == (4, 1, 1)


def test_one_judge() -> None:
    assert pace(MEMORY, "ann").mean == 40
    assert np.isnan(pace(MEMORY, "bob", longest=10).mean)
    with pytest.raises(InputError, match="no judge 'dan'; there are ann, bob, cat"):
        pace(MEMORY, "dan")
    with pytest.raises(InputError, match="none of the 1 judgments says how long it took"):
        pace(MEMORY, "cat")


@given(st.lists(st.floats(0, 1000), min_size=1, max_size=15), st.integers(0, 2**32))
def test_weights_repeat_judgments(seconds: list[float], seed: int) -> None:
    weights = np.random.default_rng(seed).integers(0, 3, size=(6, len(seconds)))
    weights[:, 0] += 1

    def both(values: list[float]) -> list[float]:
        kept = [value for value in values if value <= 600]
        return [float(np.median(values)), float(np.mean(kept)) if kept else float("nan")]

    ours = PaceEvidence(np.array(seconds), 600).score_under(weights)
    assert ours == pytest.approx(ReplayedEvidence(seconds, both).score_under(weights), nan_ok=True)


def test_the_median_has_an_interval() -> None:
    found = pace(MEMORY)
    median, _ = Bootstrap(draws=200).intervals(found.evidence)
    assert median.low <= found.median <= median.high

"""Two sets of candidates beside each other."""

import math

from memories import Said, memory_of

from mtassay.estimation.nearest.set_difference import compare_sets
from mtassay.estimation.nearest.system_estimate import estimate_system
from mtassay.significance.bootstrap import Bootstrap

MEMORY = memory_of(
    [
        *(Said("s", "a", 10), Said("s", "b", 4), Said("t", "c", 6), Said("t", "d", 8)),
        *(Said("u", text, float("nan")) for text in "xyz"),
    ],
    outputs={
        "A": [("s", "b"), ("t", "c"), ("s", "b"), ("u", "x")],
        "B": [("t", "d"), ("s", "a"), ("u", "y")],
        "C": [("u", "z")],
    },
)


def test_outputs_of_one_source_stand_beside_each_other() -> None:
    found = compare_sets(estimate_system(MEMORY, "A"), estimate_system(MEMORY, "B"), Bootstrap(draws=100))
    assert found.place.tolist() == [1, 0, -1, 2]
    assert found.rises[:2].tolist() == [6, 2]
    assert found.compared == 2
    assert found.value == -40  # the second is better: its error rate is lower
    assert found.interval is not None
    assert found.interval.low <= found.value <= found.interval.high


def test_without_a_score_in_both_there_is_no_difference() -> None:
    found = compare_sets(estimate_system(MEMORY, "A"), estimate_system(MEMORY, "C"))
    assert (found.compared, found.interval) == (0, None)
    assert math.isnan(found.value)

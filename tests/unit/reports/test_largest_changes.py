"""Segments that change most, whatever the direction of a metric."""

import pytest

import mtassay
from mtassay import EvalSet
from mtassay.reports.largest_changes import largest_changes, segment_changes

pytestmark = pytest.mark.filterwarnings("ignore:.*are few")
EVALSET = EvalSet(
    ["a b c d", "we have 12 cats", "g h i j"],
    systems={"old": ["a b c d", "we have 12 cats", "x"], "new": ["x", "we have 12 cats", "g h i j"]},
)


@pytest.mark.parametrize("metric", ["chrf", "ter"])
def test_losses_and_gains_without_what_stays(metric: str) -> None:
    analyses = mtassay.analyze(EVALSET, ["words"], [metric])
    assert largest_changes(analyses) == ([0], [2])
    changes = segment_changes(analyses)
    assert changes[0] < changes[1] == 0 < changes[2]


def test_the_worst_of_a_system_alone() -> None:
    alone = EvalSet(EVALSET.references, systems={"new": EVALSET.systems["new"]})
    assert largest_changes(mtassay.analyze(alone, ["words"], ["ter"])) == ([0, 1, 2], [])

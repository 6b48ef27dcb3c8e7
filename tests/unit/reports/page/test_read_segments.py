"""Segments that a report shows to be read."""

import pytest

import mtassay
from mtassay import EvalSet
from mtassay.reports.page.read_segments import choose_segments

pytestmark = pytest.mark.filterwarnings("ignore:.*are few")
EVALSET = EvalSet(
    ["a b c d", "we have 12 cats", "g h i j"],
    sources=["s", "wir haben 12", "t"],
    systems={"old": ["a b c d", "we have 12 cats", "x"], "new": ["x", "we have 13 cats", "g h i j"]},
)


def test_losses_and_gains_with_marks_scores_and_findings() -> None:
    with_checks = mtassay.analyze(EVALSET, ["checks"], ["chrf", "ter"], test="randomization:draws=100")
    scores = with_checks.view.evidence(0).score_units()
    losses, gains = choose_segments(with_checks, scores)
    assert [segment.number for segment in losses] == [1, 2]
    assert [segment.number for segment in gains] == [3]
    assert losses[1].tags == ("numbers: new",)
    assert [label for label, *_ in losses[0].scores] == ["chrF2", "TER"]
    assert [verdict for *_, verdict in losses[0].scores] == ["worse", "worse"]
    name, marked = losses[0].outputs[1]
    assert name == "new"
    assert not marked.is_equal


def test_one_system_has_its_worst_segments() -> None:
    alone = mtassay.analyze(EvalSet(["a b", "c d"], systems={"only": ["a b", "x"]}), ["words"], ["chrf"])
    worst, none = choose_segments(alone, None)
    assert [segment.number for segment in worst] == [2, 1]
    assert none == ()

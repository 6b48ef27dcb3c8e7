"""Judged outputs: turned, tied, complete."""

import numpy as np
import pytest
from unit.metaeval.judged_sets import judged_set

from mtassay.errors import InputError
from mtassay.metaeval.judged import MetricScores, make_judged, tie_equal

HUMAN = [[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]]


def test_everything_is_turned_so_that_higher_is_better() -> None:
    scores = MetricScores(segments=np.array(HUMAN), systems=np.array([1.5, 3.5, 6.0]), higher_is_better=False)
    judged = make_judged(["a", "b", "c"], np.array(HUMAN), {"ter": scores}, gold="mqm", lower_is_better=True)
    assert judged.human.tolist() == [[-1, -2], [-3, -4], [-5, -7]]
    assert judged.human_systems.tolist() == [-1.5, -3.5, -6]
    assert judged.metrics["ter"].segments.tolist() == judged.human.tolist()
    assert judged.metrics["ter"].systems.tolist() == [-1.5, -3.5, -6]


def test_scores_that_differ_by_rounding_are_tied() -> None:
    values = np.array([100.0, 100.00000000000004, 0.0, np.nan, 50.0, 50.001])
    tied = tie_equal(values)
    assert tied[0] == tied[1]
    assert tied[4] != tied[5]
    assert np.isnan(tied[3])
    assert tie_equal(np.array([2.0, 2.0])).tolist() == [2.0, 2.0]


def test_systems_that_nobody_judged_or_scored_are_left_out_and_named() -> None:
    human = [[1.0, 2.0], [np.nan, np.nan], [5.0, 7.0], [2.0, 3.0]]
    metric = [[1.0, 2.0], [1.0, 2.0], [5.0, 6.0], [np.nan, np.nan]]
    judged = judged_set(human, {"chrf": metric})
    assert judged.systems == ("s0", "s2")
    assert judged.human_systems.tolist() == [1.5, 6.0]
    assert "Left out, because nobody judged them: s1." in judged.notes
    assert "Left out, because chrf does not score them: s3." in judged.notes


def test_a_judged_output_without_a_score_is_refused_or_left_out_for_all() -> None:
    metric = [[1.0, np.nan], [3.0, 4.0], [5.0, 6.0]]
    with pytest.raises(
        InputError, match=r"chrf has no score for 1 of the judged outputs.*segment 2 of s0.*what all of them score"
    ):
        judged_set(HUMAN, {"chrf": metric})
    scores = MetricScores(segments=np.array(metric), systems=np.array([1.0, 3.5, 5.5]))
    judged = make_judged(["a", "b", "c"], np.array(HUMAN), {"chrf": scores}, gold="gold", common=True)
    assert np.isnan(judged.human[0, 1])
    assert judged.human_systems.tolist() == [1.0, 3.5, 6.0]
    assert "Left out, because a metric lacks them: 1 judged outputs." in judged.notes


def test_people_who_say_one_thing_or_nothing_are_refused() -> None:
    with pytest.raises(InputError, match="people gave all 4 outputs the same score"):
        judged_set([[1.0, 1.0], [1.0, 1.0]], {"chrf": [[1.0, 2.0], [3.0, 4.0]]})
    with pytest.raises(InputError, match="no output of these systems was judged"):
        judged_set([[np.nan], [np.nan]], {"chrf": [[1.0], [3.0]]})


def test_a_constant_metric_is_named() -> None:
    assert "flat gives all outputs the same score." in judged_set(HUMAN, {"flat": [[2.0, 2.0]] * 3}).notes


def test_equal_outputs_have_one_number_and_all_equal_ones_are_refused() -> None:
    outputs = [["a", "b  c"], ["a", "b c"], ["x", "y"]]
    judged = judged_set(HUMAN, {"chrf": HUMAN}, outputs)
    assert judged.text.tolist() == [[0, 0], [0, 0], [1, 1]]
    with pytest.raises(InputError, match="outputs of all systems are equal"):
        judged_set(HUMAN, {"chrf": HUMAN}, [["a", "b"]] * 3)
    assert any("Without texts" in note for note in judged_set(HUMAN, {"chrf": HUMAN}).notes)


def test_a_digest_tells_judgments_apart() -> None:
    first, second = judged_set(HUMAN, {"chrf": HUMAN}), judged_set(HUMAN[::-1], {"chrf": HUMAN})
    assert first.digest == judged_set(HUMAN, {"ter": HUMAN}).digest != second.digest


def test_systems_of_which_nothing_is_left_are_left_out_and_named() -> None:
    human = np.array([[1.0, np.nan], [3.0, 4.0], [5.0, 7.0]])
    scores = MetricScores(segments=np.array([[np.nan, 1.0], [3.0, 4.0], [5.0, 6.0]]), systems=np.array([1.0, 3.5, 5.5]))
    judged = make_judged(["a", "b", "c"], human, {"chrf": scores}, gold="gold", common=True)
    assert judged.systems == ("b", "c")
    assert "Left out, because no judged output of them is left: a." in judged.notes

import numpy as np
from people.coverage_of_intervals import cover_absolute
from people.given_answers import crossed
from people.simulated_answers import ScoreCampaign

from mtassay.human.scores.absolute_means import absolute_means
from mtassay.human.scores.columns import score_columns


def test_four_judges_are_refused_and_five_are_not() -> None:
    rng = np.random.default_rng(1)
    few, enough = (
        absolute_means(score_columns(crossed(judges, 8, "a", rng.normal(size=judges * 8))))[0] for judges in (4, 5)
    )
    assert few.half_width is None
    assert "4 judges tell too little of how strict others would be" in few.reason
    assert enough.half_width is not None
    assert not enough.reason


def test_intervals_hold_the_truth() -> None:
    assert 0.90 <= cover_absolute(ScoreCampaign(spread="across", judges=8, segments=80), 80).share <= 0.99


def test_equal_scores_have_intervals_without_width_and_one_segment_a_reason() -> None:
    assert absolute_means(score_columns(crossed(5, 4, "a", [100.0] * 20)))[0].half_width == 0
    assert absolute_means(score_columns(crossed(6, 1, "a", range(6))))[0].reason == "one segment says nothing of others"

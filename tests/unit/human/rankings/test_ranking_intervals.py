import numpy as np
import pytest
from people.coverage_of_intervals import cover_rankings, cover_screens
from people.given_answers import ranked
from people.simulated_answers import RankingCampaign

from mtassay.errors import InputError
from mtassay.human.rankings.bradley_terry import bradley_terry
from mtassay.human.rankings.expected_wins import expected_wins
from mtassay.human.rankings.pairs import rank_pairs
from mtassay.human.rankings.ranking_intervals import rank_systems


def test_intervals_hold_the_truth_and_those_of_screens_do_not() -> None:
    campaign = RankingCampaign(judges=8, segments=60)
    ours, screens = cover_rankings(campaign, 25, draws=150), cover_screens(campaign, 25, draws=150)
    assert 0.90 <= ours.share <= 0.99
    assert screens.share < 0.86
    assert ours.half_width > 1.3 * screens.half_width


def test_one_judge_gives_an_order_and_a_reason() -> None:
    screens = [("anna", str(number), f"t{number}", [("a", 1), ("b", 2), ("c", 2)]) for number in range(9)]
    results = rank_systems(rank_pairs(ranked(*screens)), bradley_terry)
    assert results.scores[0].system == "a"
    assert results.scores[0].half_width is None
    assert "one judge says too little" in results.reason


def test_ties_alone_have_strengths_and_no_wins() -> None:
    screens = [(f"judge{number % 4}", str(number), f"t{number}", [("a", 1), ("b", 1)]) for number in range(12)]
    pairs = rank_pairs(ranked(*screens))
    results = rank_systems(pairs, bradley_terry, draws=50)
    assert [score.value for score in results.scores] == [0, 0]
    assert (results.differences, results.apart) == ((), 0)
    assert "no interval and no test" in results.reason
    with pytest.raises(InputError, match="every comparison is a tie"):
        rank_systems(pairs, lambda wins, ties: expected_wins(wins))


def test_one_segment_says_nothing_of_others() -> None:
    screens = [(f"judge{number}", "1", f"t{number}", [("a", 1), ("b", 2)]) for number in range(4)]
    assert "one segment" in rank_systems(rank_pairs(ranked(*screens)), bradley_terry).reason


def test_a_system_that_is_rarely_shown_keeps_finite_intervals() -> None:
    rng = np.random.default_rng(4)
    screens = [
        (f"judge{number % 4}", str(number), f"t{number}", [("a", int(rng.integers(1, 3))), ("b", 1)])
        for number in range(40)
    ]
    screens.append(("judge0", "40", "t40", [("a", 2), ("rare", 1)]))
    results = rank_systems(rank_pairs(ranked(*screens)), lambda wins, ties: expected_wins(wins), draws=100)
    assert all(np.isfinite(each.half_width) for each in results.differences)


def test_systems_that_always_win_keep_sane_intervals() -> None:
    ranks = [[("best", 1), ("one", 2 + number % 2), ("two", 3 - number % 2), ("worst", 4)] for number in range(24)]
    screens = [(f"judge{number % 5}", str(number % 7), f"t{number}", ranks[number]) for number in range(24)]
    results = rank_systems(rank_pairs(ranked(*screens)), bradley_terry, draws=100)
    assert all(each.degrees >= 1 and each.half_width < 100 for each in results.differences)
    assert all(score.half_width is None or score.half_width < 100 for score in results.scores)


def test_judges_who_all_agree_give_no_test() -> None:
    screens = [(f"judge{number}", str(number), f"t{number}", [("a", 1), ("b", 2)]) for number in range(3)]
    results = rank_systems(rank_pairs(ranked(*screens)), bradley_terry, draws=50)
    assert (results.differences, results.scores[0].half_width) == ((), None)
    assert "between a and b" in results.reason

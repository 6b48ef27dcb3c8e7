import numpy as np
import pytest
import statsmodels.api as peer
from people.coverage_of_intervals import cover_differences, cover_two_way
from people.given_answers import crossed, scored
from people.simulated_answers import ScoreCampaign

from mtassay.human.scores.columns import score_columns
from mtassay.human.scores.differences import score_differences


def test_estimates_are_those_of_least_squares() -> None:
    columns = ScoreCampaign(spread="across", segments=30, favour=5).draw(np.random.default_rng(5))
    fixed = np.hstack(
        [
            np.eye(len(columns.segments))[columns.segment],
            columns.makers[columns.item][:, 1:],
            np.eye(len(columns.judges))[columns.judge][:, 1:],
        ]
    )
    fit = peer.OLS(columns.value, fixed).fit()
    effects = np.array([0, *fit.params[len(columns.segments) :][: len(columns.systems) - 1]])
    results = score_differences(columns)
    estimates = {score.system: score.value for score in results.systems.scores}
    assert [estimates[name] for name in columns.systems] == pytest.approx((effects - effects.mean()).tolist())
    strict = np.array([0, *fit.params[len(columns.segments) + len(columns.systems) - 1 :]])
    given = np.bincount(columns.judge)
    assert results.severity == pytest.approx(strict - (strict * given).sum() / given.sum())
    assert results.components is not None
    assert results.components.degrees == fit.df_resid


@pytest.mark.parametrize("spread", ["within", "across"])
def test_intervals_hold_the_truth_where_judges_share_the_work(spread: str) -> None:
    campaign = ScoreCampaign(spread=spread, segments=60)
    ours = cover_differences(campaign, 60)
    assert 0.92 <= ours.share <= 0.996
    assert ours.spread[1:] == pytest.approx((10, 12), rel=0.08)
    if spread == "across":  # judges and systems cannot be told apart by drawing both: far too wide
        two_way = cover_two_way(campaign, 25, draws=100)
        assert two_way.half_width > 1.4 * ours.half_width


def test_outputs_that_two_systems_share_make_them_easier_to_tell_apart() -> None:
    campaign = ScoreCampaign(spread="within", segments=60, shared=0.4)
    pair = {"system0", "system1"}
    both = cover_differences(campaign, 25, which=lambda each: {each.first, each.second} == pair)
    others = cover_differences(campaign, 25, which=lambda each: {each.first, each.second} != pair)
    assert both.half_width == pytest.approx(0.72 * others.half_width, rel=0.08)


def test_systems_that_never_differ_in_text_do_not_differ() -> None:
    rng = np.random.default_rng(1)
    rows = [
        (f"judge{judge}", str(segment), systems, float(rng.normal()))
        for judge in range(4)
        for segment in range(10)
        for systems in ("a+b", "c")
    ]
    results = score_differences(score_columns(scored(*rows))).systems
    (same,) = [each for each in results.differences if {each.first, each.second} == {"a", "b"}]
    assert (same.value, same.half_width) == pytest.approx((0, 0), abs=1e-6)
    assert not same.is_apart
    assert same.p_value == 1


def test_one_judge_or_one_system_gives_estimates_and_a_reason() -> None:
    rng = np.random.default_rng(2)
    few = score_differences(score_columns(crossed(2, 9, "ab", rng.normal(size=36))))
    assert "2 judges say too little" in few.systems.reason
    assert not np.isnan([score.value for score in few.systems.scores]).any()
    alone = score_differences(score_columns(crossed(1, 9, "ab", rng.normal(size=18))))
    assert "one judge says" in alone.systems.reason
    assert np.isnan(alone.severity).all()
    single = score_differences(score_columns(crossed(4, 9, "a", rng.normal(size=36))))
    assert single.systems.reason == "there is one system, so there are no differences"


def test_systems_that_nothing_links_are_named() -> None:
    rng = np.random.default_rng(3)
    linked = crossed(3, 6, "ab", rng.normal(size=36))
    apart = [(f"other{number % 3}", f"x{number}", "far", float(number)) for number in range(9)]
    results = score_differences(score_columns([*linked, *scored(*apart)]))
    assert results.unlinked == ("far",)
    assert np.isnan(results.systems.scores[-1].value)
    assert {each.first for each in results.systems.differences} <= {"a", "b"}


def test_always_the_same_score_tells_no_systems_apart() -> None:
    results = score_differences(score_columns(crossed(3, 5, "abc", [100.0] * 45))).systems
    assert [score.value for score in results.scores] == [0, 0, 0]
    assert (results.differences, results.apart) == ((), 0)


def test_less_is_better_where_that_is_said() -> None:
    values = [value for _ in range(15) for value in (1.0, 2.0)]
    results = score_differences(score_columns(crossed(3, 5, "ab", values)), is_lower_better=True).systems
    assert [score.system for score in results.scores] == ["a", "b"]


def test_answers_that_do_not_vary_give_no_test() -> None:
    rows = [
        (f"judge{judge}", str(segment), system, value)
        for judge in range(3)
        for segment in range(2)
        for system, value in (("a", 5.0), ("b", 4.0))
    ]
    results = score_differences(score_columns(scored(*rows))).systems
    assert (results.differences, results.scores[0].half_width) == ((), None)
    assert "no interval and no test" in results.reason

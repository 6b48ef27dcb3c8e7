import numpy as np
import pytest
from evidence import MeanEvidence

from mtassay import MtassayWarning, SettingError
from mtassay.significance.corrections import benjamini_hochberg, correct, correct_bounds, holm
from mtassay.significance.paired_bootstrap import PairedBootstrap
from mtassay.significance.paired_test import TESTS, PairedTest, paired_test
from mtassay.significance.power import smallest_difference, units_needed
from mtassay.significance.randomization import Randomization
from mtassay.significance.sign import binomial_p
from mtassay.significance.wilcoxon import signed_rank_test

RNG = np.random.default_rng(3)
FIRST = RNG.normal(size=80)
NAMES = ("bootstrap", "jackknife", "randomization", "sign", "wilcoxon")


def test_the_tests_are_registered() -> None:
    assert tuple(TESTS) == NAMES
    assert paired_test("randomization:draws=500,seed=1") == Randomization(draws=500, seed=1)
    with pytest.raises(SettingError, match="did you mean 'wilcoxon'"):
        paired_test("wilcoxson")


@pytest.mark.parametrize("name", NAMES)
def test_identical_systems_get_p_of_one(name: str) -> None:
    (outcome,) = paired_test(name).compare(MeanEvidence(np.column_stack([FIRST, FIRST])), [(0, 1)])
    assert outcome.p_value == 1
    assert outcome.difference == 0


@pytest.mark.parametrize("name", NAMES)
def test_a_clear_difference_gets_a_small_p(name: str) -> None:
    second = FIRST + 1 + RNG.normal(scale=0.1, size=80)
    better, worse = paired_test(name).compare(MeanEvidence(np.column_stack([FIRST, second])), [(0, 1), (1, 0)])
    assert better.p_value <= 0.001
    assert better.difference == pytest.approx(-worse.difference)
    assert better.p_value == worse.p_value


def test_p_values_are_never_zero_where_draws_are_few() -> None:
    evidence = MeanEvidence(np.column_stack([FIRST, FIRST + 5]))
    assert PairedBootstrap().compare(evidence, [(0, 1)])[0].p_value == 1 / 1001
    assert Randomization().compare(evidence, [(0, 1)])[0].p_value == 1 / 10001


@pytest.mark.parametrize("test", [PairedBootstrap(), Randomization(draws=200)])
def test_what_no_draw_reached_is_an_upper_bound(test: PairedTest) -> None:
    clear, unclear = MeanEvidence(np.column_stack([FIRST, FIRST + 5])), MeanEvidence(np.column_stack([FIRST, FIRST]))
    assert test.compare(clear, [(0, 1)])[0].is_bound
    assert not test.compare(unclear, [(0, 1)])[0].is_bound
    for exact in ("jackknife", "sign", "wilcoxon"):
        assert not paired_test(exact).compare(clear, [(0, 1)])[0].is_bound


def test_wins_losses_and_ties_of_the_bootstrap_add_up() -> None:
    values = np.column_stack([[0.0, 0, 0, 1], [0.0, 0, 0, 0]])
    (outcome,) = PairedBootstrap().compare(MeanEvidence(values), [(0, 1)])
    assert outcome.second_higher == 0
    # a draw that misses the last unit is a tie, not a win as well: (3/4)^4 of the draws
    assert outcome.ties == pytest.approx(0.75**4, abs=0.04)
    assert outcome.first_higher is not None
    assert outcome.ties is not None
    assert outcome.first_higher + outcome.ties == 1


def test_randomization_counts_draws_that_equal_what_was_observed() -> None:
    # one unit decides: half of the exchanges give the observed difference, the other half its mirror image
    values = np.column_stack([np.zeros(30), np.zeros(30)])
    values[4, 1] = 0.1 + 0.2
    assert Randomization(draws=1000).compare(MeanEvidence(values), [(0, 1)])[0].p_value == 1


def test_few_draws_are_warned_of() -> None:
    with pytest.warns(MtassayWarning, match="99 draws are few"):
        Randomization(draws=99).compare(MeanEvidence(np.column_stack([FIRST, FIRST])), [(0, 1)])


def test_sign_test_of_small_numbers() -> None:
    assert binomial_p(0, 5) == pytest.approx(2 / 32)
    assert binomial_p(1, 5) == pytest.approx(2 * 6 / 32)
    assert binomial_p(2, 4) == 1
    assert binomial_p(0, 0) == 1
    assert 0 < binomial_p(499_000, 1_000_000) < 0.05


def test_wilcoxon_of_small_numbers() -> None:
    assert signed_rank_test(np.array([1.0, 2, 3, 4, 5]))[0] == pytest.approx(2 / 32)
    assert signed_rank_test(np.array([0.0, 0, 0]))[0] == 1
    assert signed_rank_test(np.array([1.0, -1]))[0] == 1


def test_holm_and_benjamini_hochberg() -> None:
    p_values = [0.01, 0.04, 0.03, 0.005]
    assert holm(p_values) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert benjamini_hochberg(p_values) == pytest.approx([0.02, 0.04, 0.04, 0.02])
    assert correct(p_values, "none") == p_values
    assert holm([0.9, 0.8]) == [1, 1]
    assert holm([]) == []


def test_corrected_bounds_are_those_that_more_draws_may_lower() -> None:
    p_values, are_bounds = [0.01, 0.04, 0.01, 0.5], [True, False, True, False]
    assert correct_bounds(p_values, are_bounds, "none") == are_bounds
    assert correct_bounds(p_values, are_bounds, "holm") == [True, False, True, False]
    assert correct_bounds(p_values, are_bounds, "bh") == [True, False, True, False]
    # four times the first is more than three times the second: Holm gives both the same, a bound
    assert holm([0.01, 0.011, 0.3, 0.4])[:2] == [0.04, 0.04]
    assert correct_bounds([0.01, 0.011, 0.3, 0.4], [True, False, False, False], "holm") == [True, True, False, False]
    assert correct_bounds([], [], "holm") == []


def test_power_is_what_simulation_finds() -> None:
    rng = np.random.default_rng(11)
    size, spread = 200, 1 / np.sqrt(200)
    effect = smallest_difference(spread)
    found = 0
    for _ in range(20):
        values = np.zeros((size, 200))
        values[:, 1::2] = rng.normal(loc=effect, size=(size, 100))
        pairs = [(2 * i, 2 * i + 1) for i in range(100)]
        outcomes = PairedBootstrap(seed=int(rng.integers(1000))).compare(MeanEvidence(values), pairs)
        found += sum(outcome.p_value < 0.05 for outcome in outcomes)
    assert 0.77 <= found / 2000 <= 0.83
    assert units_needed(effect, spread, size) == size
    assert units_needed(effect / 2, spread, size) == 4 * size
    assert units_needed(0, spread, size) is None

import numpy as np
import pytest
from evidence import MeanEvidence, ReplayedEvidence

from mtassay import MtassayWarning, SettingError
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.draws import deals, sample_weights, swap_masks
from mtassay.significance.intervals import basic, leave_out, percentile

VALUES = np.random.default_rng(7).exponential(size=(60, 2))


def test_full_samples_draw_as_many_units_as_there_are() -> None:
    weights = np.concatenate(list(sample_weights("full", 50, 300, np.random.default_rng(1))))
    assert weights.shape == (300, 50)
    assert set(weights.sum(axis=1)) == {50}
    assert weights.max() > 1


def test_full_samples_are_those_that_choice_draws_whatever_the_blocks() -> None:
    drawn = np.random.default_rng(12345).choice(9001, size=(300, 9001), replace=True)
    expected = np.array([np.bincount(row, minlength=9001) for row in drawn])
    blocks = list(sample_weights("full", 9001, 300, np.random.default_rng(12345)))
    assert len(blocks) > 1
    assert np.array_equal(np.concatenate(blocks), expected)


def test_half_samples_draw_half_of_the_units_once() -> None:
    weights = np.concatenate(list(sample_weights("half", 51, 300, np.random.default_rng(1))))
    assert set(weights.sum(axis=1)) == {25}
    assert set(np.unique(weights)) == {0, 1}
    assert weights.mean(axis=0).min() > 0.35  # no unit is left out always


def test_half_samples_with_replacement_draw_some_units_twice() -> None:
    weights = np.concatenate(list(sample_weights("half-with-replacement", 51, 300, np.random.default_rng(1))))
    assert set(weights.sum(axis=1)) == {25}
    assert weights.max() > 1


@pytest.mark.parametrize("sample", ["full", "half", "half-with-replacement"])
def test_one_unit_can_be_drawn(sample: str) -> None:
    assert np.array_equal(np.concatenate(list(sample_weights(sample, 1, 3, np.random.default_rng(1)))), np.ones((3, 1)))


def test_memory_is_bounded_by_blocks() -> None:
    block = next(sample_weights("full", 1_000_000, 1000, np.random.default_rng(1)))
    assert block.nbytes <= 16_000_000


def test_swaps_are_fair() -> None:
    masks = swap_masks(1001, 100, np.random.default_rng(1))
    assert masks.shape == (100, 1001)
    assert abs(masks.mean() - 0.5) < 0.01


@pytest.mark.parametrize("cards", [2, 4, 9])
def test_deals_are_orders_each_as_likely(cards: int) -> None:
    dealt = deals(500, 40, cards, np.random.default_rng(1))
    assert dealt.shape == (cards, 40, 500)
    assert np.array_equal(np.sort(dealt, axis=0)[:, 0, 0], np.arange(cards))
    assert (np.sort(dealt, axis=0) == np.arange(cards)[:, None, None]).all()
    for hand in range(cards):
        assert np.allclose(np.bincount(dealt[hand].ravel(), minlength=cards) / dealt[hand].size, 1 / cards, atol=0.02)


def test_replayed_evidence_agrees_with_sums() -> None:
    replayed = ReplayedEvidence(VALUES.tolist(), lambda rows: np.mean(rows, axis=0))
    plain = Bootstrap(draws=100).resample(MeanEvidence(VALUES))
    again = Bootstrap(draws=100).resample(replayed)
    assert np.allclose(plain.scores, again.scores)
    assert np.allclose(plain.observed, again.observed)


def test_replayed_evidence_refuses_fractions() -> None:
    with pytest.raises(ValueError, match="whole numbers"):
        ReplayedEvidence([1, 2], sum).score_under(np.array([[0.5, 1.5]]))


def test_percentiles_are_taken_where_the_tutorial_takes_them() -> None:
    sample = np.arange(1000.0)[::-1]
    assert (percentile(sample, 0.95).low, percentile(sample, 0.95).high) == (25, 975)
    assert (percentile(sample, 0.42).low, percentile(sample, 0.42).high) == (290, 710)


def test_the_basic_interval_mirrors_the_percentiles() -> None:
    interval = basic(np.arange(1000.0), 400, 0.95)
    assert (interval.low, interval.high) == (800 - 975, 800 - 25)


def test_leaving_out_groups_of_many_units() -> None:
    values = np.arange(2500.0).reshape(-1, 1)
    left = leave_out(MeanEvidence(values))
    assert left.shape == (1000, 1)
    assert left[0, 0] == pytest.approx(values[3:].mean())


def test_the_same_seed_gives_the_same_interval_and_another_another() -> None:
    evidence = MeanEvidence(VALUES)
    assert Bootstrap().intervals(evidence) == Bootstrap().intervals(evidence)
    assert Bootstrap().intervals(evidence) != Bootstrap(seed=1).intervals(evidence)


@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
def test_a_constant_score_has_an_interval_without_width(method: str) -> None:
    (interval,) = Bootstrap(interval=method).intervals(MeanEvidence(np.full((30, 1), 4.5)))
    assert (interval.low, interval.high) == (4.5, 4.5)


def test_few_draws_are_warned_of() -> None:
    with pytest.warns(MtassayWarning, match="50 draws are few"):
        Bootstrap(draws=50).intervals(MeanEvidence(VALUES))


def test_settings_are_checked_and_signed() -> None:
    with pytest.raises(SettingError, match="draws=0: expected 1 or more"):
        Bootstrap(draws=0)
    with pytest.raises(SettingError, match="sample=third"):
        Bootstrap(sample="third")
    assert dict(Bootstrap(interval="bca").signature_items()) == {"bs": "1000", "seed": "12345", "interval": "bca"}

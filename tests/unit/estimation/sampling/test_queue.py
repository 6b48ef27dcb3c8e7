import numpy as np
import pytest

from mtassay.errors import InputError, SettingError
from mtassay.estimation.prediction.prediction import predict
from mtassay.estimation.sampling.queue import (
    QueueSample,
    dealt_probabilities,
    draw_queue,
    inclusion_probabilities,
    probabilities_at,
)
from mtassay.human.memory import make_memory
from mtassay.human.translations import find_translations


def test_wide_spreads_come_early() -> None:
    sizes = np.repeat([1.0, 4.0], 500)
    queue = QueueSample(1, np.random.default_rng(1).random(1000), sizes)
    assert np.count_nonzero(queue.order[:100] >= 500) == pytest.approx(80, abs=12)


def test_ties_go_to_the_lower_number() -> None:
    assert QueueSample(1, np.array([0.5, 0.5, 0.1]), np.array([1.0, 1.0, 0.2])).order.tolist() == [0, 1, 2]


def test_the_beginning_of_a_queue_has_the_stated_probabilities() -> None:
    sizes = np.tile([5.0, 2.0, 1.0, 1.0, 1.0, 3.0, 0.5], 10)
    rng = np.random.default_rng(2)
    counts = np.zeros(70)
    for _ in range(20_000):
        counts[QueueSample(1, rng.random(70), sizes).order[:20]] += 1
    # sequential Poisson sampling keeps to them but for a hundredth where items are as few as these
    assert counts / 20_000 == pytest.approx(inclusion_probabilities(sizes, 20), abs=0.02)


def test_items_have_the_stated_probabilities_at_any_places() -> None:
    sizes = np.tile([5.0, 2.0, 1.0, 1.0, 1.0, 3.0, 0.5], 10)
    rng = np.random.default_rng(2)
    places = np.array([0, 1, 2, 5, 8, 9, 20, 40])
    counts = np.zeros(70)
    for _ in range(20_000):
        counts[QueueSample(1, rng.random(70), sizes).order[places]] += 1
    found = probabilities_at(sizes, places)
    assert found.sum() == pytest.approx(8)
    assert counts / 20_000 == pytest.approx(found, abs=0.02)
    assert probabilities_at(sizes, np.arange(20)) == pytest.approx(inclusion_probabilities(sizes, 20))
    assert not probabilities_at(sizes, np.zeros(0, dtype=np.int64)).any()


def test_what_cannot_be_drawn_is_refused() -> None:
    past = make_memory([("s", "a b", 8.0), ("t", "c d", 6.0)])
    with pytest.raises(SettingError, match="below 0"):
        draw_queue(predict(past, find_translations(past, [("s", "x")])), -1)
    with pytest.raises(InputError, match="4 of 3 items"):
        inclusion_probabilities(np.ones(3), 4)


def test_judges_take_turns_with_what_they_were_dealt() -> None:
    rng = np.random.default_rng(2)
    sizes, dealt = rng.gamma(2.0, 1.0, 50), rng.permutation(np.arange(50) % 3)
    queue = QueueSample(5, rng.random(50), sizes, dealt=dealt)
    order = queue.order.tolist()
    assert sorted(order) == list(range(50))
    turns = [dealt[order[first : first + 3]].tolist() for first in range(0, 48, 3)]
    assert all(sorted(turn) == [0, 1, 2] for turn in turns)
    assert len({tuple(turn) for turn in turns}) > 2  # nobody is always first
    for judge in range(3):
        own = [item for item in order if dealt[item] == judge]
        ratios = (queue.uniforms / sizes)[own]
        assert (np.diff(ratios) >= 0).all()


def test_dealt_items_have_the_stated_probabilities() -> None:
    sizes, draws = np.tile([5.0, 2.0, 1.0, 1.0, 1.0, 3.0, 0.5], 22), 3000
    rng = np.random.default_rng(3)
    dealt = rng.permutation(np.arange(len(sizes)) % 3)
    for count in (2, 20, 40):
        counts = np.zeros(len(sizes))
        for seed in range(draws):
            counts[QueueSample(seed, rng.random(len(sizes)), sizes, dealt=dealt).order[:count]] += 1
        expected = dealt_probabilities(sizes, dealt, count)
        assert expected.sum() == pytest.approx(count)
        np.testing.assert_allclose(counts / draws, expected, atol=0.04)
    assert (dealt_probabilities(sizes, dealt, len(sizes)) == 1).all()
    assert (dealt_probabilities(sizes, None, 7) == inclusion_probabilities(sizes, 7)).all()
    few = dealt_probabilities(np.ones(7), np.array([0, 0, 0, 0, 0, 1, 1]), 5)
    assert few.tolist() == pytest.approx([0.6] * 5 + [1, 1])  # who has nothing left has no more turns

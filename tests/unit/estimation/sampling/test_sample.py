"""Samples of queues that were dealt to judges before items got their places."""

import dataclasses

import numpy as np
import pytest
from simulated_memory import Simulated, simulate

from mtassay.estimation.prediction.dealing import Dealing
from mtassay.estimation.prediction.prediction import Prediction, predict
from mtassay.estimation.sampling.certified import certified
from mtassay.estimation.sampling.queue import QueueSample, draw_queue
from mtassay.estimation.sampling.sample import find_sample
from mtassay.human.memory import Floats


@pytest.fixture(scope="module")
def simulated() -> Simulated:
    return simulate(sources=120, judges=2)


@pytest.fixture(scope="module")
def prediction(simulated: Simulated) -> Prediction:
    return predict(simulated.memory, simulated.translations, dealing=Dealing(simulated.memory.judges, 1))


def judged(prediction: Prediction, queue: QueueSample, truth: Floats, counts: tuple[int, int]) -> Floats:
    """What the first items of each judge get."""
    assert queue.dealt is not None
    scores = np.full(prediction.items, np.nan)
    for judge, count in enumerate(counts):
        own = queue.order[queue.dealt[queue.order] == judge][:count]
        scores[own] = truth[prediction.first[own]]
    return scores


@pytest.mark.parametrize("counts", [(12, 12), (20, 4), (3, 30), (1, 1)])
def test_estimates_are_unbiased_however_far_each_judge_is(
    simulated: Simulated, prediction: Prediction, counts: tuple[int, int]
) -> None:
    # items of the two judges are worth different things, so that a sample of one says nothing of the other's
    assert prediction.dealt is not None
    shift = np.append(np.where(prediction.dealt == 0, -1.5, 1.5), 0.0)[prediction.item]
    truth = np.clip(simulated.truth + shift, 0, 10)
    rate = 100 - 10 * float(np.where(prediction.is_repeat, prediction.known, truth).mean())
    errors, held = [], []
    for seed in range(600):
        queue = draw_queue(prediction, seed)
        found = certified(prediction, queue, judged(prediction, queue, truth, counts))
        assert found.judged == sum(counts)
        assert found.outside == 0
        assert found.half_width is not None
        errors.append(found.sser - rate)
        held.append(abs(found.sser - rate) <= found.half_width)
    assert abs(np.mean(errors)) < 3.5 * np.std(errors) / len(errors) ** 0.5 + 0.1
    if min(counts) > 3:  # a variance of three says little
        assert np.mean(held) > 0.9


def test_until_all_have_begun_nothing_is_a_sample(simulated: Simulated, prediction: Prediction) -> None:
    # by chance either judge may be the first in the queue
    for seed in range(8):
        queue = draw_queue(prediction, seed)
        for counts in ((6, 0), (0, 6), (1, 0), (0, 1)):
            scores = judged(prediction, queue, simulated.truth, counts)
            sample = find_sample(queue, scores, np.zeros(prediction.items, dtype=bool))
            assert (len(sample.items), len(sample.outside)) == (0, sum(counts))
            assert len(sample.rest) == prediction.items - sum(counts)
            assert certified(prediction, queue, scores).interval is None
    queue = draw_queue(prediction, 4)
    scores = judged(prediction, queue, simulated.truth, (6, 0))
    everything = judged(prediction, queue, simulated.truth, (10**6, 10**6))
    found = certified(prediction, queue, everything)
    assert found.half_width == 0
    # one whose items are all judged, or left out, needs no beginning
    assert queue.dealt is not None
    without = queue.dealt == 1
    found = certified(prediction, queue, scores, without)
    assert (found.judged, found.outside, found.without_score) == (6, 0, int(without.sum()))


def test_who_answers_does_not_matter_and_gaps_count_for_the_one_who_left_them(
    simulated: Simulated, prediction: Prediction
) -> None:
    queue = draw_queue(prediction, 4)
    assert queue.dealt is not None
    scores = judged(prediction, queue, simulated.truth, (8, 8))
    # all is asked of one judge by now
    handed_over = dataclasses.replace(queue, judge=np.zeros(prediction.items, dtype=np.int64))
    assert certified(prediction, handed_over, scores) == certified(prediction, queue, scores)
    own = queue.order[queue.dealt[queue.order] == 1]
    scores[own[3]] = np.nan
    found = certified(prediction, queue, scores)
    assert (found.judged, found.outside) == (8 + 3, 4)
    # handing the open items to somebody else does not close the gap
    asked = np.where(np.isnan(scores), 2, queue.dealt)
    found = certified(prediction, dataclasses.replace(queue, judge=asked), scores)
    assert (found.judged, found.outside) == (8 + 3, 4)

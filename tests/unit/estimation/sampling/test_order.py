import dataclasses

import numpy as np
import pytest
from simulated_memory import NEW, Simulated, simulate

from mtassay.errors import InputError, SettingError
from mtassay.estimation.prediction.prediction import Prediction, predict
from mtassay.estimation.sampling.certified import certified
from mtassay.estimation.sampling.order import JudgedQueue, compare_queues, compare_rates, rank
from mtassay.estimation.sampling.queue import draw_queue
from mtassay.estimation.sampling.rate_estimate import RateEstimate
from mtassay.human.memory import Floats


def rated(system: str, sser: float, variance: float | None = 0.0, degrees: float = 30.0) -> RateEstimate:
    mean = (100 - sser) / 10
    return RateEstimate(
        system=system,
        method="certified",
        target="B",
        mean=mean,
        variance=variance,
        degrees=degrees,
        level=0.95,
        outputs=100,
        repeats=50,
        new=50,
        judged=20,
        outside=0,
        without_score=0,
        without_neighbours=0,
        systems=8,
        revision=1,
        text_variance=0.01,
    )


def test_a_system_beside_one_that_is_known() -> None:
    new = rated("new", 20.0, 0.01)
    assert compare_rates(new, 25.0).verdict == "better"
    assert compare_rates(new, 15.0).verdict == "worse"
    assert compare_rates(new, 21.0).verdict == "undecided"
    assert compare_rates(new, 25.0).half_width == pytest.approx(new.half_width)
    # a claim about other texts is a wider one
    assert compare_rates(new, 22.5).verdict == "better"
    assert compare_rates(new, 22.5, other_texts=True).verdict == "undecided"


def test_two_estimates_add_their_variances() -> None:
    found = compare_rates(rated("one", 20.0, 0.01), rated("two", 25.0, 0.03))
    assert found.value == pytest.approx(-5)
    assert found.half_width == pytest.approx(10 * 0.2 * 2.01, rel=0.01)
    with pytest.raises(SettingError, match="estimate both alike"):
        compare_rates(rated("one", 20.0), dataclasses.replace(rated("two", 20.0), target="A"))
    with pytest.raises(InputError, match="two has no interval"):
        compare_rates(rated("one", 20.0), rated("two", 20.0, None))


def test_clusters_are_cut_where_all_comparisons_are_decided() -> None:
    estimates = [rated("c", 30.0, 0.01), rated("a", 20.0, 0.01), rated("b", 21.0, 0.01), rated("d", 31.0)]
    found = rank(estimates)
    assert [estimate.system for estimate in found.estimates] == ["a", "b", "c", "d"]
    assert found.clusters == (1, 1, 2, 2)
    assert rank([rated("a", 20.0), rated("b", 30.0, None)]).clusters == (1, 1)
    assert rank([rated("a", 20.0), rated("b", 20.1)]).clusters == (1, 2)
    assert rank([]).clusters == ()


def judged(prediction: Prediction, truth: Floats, count: int, seed: int) -> JudgedQueue:
    queue = draw_queue(prediction, seed)
    scores = np.full(prediction.items, np.nan)
    scores[queue.order[:count]] = truth[prediction.first][queue.order[:count]]
    return JudgedQueue(prediction, queue, scores)


@pytest.fixture(scope="module")
def simulated() -> Simulated:
    return simulate(sources=200)


def test_what_two_systems_say_alike_cancels(simulated: Simulated) -> None:
    prediction = predict(simulated.memory, simulated.translations)
    rng = np.random.default_rng(3)
    same = rng.random(200) < 0.7
    texts = [text if alike else f"{text} more" for text, alike in zip(simulated.translations.texts, same, strict=True)]
    other = dataclasses.replace(simulated.translations, texts=tuple(texts), target=np.full(200, -1), system="other")
    other_prediction = predict(simulated.memory, other)
    other_truth = np.where(same, simulated.truth, np.maximum(simulated.truth - 1, 0))

    def kept(prediction: Prediction, truth: Floats) -> Floats:
        return np.where(prediction.is_repeat, prediction.known, truth)

    expected = -10 * float((kept(prediction, simulated.truth) - kept(other_prediction, other_truth))[~same].sum() / 200)
    values, held = [], []
    for seed in range(200):
        one = judged(prediction, simulated.truth, 30, seed)
        two = judged(other_prediction, other_truth, 30, 1000 + seed)
        found = compare_queues(one, two, same)
        values.append(found.value)
        held.append(abs(found.value - expected) <= found.half_width)
        whole = compare_rates(
            certified(one.prediction, one.queue, one.scores), certified(two.prediction, two.queue, two.scores)
        )
        assert found.half_width < whole.half_width
    assert np.mean(values) == pytest.approx(expected, abs=3 * np.std(values) / 200**0.5 + 0.02)
    assert np.mean(held) > 0.9
    assert compare_queues(one, two, np.ones(200, dtype=bool)).half_width == 0


def test_queues_that_cannot_be_compared_are_refused(simulated: Simulated) -> None:
    prediction = predict(simulated.memory, simulated.translations)
    one = judged(prediction, simulated.truth, 30, 1)
    nothing = judged(prediction, simulated.truth, 0, 1)
    with pytest.raises(InputError, match=f"nothing of the queue of {NEW} was judged"):
        compare_queues(one, nothing, np.zeros(200, dtype=bool))
    with pytest.raises(InputError, match="on the same segments"):
        compare_queues(one, one, np.zeros(3, dtype=bool))


def test_segments_without_a_score_leave_both(simulated: Simulated) -> None:
    prediction = predict(simulated.memory, simulated.translations)
    one = judged(prediction, simulated.truth, 30, 1)
    skipped = np.zeros(prediction.items, dtype=bool)
    skipped[one.queue.order[40]] = True
    two = dataclasses.replace(one, without_score=skipped)
    assert compare_queues(one, two, np.ones(200, dtype=bool)).value == 0
    assert compare_queues(one, two, np.zeros(200, dtype=bool)).half_width > 0

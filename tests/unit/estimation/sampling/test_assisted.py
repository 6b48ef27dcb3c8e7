"""Estimates that lean on the memory: with nothing judged, with a sample, and by the rule of 2000."""

import dataclasses

import numpy as np
import pytest
from simulated_memory import Simulated, simulate

from mtassay.errors import InputError
from mtassay.estimation.prediction.prediction import Prediction, predict
from mtassay.estimation.sampling.assisted import assisted, weigh
from mtassay.estimation.sampling.certified import certified
from mtassay.estimation.sampling.queue import QueueSample, draw_queue
from mtassay.estimation.sampling.zero_budget import zero_budget
from mtassay.human.judge_effects import JudgeEffects, fit_judge_effects
from mtassay.human.memory import Floats, Memory
from mtassay.significance.student import t_quantile


@pytest.fixture(scope="module")
def simulated() -> Simulated:
    return simulate()


@pytest.fixture(scope="module")
def prediction(simulated: Simulated) -> Prediction:
    return predict(simulated.memory, simulated.translations)


def judge(prediction: Prediction, queue: QueueSample, truth: Floats, count: int) -> Floats:
    scores = np.full(prediction.items, np.nan)
    scores[queue.order[:count]] = truth[prediction.first][queue.order[:count]]
    return scores


def test_zero_budget_is_the_formula_of_the_design(prediction: Prediction) -> None:
    found = zero_budget(prediction)
    predictor = prediction.predictor
    f, e = (float((errors**2).mean()) for errors in (predictor.calibrated_errors, predictor.corrected_errors))
    weight = f**2 / (f**2 + e**2)
    assert predictor.blend == pytest.approx(weight)
    blended = weight * prediction.corrected + (1 - weight) * prediction.calibrated
    mean = np.where(prediction.is_repeat, prediction.known, blended).mean()
    assert found.sser == pytest.approx(100 - 10 * mean)
    errors = weight * predictor.corrected_errors + (1 - weight) * predictor.calibrated_errors
    tau = ((errors**2).sum() / (predictor.systems - 2)) ** 0.5
    tau *= max(1, prediction.new / len(prediction) / predictor.new_share)
    assert found.half_width == pytest.approx(10 * t_quantile(0.975, 7) * tau)
    assert (found.method, found.judged, found.seed) == ("predicted", 0, None)


def test_intervals_of_nothing_judged_hold_the_truth() -> None:
    held = []
    for seed in range(20):
        one = simulate(seed, sources=150, systems=6)
        found = predict(one.memory, one.translations)
        interval = zero_budget(found).interval
        assert interval is not None
        held.append(100 - 10 * float(np.where(found.is_repeat, found.known, one.truth).mean()) in interval)
    assert np.mean(held) >= 0.9


def test_a_stranger_of_which_more_is_new_has_a_wider_interval(prediction: Prediction) -> None:
    few = dataclasses.replace(prediction.predictor, new_share=prediction.new / len(prediction) / 3)
    wide, narrow = (
        zero_budget(dataclasses.replace(prediction, predictor=few)).half_width,
        zero_budget(prediction).half_width,
    )
    many = dataclasses.replace(prediction.predictor, new_share=1.0)
    least = zero_budget(dataclasses.replace(prediction, predictor=many)).half_width
    assert wide is not None
    assert narrow is not None
    assert least is not None
    assert wide == pytest.approx(3 * least)
    assert least <= narrow < wide


def test_the_sample_and_the_memory_are_weighed(simulated: Simulated, prediction: Prediction) -> None:
    queue = draw_queue(prediction, 4)
    scores = judge(prediction, queue, simulated.truth, 30)
    both, sample, memory = (
        assisted(prediction, queue, scores),
        certified(prediction, queue, scores),
        zero_budget(prediction),
    )
    assert both.variance is not None
    assert sample.variance is not None
    assert memory.variance is not None
    weight = memory.variance / (memory.variance + sample.variance)
    assert both.sser == pytest.approx(memory.sser + weight * (sample.sser - memory.sser))
    assert both.variance == pytest.approx(weight**2 * sample.variance + (1 - weight) ** 2 * memory.variance)
    assert both.variance < min(sample.variance, memory.variance)
    assert (both.method, both.seed) == ("assisted", 4)
    fresh = assisted(prediction, queue, scores, target="A")
    assert fresh.variance is not None
    assert fresh.variance > both.variance


def test_nothing_judged_is_what_the_memory_says(prediction: Prediction) -> None:
    found = assisted(prediction, draw_queue(prediction, 1), np.full(prediction.items, np.nan))
    memory = zero_budget(prediction)
    assert (found.sser, found.half_width) == pytest.approx((memory.sser, memory.half_width))
    assert found.reason == ""


def test_all_judged_is_exact(simulated: Simulated, prediction: Prediction) -> None:
    queue = draw_queue(prediction, 1)
    found = assisted(prediction, queue, judge(prediction, queue, simulated.truth, prediction.items))
    expected = np.where(prediction.is_repeat, prediction.known, simulated.truth).mean()
    assert found.mean == pytest.approx(expected)
    assert found.half_width == 0


def test_a_memory_that_was_never_wrong_leaves_no_error() -> None:
    assert weigh(5.0, 0.0, 20.0, 6.0, 0.0, 8) == (5.0, 0.0, 20.0)


@pytest.mark.parametrize("systems", [1, 2, 4])
def test_too_few_systems_have_no_assisted_estimate(systems: int) -> None:
    one = simulate(systems=systems)
    found = predict(one.memory, one.translations)
    assert zero_budget(found).interval is None
    others = "1 other system" if systems == 1 else f"{systems} other systems"
    assert f"judgments of {others}, and needs 5" in zero_budget(found).reason
    queue = draw_queue(found, 1)
    scores = judge(found, queue, one.truth, 20)
    with pytest.raises(InputError, match="use the certified one"):
        assisted(found, queue, scores)
    assert certified(found, queue, scores).interval is not None


def test_only_repeats_are_exact(simulated: Simulated, prediction: Prediction) -> None:
    known = dataclasses.replace(
        prediction,
        is_repeat=np.ones(len(prediction), dtype=bool),
        known=simulated.truth,
        item=np.full(len(prediction), -1),
    )
    assert zero_budget(known).half_width == 0
    assert zero_budget(known).sser == pytest.approx(100 - 10 * simulated.truth.mean())


def test_the_noise_of_repeats_may_be_unknown() -> None:
    one = simulate(systems=5)
    found = predict(one.memory, one.translations)
    unheard = dataclasses.replace(found.predictor, gaps=np.full(5, np.nan))
    estimate = zero_budget(dataclasses.replace(found, predictor=unheard), target="A")
    assert estimate.interval is None
    assert "noise of repeats is unknown" in estimate.reason


def test_judges_who_may_differ_leave_no_assisted_estimate() -> None:
    one = simulate(judges=3, sources=150, systems=6)
    effects = fit_judge_effects(one.memory)
    assert effects.is_fitted

    def refusal(memory: Memory, effects: JudgeEffects | None) -> str:
        found = predict(memory, one.translations, effects=effects)
        queue = draw_queue(found, 1)
        scores = judge(found, queue, one.truth, 20)
        assert certified(found, queue, scores).interval is not None
        try:
            assisted(found, queue, scores)
        except InputError as error:
            return str(error)
        return ""

    assert refusal(one.memory, effects) == ""
    assert "its scores are of 3 judges who may differ in how strict they are, and judge effects are switched off" in (
        refusal(one.memory, None)
    )
    # each judge has systems of her own
    judgments = one.memory.judgments
    apart = dataclasses.replace(one.memory, judgments=dataclasses.replace(judgments, judge=judgments.system % 3))
    assert "judges judged different systems" in refusal(apart, fit_judge_effects(apart))
    # nothing to take away: one judge, or nobody knows who
    alone = dataclasses.replace(one.memory, judgments=dataclasses.replace(judgments, judge=judgments.judge * 0))
    assert refusal(alone, None) == ""
    nameless = dataclasses.replace(one.memory, judges=("", " ", "\t"))
    assert refusal(nameless, None) == ""

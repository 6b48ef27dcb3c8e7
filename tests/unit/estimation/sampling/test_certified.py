"""Certified estimates: the formulas, what they promise on simulated memories, and what may go wrong with a queue."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from simulated_memory import Simulated, simulate

from mtassay.errors import InputError, SettingError
from mtassay.estimation.prediction.prediction import Prediction, predict
from mtassay.estimation.sampling.certified import certified
from mtassay.estimation.sampling.fresh_judgments import noise_degrees
from mtassay.estimation.sampling.plan import expected_half_width
from mtassay.estimation.sampling.queue import QueueSample, draw_queue, inclusion_probabilities
from mtassay.estimation.sampling.sample import sample_mean
from mtassay.human.memory import Floats, make_memory
from mtassay.human.translations import find_translations
from mtassay.significance.student import t_quantile

BUDGETS = (0.05, 0.1, 0.2, 0.3, 0.5)


@pytest.fixture(scope="module")
def simulated() -> Simulated:
    return simulate()


@pytest.fixture(scope="module")
def prediction(simulated: Simulated) -> Prediction:
    return predict(simulated.memory, simulated.translations)


def judge(prediction: Prediction, queue: QueueSample, truth: Floats, count: int) -> Floats:
    scores = np.full(prediction.items, np.nan)
    first = queue.order[:count]
    scores[first] = truth[prediction.first][first]
    return scores


def true_rate(prediction: Prediction, truth: Floats) -> float:
    return 100 - 10 * float(np.where(prediction.is_repeat, prediction.known, truth).mean())


def test_the_formulas_of_the_design(simulated: Simulated, prediction: Prediction) -> None:
    queue = draw_queue(prediction, 7)
    count = 40
    scores = judge(prediction, queue, simulated.truth, count)
    estimate = certified(prediction, queue, scores)
    sizes, f = prediction.item_spreads, prediction.item_scores
    pi = inclusion_probabilities(sizes, count)
    total = len(prediction)
    y, left = [], []
    expected = sizes * prediction.predictor.within_share**0.5
    mean = prediction.known[prediction.is_repeat].sum() + f.sum()
    for item in range(prediction.items):
        if not np.isnan(scores[item]):
            y.append((scores[item] - f[item]) / pi[item])
            left.append((1 - pi[item], expected[item] / pi[item]))
    mean = (mean + sum(y)) / total
    middle = sum(a * b for (a, _), b in zip(left, y, strict=True)) / sum(a for a, _ in left)
    v1 = count / (count - 1) * sum(a * (b - middle) ** 2 for (a, _), b in zip(left, y, strict=True)) / total**2
    v0 = sum(a * b**2 for a, b in left) / total**2
    variance = (20 * v0 + (count - 1) * v1) / (20 + count - 1)
    assert estimate.sser == pytest.approx(100 - 10 * mean)
    assert estimate.half_width == pytest.approx(10 * t_quantile(0.975, count + 19) * variance**0.5)
    assert (estimate.method, estimate.target, estimate.seed) == ("certified", "B", 7)
    assert (estimate.judged, estimate.revision) == (count, simulated.memory.revision)
    assert estimate.repeat_share == pytest.approx(prediction.repeats / total)


def miss(prediction: Prediction, truth: Floats, draws: int = 200) -> dict[float, list[tuple[float, bool]]]:
    """For each budget the errors of certified estimates in points of SSER, and whether intervals hold the truth."""
    expected = true_rate(prediction, truth)
    found: dict[float, list[tuple[float, bool]]] = {budget: [] for budget in BUDGETS}
    for seed in range(draws):
        queue = draw_queue(prediction, seed)
        for budget in BUDGETS:
            count = max(round(budget * prediction.items), 2)
            estimate = certified(prediction, queue, judge(prediction, queue, truth, count))
            assert estimate.interval is not None
            found[budget].append((estimate.sser - expected, expected in estimate.interval))
    return found


def check_promise(found: list[dict[float, list[tuple[float, bool]]]], most: float = 0.97) -> None:
    for budget in BUDGETS:
        errors, covered = np.array([draw for one in found for draw in one[budget]]).T
        # the bias is known no better than draws allow
        assert abs(errors.mean()) < 0.05 + 2 * errors.std() / len(errors) ** 0.5, budget
        assert 0.93 <= covered.mean() <= most, (budget, covered.mean())


def test_it_is_unbiased_and_covers_the_truth() -> None:
    memories = [simulate(seed) for seed in range(8)]
    check_promise([miss(predict(one.memory, one.translations), one.truth) for one in memories])


# of one system nothing can be learnt: spreads are those of all scores, wider than what predictions miss
@pytest.mark.parametrize(("systems", "most"), [(1, 0.99), (2, 0.97), (4, 0.97)])
def test_it_keeps_its_promise_when_the_memory_is_small(systems: int, most: float) -> None:
    memories = [simulate(seed, systems=systems) for seed in range(8)]
    check_promise([miss(predict(one.memory, one.translations), one.truth, 100) for one in memories], most)


def useless(seed: int) -> tuple[Prediction, Floats]:
    """A prediction and the truth where scores have nothing to do with texts."""
    one = simulate(seed)
    rng = np.random.default_rng(seed)
    points = one.memory.judgments.points
    points[:] = rng.permutation(points)
    return predict(one.memory, one.translations), rng.choice(points, len(one.truth))


def test_it_keeps_its_promise_when_the_memory_is_useless() -> None:
    """Predictions say nothing, and their spreads say so."""
    # of eight skewed scores a few look as if they varied too much, and then count alone
    check_promise([miss(*useless(seed)) for seed in range(8)], most=0.98)


@pytest.mark.parametrize("is_useless", [False, True])
def test_the_bias_is_below_a_twentieth_of_a_point(is_useless: bool) -> None:
    """The estimate alone over so many queues that chance leaves a hundredth of a point."""
    rng = np.random.default_rng(8)
    for seed in range(3):
        one = simulate(seed)
        prediction, truth = useless(seed) if is_useless else (predict(one.memory, one.translations), one.truth)
        sizes, missed = prediction.item_spreads, truth[prediction.first] - prediction.item_scores
        orders = np.argsort(rng.random((20_000, prediction.items)) / sizes, axis=1)
        for budget in BUDGETS:
            count = round(budget * prediction.items)
            corrections = (missed / inclusion_probabilities(sizes, count))[orders[:, :count]].sum(axis=1)
            assert abs(10 * (corrections.mean() - missed.sum()) / len(prediction)) < 0.05, (seed, budget)


def test_a_system_that_is_better_than_predicted_has_no_wider_interval() -> None:
    """Systems far apart have wide spreads, but a sample finds out how far each is from what was predicted."""
    rng = np.random.default_rng(2)
    pairs, systems = [], []
    for system, skill in enumerate((-2.0, -1.0, 0.0, 1.0, 2.0)):
        for source in range(100):
            pairs.append((f"source {source}", f"{system} says {source}", 6 + skill + rng.normal(0, 0.5)))
            systems.append(str(system))
    memory = make_memory(pairs, systems=systems)
    new = find_translations(memory, [(f"source {source}", f"new says {source}") for source in range(100)], "new")
    prediction = predict(memory, new)
    assert prediction.item_spreads.mean() > 1.2
    assert prediction.item_deviations.mean() == pytest.approx(0.5, abs=0.1)
    truth = 7.5 + rng.normal(0, 0.5, 100)
    covered = np.array(miss(prediction, truth)[0.1])[:, 1]
    assert 0.93 <= covered.mean() <= 0.98


def test_it_stays_unbiased_when_predictions_are_wild(simulated: Simulated, prediction: Prediction) -> None:
    """Spreads that are far too narrow are found out; they then do not count."""
    rng = np.random.default_rng(5)
    wild = dataclasses.replace(prediction, calibrated=rng.uniform(0, 10, len(prediction)))
    found = miss(wild, simulated.truth, 500)
    for budget in BUDGETS:
        errors, covered = np.array(found[budget]).T
        assert abs(errors.mean()) < 3 * errors.std() / len(errors) ** 0.5
        assert covered.mean() > 0.85
    queue = draw_queue(wild, 1)
    estimate = certified(wild, queue, judge(wild, queue, simulated.truth, 60))
    assert not estimate.is_expected
    assert estimate.degrees == 59


def test_all_judged_is_exact(simulated: Simulated, prediction: Prediction) -> None:
    queue = draw_queue(prediction, 1)
    estimate = certified(prediction, queue, judge(prediction, queue, simulated.truth, prediction.items))
    assert estimate.sser == pytest.approx(true_rate(prediction, simulated.truth))
    assert estimate.half_width == 0


def test_one_judgment_has_an_interval_by_the_spreads_alone(simulated: Simulated, prediction: Prediction) -> None:
    queue = draw_queue(prediction, 1)
    estimate = certified(prediction, queue, judge(prediction, queue, simulated.truth, 1))
    pi = inclusion_probabilities(prediction.item_spreads, 1)[queue.order[0]]
    expected = (1 - pi) * (prediction.item_deviations[queue.order[0]] / pi) ** 2 / len(prediction) ** 2
    assert estimate.variance == pytest.approx(expected)
    assert estimate.degrees == 20


def test_nothing_judged_has_no_interval(prediction: Prediction) -> None:
    estimate = certified(prediction, draw_queue(prediction, 1), np.full(prediction.items, np.nan))
    assert estimate.interval is None
    assert "nothing of the queue was judged" in estimate.reason


def test_what_was_judged_out_of_order_is_known(simulated: Simulated, prediction: Prediction) -> None:
    queue = draw_queue(prediction, 3)
    scores = judge(prediction, queue, simulated.truth, 20)
    late = queue.order[30:33]
    scores[late] = simulated.truth[prediction.first][late]
    estimate = certified(prediction, queue, scores)
    assert (estimate.judged, estimate.outside) == (20, 3)
    # the same as if they had been repeats from the start
    is_late = np.isin(prediction.item, late)
    kept = np.setdiff1d(np.arange(prediction.items), late)
    repeats = dataclasses.replace(
        prediction,
        is_repeat=prediction.is_repeat | is_late,
        known=np.where(is_late, simulated.truth, prediction.known),
        item=np.where(is_late, -1, np.searchsorted(kept, prediction.item)) * ~prediction.is_repeat
        - prediction.is_repeat,
    )
    same = certified(repeats, QueueSample(3, queue.uniforms[kept], queue.sizes[kept]), scores[kept])
    assert (estimate.sser, estimate.half_width) == pytest.approx((same.sser, same.half_width))


def test_judges_need_not_be_equally_far(simulated: Simulated, prediction: Prediction) -> None:
    """Two judges have every second item by chance, and one has done six times as much as the other."""
    truth = simulated.truth[prediction.first]
    expected = true_rate(prediction, simulated.truth)
    errors, covered, widths = [], [], []
    for seed in range(400):
        queue = draw_queue(prediction, seed)
        rng = np.random.default_rng(seed)
        of_place = np.concatenate([rng.permutation(2) for _ in range(30)])
        judges = np.full(prediction.items, -1)
        judges[queue.order[:60]] = of_place
        scores = np.full(prediction.items, np.nan)
        for judge, count in ((0, 30), (1, 5)):
            done = queue.order[:60][of_place == judge][:count]
            scores[done] = truth[done]
        found = certified(prediction, dataclasses.replace(queue, judge=judges), scores)
        assert (found.judged, found.outside) == (35, 0)
        errors.append(found.sser - expected)
        covered.append(expected in found.interval if found.interval else False)
        widths.append((found.half_width, certified(prediction, queue, scores).half_width))
    assert abs(np.mean(errors)) < 0.05 + 2 * np.std(errors) / 20
    assert 0.93 <= np.mean(covered) <= 0.975
    narrow, wide = np.array(widths).mean(axis=0)
    assert narrow < 0.6 * wide


def test_what_a_judge_put_off_ends_his_or_her_part_of_the_sample(simulated: Simulated, prediction: Prediction) -> None:
    queue = draw_queue(prediction, 3)
    judges = np.full(prediction.items, -1)
    judges[queue.order[:20:2]], judges[queue.order[1:20:2]] = 0, 1
    queue = dataclasses.replace(queue, judge=judges)
    scores = judge(prediction, queue, simulated.truth, 20)
    assert certified(prediction, queue, scores).judged == 20
    scores[queue.order[6]] = np.nan
    found = certified(prediction, queue, scores)
    assert (found.judged, found.outside) == (13, 6)
    late = queue.order[50]
    scores[late] = simulated.truth[prediction.first][late]
    assert certified(prediction, queue, scores).outside == 7  # nobody was asked for it
    # an item that is sure to come first has no chance behind a gap at the first place
    sure = dataclasses.replace(queue, sizes=np.where(np.arange(len(queue)) == queue.order[0], 1e6, queue.sizes))
    assert sure.order[0] == queue.order[0]
    scores[queue.order[0]] = np.nan
    assert certified(prediction, sure, scores).judged == 0


def test_items_without_a_score_leave_the_test_set(simulated: Simulated, prediction: Prediction) -> None:
    queue = draw_queue(prediction, 3)
    scores = judge(prediction, queue, simulated.truth, 20)
    skipped = np.zeros(prediction.items, dtype=bool)
    skipped[queue.order[5]] = True
    scores[queue.order[5]] = np.nan
    estimate = certified(prediction, queue, scores, skipped)
    assert (estimate.judged, estimate.without_score, estimate.outputs) == (19, 1, len(prediction) - 1)
    # a skipped item that will come again stops the sample instead
    assert certified(prediction, queue, scores).judged == 5


def test_only_repeats_need_no_queue(simulated: Simulated, prediction: Prediction) -> None:
    known = dataclasses.replace(
        prediction,
        is_repeat=np.ones(len(prediction), dtype=bool),
        known=simulated.truth,
        item=np.full(len(prediction), -1),
    )
    queue = draw_queue(known, 1)
    estimate = certified(known, queue, np.zeros(0))
    assert estimate.sser == pytest.approx(100 - 10 * simulated.truth.mean())
    assert estimate.half_width == 0
    fresh = certified(known, queue, np.zeros(0), target="A")
    assert fresh.half_width is not None
    assert fresh.half_width > 0


def test_target_a_is_wider(simulated: Simulated, prediction: Prediction) -> None:
    queue = draw_queue(prediction, 3)
    scores = judge(prediction, queue, simulated.truth, 60)
    stored, fresh = (certified(prediction, queue, scores, target=target) for target in "BA")
    gaps = prediction.predictor.gaps
    assert stored.variance is not None
    assert fresh.variance == pytest.approx(
        stored.variance + (prediction.repeats / len(prediction)) ** 2 * (gaps**2).sum() / (len(gaps) - 1)
    )
    assert fresh.degrees == len(gaps) - 1
    with pytest.raises(SettingError, match="no target 'C'"):
        certified(prediction, queue, scores, target="C")


def test_the_noise_of_repeats_has_a_degree_less_than_systems_that_tell_it(prediction: Prediction) -> None:
    few = dataclasses.replace(prediction.predictor, gaps=np.array([0.1, np.nan, -0.2, 0.1]))
    assert noise_degrees(few) == 2
    narrow, wide = (
        expected_half_width(dataclasses.replace(prediction, predictor=one), prediction.items, target="A")
        for one in (few, dataclasses.replace(few, gaps=np.array([0.1, -0.2, 0.1])))
    )
    assert narrow == wide


def test_a_queue_of_another_prediction_is_refused(prediction: Prediction) -> None:
    with pytest.raises(InputError, match="use the queue that was drawn from this prediction"):
        certified(prediction, QueueSample(1, np.ones(3), np.ones(3)), np.ones(3))


def test_a_queue_can_be_drawn_again(prediction: Prediction) -> None:
    assert draw_queue(prediction, 5).order.tolist() == draw_queue(prediction, 5).order.tolist()
    assert draw_queue(prediction, 5).order.tolist() != draw_queue(prediction, 6).order.tolist()


@given(st.lists(st.floats(0.01, 100), min_size=1, max_size=30), st.data())
def test_probabilities_sum_to_the_number_of_judgments(sizes: list[float], data: st.DataObject) -> None:
    count = data.draw(st.integers(0, len(sizes)))
    found = inclusion_probabilities(np.array(sizes), count)
    assert found.sum() == pytest.approx(count)
    assert ((found >= 0) & (found <= 1)).all()
    free = found < 1
    if free.any() and count:
        ratios = found[free] / np.array(sizes)[free]
        assert ratios == pytest.approx(ratios[0])


def test_outputs_of_some_segments_alone(simulated: Simulated, prediction: Prediction) -> None:
    queue = draw_queue(prediction, 3)
    half = np.arange(len(prediction)) % 2 == 0
    found = sample_mean(prediction, queue, judge(prediction, queue, simulated.truth, prediction.items), segments=half)
    expected = np.where(prediction.is_repeat, prediction.known, simulated.truth)[half].mean()
    assert found.mean == pytest.approx(expected)
    assert found.outputs == half.sum()

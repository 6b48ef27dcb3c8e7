"""Predictions of single outputs: coefficients, intervals, items, and what the memory may lack."""

import dataclasses

import numpy as np
import pytest
from simulated_memory import NEW, Simulated, simulate

from mtassay.errors import InputError
from mtassay.estimation.nearest.rule import estimate
from mtassay.estimation.prediction.prediction import Prediction, predict
from mtassay.estimation.prediction.predictor import Predictor
from mtassay.estimation.prediction.quality import Qualities, reference_qualities
from mtassay.human.judge_effects import fit_judge_effects
from mtassay.human.memory import Outputs, make_memory
from mtassay.human.translations import find_translations


@pytest.fixture(scope="module")
def simulated() -> Simulated:
    return simulate()


@pytest.fixture(scope="module")
def prediction(simulated: Simulated) -> Prediction:
    return predict(simulated.memory, simulated.translations)


def test_repeats_keep_their_scores_and_the_nearest_is_that_of_evaltrans(
    simulated: Simulated, prediction: Prediction
) -> None:
    found = estimate(simulated.memory, simulated.translations.source, simulated.translations.texts)
    assert prediction.nearest == pytest.approx(found.scores)
    assert prediction.known[prediction.is_repeat] == pytest.approx(found.scores[prediction.is_repeat])
    assert prediction.is_repeat.tolist() == (found.origins == 0).tolist()
    assert prediction.repeat_share == prediction.repeats / 300
    assert (prediction.item < 0).tolist() == prediction.is_repeat.tolist()


def test_predictions_of_new_outputs_beat_the_nearest(simulated: Simulated, prediction: Prediction) -> None:
    new = ~prediction.is_repeat
    assert prediction.predictor.is_learnt
    assert prediction.predictor.systems == 8
    errors = [
        float(((simulated.truth - values)[new] ** 2).mean()) for values in (prediction.calibrated, prediction.nearest)
    ]
    assert errors[0] < errors[1]


def test_intervals_of_segments_hold_their_share() -> None:
    covered = []
    for seed in range(5):
        one = simulate(seed)
        found = predict(one.memory, one.translations)
        low, high = found.intervals.T
        assert (low >= 0).all()
        assert (high <= 10).all()
        assert low[found.is_repeat].tolist() == high[found.is_repeat].tolist()
        new = ~found.is_repeat
        covered.append(((low <= one.truth) & (one.truth <= high))[new])
    assert 0.93 < np.concatenate(covered).mean() < 0.99


def test_it_is_the_same_however_systems_are_ordered(simulated: Simulated, prediction: Prediction) -> None:
    memory = simulated.memory
    order = np.random.default_rng(1).permutation(len(memory.judgments))
    points = [
        (memory.sources[memory.source_of[target]], memory.targets[target], float(value))
        for target, value in zip(memory.judgments.target[order], memory.judgments.points[order], strict=True)
    ]
    systems = [memory.systems[number] for number in memory.judgments.system[order]]
    other = make_memory(points, systems=systems)
    pairs = [
        (memory.sources[source], text)
        for source, text in zip(simulated.translations.source, simulated.translations.texts, strict=True)
    ]
    found = predict(other, find_translations(other, pairs, NEW))
    assert found.calibrated == pytest.approx(prediction.calibrated)
    assert found.spreads == pytest.approx(prediction.spreads)


def test_nothing_is_learnt_from_the_system_itself(simulated: Simulated) -> None:
    memory = simulated.memory
    own = memory.systems.index("system 3")
    theirs = memory.judgments.chosen(memory.judgments.system == own)
    pairs = [(memory.sources[memory.source_of[target]], memory.targets[target]) for target in theirs.target]
    found = predict(memory, find_translations(memory, pairs, "system 3"))
    assert found.predictor.systems == 7
    assert found.repeats == len(pairs)
    assert found.items == 0


def test_systems_of_which_little_was_judged_say_nothing_of_whole_ones() -> None:
    """Ten outputs of 300 miss next to nothing of a system, and would make predictions look right."""
    one = simulate()
    memory = one.memory
    judgments = memory.judgments
    begun = memory.systems.index("system 7")
    own = np.flatnonzero(judgments.system == begun)
    targets = judgments.target[own]

    def kept(count: int) -> Predictor:
        outputs = (Outputs("system 7", "", 1, memory.source_of[targets], targets),)
        which = np.setdiff1d(np.arange(len(judgments)), own[count:])
        rest = dataclasses.replace(memory, judgments=judgments.chosen(which), outputs=outputs)
        return predict(rest, one.translations).predictor

    assert kept(10).systems == 7
    assert len(kept(10).calibrated_errors) == len(kept(10).gaps) == 7
    assert kept(10).rows > 0
    # of most of it, the error is that of the whole
    most, all_of_it = kept(250), kept(300)
    assert most.systems == all_of_it.systems == 8
    assert most.calibrated_errors[-1] == pytest.approx(all_of_it.calibrated_errors[-1], abs=0.1)
    assert most.new_share == pytest.approx(all_of_it.new_share, abs=0.05)


def test_a_memory_of_one_system_predicts_plain_means() -> None:
    memory = make_memory([(f"s{n}", "a b", n % 11) for n in range(80)], systems=["one"] * 80)
    new = find_translations(memory, [(f"s{n}", "a c") for n in range(80)], NEW)
    found = predict(memory, new)
    assert not found.predictor.is_learnt
    assert found.predictor.calibration.tolist() == [0, 1, 0]
    scores = memory.judgments.points
    assert found.spreads == pytest.approx(np.full(80, scores.std(ddof=1)))
    assert found.predictor.systems == 1
    assert found.corrected.tolist() == found.nearest.tolist() == scores.tolist()
    with_quality = predict(memory, new, Qualities(np.zeros(80), np.ones(80), "given"))
    assert with_quality.calibrated.tolist() == found.calibrated.tolist()


@pytest.mark.parametrize("points", [[], [10.0]])
def test_equal_scores_leave_some_spread(points: list[float]) -> None:
    memory = make_memory([("s", "a b", 10.0), *(("t", "c", value) for value in points)])
    found = predict(memory, find_translations(memory, [("s", "a c")]))
    assert found.spreads.tolist() == [1]


def test_a_source_that_nobody_judged_is_average(simulated: Simulated) -> None:
    memory = simulated.memory
    found = predict(memory, find_translations(memory, [("unheard of", "w1 w2"), ("unheard of", "w1 w2")], NEW))
    assert found.without_neighbours == 2
    assert found.nearest[0] == pytest.approx(memory.judgments.points.mean())
    assert found.items == 2  # nobody knows whether they have the same source
    # what new outputs of the others got on average, and as far off as all scores are
    assert found.predictor.usual_distance < 0.5
    assert found.calibrated[0] == pytest.approx(memory.judgments.points.mean(), abs=0.5)
    assert found.spreads == pytest.approx(np.full(2, memory.judgments.points.std(ddof=1)))
    assert found.item_deviations == pytest.approx(found.spreads)


def test_half_of_the_sources_may_be_unheard_of() -> None:
    """The mean over them is no farther off than that over the others, and the same spread covers both."""
    errors, covered = [], []
    for seed in range(8):
        one = simulate(seed)
        sources = [one.memory.sources[source] for source in one.translations.source]
        pairs = [
            (source if place % 2 else f"unheard {source}", text)
            for place, (source, text) in enumerate(zip(sources, one.translations.texts, strict=True))
        ]
        found = predict(one.memory, find_translations(one.memory, pairs, NEW))
        unheard = ~found.has_neighbours
        errors.append(float((one.truth - found.calibrated)[unheard].mean()))
        low, high = found.intervals[unheard].T
        covered.append(((low <= one.truth[unheard]) & (one.truth[unheard] <= high)).mean())
    assert abs(np.mean(errors)) < 0.3
    assert 0.93 < np.mean(covered) < 0.99


def test_the_same_new_text_of_one_source_is_one_item() -> None:
    memory = make_memory([("s", "a b", 8.0), ("t", "a b", 6.0)])
    pairs = [("s", "a c"), ("t", "a c"), ("s", "a  c"), ("s", "a b")]
    found = predict(memory, find_translations(memory, pairs, NEW))
    assert found.item.tolist() == [0, 1, 0, -1]
    assert found.item_counts.tolist() == [2, 1]
    assert found.first.tolist() == [0, 1]


def test_bad_neighbours_never_speak_for_a_translation() -> None:
    """Two systems, a good one and a bad one: without the one, all that is left is bad, and the other way round."""
    pairs = [(f"s{n}", f"a {name} {n}", points) for n in range(60) for name, points in (("x", 9.0 + n % 2), ("y", 1.0))]
    memory = make_memory(pairs, systems=["good", "bad"] * 60)
    found = predict(memory, find_translations(memory, [(f"s{n}", "a z") for n in range(60)], NEW))
    assert found.predictor.is_learnt
    assert found.predictor.calibration[1] == 0
    assert found.calibrated == pytest.approx(np.full(60, 5.25), abs=1)


def test_judge_effects_are_taken_from_stored_scores() -> None:
    one = simulate(judges=3)
    effects = fit_judge_effects(one.memory)
    found, expected = (
        predict(one.memory, one.translations, effects=effects),
        predict(effects.adjusted(one.memory), one.translations),
    )
    assert found.calibrated == pytest.approx(expected.calibrated)
    assert found.effects is effects


def test_a_metric_that_knows_the_scores_helps(simulated: Simulated, prediction: Prediction) -> None:
    memory = simulated.memory
    qualities = Qualities(memory.scores / 10, simulated.truth / 10, "given")
    found = predict(memory, simulated.translations, qualities)
    new = ~found.is_repeat
    better, plain = (float(((simulated.truth - one.calibrated)[new] ** 2).mean()) for one in (found, prediction))
    assert better < 0.5 * plain
    assert found.metric == "given"


def test_qualities_come_from_the_references_of_sources() -> None:
    memory = make_memory([("s", "the cat sat", 8.0), ("s", "a dog", 2.0), ("t", "x", 5.0)])
    new = find_translations(memory, [("s", "the cat sat"), ("t", "y")], NEW)
    found = reference_qualities(memory, new, {0: ["the cat sat", "a cat sat"], 1: []})
    assert found is not None
    assert found.targets[0] == found.candidates[0] == 1
    assert 0 < found.targets[1] < 0.5
    assert np.isnan([found.targets[2], found.candidates[1]]).all()
    assert found.metric.startswith("chrf")
    assert predict(memory, new, found).calibrated.shape == (2,)
    assert reference_qualities(memory, new, {}) is None


def test_what_cannot_be_predicted_is_refused(simulated: Simulated) -> None:
    memory = simulated.memory
    with pytest.raises(InputError, match="there are no outputs of nobody"):
        predict(memory, find_translations(memory, [], "nobody"))
    empty = make_memory([])
    with pytest.raises(InputError, match="nobody judged any translation"):
        predict(empty, find_translations(empty, [("s", "a")], NEW))
    with pytest.raises(InputError, match="3 qualities by given for 300 candidates"):
        predict(memory, simulated.translations, Qualities(np.zeros(len(memory.targets)), np.zeros(3), "given"))

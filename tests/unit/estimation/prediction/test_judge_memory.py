"""What a judge said of a source before, as a column of predictions."""

import math

import numpy as np
import pytest
from simulated_memory import simulate

from mtassay.alignment.distances.base import distance
from mtassay.estimation.prediction.dealing import Dealing
from mtassay.estimation.prediction.judge_memory import MEMORY_WEIGHT, WIDTH
from mtassay.estimation.prediction.judged_targets import judged_targets
from mtassay.estimation.prediction.prediction import predict
from mtassay.estimation.prediction.training_rows import SystemNeighbourhoods
from mtassay.human.memory import make_memory

EDITS = distance("edits")
MEMORY = make_memory(
    [("s", "a b c d", 8), ("s", "a b c e", 3), ("s", "f g h i", 10), ("t", "x", 9), ("s", "a b c d", 5)],
    systems=["one", "two", "three", "one", "three"],
    judges=["anna", "anna", "ben", "ben", "ben"],
)
JUDGED = judged_targets(MEMORY, EDITS)


def test_it_is_that_of_the_formula() -> None:
    two = MEMORY.systems.index("two")
    columns = SystemNeighbourhoods(JUDGED, EDITS, None).describe(two, JUDGED.without([two]), with_judges=True)
    # "a b c e" was judged by anna, who said 8 of "a b c d", at a quarter of its words
    weight = math.exp(-0.25 / WIDTH)
    kernel = columns.kernel[0]
    expected = (weight * 8 + MEMORY_WEIGHT * kernel) / (weight + MEMORY_WEIGHT)
    assert columns.judge_gap is not None
    assert columns.judge_gap[0] == pytest.approx(expected - kernel)
    assert columns.calibration(1.0).shape[1] == 4
    plain = SystemNeighbourhoods(JUDGED, EDITS, None).describe(two, JUDGED.without([two]))
    assert plain.judge_gap is None
    assert plain.calibration(1.0).shape[1] == 3


def test_what_a_judge_said_of_a_left_out_system_is_not_known() -> None:
    one, two = MEMORY.systems.index("one"), MEMORY.systems.index("two")
    neighbourhoods = SystemNeighbourhoods(JUDGED, EDITS, None)
    columns = neighbourhoods.describe(two, JUDGED.without([one, two]), with_judges=True)
    assert columns.judge_gap is not None
    assert columns.judge_gap.tolist() == [0.0]  # without one, anna said nothing of this source
    known = JUDGED.without([two]).of_judges
    assert known.counts.sum() == 4
    assert known.sums.sum() == 8 + 10 + 9 + 5


def test_judges_who_share_a_translation_count_by_their_judgments() -> None:
    pairs = [("s", "a b", 2), ("s", "c d", 8), ("s", "a d", 5), ("s", "a d", 5), ("s", "a d", 7)]
    memory = make_memory(
        pairs, systems=["one", "two", "three", "three", "three"], judges=["anna", "ben", "anna", "ben", "ben"]
    )
    judged = judged_targets(memory, EDITS)
    three = memory.systems.index("three")
    columns = SystemNeighbourhoods(judged, EDITS, None).describe(three, judged.without([three]), with_judges=True)
    weight, kernel = math.exp(-0.5 / WIDTH), columns.kernel[0]

    def gap(points: float) -> float:
        return (weight * points + kernel) / (weight + 1) - kernel

    assert columns.judge_gap is not None
    assert columns.judge_gap[0] == pytest.approx((gap(2) + 2 * gap(8)) / 3)


def test_predictions_lean_to_the_judge_who_is_asked() -> None:
    """Judges have tastes: each has a score of his or her own for a source, which others do not share."""
    rng = np.random.default_rng(5)
    pairs, systems, judges = [], [], []
    taste = rng.normal(0, 1.5, (150, 2))
    for source in range(150):
        words = [f"w{word}" for word in rng.integers(0, 300, 10)]
        for system in range(6):
            changed = list(words)
            changed[int(rng.integers(10))] = f"s{system}"
            judge = int(rng.integers(2))
            points = float(np.clip(6 + taste[source, judge] + rng.normal(0, 0.3), 0, 10))
            pairs.append((f"{source}", " ".join(changed), points))
            systems.append(f"system{system}")
            judges.append("ab"[judge])
    memory = make_memory(pairs, systems=systems, judges=judges)
    from mtassay.human.translations import find_translations

    new = find_translations(memory, [(f"{source}", f"w1 w2 {source} new") for source in range(150)], "new")
    plain = predict(memory, new)
    errors = {}
    for name, number in (("a", 0), ("b", 1)):
        asked = predict(memory, new, dealing=Dealing((name,), 1))
        assert asked.dealt_to == (name,)
        truth = 6 + taste[:, number]
        errors[name] = np.abs(asked.calibrated - truth).mean()
        assert errors[name] < 0.8 * np.abs(plain.calibrated - truth).mean()
        assert asked.spreads.mean() < plain.spreads.mean()


def test_a_judge_whom_the_memory_does_not_know_is_anybody() -> None:
    simulated = simulate(sources=80, judges=2)
    dealt = predict(simulated.memory, simulated.translations, dealing=Dealing(("nobody",), 1))
    assert dealt.dealt is not None
    assert set(dealt.dealt.tolist()) == {0}
    # the column is fitted, and 0 for all: predictions move little
    plain = predict(simulated.memory, simulated.translations)
    assert np.abs(dealt.calibrated - plain.calibrated).max() < 0.3

"""Soft pairwise accuracy and pairwise accuracy of systems, against sign flips and by hand."""

import numpy as np
import pytest
from unit.metaeval.judged_sets import judged_set

from mtassay.metaeval.statistics.pairwise_accuracy import PairwiseAccuracy
from mtassay.metaeval.statistics.spa import SoftPairwiseAccuracy, differences_of_pairs, normal_tail


def flipped_p(differences: np.ndarray, rng: np.random.Generator) -> float:
    sums = rng.choice([-1.0, 1.0], size=(20_000, len(differences))) @ differences
    return float(np.mean(sums > differences.sum()) + np.mean(sums == differences.sum()) / 2)


def test_the_normal_form_is_that_of_flips() -> None:
    rng = np.random.default_rng(1)
    table = rng.normal(size=(3, 200)) + np.array([[0.0], [0.05], [0.2]])
    tails = normal_tail(differences_of_pairs(table, table, np.ones(table.shape, dtype=np.bool_)))
    for i, j in ((0, 1), (0, 2), (1, 2), (2, 0)):
        assert tails[i, j] == pytest.approx(flipped_p(table[i] - table[j], rng), abs=0.012)
    assert tails[1, 1] == 0.5


def test_only_segments_judged_for_both_systems_count() -> None:
    table = np.array([[1.0, 2, 9], [0, 0, 5]])
    known = np.array([[True, True, False], [True, True, True]])
    assert differences_of_pairs(table, table, known)[0, 1] == pytest.approx(3 / np.sqrt(5))


def test_a_metric_that_says_what_people_say_is_perfect() -> None:
    human = np.random.default_rng(2).normal(size=(5, 40))
    judged = judged_set(human, {"same": human, "turned": -human})
    for chosen in (SoftPairwiseAccuracy(), PairwiseAccuracy()):
        assert chosen.of_systems(judged, judged.metrics["same"]) == 1
    assert PairwiseAccuracy().of_systems(judged, judged.metrics["turned"]) == 0


def test_pairs_that_people_do_not_separate_can_be_left_out() -> None:
    human = np.zeros((4, 50))
    human[3] = 1
    human[:3] = np.random.default_rng(4).normal(size=(3, 50)) * 0.1
    judged = judged_set(human, {"chrf": human})
    separated = PairwiseAccuracy(separated=1e-4).counts(judged)
    assert separated.sum() == 3
    assert separated[:, 3].tolist() == [1, 1, 1, 0]
    nobody = judged_set(human[:3], {"chrf": human[:3]})
    assert np.isnan(PairwiseAccuracy(separated=1e-9).of_systems(nobody, nobody.metrics["chrf"]))

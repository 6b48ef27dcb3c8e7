"""Sign flips of whole segments: against all flips, with ratios, with units."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from unit.metaeval.judged_sets import judged_set

from mtassay.errors import SettingError
from mtassay.metaeval.contests.flips import Flips
from mtassay.metaeval.measured import Measured, measure
from mtassay.metaeval.statistics.base import Parts, statistic

HUMAN = np.random.default_rng(5).normal(size=(6, 9))
JUDGED = judged_set(
    HUMAN,
    {
        "near": HUMAN + np.random.default_rng(6).normal(size=HUMAN.shape) * 0.4,
        "far": HUMAN + np.random.default_rng(7).normal(size=HUMAN.shape) * 1.5,
    },
)
PAIRS = [("near", "far")]


def every_flip(values: np.ndarray) -> float:
    signs = np.array(list(itertools.product([-1, 1], repeat=len(values))))
    return float(np.mean(np.abs(signs @ values) >= abs(values.sum()) - 1e-9))


def test_p_is_the_share_of_all_flips() -> None:
    measured = measure(JUDGED, statistic("kendall"), "segment")
    differences = measured.parts["near"].numerators - measured.parts["far"].numerators
    assert Flips(draws=20_000).p_values(measured, PAIRS)[0] == pytest.approx(every_flip(differences), abs=0.01)


def test_only_segments_that_both_metrics_have_count() -> None:
    values = np.array([[0.4, 0.2, 0.9, 0.3], [0.1, 0.3, 0.5, 0.2]])
    known = np.array([[1.0, 1, 0, 1], [1, 1, 1, 1]])
    parts = {label: Parts(row * has, has) for label, row, has in zip(("near", "far"), values, known, strict=True)}
    measured = Measured(JUDGED, statistic("kendall"), "segment", "item", {"near": 0.3, "far": 0.275}, parts)
    shared = (values[0] - values[1])[[0, 1, 3]]
    assert Flips(draws=20_000).p_values(measured, PAIRS)[0] == pytest.approx(every_flip(shared), abs=0.01)
    units = replace(measured, units=np.array([0, 0, 1, 1]))
    together = np.array([shared[0] + shared[1], shared[2]])
    assert Flips(draws=20_000).p_values(units, PAIRS)[0] == pytest.approx(every_flip(together), abs=0.01)


def test_metrics_that_are_one_do_not_differ_and_nothing_shared_is_no_p() -> None:
    measured = measure(JUDGED, statistic("acc-eq"), "segment")
    assert Flips(draws=200).p_values(measured, [("near", "near")]) == [1.0]
    none = {"near": Parts(np.zeros(2), np.array([1.0, 0])), "far": Parts(np.zeros(2), np.array([0, 1.0]))}
    measured = Measured(JUDGED, statistic("kendall"), "segment", "item", {"near": 0, "far": 0}, none)
    assert np.isnan(Flips(draws=200).p_values(measured, PAIRS)[0])


def test_it_does_not_test_what_is_not_in_groups() -> None:
    with pytest.raises(SettingError, match="flips does not test pearson at system level; use systems"):
        Flips().p_values(measure(JUDGED, statistic("pearson"), "system"), PAIRS)
    with pytest.raises(SettingError, match="use perm-both"):
        Flips().p_values(measure(JUDGED, statistic("pearson"), "segment", "none"), PAIRS)

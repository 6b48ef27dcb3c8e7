"""PERM-BOTH: equal outputs move together, whatever is measured."""

import numpy as np
import pytest
from unit.metaeval.judged_sets import judged_set, simulated

from mtassay.errors import SettingError
from mtassay.metaeval.contests.perm_both import PermBoth, _masks
from mtassay.metaeval.measured import measure
from mtassay.metaeval.statistics.base import statistic


def test_equal_outputs_of_a_segment_change_places_together() -> None:
    text = np.array([[0, 0], [0, 3], [1, 0]])  # a number may be that of a system which was left out
    masks = _masks(text, 500, np.random.default_rng(1))
    assert (masks[:, 0, 0] == masks[:, 1, 0]).all()
    assert (masks[:, 0, 1] == masks[:, 2, 1]).all()
    for different in (
        (masks[:, 0, 0], masks[:, 2, 0]),
        (masks[:, 0, 1], masks[:, 1, 1]),
        (masks[:, 0, 0], masks[:, 0, 1]),
    ):
        assert 0.4 < np.mean(different[0] == different[1]) < 0.6


@pytest.mark.parametrize(
    ("name", "level", "group"),
    [
        *(("kendall", "segment", group) for group in ("item", "system", "none")),
        ("acc-eq", "segment", "item"),
        ("pearson", "segment", "none"),
        ("pearson", "system", "item"),
    ],
)
def test_a_clear_difference_is_found_and_none_is_not(name: str, level: str, group: str) -> None:
    rng = np.random.default_rng(8)
    human = rng.normal(size=(10, 60)) + rng.normal(size=(10, 1))
    scores = {
        "near": human + rng.normal(size=human.shape) * 0.2,
        "far": rng.normal(size=human.shape) + human * 0.2,
        "copy": human + 0.0,
    }
    measured = measure(judged_set(human, scores), statistic(name), level, group)
    clear, none = PermBoth(draws=300).p_values(measured, [("near", "far"), ("copy", "copy")])
    assert clear < 0.02
    assert none == 1


def test_missing_judgments_are_taken() -> None:
    judged = simulated(np.random.default_rng(3), systems=6, segments=40, shared=0.3)
    judged.human[0, :10] = np.nan
    for group in ("item", "none"):
        p_value = PermBoth(draws=200).p_values(
            measure(judged, statistic("kendall"), "segment", group), [("first", "second")]
        )
        assert 0 < p_value[0] <= 1


def test_it_does_not_test_pairs_of_systems() -> None:
    human = np.random.default_rng(1).normal(size=(5, 8))
    judged = judged_set(human, {"a": human, "b": human})
    with pytest.raises(SettingError, match="perm-both does not test spa at system level; use systems"):
        PermBoth().p_values(measure(judged, statistic("spa"), "system"), [("a", "b")])

"""A statistic of all metrics, at each level."""

import numpy as np
import pytest
from unit.metaeval.judged_sets import judged_set

from mtassay.errors import InputError, SettingError
from mtassay.metaeval.measured import measure, standardised
from mtassay.metaeval.statistics.base import statistic

HUMAN = np.arange(12.0).reshape(4, 3) % 5


def test_groups_are_segments_or_systems_or_all() -> None:
    judged = judged_set(HUMAN, {"same": HUMAN, "turned": -HUMAN})
    for group, count in (("item", 3), ("system", 4), ("none", 1)):
        measured = measure(judged, statistic("kendall"), "segment", group)
        assert measured.values["same"] == pytest.approx(1)
        assert measured.values["turned"] == pytest.approx(-1)
        assert len(measured.parts["same"].numerators) == count


def test_what_does_not_exist_is_refused() -> None:
    judged = judged_set(HUMAN, {"same": HUMAN})
    with pytest.raises(SettingError, match="spa is no statistic of the segment level"):
        measure(judged, statistic("spa"), "segment")
    with pytest.raises(SettingError, match="acc-eq of all outputs together is not defined; group them"):
        measure(judged, statistic("acc-eq"), "segment", "none")
    with pytest.raises(SettingError, match=r"group: 'items' \(did you mean 'item'"):
        measure(judged, statistic("kendall"), "segment", "items")
    with pytest.raises(SettingError, match="there is no label 'document'"):
        measure(judged, statistic("kendall"), "segment", "item", "document")
    with pytest.raises(InputError, match="3 judged systems are too few for the system level"):
        measure(judged_set(HUMAN[:3], {"same": HUMAN[:3]}), statistic("pearson"), "system")


def test_standardised_scores_look_at_what_was_judged() -> None:
    scores = standardised(np.array([1.0, 3.0, 100.0]), np.array([0.0, 0.0, np.nan]))
    assert scores[:2].tolist() == [-1, 1]
    assert standardised(np.array([2.0, 2.0]), np.zeros(2)).tolist() == [0, 0]

"""Williams's test."""

import math

import numpy as np
import pytest
import scipy.stats
from unit.metaeval.judged_sets import judged_set

from mtassay.errors import InputError, SettingError
from mtassay.metaeval.contests.williams import Williams, williams_p
from mtassay.metaeval.measured import measure
from mtassay.metaeval.statistics.base import statistic


def test_it_is_the_t_of_the_formula() -> None:
    first, second, between, count = 0.9, 0.7, 0.8, 12
    determinant = 1 - 0.81 - 0.49 - 0.64 + 2 * 0.9 * 0.7 * 0.8
    t = 0.2 * math.sqrt(11 * 1.8) / math.sqrt(2 * determinant * 11 / 9 + 0.8**2 * 0.2**3)
    assert williams_p(first, second, between, count) == pytest.approx(2 * scipy.stats.t.sf(t, 9), abs=1e-9)
    assert williams_p(second, first, between, count) == pytest.approx(2 * scipy.stats.t.sf(t, 9), abs=1e-9)
    assert williams_p(0.8, 0.8, 0.5, 30) == 1


def test_it_is_for_pearson_of_five_systems_or_more() -> None:
    human = np.random.default_rng(1).normal(size=(4, 5))
    judged = judged_set(human, {"a": human + 1, "b": human**2})
    with pytest.raises(InputError, match="4 systems are too few for Williams's test"):
        Williams().p_values(measure(judged, statistic("pearson"), "system"), [("a", "b")])
    with pytest.raises(SettingError, match="williams does not test spa at system level; use systems"):
        Williams().p_values(measure(judged, statistic("spa"), "system"), [("a", "b")])

import math

import pytest

from mtassay.errors import SettingError
from mtassay.human.scores.power import DIRECT_ASSESSMENT, Spread, smallest_difference


@pytest.mark.parametrize(("judges", "difference"), [(3, 18.9), (5, 13.9), (10, 10.2)])
def test_direct_assessment_of_four_systems(judges: int, difference: float) -> None:
    shown = smallest_difference(DIRECT_ASSESSMENT, systems=4, judges=judges, segments=200)
    assert shown == pytest.approx(difference, abs=0.05)


def test_mqm_of_four_systems() -> None:
    assert smallest_difference(Spread(0.259, 0, 2.236), systems=4, judges=3, segments=200) == pytest.approx(
        1.03, abs=5e-3
    )


def test_one_judge_or_one_system_shows_nothing() -> None:
    assert smallest_difference(DIRECT_ASSESSMENT, systems=4, judges=1, segments=200) == math.inf
    assert smallest_difference(DIRECT_ASSESSMENT, systems=1, judges=4, segments=200) == math.inf
    assert smallest_difference(Spread(0, 0, 0), systems=2, judges=2, segments=20) == 0
    with pytest.raises(SettingError):
        smallest_difference(DIRECT_ASSESSMENT, systems=2, judges=2, segments=0)

import pytest

from mtassay.campaigns.power import PENALTIES, expected_spread, shown_difference
from mtassay.human.protocols.base import PROTOCOLS
from mtassay.human.scores.power import DIRECT_ASSESSMENT, smallest_difference


def test_mqm_of_four_systems() -> None:
    assert smallest_difference(PENALTIES, systems=4, judges=3, segments=200) == pytest.approx(1.03, abs=5e-3)


def test_other_scales_are_narrower() -> None:
    spread = expected_spread(PROTOCOLS.create("sqm"))
    assert spread is not None
    assert spread.answer == pytest.approx(0.06 * DIRECT_ASSESSMENT.answer)
    assert expected_spread(PROTOCOLS.create("pairwise")) is None
    assert expected_spread(PROTOCOLS.create("esa")) == DIRECT_ASSESSMENT
    assert expected_spread(PROTOCOLS.create("mqm")) == PENALTIES
    assert shown_difference(PROTOCOLS.create("mqm"), systems=4, judges=3, segments=200) == pytest.approx(1.03, abs=5e-3)

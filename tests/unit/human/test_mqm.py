import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtassay.errors import SettingError
from mtassay.human.mqm import MarkedError, MqmWeights, mean_penalty, mqm_points


@pytest.mark.parametrize(
    ("severity", "category", "weight"),
    [
        ("Major", "Accuracy/Omission", 5),
        ("minor", "Style", 1),
        ("Minor", "Fluency/Punctuation", 0.1),
        ("Minor", "Fluency", 1),
        ("MAJOR", "Non-translation!", 25),
        ("Minor", "Non-translation!", 1),
        ("Neutral", "Other", 0),
        ("critical", "Accuracy", 0),
        ("", "", 0),
    ],
)
def test_the_most_specific_weight_counts(severity: str, category: str, weight: float) -> None:
    assert MqmWeights().weight(MarkedError(severity, category)) == weight


def test_what_is_free_is_told_from_what_is_unknown() -> None:
    weights = MqmWeights()
    assert weights.knows(MarkedError("No-error", "No-error"))
    assert not weights.knows(MarkedError("critical", "Accuracy"))


def test_several_raters_are_averaged() -> None:
    raters = [[MarkedError("major"), MarkedError("minor")], [MarkedError("no-error")]]
    assert mean_penalty(raters) == 3
    assert np.isnan(mean_penalty([]))


def test_weights_can_be_others_and_are_signed() -> None:
    weights = MqmWeights({"Critical": 10, "minor": 1})
    assert weights.weight(MarkedError("critical", "x")) == 10
    assert weights.signature == "mqm:critical=10,minor=1"
    assert weights == MqmWeights({"minor": 1.0, "critical": 10.0})
    assert hash(weights) == hash(MqmWeights({"minor": 1.0, "critical": 10.0}))
    with pytest.raises(SettingError, match="the MQM weight of minor is -1"):
        MqmWeights({"minor": -1})


def test_the_heaviest_error_takes_all_points() -> None:
    assert mqm_points(np.array([0.0, 0.1, 1, 5, 25, 30])).tolist() == pytest.approx([10, 9.96, 9.6, 8, 0, 0])


@given(st.lists(st.floats(0, 100), min_size=2, max_size=9))
def test_a_larger_penalty_never_gives_more_points(penalties: list[float]) -> None:
    points = mqm_points(np.sort(penalties))
    assert (np.diff(points) <= 0).all()
    assert ((points >= 0) & (points <= 10)).all()

"""Buttons for the values of a scale, in a project and at a seat."""

from dataclasses import dataclass

from mtassay.human.answer_keys import score_keys
from mtassay.human.scales import Scale


@dataclass(frozen=True)
class ScoreButton:
    """A value of the scale: its key, what it means in words, and its place on the ramp of colours from 0 to 10."""

    value: float
    key: str
    anchor: str
    ramp: int


def score_buttons(scale: Scale) -> list[ScoreButton]:
    """One for each value of a scale that has keys; others are typed."""
    keys = score_keys(scale)
    return [
        ScoreButton(value, key, scale.anchors.get(value, ""), round(scale.points(value))) for key, value in keys.items()
    ]

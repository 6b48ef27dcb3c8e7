"""Keys that judges press for scores and for classes of information items."""

from mtassay.human.item_classes import CLASSES
from mtassay.human.scales import Scale

CLASS_KEYS = {item_class.key: item_class.name for item_class in CLASSES}
"""One key for each class of information items."""


def score_keys(scale: Scale) -> dict[str, float]:
    """The key of each value of a scale of up to 11 steps; empty for others, whose values are typed.

    Values that are digits have their own key, and 10 has `x`; others are counted from 0.
    """
    keys = "0123456789x"
    values = scale.values
    if not 0 < len(values) <= len(keys):
        return {}
    if all(value == int(value) and 0 <= value <= 10 for value in values):
        return {keys[int(value)]: value for value in values}
    return dict(zip(keys, values, strict=False))

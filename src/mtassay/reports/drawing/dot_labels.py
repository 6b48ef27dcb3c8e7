"""Where names stand beside dots: inside the plot, off its axes, and over neither a dot nor each other."""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

_GAP = 9.0
_HALF = 8.0
"""Of the height of a line of small text."""

_RADIUS = 5.0
_ROWS = (0.0, -16.0, 16.0)


class Plot(NamedTuple):
    """The edges of the area in which values stand; `left` and `bottom` are axes, and half a line has room above."""

    left: float
    top: float
    right: float
    bottom: float


class Label(NamedTuple):
    """The middle of its height, how far from the dot it begins, and whether it ends there instead."""

    middle: float
    shift: float
    is_end: bool


class _Area(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "_Area") -> bool:
        beside = self.right <= other.left or other.right <= self.left
        return not (beside or self.bottom <= other.top or other.bottom <= self.top)


def place_labels(dots: Sequence[tuple[float, float]], lengths: Sequence[float], plot: Plot) -> list[Label | None]:
    """A place for each name, given how long it is; None where there is none.

    What fits in a plot fits in a wider one with longer ways between the dots: a name stands on one side of its dot and
    keeps its length, so that whatever is beside both only moves away.
    """
    taken = [_Area(x - _RADIUS, y - _RADIUS, x + _RADIUS, y + _RADIUS) for x, y in dots]
    places: list[Label | None] = []
    for number, ((x, y), length) in enumerate(zip(dots, lengths, strict=True)):
        label = None
        others = [*taken[:number], *taken[number + 1 :]]
        for row, is_end in product(_ROWS, (False, True)):
            # a dot may stand on an axis, and its name not
            middle = min(max(y + row, plot.top), plot.bottom - _HALF - 2)
            start, end = (x - _GAP - length, x) if is_end else (x, x + _GAP + length)
            area = _Area(start, middle - _HALF, end, middle + _HALF)
            is_inside = plot.left + 2 <= start + (0 if is_end else _GAP) and end <= plot.right
            if is_inside and not any(area.overlaps(other) for other in others):
                taken.append(area)
                label = Label(middle, -_GAP if is_end else _GAP, is_end)
                break
        places.append(label)
    return places

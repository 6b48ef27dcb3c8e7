"""Every segment as a dot, and how many gained or lost how much: pictures of two systems."""

import math
from dataclasses import dataclass

import numpy as np

from mtassay.conditions import ROUNDING
from mtassay.metrics.base import Floats
from mtassay.reports.drawing.elements import Axis, coordinate, decimal

_LAYERS = 8
_LEFT, _RIGHT, _TOP, _BOTTOM = 6.5, 98.5, 4.0, 92.0
_BARS = 24


@dataclass(frozen=True)
class Scatter:
    """Dots in percent of the picture, in layers so that many over each other get darker; ticks of both axes."""

    layers: tuple[str, ...]
    ticks: tuple[tuple[float, float, str], ...]
    """Across, upward (from above), and what they say."""
    first_better: int
    second_better: int
    even: int
    low: float
    high: float


@dataclass(frozen=True)
class Histogram:
    """Bars from left to right.

    Each has where it begins, its width, its height in percent, how many segments, 1 or -1 for gains or losses, and
    what it says.
    """

    bars: tuple[tuple[float, float, float, int, int, str], ...]
    ticks: tuple[tuple[float, str], ...]
    gained: int
    lost: int


def draw_scatter(first: Floats, second: Floats, places: int, higher_is_better: bool = True) -> Scatter:
    """Segment scores of two systems, the first across and the second upward, on one scale."""
    both = np.concatenate([first, second])
    axis = Axis.over([float(both.min()), float(both.max())], places, _LEFT, _RIGHT)
    height = _BOTTOM - _TOP

    def upward(value: float) -> float:
        return _BOTTOM - (value - axis.low) / (axis.high - axis.low) * height

    dots = [
        f"M{coordinate(axis.position(float(x)))} {coordinate(upward(float(y)))}h0"
        for x, y in zip(first, second, strict=True)
    ]
    tolerance = 1e-9 * max(1.0, abs(axis.high))
    counts = (int(np.count_nonzero(first > second + tolerance)), int(np.count_nonzero(second > first + tolerance)))
    return Scatter(
        tuple("".join(dots[layer::_LAYERS]) for layer in range(min(_LAYERS, len(dots)))),
        tuple((axis.position(value), upward(value), label) for value, label in axis.ticks()),
        *(counts if higher_is_better else counts[::-1]),
        int(np.count_nonzero(np.abs(second - first) <= tolerance)),
        axis.low,
        axis.high,
    )


def draw_histogram(differences: Floats, places: int, higher_is_better: bool = True) -> Histogram:
    """How many segments differ by how much; bars are equally wide, and one ends at 0."""
    reach = float(np.abs(differences).max(initial=0)) or 10.0**-places
    step = _round_step(2 * reach / _BARS)
    count = max(1, math.ceil(reach / step))
    edges = np.arange(-count, count + 1) * step
    differing = differences[np.abs(differences) > ROUNDING]
    # as filters compare: what rounding moved across the edge of a bar stays in it
    bars_of = np.clip(np.floor((differing + ROUNDING) / step).astype(np.int64), -count, count - 1)
    heights = np.bincount(bars_of + count, minlength=2 * count)
    counts = (int(np.count_nonzero(differing > 0)), int(np.count_nonzero(differing < 0)))
    most = max(1, int(heights.max(initial=0)))
    axis = Axis(float(edges[0]), float(edges[-1]), _LEFT, _RIGHT)
    bars = []
    for number, height in enumerate(heights.tolist()):
        if height:
            low, high = float(edges[number]), float(edges[number + 1])
            digits = 0 if step >= 1 else 2
            said = f"{decimal(low, digits, signed=True)} to {decimal(high, digits, signed=True)}"
            start, stop = axis.position(low), axis.position(high)
            bars.append(
                (
                    start + 0.15,
                    stop - start - 0.3,
                    100 * height / most,
                    height,
                    1 if (low >= 0) == higher_is_better else -1,
                    said,
                )
            )
    return Histogram(
        tuple(bars),
        tuple((axis.position(value), label) for value, label in axis.ticks()),
        *(counts if higher_is_better else counts[::-1]),
    )


def _round_step(least: float) -> float:
    """1, 2 or 5 times a power of ten, at least so much."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))

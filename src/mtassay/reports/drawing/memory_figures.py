"""What pictures of a memory are made of: columns, dots, lines, and bars of several kinds one after the other."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from mtassay.reports.drawing.dot_labels import Plot, place_labels
from mtassay.reports.drawing.elements import (
    Axis,
    Block,
    box,
    coordinate,
    decimal,
    dot,
    element,
    group,
    line,
    stack,
    text,
    text_width,
    tooltip,
    wrap,
)
from mtassay.reports.drawing.frame import DROP, LINE, NORMAL, SMALL, WIDTH

_LEFT, _TOP, _HEIGHT = 48.0, 26.0, 190.0
_RIGHT = WIDTH - 8.0
_NAME = 40.0
_MOST_NAMES = 15
_BAR = 22.0


class Point(NamedTuple):
    """A place in a plot, and what it stands for."""

    x: float
    y: float
    name: str
    tip: str


class Series(NamedTuple):
    """Points that belong together, from left to right."""

    name: str
    points: tuple[tuple[float, float], ...]


class Column(NamedTuple):
    """How many there are from `low` to `high`."""

    low: float
    high: float
    size: int
    tip: str


class Step(NamedTuple):
    """A value under a label, and what is written above it."""

    label: str
    value: float
    note: str
    tip: str


class Bar(NamedTuple):
    """A text, and how often each kind occurred in it."""

    label: str
    note: str
    counts: Mapping[str, int]


def columns(bins: Sequence[Column], x: str, y: str) -> Block:
    """A histogram."""
    across = Axis(bins[0].low, bins[-1].high, _LEFT, _RIGHT)
    upward = _upward([float(column.size) for column in bins], 0)
    marks = _grid(upward, x, y)
    for column in bins:
        left, right = across.position(column.low), across.position(column.high)
        top = upward.position(column.size)
        drawn = box(left + 1, top, max(right - left - 2, 1), _bottom() - top, "bar")
        marks.append(element("g", [], tooltip(column.tip) + drawn))
    marks += _ticks(across, across.ticks())
    return Block("\n".join(marks), _bottom() + 48)


def steps(values: Sequence[Step], x: str, y: str) -> Block:
    """Columns at even steps, whatever their labels mean: a few far values would else leave no room for the others."""
    upward = _upward([1.08 * value.value for value in values], 2)  # room for what is written above the tallest
    marks = _grid(upward, x, y)
    wide = (_RIGHT - _LEFT) / max(len(values), 6)
    for number, step in enumerate(values):
        middle, top = _LEFT + wide * (number + 0.5), upward.position(step.value)
        drawn = box(middle - wide / 2 + 1, top, wide - 2, _bottom() - top, "bar")
        drawn += text(middle, top - 5, step.note, "soft middle")
        marks.append(element("g", [], tooltip(step.tip) + drawn))
        marks.append(text(middle, _bottom() + 18, step.label, "soft middle"))
    marks.append(line((_LEFT, _bottom()), (_RIGHT, _bottom()), "axis"))
    return Block("\n".join(marks), _bottom() + 48)


def dots(points: Sequence[Point], x: str, y: str, *, names: bool = False) -> Block:
    """A scatter plot; names stand beside the dots where they are few and do not cover each other."""
    across = Axis.over([0.0, *(point.x for point in points)], 2, _LEFT, _RIGHT - 12)
    upward = _upward([point.y for point in points], 2)
    marks = _grid(upward, x, y) + _ticks(across, across.ticks())
    places = [(across.position(point.x), upward.position(point.y)) for point in points]
    for (left, top), point in zip(places, points, strict=True):
        marks.append(element("g", [], tooltip(point.tip) + dot(left, top, 4, "dot")))
    if names and len(points) <= _MOST_NAMES:
        marks += _names(points, places)
    return Block("\n".join(marks), _bottom() + 48)


def lines(series: Sequence[Series], x: str, y: str, reach: tuple[float, float]) -> Block:
    """Up to two lines, each named where it ends; `reach` is that of the axis below, so that plots can be compared."""
    across = Axis.over(reach, 0, _LEFT, _RIGHT - _NAME)
    upward = _upward([value for series_part in series for _, value in series_part.points], 2)
    marks = _grid(upward, x, y, _RIGHT - _NAME) + _ticks(across, across.ticks())
    ends: list[float] = []
    for number, curve in enumerate(series, start=1):
        places = [(across.position(place), upward.position(value)) for place, value in curve.points]
        path = "M" + "L".join(f"{coordinate(left)} {coordinate(top)}" for left, top in places)
        tip = tooltip(f"{curve.name}: " + said(curve))
        shape = element("path", [("class", f"series-{number}"), ("d", path)]) if len(places) > 1 else ""
        marker = dot(*places[-1], 3, "dot")
        marks.append(element("g", [], tip + shape + marker))
        end = places[-1][1]
        # two lines that end together would write their names over each other
        end = next((end + shift for shift in (0, 16, -16) if all(abs(end + shift - other) > 14 for other in ends)), end)
        ends.append(end)
        marks.append(text(places[-1][0] + 10, end + 4, curve.name, f"series-{number}-text"))
    return Block("\n".join(marks), _bottom() + 48)


def bars(rows: Sequence[Bar], kinds: Sequence[str], width: float = WIDTH) -> Block:
    """A bar for each row with its kinds one after the other, the text above it; a legend first."""
    longest = max(sum(row.counts.values()) for row in rows)
    blocks = [_legend(kinds, width)]
    for row in rows:
        words = wrap(row.label, width - text_width(row.note, SMALL) - 24, NORMAL)
        marks = [text(0, 13 + LINE * index, part, "name") for index, part in enumerate(words)]
        marks.append(text(width, 13, row.note, "soft end"))
        top = LINE * len(words) + 3
        unit = width / max(longest, 1)
        starts = accumulate((row.counts[kind] for kind in kinds), initial=0)
        for kind, start in zip(kinds, starts, strict=False):  # the last start is where all of them end
            count = row.counts[kind]
            if count:
                drawn = box(start * unit, top, count * unit - 1, _BAR, f"item-{kind}")
                shown = str(count)
                if text_width(shown, SMALL) + 6 <= count * unit:
                    drawn += text((start + count / 2) * unit, top + _BAR / 2 + DROP, shown, "number middle")
                marks.append(element("g", [], tooltip(f"{kind}: {count}") + drawn))
        blocks.append(Block("\n".join(marks), top + _BAR + 14))
    drawn_all = stack(blocks, 0, 0)
    return Block(drawn_all.marks, drawn_all.height + 6)


def said(series: Series, places: int = 2) -> str:
    """Where a line begins and ends, in words."""
    (first_x, first_y), (last_x, last_y) = series.points[0], series.points[-1]
    if len(series.points) == 1:
        return f"{decimal(first_y, places)} at {first_x:g}"
    return f"{decimal(first_y, places)} at {first_x:g}, {decimal(last_y, places)} at {last_x:g}"


def _bottom() -> float:
    return _TOP + _HEIGHT


def _upward(values: Iterable[float], places: int) -> Axis:
    """From 0 to a little more than the largest."""
    highest = max([0.0, *values])
    return Axis.over([0.0, 1.04 * highest], places, _bottom(), _TOP)


def _grid(upward: Axis, x: str, y: str, right: float = _RIGHT) -> list[str]:
    marks = []
    for value, label in upward.ticks():
        top = upward.position(value)
        marks += [line((_LEFT, top), (right, top), "grid"), text(_LEFT - 8, top + 4, label, "soft end")]
    marks += [text(0, 12, y, "soft"), text(right, _bottom() + 36, x, "soft end")]
    return marks


def _ticks(across: Axis, ticks: Iterable[tuple[float, str]]) -> list[str]:
    marks = [line((_LEFT, _bottom()), (across.right, _bottom()), "axis")]
    for value, label in ticks:
        left = across.position(value)
        marks += [
            line((left, _bottom()), (left, _bottom() + 4), "axis"),
            text(left, _bottom() + 18, label, "soft middle"),
        ]
    return marks


def _names(points: Sequence[Point], places: Sequence[tuple[float, float]]) -> list[str]:
    lengths = [text_width(point.name, SMALL) for point in points]
    marks = []
    for (left, _), point, label in zip(
        places, points, place_labels(places, lengths, Plot(_LEFT, _TOP, WIDTH, _bottom())), strict=True
    ):
        if label is not None:
            marks.append(text(left + label.shift, label.middle + 4, point.name, "soft end" if label.is_end else "soft"))
    return marks


def _legend(kinds: Sequence[str], width: float) -> Block:
    marks, left, top = [], 0.0, 0.0
    for kind in kinds:
        length = 22 + text_width(kind, SMALL) + 16
        if left and left + length > width:
            left, top = 0.0, top + 20
        marks.append(group(box(0, 1, 14, 12, f"item-{kind}") + text(20, 12, kind, "soft"), left, top))
        left += length
    return Block("".join(marks), top + 28)

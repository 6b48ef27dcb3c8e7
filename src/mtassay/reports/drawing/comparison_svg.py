"""Pictures of a comparison: scores with their intervals, and what can be said of every pair."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

from mtassay.comparison.result import Comparison, MetricComparison, Pair, System
from mtassay.reports.drawing import captions
from mtassay.reports.drawing.elements import (
    Axis,
    Block,
    box,
    dot,
    group,
    line,
    text,
    text_width,
    tooltip,
    triangle,
    wrap,
)
from mtassay.reports.drawing.frame import DROP, LINE, NORMAL, WIDTH, heading, paragraph, signature
from mtassay.reports.drawing.group_bars import count_lanes, place_bars
from mtassay.reports.drawing.picture import Picture

_HEAD = 26
_BAR = 18
_LANE = _BAR + 3
_GAP = 18
_CELL = 54
_NAMES_AT_MOST = 240
_PLOT_AT_LEAST = 240


def comparison_picture(comparison: Comparison) -> Picture:
    """A panel of intervals for each metric, best systems first.

    With all pairs a matrix of p-values stands below each panel, otherwise the difference of each
    system to the baseline stands in its row.
    """
    layout = _Layout.of(comparison)
    blocks = [
        block
        for metric, label in zip(comparison.metrics, comparison.labels, strict=True)
        for block in _metric_blocks(comparison, metric, label, layout)
    ]
    blocks.append(paragraph(" ".join(captions.notes(comparison)), layout.width))
    said = " ".join(captions.findings(comparison))
    return Picture("comparison", captions.title(comparison), said, tuple(blocks), layout.width)


class _Row(NamedTuple):
    system: System
    top: float
    height: float


@dataclass(frozen=True)
class _Layout:
    """What all panels share, so that they line up: `columns` are the right edges of the figures in each row."""

    width: float
    bars_right: float
    name_left: float
    plot_left: float
    plot_right: float
    columns: Sequence[float]
    names: dict[str, list[str]]

    @classmethod
    def of(cls, comparison: Comparison) -> Self:
        names = {name: wrap(name, _NAMES_AT_MOST, NORMAL) for name in comparison.systems}
        lanes = max(count_lanes(place_bars(metric)) for metric in comparison.metrics)
        bars_right = lanes * _LANE + 7 if lanes else 0
        name_left = bars_right + (20 if comparison.all_pairs else 0)
        name_width = max(text_width(part, NORMAL) for lines in names.values() for part in ["System", *lines])
        plot_left = name_left + name_width + _GAP
        rows = [captions.heads(comparison)] + [
            [words for words, _ in captions.figures(comparison, metric, system)]
            for metric in comparison.metrics
            for system in metric.systems
        ]
        widths = [max(text_width(cell, NORMAL) for cell in column) + _GAP for column in zip(*rows, strict=True)]
        matrix = _CELL * len(names) if comparison.all_pairs else 0
        width = max(WIDTH, plot_left + max(_PLOT_AT_LEAST + sum(widths), matrix))
        return cls(
            width=round(width),
            bars_right=bars_right,
            name_left=name_left,
            plot_left=plot_left,
            plot_right=round(width) - sum(widths),
            columns=[round(width) - sum(widths[index + 1 :]) for index in range(len(widths))],
            names=names,
        )

    def height(self, systems: Iterable[System]) -> float:
        """Of their rows; a long name takes several lines."""
        return sum(11 + LINE * len(self.names[system.name]) for system in systems)

    def rows(self, systems: Sequence[System]) -> list[_Row]:
        """Where each stands below the first."""
        return [
            _Row(system, self.height(systems[:index]), self.height([system])) for index, system in enumerate(systems)
        ]


def _metric_blocks(comparison: Comparison, metric: MetricComparison, label: str, layout: _Layout) -> Iterator[Block]:
    yield heading(label, captions.subtitle(comparison, metric), layout.width)
    yield _intervals(comparison, metric, layout)
    if comparison.all_pairs:
        yield paragraph(captions.matrix_caption(comparison), layout.width)
        yield _matrix(comparison, metric, layout)
    yield signature(metric.signature, layout.width)
    if comparison.tests_segments and metric.segment_signature:
        yield signature(f"of segments: {metric.segment_signature}", layout.width)


def _intervals(comparison: Comparison, metric: MetricComparison, layout: _Layout) -> Block:
    ranked = metric.ranked
    axis = Axis.over(list(_values(ranked)), metric.places, layout.plot_left + 8, layout.plot_right - 8)
    bottom = _HEAD + layout.height(ranked)
    marks = [text(layout.name_left, 14, "System", "soft")]
    marks += [text(x, 14, head, "soft end") for x, head in zip(layout.columns, captions.heads(comparison), strict=True)]
    for value, label in axis.ticks():
        x = axis.position(value)
        marks += [text(x, 14, label, "soft middle"), line((x, _HEAD), (x, bottom), "grid")]
    marks.append(group(_systems(metric, layout, layout.width, letters=comparison.all_pairs), 0, _HEAD))
    x = axis.position(metric.system(comparison.baseline).value)
    marks.append(line((x, _HEAD), (x, bottom), "baseline"))
    for row in layout.rows(ranked):
        tip = tooltip(captions.sentence(comparison, metric, row.system))
        drawn = _marks(row, axis, is_baseline=row.system.name == comparison.baseline)
        figures = _figures(captions.figures(comparison, metric, row.system), row, layout)
        marks.append(group(tip + drawn + figures, 0, _HEAD + row.top))
    if metric.higher_is_better:
        marks.append(text(layout.plot_right, bottom + 16, "better →", "soft end"))
    else:
        marks.append(text(layout.plot_left, bottom + 16, "← better", "soft"))
    return Block("\n".join(marks), bottom + 32)


def _values(systems: Iterable[System]) -> Iterator[float]:
    """All that the axis has to hold."""
    for system in systems:
        yield from (system.value, *system.runs)
        if system.interval:
            yield from (system.interval.low, system.interval.high)


def _marks(row: _Row, axis: Axis, *, is_baseline: bool) -> str:
    system, middle = row.system, row.height / 2
    marks = []
    if system.interval:
        left, right = axis.position(system.interval.low), axis.position(system.interval.high)
        marks.append(line((left, middle), (right, middle), "interval"))
        marks += [line((end, middle - 4), (end, middle + 4), "interval") for end in (left, right)]
    if len(system.runs) > 1:
        positions = sorted(map(axis.position, system.runs))
        marks += [line((x, middle + 6), (x, middle + 11), "run") for x in positions]
    marks.append(dot(axis.position(system.value), middle, 4, "open" if is_baseline else "dot"))
    return "".join(marks)


def _figures(cells: Sequence[tuple[str, str]], row: _Row, layout: _Layout) -> str:
    y = row.height / 2 + DROP
    return "".join(
        text(right, y, words, f"{kind} end") for right, (words, kind) in zip(layout.columns, cells, strict=True)
    )


def _systems(metric: MetricComparison, layout: _Layout, width: float, *, letters: bool) -> str:
    """The left side of rows: a bar for each group, and the names; hairlines as far as `width`."""
    marks = []
    rows = layout.rows(metric.ranked)
    for index, row in enumerate(rows):
        middle = row.top + row.height / 2 + DROP
        marks.append(line((layout.bars_right, row.top), (width, row.top), "grid"))
        if letters:
            marks.append(text(layout.bars_right, middle, _letter(index), "soft"))
        lines = layout.names[row.system.name]
        for number, part in enumerate(lines):
            marks.append(text(layout.name_left, middle + LINE * (number - (len(lines) - 1) / 2), part, "name"))
    for bar in place_bars(metric):
        top, left = rows[bar.first].top, bar.lane * _LANE
        height = rows[bar.last].top + rows[bar.last].height - top
        marks.append(box(left, top + 3, _BAR, height - 6, "group", radius=4))
        marks.append(text(left + _BAR / 2, top + height / 2 + DROP, str(bar.number), "number middle"))
    return "\n".join(marks)


def _matrix(comparison: Comparison, metric: MetricComparison, layout: _Layout) -> Block:
    ranked = metric.ranked
    lefts = [layout.plot_left + _CELL * column for column in range(len(ranked))]
    marks = [text(left + _CELL / 2, 14, _letter(column), "soft middle") for column, left in enumerate(lefts)]
    marks.append(group(_systems(metric, layout, lefts[-1] + _CELL, letters=True), 0, _HEAD))
    for row in layout.rows(ranked):
        pairs = [metric.pair(other.name, row.system.name) for other in ranked]
        cells = [_cell(comparison, metric, row, pair) for pair in pairs]
        marks += [group(cell, left, _HEAD + row.top) for left, cell in zip(lefts, cells, strict=True)]
    return Block("\n".join(marks), _HEAD + layout.height(ranked) + 16)


def _cell(comparison: Comparison, metric: MetricComparison, row: _Row, pair: Pair | None) -> str:
    """What is said of the row's system against the other of the pair; None on the diagonal."""
    if pair is None:
        return box(0.5, 0.5, _CELL - 1, row.height - 1, "self")
    verdict, strength = captions.judge(comparison, metric, pair)
    middle = row.height / 2
    marks = [
        tooltip(f"{pair.second} {captions.VERDICTS[verdict]} {pair.first}: {captions.p_phrase(pair)}"),
        box(0.5, 0.5, _CELL - 1, row.height - 1, f"{verdict}-{strength}"),
        text(_CELL - 6, middle + DROP, captions.p_value(pair), f"{verdict} end"),
    ]
    if strength:
        marks.append(triangle(9, middle, f"{verdict}-mark", points_up=verdict == "better"))
    return "".join(marks)


def _letter(index: int) -> str:
    """A to Z, then AA; unlike numbers, letters do not claim a rank."""
    return (_letter(index // 26 - 1) if index >= 26 else "") + chr(ord("A") + index % 26)

"""Pictures of a meta-evaluation: metrics in order, systems by metric and people, differences, parts of the test set."""

import math
from collections.abc import Mapping, Sequence

from mtassay.metaeval.differences import CountedShare, DifferenceMeaning
from mtassay.metaeval.result import CONSTANT, MetaEvaluation, RankedMetric, Ranking
from mtassay.reports.drawing.dot_labels import Plot, place_labels
from mtassay.reports.drawing.elements import (
    Axis,
    Block,
    box,
    coordinate,
    decimal,
    dot,
    element,
    line,
    text,
    text_width,
    tooltip,
    wrap,
)
from mtassay.reports.drawing.frame import DROP, NORMAL, SMALL, WIDTH, heading, paragraph
from mtassay.reports.drawing.picture import Picture

_ROW, _HEAD, _NAMES = 30.0, 26.0, 190.0
_VALUES, _PLOT = 250.0, 290.0
_LEFT, _TOP, _HEIGHT = 48.0, 26.0, 190.0
_BOTTOM, _RIGHT = _TOP + _HEIGHT, WIDTH - 8.0
_MOST_NAMES = 15
_MARKS = (0.8, 0.95)
_STEPS = 60
_WIDEST_CELL, _NARROWEST_CELL = 110.0, 62.0
_SHADES = ("equal-0", "better-1", "better-2", "better-3")


def draw_ranking(ranking: Ranking, title: str, notes: Sequence[str]) -> Picture:
    """Each metric with its interval; a dotted line where a constant would be, bars beside metrics of one cluster."""
    rows = [row for row in ranking.metrics if row.rank is not None]
    ends = [row.value for row in ranking.metrics if not math.isnan(row.value)]
    ends += [end for row in rows if row.interval is not None for end in (row.interval.low, row.interval.high)]
    axis = Axis.over(ends, 4, _PLOT, WIDTH - 12)
    bottom = _HEAD + _ROW * len(rows)
    marks = [text(18, 14, "Metric", "soft"), text(_VALUES, 14, "Value", "soft end")]
    for value, label in axis.ticks():
        x = axis.position(value)
        marks += [text(x, 14, label, "soft middle"), line((x, _HEAD), (x, bottom), "grid")]
    constant = next((row for row in ranking.metrics if row.label == CONSTANT), None)
    if constant is not None:
        x = axis.position(constant.value)
        marks.append(element("g", [], tooltip(_words(constant)) + line((x, _HEAD), (x, bottom), "baseline")))
        marks.append(text(min(x, WIDTH - 70), bottom + 16, f"a constant {decimal(constant.value, 4)}", "soft middle"))
    marks += [_ranked(row, axis, _HEAD + _ROW * place) for place, row in enumerate(rows)]
    marks += _cluster_bars(rows)
    drawn = Block("\n".join(marks), bottom + 32)
    subtitle = _found(rows)
    said = " ".join(f"{_words(row)}." for row in ranking.metrics if not math.isnan(row.value))
    blocks = (heading(title, subtitle, WIDTH), drawn, paragraph(" ".join(notes), WIDTH))
    return Picture("metrics", title, f"{subtitle} {said}", blocks)


def draw_systems(result: MetaEvaluation, label: str, finding: str) -> Picture:
    """Each system: a metric across, people upward, both so that higher is better."""
    scores, human = result.metric_scores[label].tolist(), result.human_scores.tolist()
    across, upward = _wide(scores, _LEFT, _RIGHT - 12), _wide(human, _BOTTOM, _TOP)
    marks = []
    for value, words in upward.ticks():
        y = upward.position(value)
        marks += [line((_LEFT, y), (_RIGHT, y), "grid"), text(_LEFT - 8, y + 4, words, "soft end")]
    marks += _ticks(across, label)
    marks.append(text(0, 12, f"people: {result.gold}", "soft"))
    places = [(across.position(x), upward.position(y)) for x, y in zip(scores, human, strict=True)]
    tips = [
        f"{name}: {label} {decimal(x, 2)}, people {decimal(y, 2)}"
        for name, x, y in zip(result.systems, scores, human, strict=True)
    ]
    marks += [element("g", [], tooltip(tip) + dot(x, y, 4, "dot")) for (x, y), tip in zip(places, tips, strict=True)]
    if len(places) <= _MOST_NAMES:
        lengths = [text_width(name, SMALL) for name in result.systems]
        plot = Plot(_LEFT, _TOP, WIDTH, _BOTTOM)
        for (x, _), name, place in zip(places, result.systems, place_labels(places, lengths, plot), strict=True):
            if place is not None:
                marks.append(text(x + place.shift, place.middle + 4, name, "soft end" if place.is_end else "soft"))
    title = f"Systems by {label}"
    said = f"{finding} {'. '.join(tips)}."
    return Picture("systems", title, said, (heading(title, finding, WIDTH), Block("\n".join(marks), _BOTTOM + 48)))


def draw_meaning(meaning: DifferenceMeaning, shares: Sequence[CountedShare]) -> Picture:
    """How often people agree with a difference of each size: the curve, its interval, and counted shares."""
    widest = max([share.high for share in shares], default=1.0)
    across, upward = Axis(0.0, widest, _LEFT, _RIGHT - 12), Axis(0.0, 1.0, _BOTTOM, _TOP)
    sizes = [widest * step / _STEPS for step in range(_STEPS + 1)]
    lows, highs = zip(*(meaning.ends(size) for size in sizes), strict=True)

    def path(values: Sequence[float], order: Sequence[float] = sizes) -> str:
        points = zip(order, values, strict=True)
        return "L".join(f"{coordinate(across.position(x))} {coordinate(upward.position(y))}" for x, y in points)

    band = f"M{path(highs)}L{path(lows[::-1], sizes[::-1])}z"
    marks = [element("path", [("class", "group"), ("d", band)])]
    for level in (0.5, *_MARKS):
        y = upward.position(level)
        marks += [line((_LEFT, y), (_RIGHT, y), "grid"), text(_LEFT - 8, y + 4, f"{100 * level:.0f} %", "soft end")]
        needed = meaning.needed(level) if level in _MARKS else None
        if needed is not None and needed <= widest:
            x = across.position(needed)
            marks += [line((x, y), (x, _BOTTOM), "baseline"), text(x + 4, _BOTTOM - 6, decimal(needed, 2), "soft")]
    marks += _ticks(across, f"difference in {meaning.label}")
    marks.append(element("path", [("class", "curve"), ("d", "M" + path([meaning.share(size) for size in sizes]))]))
    for share in shares:
        tip = f"{share.agreed} of {share.pairs} pairs from {decimal(share.low, 2)} to {decimal(share.high, 2)}"
        x, y = across.position((share.low + share.high) / 2), upward.position(share.agreed / share.pairs)
        marks.append(element("g", [], tooltip(tip) + dot(x, y, 4.5, "open")))
    title = f"What a difference in {meaning.label} means"
    finding = meaning_words(meaning)
    note = paragraph("Open dots: counted shares of at least ten pairs. Band: 95 % for other systems.", WIDTH)
    blocks = (heading(title, f"{meaning.pairs} pairs of systems", WIDTH), Block("\n".join(marks), _BOTTOM + 48), note)
    return Picture("differences", title, finding, blocks)


def meaning_words(meaning: DifferenceMeaning) -> str:
    """With which differences people agree how often, in a sentence or two."""
    sizes = [(words, meaning.needed(share)) for words, share in (("8 times in 10", 0.8), ("19 times in 20", 0.95))]
    known = [f"{words} at {decimal(size, 2)}" for words, size in sizes if size is not None]
    if not known:
        return f"By {meaning.label} people agree with larger differences no more often than with small ones."
    least = "at least " if meaning.is_bound else ""
    return f"People agree {least}{', '.join(known)} points of {meaning.label}."


def draw_parts(ranking: Ranking, by: str, title: str, note: str) -> Picture:
    """A heat map: metrics down, parts across, the better the darker."""
    parts = [part for part in ranking.parts if part.by == by]
    rows = [row for row in ranking.metrics if row.rank is not None]
    columns: list[tuple[str, Mapping[str, float]]] = [("all", {row.label: row.value for row in rows})]
    columns += [(part.name, part.values) for part in parts]
    cell = min(_WIDEST_CELL, max(_NARROWEST_CELL, (WIDTH - _NAMES) / len(columns)))
    width = max(WIDTH, _NAMES + cell * len(columns))
    heads = [wrap(name, cell - 8, SMALL)[:3] for name, _ in columns]
    top = 8 + 15.0 * max(map(len, heads))
    known = [value for _, values in columns for value in values.values() if not math.isnan(value)]
    low, high = min(known, default=0.0), max(known, default=1.0)
    marks = [
        text(_NAMES + cell * (place + 0.5), 12 + 15 * number, part, "soft middle")
        for place, lines in enumerate(heads)
        for number, part in enumerate(lines)
    ]
    for number, row in enumerate(rows):
        y = top + _ROW * number
        marks.append(text(_NAMES - 8, y + _ROW / 2 + DROP, _short(row.label, _NAMES - 12), "name end"))
        for place, (name, values) in enumerate(columns):
            value = values.get(row.label, math.nan)
            shade = _SHADES[0] if math.isnan(value) else _SHADES[shade_of(value, low, high)]
            x = _NAMES + cell * place
            shown = "–" if math.isnan(value) else decimal(value, 3)
            marks.append(
                element(
                    "g",
                    [],
                    tooltip(f"{row.label}, {name}: {shown}")
                    + box(x + 0.5, y + 0.5, cell - 1, _ROW - 1, shade)
                    + text(x + cell / 2, y + _ROW / 2 + DROP, shown, "number middle"),
                )
            )
    said = " ".join(
        f"{row.label}: "
        + ", ".join(f"{name} {decimal(values[row.label], 3)}" for name, values in columns if row.label in values)
        + "."
        for row in rows
    )
    drawn = Block("\n".join(marks), top + _ROW * len(rows) + 20)
    blocks = (heading(title, "Darker is better.", width), drawn, paragraph(note, width))
    return Picture("parts", title, said, blocks, width)


def shade_of(value: float, low: float, high: float, shades: int = len(_SHADES)) -> int:
    """Which of some shades a value has, from the lowest value to the highest."""
    return 0 if high <= low else min(shades - 1, int(shades * (value - low) / (high - low)))


def _ranked(row: RankedMetric, axis: Axis, top: float) -> str:
    middle = top + _ROW / 2
    marks = [
        tooltip(_words(row)),
        text(18, middle + DROP, _short(row.label, _VALUES - 84), "name"),
        text(_VALUES, middle + DROP, decimal(row.value, 4), "score end"),
    ]
    if row.interval is not None:
        left, right = axis.position(row.interval.low), axis.position(row.interval.high)
        marks.append(line((left, middle), (right, middle), "interval"))
        marks += [line((end, middle - 4), (end, middle + 4), "interval") for end in (left, right)]
    marks.append(dot(axis.position(row.value), middle, 4, "dot"))
    return element("g", [], "".join(marks))


def _cluster_bars(rows: Sequence[RankedMetric]) -> list[str]:
    marks = []
    for number in dict.fromkeys(row.cluster for row in rows if row.cluster is not None):
        places = [place for place, row in enumerate(rows) if row.cluster == number]
        top, height = _HEAD + _ROW * places[0], _ROW * len(places)
        marks.append(box(2, top + 4, 6, height - 8, "group", radius=3))
    return marks


def _found(rows: Sequence[RankedMetric]) -> str:
    """What the order says; nothing of a metric alone."""
    if not rows:
        return "No metric says anything of these outputs."
    if len(rows) == 1:
        return ""
    first = [row.label for row in rows if row.cluster is not None and row.cluster == rows[0].cluster]
    if not first:
        return f"{rows[0].label} agrees best, but nothing says whether that is chance."
    if len(first) == 1:
        return f"{first[0]} agrees best."
    return f"{', '.join(first[:-1])} and {first[-1]} cannot be told apart."


def _words(row: RankedMetric) -> str:
    words = f"{row.label}: {decimal(row.value, 4)}"
    if row.interval is not None:
        words += f", 95 % interval {decimal(row.interval.low, 4)} to {decimal(row.interval.high, 4)}"
    return words


def _wide(values: Sequence[float], left: float, right: float) -> Axis:
    """From the smallest to the largest, with a little room at both ends."""
    axis = Axis.over(values, 2, left, right)
    room = 0.06 * (axis.high - axis.low)
    return Axis(axis.low - room, axis.high + room, left, right)


def _ticks(across: Axis, words: str) -> list[str]:
    marks = [line((_LEFT, _BOTTOM), (_RIGHT, _BOTTOM), "axis"), text(_RIGHT, _BOTTOM + 36, words, "soft end")]
    for value, label in across.ticks():
        x = across.position(value)
        marks += [line((x, _BOTTOM), (x, _BOTTOM + 4), "axis"), text(x, _BOTTOM + 18, label, "soft middle")]
    return marks


def _short(name: str, width: float) -> str:
    if text_width(name, NORMAL) <= width:
        return name
    while name and text_width(f"{name}…", NORMAL) > width:
        name = name[:-1]
    return f"{name}…"

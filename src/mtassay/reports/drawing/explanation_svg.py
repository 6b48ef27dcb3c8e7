"""Explanations as a picture."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from mtassay.alignment.edits import EditOperation
from mtassay.metrics.explanation import Counts, Curve, Edits, Explanation, Formula, Matching, Step, Words
from mtassay.reports.drawing.elements import (
    Axis,
    Block,
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
    written,
)
from mtassay.reports.drawing.frame import LINE, NORMAL, SMALL, WIDTH, heading, paragraph, section, signature
from mtassay.reports.drawing.picture import Picture
from mtassay.reports.drawing.word_pictures import draw_edits, draw_matching, draw_words

_GAP = 14
_COLUMN_GAP = 11
_ROW = 22
_MOST_ROWS = 40
_NAMES_AT_LEAST = 90
_TITLES_AT_MOST = 110
_HEADS_AT_MOST = 84
_PLOT_WIDTH, _PLOT_HEIGHT = 400, 150


def explanation_picture(explanations: Sequence[Explanation]) -> Picture:
    """One explanation below the other."""
    steps = [step for explanation in explanations for step in explanation.steps]
    width = max([WIDTH, *(_NAMES_AT_LEAST + sum(_columns(step)) for step in steps if isinstance(step, Counts))])
    blocks = [block for explanation in explanations for block in _explanation(explanation, width)]
    scores = ", ".join(
        f"{explanation.label} {decimal(explanation.score, explanation.places)}" for explanation in explanations
    )
    said = " ".join(sentence for explanation in explanations for sentence in _sentences(explanation))
    title = f"How the score of a segment comes about: {scores}"
    return Picture("explanation", title, said, tuple(blocks), width)


def _explanation(explanation: Explanation, width: float) -> Iterator[Block]:
    yield heading(
        f"{explanation.label} = {decimal(explanation.score, explanation.places)}", explanation.direction, width
    )
    for kind, run in groupby(explanation.steps, key=type):
        steps = list(run)
        if kind is Formula:
            yield _formulas([step for step in steps if isinstance(step, Formula)], width)
        elif kind is Counts:
            yield from _tables([step for step in steps if isinstance(step, Counts)], width)
        else:
            yield from (_step(step, width) for step in steps)
    yield signature(explanation.signature, width)


def _step(step: Step, width: float) -> Block:
    if isinstance(step, Words):
        return draw_words(step, width)
    if isinstance(step, Edits):
        return draw_edits(step, width)
    if isinstance(step, Matching):
        return draw_matching(step, width)
    assert isinstance(step, Curve)
    return _curve(step)


def _tables(steps: Sequence[Counts], width: float) -> Iterator[Block]:
    """Two beside each other where they are narrow enough."""
    half = (width - 2 * _GAP) / 2
    left = list(steps)
    while left:
        pair = left[:2]
        if len(pair) == 2 and all(_names_width(step) + sum(_columns(step)) <= half for step in pair):
            first, second = (_table(step, half) for step in pair)
            beside = group(second.marks, half + 2 * _GAP, 0)
            yield Block(f"{first.marks}\n{beside}", max(first.height, second.height))
        else:
            pair = left[:1]
            yield _table(pair[0], width)
        left = left[len(pair) :]


def _names_width(step: Counts) -> float:
    return max(text_width(name, NORMAL) for name in [step.heads[0], *(row[0] for row in step.rows[:_MOST_ROWS])])


def _columns(step: Counts) -> list[float]:
    """The widths of the columns of numbers."""
    return [
        _COLUMN_GAP
        + max(
            *(text_width(part, SMALL) for part in wrap(head, _HEADS_AT_MOST, SMALL)),
            *(text_width(row[index], NORMAL) for row in step.rows[:_MOST_ROWS]),
            0,
        )
        for index, head in enumerate(step.heads)
        if index
    ]


def _table(step: Counts, width: float) -> Block:
    columns = _columns(step)
    kept = step.rows[:_MOST_ROWS]
    names = [wrap(row[0], width - sum(columns), NORMAL) for row in kept]
    heads = [wrap(head, _HEADS_AT_MOST, SMALL) for head in step.heads]
    longest = max(text_width(part, NORMAL) for lines in [heads[0], *names] for part in lines)
    rights = [longest + sum(columns[: index + 1]) for index in range(len(columns))]
    blocks = []
    if kept:
        blocks.append(_head_row(heads, rights))
    for lines, row in zip(names, kept, strict=True):
        marks = [line((0, 0), (rights[-1], 0), "grid")]
        marks += [text(0, 15 + LINE * index, part, "name") for index, part in enumerate(lines)]
        marks += [text(right, 15, cell, "end") for right, cell in zip(rights, row[1:], strict=True)]
        blocks.append(Block("".join(marks), LINE * len(lines) + _ROW - LINE))
    more = f"And {len(step.rows) - len(kept)} more. " if len(step.rows) > len(kept) else ""
    if more or step.note:
        blocks += [Block("", 5), paragraph(more + step.note, width)]
    return section(step.title, width, *blocks)


def _head_row(heads: Sequence[Sequence[str]], rights: Sequence[float]) -> Block:
    tallest = max(map(len, heads))
    places = [(0.0, "soft"), *((right, "soft end") for right in rights)]
    marks = [
        text(x, 12 + 14 * (tallest - len(lines) + index), part, kind)
        for (x, kind), lines in zip(places, heads, strict=True)
        for index, part in enumerate(lines)
        if part
    ]
    return Block("".join(marks), 14 * tallest + 4)


def _formulas(steps: Sequence[Formula], width: float) -> Block:
    titles = [wrap(step.title, _TITLES_AT_MOST, NORMAL) for step in steps]
    left = max(text_width(part, NORMAL) for lines in titles for part in lines) + 8
    blocks = []
    for lines, step in zip(titles, steps, strict=True):
        marks = [text(0, 13 + LINE * index, part, "score") for index, part in enumerate(lines)]
        value = decimal(step.value, 4)
        right = _equation(step.formula, "", width - left)
        right += _equation(f"{step.filled} =\u00a0{value}", value, width - left)
        marks += [group(part, left, LINE * index) for index, part in enumerate(right)]
        blocks.append(Block("\n".join(marks), LINE * max(len(lines), len(right)) + 8))
    drawn = stack(blocks, 0, 0)
    return Block(drawn.marks, drawn.height + 12)


def _equation(words: str, value: str, width: float) -> list[str]:
    """The lines of `= words`; the value at their end, if any, stands out."""
    lines = wrap(words, width - 16, NORMAL)
    marks = [text(0, 13, "=", "soft")] + [""] * (len(lines) - 1)
    for index, part in enumerate(lines):
        ends = bool(value) and index == len(lines) - 1 and part.endswith(value)
        kept = part.removesuffix(value) if ends else part
        strong = element("tspan", [("class", "score")], written(value)) if ends else ""
        marks[index] += element("text", [("class", "name"), ("x", 16), ("y", 13)], written(kept) + strong)
    return marks


def _curve(step: Curve) -> Block:
    points = sorted({*step.points, step.mark})  # the mark is on the curve, also beyond its ends
    left, bottom = 44.0, 24.0 + _PLOT_HEIGHT
    across = Axis.over([x for x, _ in points], 2, left, left + _PLOT_WIDTH)
    upward = Axis.over([0.0, *(y for _, y in points)], 2, bottom, bottom - _PLOT_HEIGHT)
    marks = []
    for value, label in across.ticks():
        x = across.position(value)
        marks += [line((x, bottom), (x, bottom - _PLOT_HEIGHT), "grid"), text(x, bottom + 17, label, "soft middle")]
    for value, label in upward.ticks():
        y = upward.position(value)
        marks += [line((left, y), (left + _PLOT_WIDTH, y), "grid"), text(left - 8, y + 4, label, "soft end")]
    marks += [
        text(0, bottom - _PLOT_HEIGHT - 10, step.y, "soft"),
        text(left + _PLOT_WIDTH + 10, bottom + 4, step.x, "soft"),
    ]
    places = [(across.position(x), upward.position(y)) for x, y in points]
    path = "M" + "L".join(f"{coordinate(x)} {coordinate(y)}" for x, y in places)
    x, y = across.position(step.mark[0]), upward.position(step.mark[1])
    where = f"{step.x} = {decimal(step.mark[0], 3)}, {step.y} = {decimal(step.mark[1], 3)}"
    marks += [
        element("path", [("class", "curve"), ("d", path)]),
        line((x, bottom), (x, y), "baseline"),
        line((left, y), (x, y), "baseline"),
        element("g", [], tooltip(where) + dot(x, y, 4, "dot")),
        text(left, bottom + 38, f"● this segment: {where}", "soft"),
    ]
    return section(step.title, WIDTH, Block("\n".join(marks), bottom + 46))


def _sentences(explanation: Explanation) -> Iterator[str]:
    """What the picture says, for those who cannot see it."""
    yield f"{explanation.label} = {decimal(explanation.score, explanation.places)}, {explanation.direction}."
    for step in explanation.steps:
        if isinstance(step, Words):
            yield from (f"{name}: {' '.join(words)}" for name, words, _ in step.texts)
        elif isinstance(step, Counts):
            yield f"{step.title}. {step.note}".strip()
        elif isinstance(step, Matching):
            yield f"{step.title}: {sum(map(len, step.chunks))} links in {len(step.chunks)} chunks."
        elif isinstance(step, Edits):
            yield from (f"{words}." for words in step.before)
            changes = sum(edit.operation is not EditOperation.MATCH for edit in step.edits)
            yield f"{step.title}: {changes} of {len(step.edits)} words changed."
        elif isinstance(step, Formula):
            yield f"{step.title} = {step.formula} = {step.filled} = {decimal(step.value, 4)}."
        else:
            yield f"{step.title}: {step.y} = {decimal(step.mark[1], 3)} where {step.x} = {decimal(step.mark[0], 3)}."

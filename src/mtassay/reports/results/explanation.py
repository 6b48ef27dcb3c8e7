"""How scores of one segment come about."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from mtassay import __version__
from mtassay.alignment.edits import EditOperation
from mtassay.metrics.explanation import Counts, Curve, Edits, Explanation, Formula, Matching, Step, Words
from mtassay.reports.document import Document, Figure, Line, Marked, Note, Table
from mtassay.reports.drawing.explanation_svg import explanation_picture
from mtassay.reports.formats.text import display_width, draw

_LINE = 96
_LETTERS = {
    EditOperation.MATCH: "",
    EditOperation.SUBSTITUTE: "S",
    EditOperation.DELETE: "D",
    EditOperation.INSERT: "I",
}
_MOST_ROWS = 40
_HEIGHT, _WIDTH = 10, 56


def explanation_document(explanations: Sequence[Explanation]) -> Document:
    """One explanation after the other, and all of them as a drawing; programs get every step with its kind."""
    notes = (Note(tuple(_lines(explanation)), _head(explanation), is_verbatim=True) for explanation in explanations)
    rows = [
        (explanation.label, explanation.score, explanation.direction, explanation.signature)
        for explanation in explanations
    ]
    return Document(
        "Explanation",
        (*notes, Figure(lambda: explanation_picture(explanations))),
        data=(Table.of(("metric", "score", "direction", "signature"), rows, title="scores"),),
        content={"version": __version__, "explanations": as_records(explanations)},
    )


def as_records(explanations: Sequence[Explanation]) -> list[dict[str, Any]]:
    """The explanations as plain values; each step names its kind: words, counts, matching, edits, formula or curve."""
    objects = [
        {**asdict(explanation), "steps": [_step_object(step) for step in explanation.steps]}
        for explanation in explanations
    ]
    plain: list[dict[str, Any]] = json.loads(json.dumps(objects, default=_plain))
    return plain


def _head(explanation: Explanation) -> str:
    return f"{explanation.label} = {explanation.score:.{explanation.places}f} ({explanation.direction})"


def _lines(explanation: Explanation) -> Iterator[Line]:
    previous: Step | None = None
    for step in explanation.steps:
        if not (isinstance(step, Formula) and isinstance(previous, Formula)):
            yield ""
        yield from _step(step)
        previous = step
    yield ""
    yield f"signature: {explanation.signature}"


def _step(step: Step) -> Iterator[Line]:
    if isinstance(step, Words):
        yield from _words(step)
    elif isinstance(step, Counts):
        yield from _counts(step)
    elif isinstance(step, Matching):
        yield from _matching(step)
    elif isinstance(step, Edits):
        yield from _edits(step)
    elif isinstance(step, Formula):
        yield f"{step.title} = {step.formula}"
        yield f"{' ' * len(step.title)} = {step.filled} = {step.value:.4f}"
    else:
        yield from _curve(step)


def _words(step: Words) -> Iterator[Line]:
    yield step.title
    width = max(len(name) for name, _, _ in step.texts)
    for name, words, marked in step.texts:
        pieces = [Marked(word) if index in marked else word for index, word in enumerate(words)]
        spaced = [piece for word in pieces for piece in (" ", word)][1:]
        yield (f"  {name:<{width}}  ", *spaced)


def _counts(step: Counts) -> Iterator[str]:
    yield step.title
    kept = step.rows[:_MOST_ROWS]
    if kept:
        yield from (f"  {line}" for line in draw(Table.of(step.heads, kept)))
    if len(step.rows) > len(kept):
        yield f"  and {len(step.rows) - len(kept)} more"
    if step.note:
        yield f"  {step.note}"


def _matching(step: Matching) -> Iterator[str]:
    yield step.title
    yield f"  hypothesis  {' '.join(step.hypothesis)}"
    yield f"  reference   {' '.join(step.reference)}"
    for number, chunk in enumerate(step.chunks, start=1):
        links = ", ".join(f"{_at(step.hypothesis, i)} - {_at(step.reference, j)}" for i, j in chunk)
        yield f"  chunk {number}: {links}"


def _at(words: Sequence[str], index: int) -> str:
    return f"{words[index]} ({index + 1})"


def _edits(step: Edits) -> Iterator[str]:
    yield step.title
    yield from (f"  {line}" for line in step.before)
    columns = []
    for edit in step.edits:
        reference = "" if edit.reference is None else step.reference[edit.reference]
        hypothesis = "" if edit.hypothesis is None else step.hypothesis[edit.hypothesis]
        gap = "*" * len(hypothesis or reference)
        columns.append((reference or gap, hypothesis or gap, _LETTERS[edit.operation]))
    names = ("reference", "hypothesis", "")
    lines = [""] * 3
    for column in columns:
        width = max(map(display_width, column))
        if lines[0] and display_width(lines[0]) + width > _LINE:
            yield from _named(names, lines)
            lines = [""] * 3
        padded = [text + " " * (width - display_width(text)) for text in column]
        lines = [f"{line} {text}" for line, text in zip(lines, padded, strict=True)]
    yield from _named(names, lines)


def _named(names: Sequence[str], lines: Sequence[str]) -> Iterator[str]:
    for name, line in zip(names, lines, strict=True):
        if line.strip():
            yield f"  {name:<10} {line}".rstrip()


def _curve(step: Curve) -> Iterator[str]:
    xs, ys = [x for x, _ in step.points], [y for _, y in step.points]
    low_x, high_x, low_y, high_y = min(xs), max(xs), min(0.0, *ys), max(ys)
    cells = [[" "] * _WIDTH for _ in range(_HEIGHT)]

    def put(x: float, y: float, character: str) -> None:
        column = round((min(max(x, low_x), high_x) - low_x) / (high_x - low_x) * (_WIDTH - 1))
        row = round((high_y - min(max(y, low_y), high_y)) / (high_y - low_y) * (_HEIGHT - 1))
        cells[row][column] = character

    for x, y in step.points:
        put(x, y, "·")
    put(*step.mark, "●")
    yield f"{step.title} ({step.y} over {step.x}); ● is this segment: {step.mark[0]:.3f}, {step.mark[1]:.3f}"
    for row, line in enumerate(cells):
        label = f"{high_y - row * (high_y - low_y) / (_HEIGHT - 1):5.2f}" if row in (0, _HEIGHT - 1) else " " * 5
        yield f"  {label} │{''.join(line)}".rstrip()
    yield f"        └{'─' * _WIDTH}"
    yield f"         {low_x:<{_WIDTH - 4}.2f}{high_x:.2f}"


def _step_object(step: Step) -> dict[str, Any]:
    return {"kind": type(step).__name__.lower(), **asdict(step)}


def _plain(value: object) -> Any:
    if isinstance(value, EditOperation):
        return value.name.lower()
    if isinstance(value, frozenset):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} has no form in JSON")

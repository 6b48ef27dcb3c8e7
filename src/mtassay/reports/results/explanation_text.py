"""Explanations for the terminal."""

from collections.abc import Iterator, Sequence

from mtassay.alignment.edits import EditOperation
from mtassay.metrics.explanation import Counts, Curve, Edits, Explanation, Formula, Matching, Step, Words
from mtassay.reports.formats.text import display_width, draw
from mtassay.reports.table import Cell, Table

_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"
_LINE = 96
_LETTERS = {
    EditOperation.MATCH: "",
    EditOperation.SUBSTITUTE: "S",
    EditOperation.DELETE: "D",
    EditOperation.INSERT: "I",
}
_MOST_ROWS = 40
_HEIGHT, _WIDTH = 10, 56


def render(explanations: Sequence[Explanation], *, color: bool) -> str:
    """One explanation after the other."""
    return "\n\n".join("\n".join(_lines(one, color)) for one in explanations) + "\n"


def _lines(one: Explanation, color: bool) -> Iterator[str]:
    head = f"{one.label} = {one.score:.{one.places}f} ({one.direction})"
    yield f"{_BOLD}{head}{_PLAIN}" if color else head
    previous: Step | None = None
    for step in one.steps:
        if not (isinstance(step, Formula) and isinstance(previous, Formula)):
            yield ""
        yield from _step(step, color)
        previous = step
    yield ""
    yield f"signature: {one.signature}"


def _step(step: Step, color: bool) -> Iterator[str]:
    if isinstance(step, Words):
        yield from _words(step, color)
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


def _words(step: Words, color: bool) -> Iterator[str]:
    yield step.title
    width = max(len(name) for name, _, _ in step.texts)
    for name, words, marked in step.texts:
        start, end = (_BOLD, _PLAIN) if color else ("[", "]")
        shown = [f"{start}{word}{end}" if index in marked else word for index, word in enumerate(words)]
        yield f"  {name:<{width}}  {' '.join(shown)}"


def _counts(step: Counts) -> Iterator[str]:
    yield step.title
    kept = step.rows[:_MOST_ROWS]
    if kept:
        table = Table(step.heads, tuple(tuple(map(Cell, row)) for row in kept))
        yield from (f"  {line}" for line in draw(table, color=False))
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

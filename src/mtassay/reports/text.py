"""A table for the terminal, with the signatures below it."""

import unicodedata

from mtassay.evaluation.score import Evaluation
from mtassay.reports.table import score_rows

_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"


def render(evaluation: Evaluation, digits: int | None, *, color: bool) -> str:
    """Systems in rows, metrics in columns; the best of each column is bold where `color` is on."""
    labels = [label for label, _ in evaluation.columns]
    rows = score_rows(evaluation, digits)
    name_width = max(_width(name) for name in ("System", *evaluation))
    widths = [max(len(label), *(len(cells[i].text) for _, cells in rows)) for i, label in enumerate(labels)]
    head = "System".ljust(name_width) + "".join(f"  {label:>{w}}" for label, w in zip(labels, widths, strict=True))
    lines = [head, "-" * len(head)]
    for name, cells in rows:
        line = name + " " * (name_width - _width(name))
        for cell, width in zip(cells, widths, strict=True):
            text = f"  {cell.text:>{width}}"
            line += f"{_BOLD}{text}{_PLAIN}" if color and cell.is_best else text
        lines.append(line)
    lines.append("")
    label_width = max(map(len, labels))
    for label, score in evaluation.columns:
        lines.append(f"{label:<{label_width}}  {score.direction:<16}  {score.signature}")
    return "\n".join(lines) + "\n"


def _width(text: str) -> int:
    """Columns that a terminal takes for it: two for wide characters, none for combining marks."""
    return sum(
        0 if unicodedata.combining(character) else 1 + (unicodedata.east_asian_width(character) in "WF")
        for character in text
    )

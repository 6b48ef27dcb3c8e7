"""A table for the terminal, with the signatures below it."""

from mtassay.evaluation.score import Evaluation
from mtassay.reports.table import score_rows

_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"


def render(evaluation: Evaluation, digits: int | None, *, color: bool) -> str:
    """Systems in rows, metrics in columns; the best of each column is bold where `color` is on."""
    labels = [label for label, _ in evaluation.columns]
    rows = score_rows(evaluation, digits)
    name_width = max(len("System"), *(len(name) for name in evaluation))
    widths = [max(len(label), *(len(cells[i].text) for _, cells in rows)) for i, label in enumerate(labels)]
    head = "System".ljust(name_width) + "".join(f"  {label:>{w}}" for label, w in zip(labels, widths, strict=True))
    lines = [head, "-" * len(head)]
    for name, cells in rows:
        line = name.ljust(name_width)
        for cell, width in zip(cells, widths, strict=True):
            text = f"  {cell.text:>{width}}"
            line += f"{_BOLD}{text}{_PLAIN}" if color and cell.is_best else text
        lines.append(line)
    lines.append("")
    label_width = max(map(len, labels))
    for label, score in evaluation.columns:
        direction = "higher is better" if score.higher_is_better else "lower is better"
        lines.append(f"{label:<{label_width}}  {direction}  {score.signature}")
    return "\n".join(lines) + "\n"

"""A LaTeX table in the manner of the booktabs package."""

from mtassay.evaluation.score import Evaluation
from mtassay.reports.table import score_rows

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{c: "\\" + c for c in "&%$#_{}"},
}


def render(evaluation: Evaluation, digits: int | None, *, color: bool) -> str:
    """Systems in rows, metrics in columns, the best of each column bold; signatures as comments."""
    lines = [f"% {label}: {score.signature}" for label, score in evaluation.columns]
    lines += [
        r"\begin{tabular}{l" + "r" * len(evaluation.columns) + "}",
        r"\toprule",
        " & ".join(["System", *(_escape(label) for label, _ in evaluation.columns)]) + r" \\",
        r"\midrule",
    ]
    for name, cells in score_rows(evaluation, digits):
        numbers = (rf"\textbf{{{cell.text}}}" if cell.is_best else cell.text for cell in cells)
        lines.append(" & ".join([_escape(name), *numbers]) + r" \\")
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"]) + "\n"


def _escape(text: str) -> str:
    return "".join(_ESCAPES.get(c, c) for c in text)

"""A Markdown table with the signatures below it."""

from mtassay.evaluation.score import Evaluation
from mtassay.reports.table import score_rows


def render(evaluation: Evaluation, digits: int | None, *, color: bool) -> str:
    """Systems in rows, metrics in columns, the best of each column bold."""
    lines = [
        "| System | " + " | ".join(_escape(label) for label, _ in evaluation.columns) + " |",
        "|:---|" + "---:|" * len(evaluation.columns),
    ]
    for name, cells in score_rows(evaluation, digits):
        numbers = (f"**{cell.text}**" if cell.is_best else cell.text for cell in cells)
        lines.append("| " + " | ".join([_escape(name), *numbers]) + " |")
    lines.append("")
    lines += [f"- {_escape(label)}: `{score.signature}`" for label, score in evaluation.columns]
    return "\n".join(lines) + "\n"


def _escape(text: str) -> str:
    return "".join("\\" + c if c in "\\|*_`<>[]" else c for c in text)

"""The one list of output formats; each is a module of this package with `render` and `render_comparison`."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mtassay.comparison.result import Comparison
    from mtassay.corpus.evalset import EvalSet
    from mtassay.evaluation.score import Evaluation
    from mtassay.evaluation.segment_statistics import SegmentStatistics

FORMATS = ("text", "json", "jsonl", "tsv", "csv", "markdown", "latex", "xlsx")
ENDINGS = {
    ".txt": "text",
    ".json": "json",
    ".jsonl": "jsonl",
    ".tsv": "tsv",
    ".csv": "csv",
    ".md": "markdown",
    ".tex": "latex",
    ".xlsx": "xlsx",
}
"""How names of files end that hold each of them."""
ONE_TABLE = ("jsonl", "tsv", "csv")
"""Those that hold one table, so that there is no room for statistics beside the scores."""


def render(
    evaluation: "Evaluation",
    format: str,
    digits: int | None = None,
    *,
    color: bool = False,
    statistics: "SegmentStatistics | None" = None,
    evalset: "EvalSet | None" = None,
) -> str | bytes:
    """The scores of systems as text that ends in a newline, or as a workbook.

    `format` may be `csv` with settings, `csv:spreadsheet=yes`. `digits` after the point; None leaves it
    to the format: for people those of the metric, for programs all. `evalset` has the texts of the
    segments, which only workbooks show.
    """
    parts: dict[str, Any] = {} if statistics is None else {"statistics": statistics}
    if format == "xlsx":
        parts["evalset"] = evalset
    module, settings = _module(format)
    rendered: str | bytes = module.render(evaluation, digits, color=color, **parts, **settings)
    return rendered


def render_comparison(
    comparison: "Comparison", format: str, digits: int | None = None, *, color: bool = False
) -> str | bytes:
    """A comparison as text that ends in a newline, or as a workbook; `format` and `digits` as for `render`."""
    module, settings = _module(format)
    rendered: str | bytes = module.render_comparison(comparison, digits, color=color, **settings)
    return rendered


def _module(format: str) -> tuple[Any, dict[str, str]]:
    name, colon, _ = format.partition(":")
    return import_module(f"mtassay.reports.formats.{name}"), {"spec": format} if colon else {}

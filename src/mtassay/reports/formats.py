"""The one list of output formats; each is a module of this package with `render` and `render_comparison`."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mtassay.comparison.result import Comparison
    from mtassay.evaluation.score import Evaluation

FORMATS = ("text", "json", "tsv", "markdown", "latex")


def render(evaluation: "Evaluation", format: str, digits: int | None = None, *, color: bool = False) -> str:
    """The scores of systems as text that ends in a newline.

    `digits` after the point; None leaves it to the format: for people those of the metric, for programs all.
    """
    rendered: str = import_module(f"mtassay.reports.{format}").render(evaluation, digits, color=color)
    return rendered


def render_comparison(comparison: "Comparison", format: str, digits: int | None = None, *, color: bool = False) -> str:
    """A comparison as text that ends in a newline; `digits` as for `render`."""
    rendered: str = import_module(f"mtassay.reports.{format}").render_comparison(comparison, digits, color=color)
    return rendered

"""Kinds of jobs: each file has a function of its own name, which takes a `Work` and returns the result."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mtassay.web.jobs.work import Kind

NAMES = (
    *("score_spreadsheet", "compare_systems", "add_data", "merge_projects"),
    *("statistics", "certainty", "draw_queue", "write_archive", "bring_archive", "compare_project"),
    "evaluate_metrics",
)


def kind(name: str) -> "Kind":
    """The function that does jobs of a kind; imported when there is one to do."""
    if name not in NAMES:
        raise KeyError(name)
    function: Kind = getattr(import_module(f"{__name__}.{name}"), name)
    return function

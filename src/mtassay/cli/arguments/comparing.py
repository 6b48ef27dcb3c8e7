"""What the commands that compare systems have in common: labels, units, training runs, digits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import click

if TYPE_CHECKING:
    from mtassay.cli.arguments.text_arguments import TextArguments
    from mtassay.cli.options import NamedTexts
    from mtassay.corpus.evalset import EvalSet
    from mtassay.metrics.base import Metric

WIDTH = click.option("-w", "--width", "digits", type=click.IntRange(0, 15), help="Digits after the point.")
ALPHA = click.option("--alpha", type=float, default=0.05, show_default=True, help="Level of significance.")
LABELS = click.option(
    "--labels",
    metavar="[NAME=]FILE",
    multiple=True,
    help="Labels of segments: a table whose columns have names, or NAME=FILE with one label a line; may be repeated.",
)
UNIT = click.option("--unit", metavar="LABEL", help="Draw segments with the same label together, for example document.")


@dataclass(eq=False, repr=False)
class Parts:
    """Labels of segments, and those that belong together."""

    labels: tuple[str, ...]
    unit: str | None


class ComparedTexts(NamedTuple):
    """A test set, the training runs of each of its systems, and the arguments that it was read from."""

    evalset: "EvalSet"
    members: Mapping[str, Sequence[str]]
    arguments: "TextArguments"


def read_compared(
    systems: tuple[str, ...], texts: "NamedTexts", labels: tuple[str, ...], metrics: "Sequence[Metric[Any]]"
) -> ComparedTexts:
    """The test set that the arguments name, checked for what the metrics need."""
    from mtassay.cli.arguments.text_arguments import TextArguments
    from mtassay.corpus.files import name_runs

    arguments = TextArguments.of(systems, texts)
    arguments.check_needs(metrics)
    runs = {} if arguments.are_table else name_runs(systems, arguments.files)
    members = _name_members(runs)
    files = {run: path for name, paths in runs.items() for run, path in zip(members[name], paths, strict=True)}
    evalset = arguments.read(files, labels)
    arguments.check_needs(metrics, evalset)
    return ComparedTexts(evalset, members or {name: [name] for name in evalset.systems}, arguments)


def _name_members(runs: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """What the runs of each system are called; refused where that is the name of another system."""
    from mtassay.errors import InputError

    members = {name: [name] if len(paths) == 1 else _run_names(name, len(paths)) for name, paths in runs.items()}
    for name in runs:
        if any(name in others for other, others in members.items() if other != name):
            raise InputError(f"{name!r} is what a run of another system is called; name it otherwise: NAME=FILE")
    return members


def _run_names(name: str, count: int) -> list[str]:
    return [f"{name}#{number}" for number in range(1, count + 1)]

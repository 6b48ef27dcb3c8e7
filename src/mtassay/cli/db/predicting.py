"""What the commands around estimates share: how a system is predicted."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from mtassay.human.translations import Translations
    from mtassay.store.memory.stored_memory import StoredMemory

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--by", "distance", metavar="DISTANCE", help="What near means [default: edits]."),
    click.option(
        "-r",
        "--reference",
        "references",
        metavar="FILE",
        multiple=True,
        help="Human translation, a line for each output; predictions use chrF to it. May be repeated.",
    ),
    click.option(
        "--judge-effects/--no-judge-effects",
        "judge_effects",
        default=None,
        help="Make strict and mild judges alike first [default: yes, where that can be told].",
    ),
)
_RUN = click.option("--run", "run_name", metavar="NAME", help="Which run of the system [default: the last].")

_TARGET = click.option(
    "--target",
    type=click.Choice(["A", "B"]),
    default="B",
    show_default=True,
    help="What repeats count: their stored score (B), or a fresh one like all others (A).",
)


def check_half_widths(context: click.Context, option: click.Parameter, value: Any) -> Any:
    """Half of an interval, or several, in points of SSER: more than ±100 says nothing."""
    for width in value if isinstance(value, tuple) else (value,):
        if width is not None and not 0 < width <= 100:
            raise click.BadParameter(f"{width:g} is no half width; give points of SSER, above 0 and up to 100")
    return value


def prediction_options(command: F) -> F:
    """By what outputs are predicted."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def run_option(command: F) -> F:
    """Which run of a system."""
    return _RUN(command)


def target_option(command: F) -> F:
    """What is estimated."""
    return _TARGET(command)


def choices_given(distance: str | None, judge_effects: bool | None) -> dict[str, Any]:
    """Those of the choices that the user made, by name."""
    from mtassay.alignment.distances.base import distance as made

    given = {} if distance is None else {"distance": made(distance).spec}
    return given if judge_effects is None else {**given, "judge_effects": judge_effects}


def read_references(files: Sequence[str]) -> list[list[str]]:
    """The references of each segment; nothing where no file is named."""
    from mtassay.corpus.files import read_evalset

    if not files:
        return []
    references = read_evalset(files, {}).references
    assert references is not None  # files were named
    return [list(texts) for texts in references]


def beside_outputs(
    stored: "StoredMemory", translations: "Translations", references: list[list[str]]
) -> dict[int, list[str]]:
    """References by the numbers of their sources."""
    from mtassay.estimation.sampling.drawn_queue import references_by_source

    return references_by_source(stored, translations, references) if references else {}


def systems_with_outputs(stored: "StoredMemory") -> tuple[str, ...]:
    """The systems of a memory that have outputs, the oldest first."""
    from mtassay.errors import InputError

    names = tuple(dict.fromkeys(outputs.system for outputs in stored.memory.outputs))
    if not names:
        raise InputError("no outputs of any system are stored yet; add some: mtassay db add-output SYSTEM FILE")
    return names

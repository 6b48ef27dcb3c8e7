"""What the commands around estimates share: how a system is predicted."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from mtassay.human.translations import Translations
    from mtassay.store.memory.stored_memory import StoredMemory

F = TypeVar("F", bound=Callable[..., Any])

SEED = 12345
"""Of queues, unless another is given."""

_QUALITY = click.option(
    "--quality",
    metavar="METRIC",
    help="Metric that predictions use instead of chrF: given:path=FILE for scores of COMET and the like, "
    "learned:path=FILE for one of your own judgments.",
)
_QUALITIES = click.option(
    "--quality",
    "qualities",
    metavar="METRIC",
    multiple=True,
    help="Metric that predictions use instead of chrF; of several the figures are those of the first, and all "
    "stand side by side with the one to take.",
)
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
    _QUALITY,
    click.option(
        "--near-repeats/--no-near-repeats",
        "near_repeats",
        default=None,
        help="Let what differs from a judged output in case and punctuation alone keep its score (target B′).",
    ),
    click.option(
        "--judge-effects/--no-judge-effects",
        "judge_effects",
        default=None,
        help="Make strict and mild judges alike first [default: yes, where that can be told].",
    ),
)
_RUN = click.option("--run", "run_name", metavar="NAME", help="Which run of the system [default: the last].")

_COST = click.option(
    "--cost",
    type=click.Choice(["judgments", "words", "seconds"]),
    help="What the queue is to save: judgments, words to read, or the judges' seconds [default: judgments].",
)

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
    return _decorated(command, _OPTIONS)


def validation_options(command: F) -> F:
    """The same, with several qualities to choose from."""
    return _decorated(command, [_QUALITIES if option is _QUALITY else option for option in _OPTIONS])


def _decorated(command: F, options: Sequence[Callable[[Any], Any]]) -> F:
    for option in reversed(options):
        command = option(command)
    return command


def cost_option(command: F) -> F:
    """What a queue is to save."""
    return _COST(command)


def run_option(command: F) -> F:
    """Which run of a system."""
    return _RUN(command)


def target_option(command: F) -> F:
    """What is estimated."""
    return _TARGET(command)


def choices_given(
    distance: str | None,
    judge_effects: bool | None,
    quality: str | None = None,
    near_repeats: bool | None = None,
    cost: str | None = None,
) -> dict[str, Any]:
    """Those of the choices that the user made, by name."""
    from mtassay.alignment.distances.base import distance as made
    from mtassay.metrics.base import metric

    given = {
        "distance": None if distance is None else made(distance).spec,
        "judge_effects": judge_effects,
        "metric": None if quality is None else metric(quality).spec,
        "near_repeats": near_repeats,
        "cost": cost,
    }
    return {name: value for name, value in given.items() if value is not None}


def judge_names(text: str | None) -> list[str]:
    """Names with commas between."""
    return [] if text is None else list(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))


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

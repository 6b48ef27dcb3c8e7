"""The options by which targets are chosen, for the commands that do so."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from mtassay.store.lists.selections import Selection

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--text", metavar="WORDS", help="Source or translation contains this."),
    click.option("--in-source", "source", metavar="WORDS", help="Source contains this."),
    click.option("--system", metavar="NAME", help="Some run of this system produced it."),
    click.option("--judge", metavar="NAME", help="This judge has judged it."),
    click.option("--from", "lowest", type=float, metavar="POINTS", help="Mean score of at least this, 0 to 10."),
    click.option("--to", "highest", type=float, metavar="POINTS", help="Mean score of at most this."),
    click.option("--judged/--unjudged", default=None, help="Somebody, or nobody, has judged it."),
)


def selection_options(command: F) -> F:
    """Which targets are meant."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def selection_of(options: dict[str, Any]) -> "Selection":
    """What the options mean together."""
    from mtassay.store.lists.selections import Selection

    names = ("text", "source", "system", "judge", "lowest", "highest", "judged")
    return Selection(**{name: options[name] for name in names})

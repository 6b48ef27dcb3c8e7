"""The options by which translations are chosen, for all commands that do so."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from mtassay.human.filters import Filter

F = TypeVar("F", bound=Callable[..., Any])


class _Written(click.ParamType[Any]):
    """A value as people write it in a search field; unlike there, an empty one is refused.

    Without its condition a command would mean more: a script whose variable is not set would delete all of a project.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from mtassay.errors import InputError
        from mtassay.human.filters import parse_day, parse_score

        if not str(value).strip():
            self.fail("it is empty; write a value, or leave the option out to set no such condition", param, ctx)
        if self.name == "text":
            return value
        try:
            return {"score": parse_score, "day": parse_day}[self.name](value)
        except InputError as error:
            self.fail(str(error), param, ctx)


_TEXT, _SCORE, _DAY = _Written("text"), _Written("score"), _Written("day")
_OPTIONS = (
    click.option("--text", type=_TEXT, metavar="WORDS", help="Source or translation contains this."),
    click.option("--in-source", type=_TEXT, metavar="WORDS", help="Source contains this."),
    click.option(
        "--system", type=_TEXT, metavar="NAME", help="Some run of this system produced it, or a judgment says so."
    ),
    click.option("--judge", type=_TEXT, metavar="NAME", help="This judge has judged it."),
    click.option("--document", type=_TEXT, metavar="NAME", help="Its source stands in this document."),
    click.option(
        "--difficulty",
        type=click.Choice(["hard", "middle", "easy"]),
        help="Its source is in this third, by the mean score of translations.",
    ),
    click.option("--from", "lowest", type=_SCORE, metavar="POINTS", help="Mean score of at least this, 0 to 10."),
    click.option("--to", "highest", type=_SCORE, metavar="POINTS", help="Mean score of at most this."),
    click.option("--since", type=_DAY, metavar="DAY", help="Judged on this day or later, in UTC."),
    click.option("--until", type=_DAY, metavar="DAY", help="Judged on this day or before."),
    click.option("--judged/--unjudged", default=None, help="Somebody, or nobody, has judged it."),
)


def filter_options(command: F) -> F:
    """Which translations are meant."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def filter_of(options: dict[str, Any]) -> "Filter":
    """What the options mean together."""
    from mtassay.human.filters import Filter

    conditions = dict(options)
    text = conditions.pop("text")
    return Filter(words=() if text is None else (text,), source=conditions.pop("in_source"), **conditions)

"""Options that belong together reach a command as one value.

Its class is a dataclass with no more methods than it needs: each is compiled whenever mtassay starts, and those of
`frozen`, `eq` and `repr` took 2 ms of the 45 ms of `mtassay --help`.
"""

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def option_group(name: str, kind: type, *options: Callable[[Any], Any]) -> Callable[[F], F]:
    """Add options to a command, which gets them as `name`: a value of the dataclass `kind` with a field for each."""

    def decorate(command: F) -> F:
        @wraps(command)
        def call(*arguments: Any, **given: Any) -> Any:
            group = kind(**{field.name: given.pop(field.name) for field in fields(kind)})
            return command(*arguments, **given, **{name: group})

        decorated: Any = call
        for option in reversed(options):
            decorated = option(decorated)
        return decorated  # type: ignore[no-any-return]

    return decorate

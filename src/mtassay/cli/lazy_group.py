"""A group of commands that are imported when they are called: there are many, and `mtassay score` needs none."""

from collections.abc import Sequence
from importlib import import_module
from keyword import iskeyword
from typing import Any

import click


class LazyGroup(click.Group):
    """Commands of a package, one module each, called `command` there."""

    def __init__(self, *arguments: Any, package: str, names: Sequence[str], **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.package: str = package
        self.names: Sequence[str] = names

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.names:
            return None
        module = cmd_name.replace("-", "_")
        name = f"{module}_command" if iskeyword(module) else module
        command = import_module(f"{self.package}.{name}").command
        assert isinstance(command, click.Command)
        return command

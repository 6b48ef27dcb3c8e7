"""`mtassay db`: the commands around a database of judgments, one file each."""

from importlib import import_module

import click

COMMANDS = (
    "init",
    "project",
    "import",
    "export",
    "items",
    "add-output",
    "estimate",
    "plan",
    "queue",
    "rules",
    "validate",
    "effects",
    "stats",
    "difficult",
    "search",
    "select",
    "merge",
    "delete",
    "history",
    "restore",
    "backup",
    "check",
    "upgrade",
)


class _LazyGroup(click.Group):
    """Commands are imported when they are called: there are many, and `mtassay score` needs none."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        module = import_module(f"mtassay.cli.db.{name}_command" if name == "import" else f"mtassay.cli.db.{name}")
        command = module.command
        assert isinstance(command, click.Command)
        return command


@click.group(
    cls=_LazyGroup,
    epilog="""\b
Examples:
  mtassay db init talks.db --scale 0..10/1
  export MTASSAY_DB=talks.db
  mtassay db import judgments.xml
  mtassay db add-output mysystem mysystem.txt
  mtassay db estimate mysystem
""",
)
def db() -> None:
    """Keep a memory of human judgments, and estimate from it what nobody judged.

    The database is a file of SQLite, or a PostgreSQL server: --db postgresql://USER@HOST/NAME. Nothing in it is ever
    overwritten: see `mtassay db history` and `mtassay db restore`.
    """

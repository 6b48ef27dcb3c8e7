"""`mtassay db`: the commands around a database of judgments, one file each."""

import click

from mtassay.cli.lazy_group import LazyGroup

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


@click.group(
    cls=LazyGroup,
    package=__name__,
    names=COMMANDS,
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

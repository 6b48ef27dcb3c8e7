"""`mtassay db check`: whether the database is sound."""

import sys

import click

from mtassay.cli.db.session import database_options, opened


@click.command("check")
@database_options
def command(location: str, project_name: str | None) -> None:
    """Look for damage: of the file, and of what belongs together. Exit code 8 where there is any."""
    from mtassay.store.contents.consistency import faults

    del project_name  # all projects are looked at
    database = opened(location, read_only=True)
    problems = faults(database)
    database.close()
    for fault in problems:
        click.echo(fault)
    if problems:
        sys.exit(8)
    click.echo(f"{database.shown} is sound.")

"""`mtassay db backup`: a copy of everything, made while others work."""

from pathlib import Path

import click

from mtassay.cli.db.session import database_options, opened

_EXAMPLES = """\b
Examples:
  mtassay db backup talks-2026-11-16.backup
  mtassay db restore --from-backup talks-2026-11-16.backup --db new.db
"""


@click.command("backup", epilog=_EXAMPLES)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@database_options
def command(file: Path, location: str, project_name: str | None) -> None:
    """Copy a whole database, with its history, into a new file of SQLite, also from a PostgreSQL server.

    Others can work meanwhile. A file that exists is never overwritten.
    """
    from mtassay.store.archives.backups import back_up

    if project_name is not None:
        raise click.UsageError("a backup holds all projects; leave --project out, or see: mtassay db export")
    database = opened(location, read_only=True)
    back_up(database, file)
    database.close()
    click.echo(f"{file} holds all of {database.shown}, {file.stat().st_size:,} bytes.")

"""`mtassay db upgrade`: bring a database of an older mtassay up to date."""

from pathlib import Path

import click

from mtassay.cli.db.session import database_options


@click.command("upgrade")
@click.option("--backup", type=click.Path(path_type=Path), metavar="FILE", help="Where the backup goes.")
@database_options
def command(backup: Path | None, location: str, project_name: str | None) -> None:
    """Bring a database up to date. A backup is made first; without it nothing is changed."""
    from mtassay.store.archives.backups import back_up
    from mtassay.store.database import Database
    from mtassay.store.migration import current_step, known_steps, upgrade

    del project_name  # all projects are upgraded
    database = Database(location)
    step = current_step(database)
    name = database.path.name if database.is_sqlite else str(database.url.database)
    # beside the database, and shown as that was named
    folder = Path(location).parent if database.is_sqlite and "://" not in location else database.path.parent
    file = backup or (folder if database.is_sqlite else Path()) / f"{name}.before-{known_steps()[-1]}.backup"
    before, after = upgrade(database, lambda: back_up(database, file))
    database.close()
    if step == after:
        click.echo(f"{database.shown} is up to date (schema {after}).")
    else:
        click.echo(f"{database.shown} was brought from schema {before} to {after}; the backup is {file}.")

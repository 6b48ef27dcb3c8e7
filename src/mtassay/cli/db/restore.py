"""`mtassay db restore`: undo what was done, or bring a backup back."""

from pathlib import Path

import click

from mtassay.cli.db.session import database_options, user_name, who_option, writing

_EXAMPLES = """\b
Examples:
  mtassay db restore 17
  mtassay db restore 12-17
  mtassay db restore --from-backup talks.backup --db talks-again.db
"""


@click.command("restore", epilog=_EXAMPLES)
@click.argument("revisions", metavar="[REVISION...]", nargs=-1)
@click.option(
    "--from-backup", "backup", type=click.Path(path_type=Path), metavar="FILE", help="Bring back a backup instead."
)
@database_options
@who_option
def command(
    revisions: tuple[str, ...], backup: Path | None, location: str, project_name: str | None, who: str | None
) -> None:
    """Undo revisions: deleted things come back, added ones go, but for what was built on since. An undo can be undone.

    With --from-backup, all of a backup goes into a new file or into an empty database of PostgreSQL.
    """
    if (backup is None) == (not revisions):
        raise click.UsageError("name revisions to undo, or --from-backup FILE; see: mtassay db history")
    if backup is not None:
        from mtassay.store.archives.backups import restore_backup
        from mtassay.store.database import Database

        database = Database(location)
        restore_backup(backup, database)
        click.echo(f"{database.shown} holds all of {backup}.")
        return
    from mtassay.store.history.events import history
    from mtassay.store.history.undo import undo

    with writing(location, project_name) as (connection, project):
        known = {event.revision for event in history(connection, project.id)}
        # a range may span revisions of other projects; a number that stands alone is meant
        numbers = [n for text in revisions for n in _range(text) if n in known or "-" not in text]
        done = undo(connection, project.id, numbers, user_name(who))
    for number, undone in zip(sorted(set(numbers), reverse=True), done, strict=True):
        click.echo(f"Revision {number} is undone; to take that back: mtassay db restore {undone}")


def _range(text: str) -> range:
    first, dash, last = text.partition("-")
    try:
        low, high = int(first), int(last if dash else first)
    except ValueError:
        raise click.UsageError(
            f"{text!r} is no revision; write a number such as 17, or a range such as 12-17"
        ) from None
    if not 0 < low <= high <= low + 10_000:
        raise click.UsageError(f"{text!r} is no range of revisions; write the lower number first")
    return range(low, high + 1)

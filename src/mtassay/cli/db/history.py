"""`mtassay db history`: who did what and when."""

import click

from mtassay.cli.db.session import database_options, files_of, reading
from mtassay.cli.options import OutputOptions, output_options

_EXAMPLES = """\b
Examples:
  mtassay db history
  mtassay db history --limit 5 --format json
"""


@click.command("history", epilog=_EXAMPLES)
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only the last ones.")
@database_options
@output_options
def command(limit: int | None, location: str, project_name: str | None, output: OutputOptions) -> None:
    """List what happened to a project, the newest first. Each entry is a revision: figures can be had as of it."""
    from mtassay.reports.results.history import history_document
    from mtassay.store.history.events import history

    destination = output.destination(files_of(location))
    with reading(location, project_name) as (connection, project):
        events = history(connection, project.id, limit=limit)
    destination.write_document(history_document(events))

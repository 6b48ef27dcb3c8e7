"""`mtassay db select`: the targets that conditions choose."""

from typing import Any

import click

from mtassay.cli.db.selecting import filter_of, filter_options
from mtassay.cli.db.session import database_options, files_of, reading
from mtassay.cli.options import OutputOptions, output_options

_EXAMPLES = """\b
Examples:
  mtassay db select --system mysystem --unjudged
  mtassay db select --judge anna --to 3
  mtassay db select --text tomorrow --from 9 --format tsv > good.tsv
"""


@click.command("select", epilog=_EXAMPLES)
@filter_options
@click.option("--limit", type=click.IntRange(1), metavar="N", help="How many at most.")
@database_options
@output_options
def command(limit: int | None, location: str, project_name: str | None, output: OutputOptions, **options: Any) -> None:
    """List translations that meet all conditions, with their numbers, for `mtassay db delete`."""
    from mtassay.reports.results.targets import targets_document
    from mtassay.store.lists.filters import select_targets

    destination = output.destination(files_of(location))
    with reading(location, project_name) as (connection, project):
        matches = select_targets(connection, project, filter_of(options), limit)
    destination.write_document(targets_document(matches))

"""`mtassay db select`: the targets that conditions choose."""

from typing import Any

import click

from mtassay.cli.db.selecting import listing_of, selection_of, selection_options
from mtassay.cli.db.session import database_options, format_option, print_listings, reading

_EXAMPLES = """\b
Examples:
  mtassay db select --system mysystem --unjudged
  mtassay db select --judge anna --to 3
  mtassay db select --text tomorrow --from 9 --format tsv > good.tsv
"""


@click.command("select", epilog=_EXAMPLES)
@selection_options
@click.option("--limit", type=click.IntRange(1), metavar="N", help="How many at most.")
@database_options
@format_option
def command(limit: int | None, location: str, project_name: str | None, format_: str, **options: Any) -> None:
    """List translations that meet all conditions, with their numbers, for `mtassay db delete`."""
    from mtassay.store.lists.selections import select_targets

    with reading(location, project_name) as (connection, project):
        found = select_targets(connection, project, selection_of(options), limit)
    print_listings([listing_of(found)], format_)

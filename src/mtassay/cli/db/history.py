"""`mtassay db history`: who did what and when."""

import click

from mtassay.cli.db.session import database_options, format_option, print_listings, reading

_EXAMPLES = """\b
Examples:
  mtassay db history
  mtassay db history --limit 5 --format json
"""


@click.command("history", epilog=_EXAMPLES)
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only the last ones.")
@database_options
@format_option
def command(limit: int | None, location: str, project_name: str | None, format_: str) -> None:
    """List what happened to a project, the newest first. Each entry is a revision: figures can be had as of it."""
    from mtassay.reports.formats.listing import Listing
    from mtassay.store.history.events import history

    with reading(location, project_name) as (connection, project):
        events = history(connection, project.id, limit=limit)
    rows = tuple(
        (
            event.revision,
            event.at,
            event.who,
            event.kind,
            ", ".join(f"{name} {value}" for name, value in event.summary.items() if value not in ("", None)),
            "" if event.undone_by is None else f"undone by {event.undone_by}",
        )
        for event in events
    )
    heads = ("revision", "at", "who", "kind", "what", "state")
    print_listings([Listing(heads, rows, frozenset({"who", "kind", "what", "state"}))], format_)

"""`mtassay db search`: where words occur."""

import click

from mtassay.cli.db.selecting import listing_of
from mtassay.cli.db.session import count, database_options, format_option, print_listings, reading


@click.command("search", epilog="\b\nExamples:\n  mtassay db search tomorrow\n  mtassay db search 'danke' --format tsv")
@click.argument("words")
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, metavar="N", help="How many at most.")
@database_options
@format_option
def command(words: str, limit: int, location: str, project_name: str | None, format_: str) -> None:
    """Find sources and translations that contain WORDS, whatever their case, with their scores."""
    from mtassay.store.lists.selections import Selection, select_targets

    with reading(location, project_name) as (connection, project):
        found = select_targets(connection, project, Selection(text=words), limit + 1)
    print_listings([listing_of(found[:limit])], format_)
    if len(found) > limit:
        click.echo(f"There are more than {count(limit, 'translation')}; see --limit.", err=True)

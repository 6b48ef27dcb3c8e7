"""`mtassay db search`: where words occur."""

import click

from mtassay.cli.db.session import count, database_options, files_of, reading
from mtassay.cli.options import OutputOptions, output_options


@click.command("search", epilog="\b\nExamples:\n  mtassay db search tomorrow\n  mtassay db search 'danke' --format tsv")
@click.argument("words")
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, metavar="N", help="How many at most.")
@database_options
@output_options
def command(words: str, limit: int, location: str, project_name: str | None, output: OutputOptions) -> None:
    """Find sources and translations that contain WORDS, in whatever case and Unicode form, with their scores."""
    from mtassay.human.filters import Filter
    from mtassay.reports.results.targets import targets_document
    from mtassay.store.lists.filters import select_targets

    destination = output.destination(files_of(location))
    with reading(location, project_name) as (connection, project):
        matches = select_targets(connection, project, Filter(words=(words,)), limit + 1)
    destination.write_document(targets_document(matches[:limit]))
    if len(matches) > limit:
        click.echo(f"There are more than {count(limit, 'translation')}; see --limit.", err=True)

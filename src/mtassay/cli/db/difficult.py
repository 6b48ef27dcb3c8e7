"""`mtassay db difficult`: the sources that are translated worst."""

import click

from mtassay.cli.db.session import check_revision, count, database_options, files_of, reading, revision_option
from mtassay.cli.options import OutputOptions, output_options

_EXAMPLES = """\b
Examples:
  mtassay db difficult
  mtassay db difficult --by items --least 3 --limit 50 --format tsv
"""


@click.command("difficult", epilog=_EXAMPLES)
@click.option(
    "--by",
    type=click.Choice(["score", "items"]),
    default="score",
    show_default=True,
    help="Hard is what has a low mean score, or a low share of information items that are ok.",
)
@click.option(
    "--least", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="Judged translations it needs."
)
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, metavar="N", help="How many at most.")
@database_options
@revision_option
@output_options
def command(
    by: str,
    least: int,
    limit: int,
    location: str,
    project_name: str | None,
    revision: int | None,
    output: OutputOptions,
) -> None:
    """List the sources whose translations fare worst, the hardest first."""
    from mtassay.human.items import rank_difficult
    from mtassay.reports.results.memory.difficult import difficult_document
    from mtassay.store.memory.stored_memory import load_memory

    destination = output.destination(files_of(location))
    with reading(location, project_name) as (connection, project):
        check_revision(connection, project, revision)
        stored = load_memory(connection, project, revision)
    ranked = rank_difficult(stored.memory, by, least)
    destination.write_document(difficult_document(ranked[:limit], stored.source_ids.tolist(), by, least))
    if len(ranked) > limit:
        click.echo(f"There are {count(len(ranked), 'source')}; see --limit.", err=True)

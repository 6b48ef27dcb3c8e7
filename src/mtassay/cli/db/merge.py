"""`mtassay db merge`: two databases become one."""

import click

from mtassay.cli.db.session import count, database_options, reading, shown_range, user_name, who_option, writing

_EXAMPLES = """\b
Examples:
  mtassay db merge other.db
  mtassay db merge other.db --from-project legal
"""


@click.command("merge", epilog=_EXAMPLES)
@click.argument("other", metavar="OTHER")
@click.option("--from-project", "other_project", metavar="NAME", help="Which project of the other database.")
@database_options
@who_option
def command(other: str, other_project: str | None, location: str, project_name: str | None, who: str | None) -> None:
    """Add all that another database holds at present: sources, translations, judgments and items.

    What both have is not doubled. The other database stays as it is, and keeps its own history and its judging queues.
    """
    from mtassay.store.contents.merging import merge
    from mtassay.store.judging.queues import open_queues

    with (
        reading(other, other_project) as (other_connection, there),
        writing(location, project_name) as (connection, project),
    ):
        added = merge(connection, project, other_connection, there, user_name(who), there.name)
        queues = open_queues(other_connection, there)
    click.echo(
        f"Added {count(added.sources, 'source')}, {count(added.targets, 'translation')}, "
        f"{count(added.judgments, 'judgment')}; "
        + (f"brought back {count(added.returned_judgments, 'judgment')}; " if added.returned_judgments else "")
        + f"{count(added.known_judgments, 'judgment')} were here already."
    )
    for doubt in added.doubts:
        click.echo(f"{doubt}.")
    if queues:
        names = ", ".join(dict.fromkeys(queue.system for queue in queues))
        click.echo(f"Open queues stay where they were drawn: {names}. Finish them there, then merge again.")
    if added.revisions:
        click.echo(f"To undo it: mtassay db restore {shown_range(added.revisions)}")

"""`mtassay campaign import`: answers that people gave in another tool, as a campaign of a project."""

import click

from mtassay.cli.db.session import database_options, who_option
from mtassay.cli.options import NamedTexts, text_options

_EXAMPLES = """\b
Examples:
  mtassay campaign import talks errors.tsv --format marot
  mtassay campaign import talks scores.csv --format appraise:texts=batches.json
  mtassay campaign import ranks pairs.csv base=base.txt new=new.txt -s source.txt --format wmt-rank
"""


@click.command("import", epilog=_EXAMPLES)
@click.argument("name")
@click.argument("file", metavar="FILE")
@click.argument("systems", metavar="[SYSTEM...]", nargs=-1)
@click.option(
    "-f",
    "--format",
    "format_",
    metavar="SPEC",
    required=True,
    help="Whose file it is: marot, appraise, pearmut, label-studio or wmt-rank, with settings; exported is our own.",
)
@text_options
@who_option
@database_options
def command(
    name: str,
    file: str,
    systems: tuple[str, ...],
    format_: str,
    texts: NamedTexts,
    who: str | None,
    location: str,
    project_name: str | None,
) -> None:
    """Make the campaign NAME of the answers in FILE; it is closed, and has a seat for each judge.

    The outputs that were judged are added to a project, which is made where there is none. Files of rankings hold no
    texts: name them as for `campaign new`. All of a file is stored, or nothing.
    """
    from mtassay.campaigns.importing import import_campaign, with_texts
    from mtassay.cli.arguments.text_arguments import TextArguments
    from mtassay.cli.db.session import user_name, writing
    from mtassay.corpus.packed import read_bytes, show_path
    from mtassay.human.answer_files.base import ANSWER_FILES
    from mtassay.store.contents.projects import add_project
    from mtassay.store.database import Database
    from mtassay.store.migration import create_where_new

    reader = ANSWER_FILES.create(format_)
    answers = reader.read(read_bytes(file), show_path(file))
    answers = with_texts(answers, TextArguments.of(systems, texts).read() if systems else None)
    by = user_name(who)
    database = Database(location)
    try:
        if create_where_new(database):
            with database.writing() as connection:
                add_project(connection, project_name or name, by)
            click.echo(f"Made the database {database.shown} with the project {project_name or name}.", err=True)
    finally:
        database.close()
    with writing(location, project_name) as (connection, project):
        campaign = import_campaign(connection, project, name, answers, by, reader.name)
    count, judges = len(answers.answers), len({answer.judge for answer in answers.answers})
    asked = ", ".join(protocol.name for protocol in campaign.protocols)
    told = f"{count:,} answer{'s' * (count != 1)} of {judges} judge{'s' * (judges != 1)}"
    click.echo(f"{campaign.name}: {told} by {asked}.", err=True)

"""`mtassay campaign new`: a campaign on the outputs of some systems, and a link for each judge."""

from shlex import quote
from typing import TextIO

import click

from mtassay.cli.arguments.comparing import LABELS
from mtassay.cli.campaign.designing import Designing, design_options
from mtassay.cli.campaign.links import ADDRESS, address_of, print_address, print_links
from mtassay.cli.db.session import database_options, who_option
from mtassay.cli.options import NamedTexts, text_options

_EXAMPLES = """\b
Examples:
  mtassay campaign new talks -s source.txt base.txt new.txt --seats 4
  mtassay campaign new talks -s source.txt *.de.txt --judge anna --judge ben --seats 4 --guidelines rules.md
  mtassay campaign new scores -s source.txt base.txt new.txt --protocol sser
  mtassay campaign new strangers -s source.txt *.de.txt -r reference.txt --crowd
  mtassay campaign new readers -s source.txt *.de.txt --labels meta.tsv --protocol comprehension --questions asked.tsv
  mtassay campaign new pairs -s source.txt *.de.txt --protocol pairwise --segments 200 --labels meta.tsv --draft
"""


@click.command("new", epilog=_EXAMPLES)
@click.argument("name")
@click.argument("systems", metavar="SYSTEM...", nargs=-1, required=True)
@text_options
@LABELS
@design_options
@click.option("--judge", "judges", metavar="NAME", multiple=True, help="Who has the first seats; may be repeated.")
@click.option(
    "--guidelines",
    type=click.File(encoding="utf-8"),
    metavar="FILE",
    help="What judges read before they start, as Markdown.",
)
@click.option(
    "--training",
    metavar="FILE",
    help="Up to 10 outputs that each judge answers first and is told about at once: a table with the columns source, "
    "output, low, high, and if wanted reference, note, and errors: words that are to be marked, between |.",
)
@click.option("--draft", is_flag=True, help="Do not start it, and make no links yet.")
@ADDRESS
@who_option
@database_options
def command(
    name: str,
    systems: tuple[str, ...],
    texts: NamedTexts,
    labels: tuple[str, ...],
    designing: Designing,
    judges: tuple[str, ...],
    guidelines: TextIO | None,
    training: str | None,
    draft: bool,
    public_url: str | None,
    who: str | None,
    location: str,
    project_name: str | None,
) -> None:
    """Make the campaign NAME on the outputs of some systems, start it, and print a link for each judge.

    With --crowd it prints one address for all.

    The outputs are kept in a project of a database, which is made where there is none. What is asked is frozen: files
    may change later. `mtassay campaign plan` says beforehand what will be asked. Each link is shown this once.
    """
    import gc

    from mtassay.campaigns.controls.training import check_training, read_training
    from mtassay.campaigns.start import begin_campaign, check_campaign
    from mtassay.cli.arguments.text_arguments import TextArguments
    from mtassay.cli.db.session import user_name, writing
    from mtassay.reports.results.campaigns import sentence_of_plan
    from mtassay.store.campaigns.campaigns import CampaignState, campaign_of, set_state
    from mtassay.store.campaigns.crowd_addresses import make_crowd_address
    from mtassay.store.campaigns.links import make_links
    from mtassay.store.contents.projects import add_project
    from mtassay.store.database import Database
    from mtassay.store.migration import create_where_new

    # all that is made stays until the end, and looking through it again and again takes a quarter of the time
    gc.disable()
    origin = address_of(location, public_url)
    evalset = TextArguments.of(systems, texts).read(labels=labels)
    plan, known = designing.plan(evalset, location, project_name, needs_database=True)
    check_campaign(evalset, plan, judges)
    trained = () if training is None else read_training(training)
    check_training(trained, plan.protocols)
    rules = guidelines.read() if guidelines is not None else ""
    by = user_name(who)
    database = Database(location)
    try:
        if create_where_new(database):
            with database.writing() as connection:
                add_project(
                    connection,
                    project_name or name,
                    by,
                    source_language=plan.design.source_language,
                    target_language=evalset.target_language or "",
                )
            click.echo(f"Made the database {database.shown} with the project {project_name or name}.", err=True)
    finally:
        database.close()
    with writing(location, project_name) as (connection, project):
        campaign = begin_campaign(
            connection,
            project,
            name,
            evalset,
            plan,
            by,
            judges=judges,
            guidelines=rules,
            known=known,
            training=trained,
        )
        links, token = None, None
        if not draft:
            set_state(connection, campaign, CampaignState.RUNNING, by)
            running = campaign_of(connection, campaign.id)
            if running.is_crowd:
                token = make_crowd_address(connection, running, by)
            else:
                links = make_links(connection, running, None, by)
    click.echo(sentence_of_plan(plan), err=True)
    if token is not None:
        print_address(token, origin)
    elif links is None:
        click.echo(f"{campaign.name} is a draft. To start it: mtassay campaign links {quote(campaign.name)}", err=True)
    else:
        print_links(links, origin)

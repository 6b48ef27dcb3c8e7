"""`mtassay campaign plan`: what a campaign would ask, how long it would take, and what it would show."""

import click

from mtassay.cli.arguments.comparing import LABELS
from mtassay.cli.campaign.designing import Designing, design_options
from mtassay.cli.db.session import database_options, files_of
from mtassay.cli.options import NamedTexts, OutputOptions, output_options, text_options

_EXAMPLES = """\b
Examples:
  mtassay campaign plan -s source.txt base.txt new.txt --seats 4
  mtassay campaign plan -s source.txt *.de.txt --labels meta.tsv --context document --seats 12 --segments 200
  mtassay campaign plan -s source.txt base.txt new.txt --protocol sser --db mtassay.db
  mtassay campaign plan *.de.txt --protocol fluency --expertise target --seats 6
  mtassay campaign plan -s source.txt -r reference.txt *.de.txt --protocol ranking:against=both --seats 10
"""


@click.command("plan", epilog=_EXAMPLES)
@click.argument("systems", metavar="SYSTEM...", nargs=-1, required=True)
@text_options
@LABELS
@design_options
@database_options
@output_options
def command(
    systems: tuple[str, ...],
    texts: NamedTexts,
    labels: tuple[str, ...],
    designing: Designing,
    location: str,
    project_name: str | None,
    output: OutputOptions,
) -> None:
    """Say what a campaign on the outputs of some systems would ask, before anybody is asked.

    What is written by several systems is asked once. The result says how many answers that takes, how long each judge
    needs, and which difference between two systems will show. Nothing is stored. What is known in a project is taken
    from its database, if there is one, where it is to be reused.
    """
    from mtassay.cli.arguments.text_arguments import TextArguments
    from mtassay.reports.results.campaigns import plan_document

    destination = output.destination([*systems, *texts.files, *labels, *files_of(location)])
    evalset = TextArguments.of(systems, texts).read(labels=labels)
    plan, _ = designing.plan(evalset, location, project_name, needs_database=project_name is not None)
    destination.write_document(plan_document(plan))

"""`mtassay campaign results`: what the answers of a campaign show."""

import click

from mtassay.cli.arguments.answer_choice import AnswerOptions, answer_options
from mtassay.cli.db.session import database_options, files_of, reading
from mtassay.cli.options import OutputOptions, output_options

_EXAMPLES = """\b
Examples:
  mtassay campaign results talks
  mtassay campaign results talks -o results.xlsx
  mtassay campaign results talks --judge "seat 2" --table differences -f csv
  mtassay campaign results talks --metric chrf --table metric
"""


@click.command("results", epilog=_EXAMPLES)
@click.argument("name")
@click.option("--protocol", metavar="NAME", help="Answers by this protocol [default: the campaign's first].")
@click.option("--names", is_flag=True, help="With the names of judges, called by their seats else, and their comments.")
@click.option("--with-excluded", is_flag=True, help="With the answers of seats that were excluded.")
@click.option("--metric", metavar="SPEC", help="Also the outputs on which people and this metric disagree most.")
@answer_options
@database_options
@output_options
def command(
    name: str,
    protocol: str | None,
    names: bool,
    with_excluded: bool,
    metric: str | None,
    chosen: AnswerOptions,
    location: str,
    project_name: str | None,
    output: OutputOptions,
) -> None:
    """Say what the answers of the campaign NAME show so far: systems in order, differences, agreement, judges.

    Intervals hold for other judges and other segments. Excluded seats are left out and counted. Where judges marked
    errors, their kinds stand side by side for every system; where judges disagree most, the texts are shown. A metric
    needs the references that the campaign was made with, or translations of the project that were judged perfect.
    """
    from mtassay.campaigns.campaign_answers import answers_of_campaign, chosen_protocol
    from mtassay.reports.results.campaigns import results_facts
    from mtassay.reports.results.people.beside_metric import BesideMetric
    from mtassay.store.campaigns.all_answers import all_answers
    from mtassay.store.campaigns.campaigns import find_campaign
    from mtassay.store.campaigns.progress import seat_progress
    from mtassay.store.contents.references import perfect_translations
    from mtassay.store.memory.stored_memory import load_memory

    destination = output.destination(files_of(location))
    with reading(location, project_name) as (connection, project):
        campaign = find_campaign(connection, project, name)
        asked = chosen_protocol(campaign, protocol)
        numbers = list(all_answers(connection, campaign, with_controls=True))
        seats = seat_progress(connection, campaign)
        beside = None
        if metric is not None:
            references = perfect_translations(load_memory(connection, project).memory)
            beside = BesideMetric(metric=metric, references=references, target_language=project.target_language or None)
    answers = answers_of_campaign(numbers, asked, has_names=names, has_comments=names, with_excluded=with_excluded)
    destination.write_document(chosen.document_of(answers, results_facts(campaign, asked, seats), beside))

"""`mtassay campaign export`: all answers of a campaign."""

import click

from mtassay.cli.db.session import database_options, files_of, reading
from mtassay.cli.options import OutputOptions, answer_options

_EXAMPLES = """\b
Examples:
  mtassay campaign export talks -o answers.jsonl
  mtassay campaign export talks -o answers.tsv
  mtassay campaign export talks -f jsonl --names
  mtassay campaign export talks -f marot -o errors.tsv
  mtassay campaign export talks -f mtme -o talks.seg.score
"""


@click.command("export", epilog=_EXAMPLES)
@click.argument("name")
@click.option("--names", is_flag=True, help="With the names of judges and their comments, which are left out else.")
@click.option("--controls", is_flag=True, help="Also what only checks judges, with its kind in a column.")
@database_options
@answer_options
def command(
    name: str, names: bool, controls: bool, location: str, project_name: str | None, output: OutputOptions
) -> None:
    """Write the answers of the campaign NAME: one line for each number that an answer gives an output of a system.

    An output that several systems wrote has a line for each. Answers that were corrected or undone are left out.
    What was known before the campaign, so that nobody was asked, is marked as reused and has no seat. marot, appraise,
    wmt-da, wmt-rank and mtme are the files of other tools; they leave out judges who were excluded.
    """
    from mtassay.human.answer_files.base import ANSWER_FILES
    from mtassay.reports.results.campaigns import answers_document
    from mtassay.store.campaigns.all_answers import all_answers, answer_set
    from mtassay.store.campaigns.campaigns import find_campaign

    destination = output.destination(files_of(location), default="jsonl")
    with reading(location, project_name) as (connection, project):
        campaign = find_campaign(connection, project, name)
        if destination.format in ANSWER_FILES:
            given = answer_set(connection, campaign, has_names=names)
            content = ANSWER_FILES.create(destination.format).write(given, destination.path or "")
            destination.write(content)
            return
        answers = list(all_answers(connection, campaign, with_controls=controls))
    destination.write_document(answers_document(campaign, answers, has_names=names))

"""`mtassay campaign grade`: what answers of readers are worth that no table of questions foresaw."""

import click

from mtassay.cli.db.session import count, database_options, files_of, reading, who_option
from mtassay.cli.options import OutputOptions, output_options

_EXAMPLES = """\b
Examples:
  mtassay campaign grade readers
  mtassay campaign grade readers -o waiting.tsv
  mtassay campaign grade readers --from waiting.tsv
"""


@click.command("grade", epilog=_EXAMPLES)
@click.argument("name")
@click.option("--all", "with_graded", is_flag=True, help="Also the answers that have a grade, to look them over.")
@click.option(
    "--from",
    "path",
    metavar="FILE",
    help="Take grades from a table that this command wrote: right, half or wrong in the column grade, or 1, 0.5, 0; "
    "rows without one stay as they are.",
)
@who_option
@database_options
@output_options
def command(
    name: str,
    with_graded: bool,
    path: str | None,
    who: str | None,
    location: str,
    project_name: str | None,
    output: OutputOptions,
) -> None:
    """List the answers to questions of the campaign NAME that wait for a grade, or take grades from a file.

    One grade serves all that gave the same answer, whatever its case, blanks and outer punctuation, and those who give
    it later. Whose translation they read is not told. All grades of a file are one step, which the history can undo.
    """
    from mtassay.campaigns.reading_tests import read_grades
    from mtassay.cli.db.session import user_name, writing
    from mtassay.reports.results.campaigns import grades_document
    from mtassay.store.campaigns.campaigns import find_campaign
    from mtassay.store.campaigns.grades import given_answers, grade_answers

    if path is not None:
        grades = read_grades(path)
        with writing(location, project_name) as (connection, project):
            campaign = find_campaign(connection, project, name)
            given_answers(connection, campaign)  # refuses a campaign that asks no questions
            new = grade_answers(connection, campaign, grades, user_name(who))
            left = sum(given.grade is None for given in given_answers(connection, campaign))
        click.echo(f"{count(new, 'new grade')}; {count(left, 'answer')} still without one.")
        return
    destination = output.destination(files_of(location))
    with reading(location, project_name) as (connection, project):
        campaign = find_campaign(connection, project, name)
        given = given_answers(connection, campaign)
    shown = [each for each in given if with_graded or each.grade is None]
    destination.write_document(grades_document(campaign, shown, len(given)))

"""`mtassay human`: what people's judgments in files say of systems."""

import click

from mtassay.cli.arguments.answer_choice import AnswerOptions, answer_options
from mtassay.cli.options import OutputOptions, be_quiet, output_options

_EPILOG = """\b
Examples:
  mtassay human judgments.tsv
  mtassay human da.tsv --as wmt-da -o results.xlsx
  mtassay human rankings.csv --by expected-wins
  mtassay human rankings.csv --as wmt
  mtassay human answers.jsonl --protocol fluency
  mtassay human mqm.tsv --without-judge rater2 --table differences -f csv
  mtassay human ratings.xlsx:judge=Who,score=Points,system=Engine --length 20..
"""


@click.command(epilog=_EPILOG)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--file-format", metavar="SPEC", help="Format of the files [default: by their names and content].")
@click.option("--protocol", metavar="NAME", help="Answers by this one, of a campaign that asked by several.")
@click.option("--names", is_flag=True, help="With the names of judges, who are called by numbers else.")
@answer_options
@output_options
@click.option("-q", "--quiet", is_flag=True, help="No notes.")
@click.option("--color/--no-color", default=None, help="Bold for what stands out [default: on a terminal].")
def human(
    files: tuple[str, ...],
    file_format: str | None,
    protocol: str | None,
    names: bool,
    chosen: AnswerOptions,
    output: OutputOptions,
    quiet: bool,
    color: bool | None,
) -> None:
    """Say what people's judgments show: systems in order, differences with intervals, agreement, judges.

    FILE holds scores or rankings in any format that mtassay reads: tables of judgments, direct assessment, marked
    errors (MQM, ESA), rankings of WMT 2013 to 2016, answers of campaigns, and what Appraise, Marot, Pearmut and Label
    Studio write. Intervals hold for other judges and other segments. Judges are called judge 1, judge 2, … in order of
    first mention.
    """
    from mtassay.human.answers.answer_files import read_answers

    destination = output.destination(files)
    be_quiet(quiet)
    answers = read_answers(files, file_format, protocol=protocol)
    if not names:
        called = answers.pseudonyms
        answers, chosen = answers.calling(called), chosen.calling(called)
    destination.write_document(chosen.document_of(answers), color=color)

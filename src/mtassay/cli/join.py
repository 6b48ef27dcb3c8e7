"""`mtassay join`: the scores of several runs in one table."""

import click

from mtassay.cli.options import OutputOptions, output_options

_EXAMPLES = """\b
Examples:
  mtassay score -r reference.txt monday.txt --format json > monday.json
  mtassay score -r reference.txt friday.txt --format json > friday.json
  mtassay join monday.json friday.json
"""


@click.command(epilog=_EXAMPLES)
@click.argument("results", metavar="RESULT.json...", nargs=-1, required=True)
@click.option("--across-languages", is_flag=True, help="Let target languages differ, and so test sets too.")
@output_options
@click.option("-w", "--width", "digits", type=click.IntRange(0, 15), help="Digits after the point.")
@click.option("--color/--no-color", default=None, help="Bold for the best score [default: on a terminal].")
def join(
    results: tuple[str, ...],
    across_languages: bool,
    output: OutputOptions,
    digits: int | None,
    color: bool | None,
) -> None:
    """Put what `mtassay score --format json` wrote of several runs into one table.

    Refused, with the reason, where scores cannot be compared: other test sets, metrics, settings or languages.
    """
    from mtassay.errors import InputError
    from mtassay.evaluation.join import join as join_evaluations
    from mtassay.reports.results.evaluation import evaluation_document
    from mtassay.reports.results.saved_evaluation import read_evaluation

    destination = output.destination(results)
    for path in results:
        if results.count(path) > 1:
            raise InputError(f"{path}: named twice; name each result once")
    joined = join_evaluations({path: read_evaluation(path) for path in results}, across_languages=across_languages)
    destination.write_document(evaluation_document(joined), digits, color=color)

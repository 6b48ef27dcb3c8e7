"""`mtassay explain`: how the score of one segment comes about."""

import click

from mtassay.cli.options import OutputOptions, be_quiet, picture_options

_EXAMPLES = """\b
Examples:
  mtassay explain "the cat sat on a mat" "the cat sat on the mat"
  mtassay explain -m ter -m wer "Hanako visited Taro" "Taro visited Hanako"
  mtassay explain -f json "the cat sat" "the cat sat down" "a cat was sitting"
  mtassay explain -f svg "the cat sat on a mat" "the cat sat on the mat" > explanation.svg
"""


@click.command(epilog=_EXAMPLES)
@click.argument("hypothesis")
@click.argument("references", metavar="REFERENCE...", nargs=-1, required=True)
@click.option(
    "-m",
    "--metric",
    "metrics",
    metavar="SPEC",
    multiple=True,
    default=("bleu",),
    show_default="bleu",
    help="Metric, with settings; may be repeated. See: mtassay metrics",
)
@click.option("-l", "--target-language", metavar="CODE", help="Language of the texts, such as ja.")
@picture_options
@click.option("-q", "--quiet", is_flag=True, help="No notes.")
@click.option("--color/--no-color", default=None, help="Bold for what matches [default: on a terminal].")
def explain(
    hypothesis: str,
    references: tuple[str, ...],
    metrics: tuple[str, ...],
    target_language: str | None,
    output: OutputOptions,
    quiet: bool,
    color: bool | None,
) -> None:
    """Show how the score of one segment comes about, as a good lecture would.

    HYPOTHESIS is the output of a system, REFERENCE a correct translation: texts, in quotes, not files.
    """
    from mtassay.evaluation.explain import explain as explain_segment
    from mtassay.reports.results.explanation import explanation_document

    destination = output.destination()
    be_quiet(quiet)
    explanations = explain_segment(hypothesis, references, metrics, target_language)
    destination.write_document(explanation_document(explanations), color=color)

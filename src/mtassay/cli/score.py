"""`mtassay score`: score systems against references."""

from typing import TYPE_CHECKING

import click

from mtassay.reports.formats import FORMATS

if TYPE_CHECKING:
    from mtassay.evaluation.score import Evaluation

_EXAMPLES = """\b
Examples:
  mtassay score -r reference.txt system.txt
  mtassay score -r ref-a.txt -r ref-b.txt baseline.txt new.txt -m bleu -m chrf:word_order=2
  mtassay score -r reference.txt.gz online=outputs/a.txt -m bleu:tokenize=zh --format json
  translate < source.txt | mtassay score -r reference.txt - -m bleu -b
"""


@click.command(epilog=_EXAMPLES)
@click.argument("systems", metavar="SYSTEM...", nargs=-1, required=True)
@click.option(
    "-r", "--reference", "references", metavar="FILE", multiple=True, required=True, help="Reference; may be repeated."
)
@click.option("-s", "--source", metavar="FILE", help="Source text.")
@click.option(
    "-m",
    "--metric",
    "metrics",
    metavar="SPEC",
    multiple=True,
    default=("bleu", "chrf"),
    show_default="bleu and chrf",
    help="Metric, with settings: bleu, chrf:word_order=2; may be repeated. See: mtassay metrics",
)
@click.option(
    "-f",
    "--format",
    "format_",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="Form of the table.",
)
@click.option(
    "-w", "--width", "digits", type=click.IntRange(0, 15), help="Digits after the point [text: 2, json: all]."
)
@click.option("-b", "--score-only", is_flag=True, help="Print the scores and nothing else, a line for each system.")
@click.option("--segments", metavar="FILE", help="Also write the score of every segment to a TSV file.")
@click.option("--cite", is_flag=True, help="Also print the papers to cite.")
@click.option("-q", "--quiet", is_flag=True, help="No notes and no progress bar.")
@click.option("--color/--no-color", default=None, help="Bold for the best score [default: on a terminal].")
@click.option("--threads", type=click.IntRange(0), metavar="N", help="Worker threads [default: one per core].")
def score(
    systems: tuple[str, ...],
    references: tuple[str, ...],
    source: str | None,
    metrics: tuple[str, ...],
    format_: str,
    digits: int | None,
    score_only: bool,
    segments: str | None,
    cite: bool,
    quiet: bool,
    color: bool | None,
    threads: int | None,
) -> None:
    """Score the output of systems against references.

    SYSTEM is a file with one segment a line, or NAME=FILE. Files may be gzipped; - is standard input.
    """
    import dataclasses
    import os
    import sys
    import warnings

    from mtassay.cli.progress import progress_bar
    from mtassay.corpus.files import name_systems, read_evalset
    from mtassay.errors import MtassayWarning
    from mtassay.evaluation.run import evaluate
    from mtassay.metrics.base import metric
    from mtassay.reports.formats import render

    if quiet:
        warnings.simplefilter("ignore", MtassayWarning)
    chosen = [metric(spec) for spec in metrics]
    if threads is not None:
        chosen = [dataclasses.replace(one, threads=threads) for one in chosen]
    if segments:
        for advice in dict.fromkeys(one.segment_advice for one in chosen if one.segment_advice):
            warnings.warn(advice, MtassayWarning, stacklevel=1)
    evalset = read_evalset(references, name_systems(systems), source)
    with progress_bar(len(evalset) * len(evalset.systems) * len(chosen), "Scoring", quiet=quiet) as progress:
        evaluation = evaluate(evalset, chosen, progress)

    if segments:
        _write_segments(evaluation, segments, digits)
    if score_only:
        places = 2 if digits is None else digits
        for scores in evaluation.systems.values():
            click.echo("\t".join(f"{one.value:.{places}f}" for one in scores))
        return
    if color is None:
        color = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    click.echo(render(evaluation, format_, digits, color=color), nl=False, color=color)
    if cite:
        click.echo("\nCite:")
        for one in dict.fromkeys(chosen):
            click.echo(f"  {one.label}: {one.paper}")


def _write_segments(evaluation: "Evaluation", path: str, digits: int | None) -> None:
    from mtassay.cli.output import write_whole
    from mtassay.reports.tsv import segment_lines

    if path == "-":
        for line in segment_lines(evaluation, digits):
            click.echo(line, nl=False)
    else:
        write_whole(path, segment_lines(evaluation, digits))

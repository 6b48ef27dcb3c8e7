"""`mtassay score`: score systems against references."""

import click

from mtassay.reports.formats import FORMATS

_EXAMPLES = """\b
Examples:
  mtassay score -r reference.txt system.txt
  mtassay score -r ref-a.txt -r ref-b.txt baseline.txt new.txt -m bleu -m chrf:word_order=2
  mtassay score -r reference.txt.gz online=outputs/a.txt -m bleu:tokenize=intl --format json
  mtassay score -r reference.zh.txt -l zh system.txt
  translate < source.txt | mtassay score -r reference.txt - -m bleu -b
"""


@click.command(epilog=_EXAMPLES)
@click.argument("systems", metavar="SYSTEM...", nargs=-1, required=True)
@click.option(
    "-r",
    "--reference",
    "references",
    metavar="FILE",
    multiple=True,
    help="Reference, which most metrics need; may be repeated.",
)
@click.option("-s", "--source", metavar="FILE", help="Source text.")
@click.option(
    "-l",
    "--target-language",
    metavar="CODE",
    help="Language of references and systems, such as de or zh-CN; BLEU chooses its tokenizer by it.",
)
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
    "-w",
    "--width",
    "digits",
    type=click.IntRange(0, 15),
    help="Digits after the point [default: the metric's, mostly 2; json, tsv and --segments: all].",
)
@click.option("-b", "--score-only", is_flag=True, help="Print the scores and nothing else, a line for each system.")
@click.option(
    "--segments",
    metavar="FILE",
    help="Also write the score of every segment to a TSV file; - prints them instead of the table.",
)
@click.option("--cite", is_flag=True, help="Also print the papers to cite, below the text table.")
@click.option("-q", "--quiet", is_flag=True, help="No notes and no progress bar.")
@click.option("--color/--no-color", default=None, help="Bold for the best score [default: on a terminal].")
@click.option("--threads", type=click.IntRange(0, 1024), metavar="N", help="Worker threads [default: one per core].")
def score(
    systems: tuple[str, ...],
    references: tuple[str, ...],
    source: str | None,
    target_language: str | None,
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
    import os
    import sys
    import warnings

    from mtassay.cli.output import STANDARD_OUTPUT, check_writable, print_result, write_whole
    from mtassay.cli.progress import progress_bar
    from mtassay.corpus.files import name_systems, read_evalset
    from mtassay.errors import MtassayWarning
    from mtassay.evaluation.run import evaluate
    from mtassay.metrics.base import METRICS
    from mtassay.reports.formats import render
    from mtassay.reports.tsv import segment_lines

    only_segments = segments in STANDARD_OUTPUT
    forms = {"--segments -": only_segments, "-b": score_only, f"--format {format_}": format_ != "text", "--cite": cite}
    _refuse_conflicts([option for option, is_given in forms.items() if is_given])
    if segments is not None and not only_segments:
        check_writable(segments)
    if quiet:
        warnings.simplefilter("ignore", MtassayWarning)
    runtime = {} if threads is None else {"threads": str(threads)}
    chosen = [METRICS.create(spec, **runtime) for spec in metrics]
    for need, option, is_given in (("references", "-r", references), ("sources", "-s", source)):
        needy = [one.name for one in chosen if need in one.needs and not is_given]
        if needy:
            raise click.UsageError(
                f"{needy[0]} needs {need}; give them with {option} FILE", click.get_current_context()
            )
    if segments is not None:
        for advice in dict.fromkeys(one.segment_advice for one in chosen if one.segment_advice):
            warnings.warn(advice, MtassayWarning, stacklevel=1)
    evalset = read_evalset(references, name_systems(systems), source, target_language)
    with progress_bar(len(evalset) * len(evalset.systems) * len(chosen), "Scoring", quiet=quiet) as progress:
        evaluation = evaluate(evalset, chosen, progress)

    if only_segments:
        print_result("".join(segment_lines(evaluation, digits)))
        return
    if segments is not None:
        write_whole(segments, segment_lines(evaluation, digits))
    if score_only:
        for scores in evaluation.systems.values():
            print_result("\t".join(one.shown(digits) for one in scores) + "\n")
        return
    if color is None:
        color = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    print_result(render(evaluation, format_, digits, color=color), color=color)
    if cite:
        papers = dict.fromkeys(one.paper for one in chosen)
        print_result("\nCite:\n" + "".join(f"  {paper}\n" for paper in papers))


def _refuse_conflicts(given: list[str]) -> None:
    """Only one way to print can be meant."""
    if len(given) > 1:
        raise click.UsageError(f"{given[0]} and {given[1]} cannot be combined; leave one of them out")

"""`mtassay mbr`: the best of several candidates for each segment."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from mtassay.cli.options import OutputOptions, lines_options

if TYPE_CHECKING:
    from mtassay.corpus.formats.nbest import CandidateList
    from mtassay.metrics.base import Metric

_EXAMPLES = """\b
Examples:
  mtassay mbr samples.jsonl -m chrf
  mtassay mbr nbest.moses -m bleu --text > best.txt
  mtassay mbr samples.txt --per 20 -r reference.txt        # the oracle
"""


@click.command(epilog=_EXAMPLES)
@click.argument("nbest", metavar="FILE")
@click.option("-m", "--metric", "spec", metavar="SPEC", default="chrf", show_default=True, help="What to choose by.")
@click.option("--per", type=click.IntRange(1), metavar="N", help="FILE is plain text with N lines for each segment.")
@click.option(
    "-r",
    "--reference",
    "references",
    metavar="FILE",
    multiple=True,
    help="Choose what is best by this reference (the oracle), a file or FILE:ref=COLUMN; may be repeated.",
)
@click.option("-l", "--target-language", metavar="CODE", help="Language of the candidates, for example ja.")
@click.option("--text", is_flag=True, help="Print the chosen candidates and nothing else.")
@lines_options
@click.option("-w", "--width", "digits", type=click.IntRange(0, 15), help="Digits after the point [default: all].")
@click.option("-q", "--quiet", is_flag=True, help="No notes and no progress bar.")
@click.option("--threads", type=click.IntRange(0, 1024), metavar="N", help="Worker threads [default: one per core].")
def mbr(
    nbest: str,
    spec: str,
    per: int | None,
    references: tuple[str, ...],
    target_language: str | None,
    text: bool,
    output: OutputOptions,
    digits: int | None,
    quiet: bool,
    threads: int | None,
) -> None:
    """Choose the best of several candidates for each segment, by minimum Bayes risk.

    FILE has a line of JSON for each segment, a list of candidates or {"candidates": [...], "weights": [...]}, or
    is an n-best list of Moses (segment ||| candidate). Each candidate is scored against all candidates of its
    segment, and the best is printed: segment, its index counted from 0, and that score, separated by tabs.
    """
    import warnings

    from mtassay.cli.output import print_result
    from mtassay.cli.progress import progress_bar
    from mtassay.corpus.evalset import EvalSet
    from mtassay.corpus.file_specs import parse_file_spec
    from mtassay.corpus.formats.base import Role
    from mtassay.corpus.formats.nbest import read_candidates
    from mtassay.corpus.packed import STANDARD_INPUT, show_path
    from mtassay.corpus.table_files import TableFiles
    from mtassay.errors import InputError, MtassayWarning
    from mtassay.evaluation.run import resolve
    from mtassay.metrics.base import METRICS
    from mtassay.reports.formats.tsv import tsv_lines
    from mtassay.reports.results.chosen_candidates import NAMES, chosen_document

    if text and (output.format_ is not None or output.output is not None):
        raise click.UsageError("--text prints texts, and --format and -o are for the table; leave one of them out")
    destination = output.destination([nbest, *references], "tsv")
    if quiet:
        warnings.simplefilter("ignore", MtassayWarning)
    runtime = {} if threads is None else {"threads": str(threads)}
    metric = METRICS.create(spec, **runtime)
    metric.pairwise([], [])  # refused by a metric that can judge only what it has seen, before anything is read
    if [nbest, *references].count(STANDARD_INPUT) > 1:
        raise InputError("standard input (-) is named more than once, and it can be read only once")
    if metric.segment_advice:
        warnings.warn(metric.segment_advice, MtassayWarning, stacklevel=1)
    lists = read_candidates(nbest, per)
    files = TableFiles()
    streams = [
        (path, column.texts) for path in references for column in files.columns(parse_file_spec(path), Role.REFERENCE)
    ]
    for path, stream in streams:
        if len(stream) != len(lists):
            raise InputError(f"{show_path(path)}: {len(stream)} lines for {len(lists)} segments of {show_path(nbest)}")
    # before anything is printed: does the metric take so many references, and what do the language or the letters of
    # all segments decide? Single segments may have other letters or spaces, and must not decide again.
    texts = [text or "" for text in streams[0][1]] if streams else [choice.candidates[0] for choice in lists]
    several = [[text] * max(1, len(streams)) for text in texts]
    [metric] = resolve([metric], EvalSet(several, target_language=target_language, warn_of_blanks=False))

    with progress_bar(len(lists), "Choosing", quiet=quiet) as progress:
        rows = _choose(lists, [stream for _, stream in streams], metric, progress)
        if text:
            for number, index, _ in rows:
                print_result(f"{lists[number - 1].candidates[index]}\n")
        elif destination.path is None and destination.format == "tsv":  # as they come: this may take long
            for line in tsv_lines(NAMES, rows, digits):
                print_result(line)
        else:
            destination.write_document(chosen_document(list(rows)), digits)


def _choose(
    lists: "Sequence[CandidateList]",
    streams: Sequence[Sequence[str | None]],
    metric: "Metric[Any]",
    progress: Callable[[int], None] | None,
) -> Iterator[tuple[int, int, float]]:
    """Of each segment its number, the place of the best candidate, and the score of that; the metric is resolved."""
    from mtassay.corpus.writing_systems import UNDETERMINED
    from mtassay.evaluation.mbr import choose_by_reference, choose_by_risk

    for number, nbest in enumerate(lists):
        if streams:
            references = _present(stream[number] for stream in streams)
            choice = choose_by_reference(nbest.candidates, references, metric, UNDETERMINED)
        else:
            choice = choose_by_risk(nbest.candidates, metric, nbest.weights, UNDETERMINED)
        yield number + 1, choice.index, choice.score
        if progress is not None:
            progress(1)


def _present(texts: Iterable[str | None]) -> list[str]:
    """The references that are there, or an empty one."""
    return [text for text in texts if text is not None] or [""]

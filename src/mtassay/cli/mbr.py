"""`mtassay mbr`: the best of several candidates for each segment."""

from collections.abc import Iterable

import click

_EXAMPLES = """\b
Examples:
  mtassay mbr samples.jsonl -m chrf
  mtassay mbr nbest.moses -m bleu:effective_order=yes --text > best.txt
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
    from mtassay.evaluation.mbr import choose_by_reference, choose_by_risk
    from mtassay.metrics.base import METRICS

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
    # before anything is printed: does the metric take so many references, and what does the language decide?
    example = EvalSet([["x"] * max(1, len(streams))], target_language=target_language)
    metric = metric.for_evalset(example)

    if not text:
        print_result("segment\tindex\tscore\n")
    with progress_bar(len(lists), "Choosing", quiet=quiet) as progress:
        for number, one in enumerate(lists):
            if streams:
                choice = choose_by_reference(one.candidates, _present(stream[number] for _, stream in streams), metric)
            else:
                choice = choose_by_risk(one.candidates, metric, one.weights)
            score = repr(choice.score) if digits is None else f"{choice.score:.{digits}f}"
            print_result(f"{one.candidates[choice.index]}\n" if text else f"{number + 1}\t{choice.index}\t{score}\n")
            if progress is not None:
                progress(1)


def _present(texts: Iterable[str | None]) -> list[str]:
    """The references that are there, or an empty one."""
    return [text for text in texts if text is not None] or [""]

"""`mtassay score`: score systems against references."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from mtassay.cli.options import (
    be_quiet,
    check_options,
    choose_metrics,
    drawing_options,
    text_options,
    wants_color,
    work_options,
)

if TYPE_CHECKING:
    from mtassay.cli.text_arguments import TextArguments
    from mtassay.evaluation.score import Evaluation
    from mtassay.evaluation.segment_statistics import SegmentStatistics

_EXAMPLES = """\b
Examples:
  mtassay score -r reference.txt system.txt
  mtassay score -r ref-a.txt -r ref-b.txt baseline.txt new.txt -m bleu -m chrf:word_order=2
  mtassay score -r reference.txt.gz online=outputs/a.txt -m bleu:tokenize=intl --format json
  mtassay score -r reference.zh.txt -l zh system.txt
  mtassay score -r reference.txt system.txt --confidence
  mtassay score --references-from talks.db -s source.txt -r reference.txt system.txt
  mtassay score --post-edit corrected.txt system.txt -m hter
  mtassay score cases.xlsx --hyp Google --hyp Bing --ref Reference -o scored.xlsx
  mtassay score -r corpus.tsv:ref=3 corpus.tsv:hyp=4 new=more.jsonl:hyp=mt
  translate < source.txt | mtassay score -r reference.txt - -m bleu -b
"""


@click.command(epilog=_EXAMPLES)
@click.argument("systems", metavar="SYSTEM...", nargs=-1, required=True)
@text_options
@click.option(
    "--post-edit",
    metavar="FILE",
    help="The system's output as a person corrected it, instead of -r; needed by hter.",
)
@click.option(
    "--references-from",
    "memory",
    metavar="LOCATION",
    help="Also take translations that people judged perfect, from a database of judgments; needs -s.",
)
@click.option("--project", "project_name", metavar="NAME", help="Its project, where there are several.")
@click.option(
    "-w",
    "--width",
    "digits",
    type=click.IntRange(0, 15),
    help="Digits after the point [default: the metric's, mostly 2; for programs and --segments all].",
)
@click.option("-b", "--score-only", is_flag=True, help="Print the scores and nothing else, a line for each system.")
@click.option(
    "--segments",
    metavar="FILE",
    help="Also write the score of every segment to a TSV file; - prints them instead of the table.",
)
@click.option(
    "--statistics",
    is_flag=True,
    help="Also how the scores of segments are spread, and how the metrics correlate; workbooks always have them.",
)
@click.option(
    "--new-workbook",
    is_flag=True,
    help="With -o FILE.xlsx: a new workbook with the texts, not the one that was scored with columns added to it.",
)
@click.option("--cite", is_flag=True, help="Also print the papers to cite, below the text table.")
@click.option("--confidence", is_flag=True, help="Add confidence intervals by bootstrap resampling.")
@click.option("--draws", type=click.IntRange(1, 10_000_000), metavar="N", help="Samples for them [default: 1000].")
@drawing_options
@check_options
@work_options
def score(
    systems: tuple[str, ...],
    references: tuple[str, ...],
    source: str | None,
    hyp: tuple[str, ...],
    ref: tuple[str, ...],
    src: str | None,
    target_language: str | None,
    metrics: tuple[str, ...],
    format_: str | None,
    output: str | None,
    post_edit: str | None,
    memory: str | None,
    project_name: str | None,
    digits: int | None,
    score_only: bool,
    segments: str | None,
    statistics: bool,
    new_workbook: bool,
    cite: bool,
    confidence: bool,
    interval: str | None,
    draws: int | None,
    seed: int | None,
    strict: bool,
    quiet: bool,
    color: bool | None,
    threads: int | None,
) -> None:
    """Score the output of systems against references.

    SYSTEM is a file with one segment a line, or NAME=FILE; - is standard input. A file may also be a column of a
    table, FILE[#SHEET]:hyp=COLUMN, and a single SYSTEM a table with all texts (XLSX, CSV, TSV, JSON, …), whose columns
    --hyp, --ref and --src choose. Files may be packed (gzip, xz, zstd).
    """
    import warnings
    from dataclasses import replace

    from mtassay.cli.output import (
        STANDARD_OUTPUT,
        Destination,
        check_writable,
        files_of_settings,
        print_result,
        write_whole,
    )
    from mtassay.cli.progress import progress_bar
    from mtassay.cli.review import review
    from mtassay.cli.text_arguments import TextArguments
    from mtassay.errors import MtassayWarning
    from mtassay.evaluation.run import evaluate
    from mtassay.evaluation.segment_statistics import segment_statistics
    from mtassay.reports.formats.choice import ONE_TABLE, render
    from mtassay.reports.formats.scored_workbook import STEPS
    from mtassay.reports.formats.tsv import segment_lines
    from mtassay.significance.bootstrap import Bootstrap

    only_segments = segments in STANDARD_OUTPUT
    if confidence and score_only:
        raise click.UsageError("-b and --confidence cannot be combined: -b prints the scores and nothing else")
    inputs = [*systems, *references, *filter(None, [source, post_edit, memory]), *files_of_settings(metrics)]
    destination = Destination.of(output, format_, inputs)
    form = destination.format
    forms = {"--segments -": only_segments, "-b": score_only, f"--format {form}": form != "text", "--cite": cite}
    _refuse_conflicts([option for option, is_given in forms.items() if is_given])
    for option, is_given in (("--segments -", only_segments), ("-b", score_only), ("--cite", cite)):
        if is_given and destination.path is not None:
            raise click.UsageError(f"{option} prints, and -o writes to a file; leave one of them out")
        if is_given and statistics and option != "--cite":
            raise click.UsageError(f"{option} and --statistics cannot be combined; leave one of them out")
    if new_workbook and form != "xlsx":
        raise click.UsageError("--new-workbook is for -o FILE.xlsx; add it", click.get_current_context())
    if statistics and form.partition(":")[0] in ONE_TABLE:
        raise click.UsageError(
            f"--statistics are tables of their own, and {form} holds one; choose text, json, markdown, latex or xlsx",
            click.get_current_context(),
        )
    if post_edit is not None and references:
        raise click.UsageError(
            "--post-edit and -r cannot be combined; score in two runs, once with each", click.get_current_context()
        )
    asked = {"interval": interval, "draws": draws, "seed": seed}
    given: dict[str, Any] = {key: value for key, value in asked.items() if value is not None}
    if given and not confidence:
        raise click.UsageError(f"--{next(iter(given))} is for --confidence; add it", click.get_current_context())
    if segments is not None and not only_segments:
        check_writable(segments, inputs)
        destination.refuse_same("--segments", segments)
    be_quiet(quiet)
    chosen = choose_metrics(metrics, threads)
    if post_edit is not None and memory is not None:
        raise click.UsageError("--post-edit and --references-from cannot be combined", click.get_current_context())
    if project_name is not None and memory is None:
        raise click.UsageError("--project is for --references-from; add it", click.get_current_context())
    texts = TextArguments.of(systems, references, source, target_language, hyp, ref, src, post_edit, memory is not None)
    texts.check_needs(chosen)
    if segments is not None or statistics or form == "xlsx":
        for advice in dict.fromkeys(one.segment_advice for one in chosen if one.segment_advice):
            warnings.warn(advice, MtassayWarning, stacklevel=1)
    evalset = texts.read()
    if memory is not None:
        from mtassay.cli.db.session import reading
        from mtassay.store.contents.references import references_for

        with reading(memory, project_name) as (connection, project):
            evalset = references_for(connection, project, evalset)
    texts.check_needs(chosen, evalset)
    review(evalset, strict=strict, quiet=quiet)
    if confidence and len(evalset) == 1:
        warnings.warn("one segment says nothing of others: there are no intervals", MtassayWarning, stacklevel=1)
    elif confidence and len(evalset) < 30:
        warnings.warn("so few segments make intervals too narrow", MtassayWarning, stacklevel=1)
    with progress_bar(len(evalset) * len(evalset.systems) * len(chosen), "Scoring", quiet=quiet) as progress:
        evaluation = evaluate(evalset, chosen, progress, confidence=Bootstrap(**given) if confidence else None)

    if form in ("json", "jsonl"):  # so that results of several runs can be joined
        evaluation = replace(evaluation, test_set=evalset.digest, target_language=evalset.target_language)
    if only_segments:
        print_result("".join(segment_lines(evaluation, digits)))
        return
    if segments is not None:
        write_whole(segments, segment_lines(evaluation, digits))
    if score_only:
        for scores in evaluation.systems.values():
            print_result("\t".join(one.shown(digits) for one in scores) + "\n")
        return
    colored = destination.path is None and wants_color(color)
    found = segment_statistics(evaluation) if statistics or form == "xlsx" else None
    content: str | bytes | None = None
    if form == "xlsx" and not new_workbook:
        with progress_bar(STEPS, "Writing", quiet=quiet) as progress:
            content = _scored_workbook(texts, evaluation, found, digits, progress)
    if content is None:
        content = render(evaluation, form, digits, color=colored, statistics=found, evalset=evalset)
    destination.write(content, color=colored)
    if cite:
        papers = dict.fromkeys(one.paper for one in chosen)
        print_result("\nCite:\n" + "".join(f"  {paper}\n" for paper in papers))


def _scored_workbook(
    texts: "TextArguments",
    evaluation: "Evaluation",
    statistics: "SegmentStatistics | None",
    digits: int | None,
    progress: "Callable[[int], None] | None",
) -> bytes | None:
    """The workbook with the texts and their scores; None where a new one has to be written."""
    from functools import partial
    from pathlib import Path

    from mtassay.corpus.file_specs import parse_file_spec, split_name
    from mtassay.corpus.formats.workbook import WorkbookFormat
    from mtassay.corpus.packed import STANDARD_INPUT, read_bytes
    from mtassay.reports.formats.scored_workbook import ScoredFile

    if not texts.are_table:
        return None
    spec = parse_file_spec(split_name(texts.systems[0])[1])
    format, table = texts.files.format(spec), texts.files.table(spec)
    if not isinstance(format, WorkbookFormat) or spec.path == STANDARD_INPUT:
        return None
    content = partial(read_bytes, spec.path) if Path(spec.path).is_file() else None
    scored = ScoredFile(spec.path, format, table, texts.rows(), content)
    return scored.with_scores(evaluation, statistics, digits, progress)


def _refuse_conflicts(given: list[str]) -> None:
    """Only one way to print can be meant."""
    if len(given) > 1:
        raise click.UsageError(f"{given[0]} and {given[1]} cannot be combined; leave one of them out")

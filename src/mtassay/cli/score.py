"""`mtassay score`: score systems against references."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from mtassay.cli.arguments.option_groups import option_group
from mtassay.cli.options import (
    NamedTexts,
    OutputOptions,
    WorkOptions,
    be_quiet,
    check_options,
    choose_metrics,
    drawing_options,
    metric_options,
    output_options,
    text_options,
    work_options,
)
from mtassay.cli.output import STANDARD_OUTPUT

if TYPE_CHECKING:
    from mtassay.cli.arguments.text_arguments import TextArguments
    from mtassay.cli.output import Destination
    from mtassay.corpus.evalset import EvalSet
    from mtassay.evaluation.score import Evaluation
    from mtassay.evaluation.segment_statistics import SegmentStatistics
    from mtassay.metrics.base import Metric
    from mtassay.significance.interval_method import IntervalMethod

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


@dataclass(eq=False, repr=False)
class _MoreReferences:
    """Where references come from that are in no file of -r."""

    post_edit: str | None
    memory: str | None
    project_name: str | None

    def check(self, references: tuple[str, ...]) -> None:
        if self.post_edit is not None and references:
            _refuse("--post-edit and -r cannot be combined; score in two runs, once with each")
        if self.post_edit is not None and self.memory is not None:
            _refuse("--post-edit and --references-from cannot be combined")
        if self.project_name is not None and self.memory is None:
            _refuse("--project is for --references-from; add it")

    def added_to(self, evalset: "EvalSet") -> "EvalSet":
        """The test set with the references of a database or of a file of post-edits, where one is named."""
        if self.memory is None:
            return evalset
        from mtassay.human.post_editing.exported import is_answers_file, references_of_answers

        if is_answers_file(self.memory):
            return references_of_answers(self.memory, evalset)
        from mtassay.cli.db.session import reading
        from mtassay.store.contents.references import references_for

        with reading(self.memory, self.project_name) as (connection, project):
            return references_for(connection, project, evalset)


@dataclass(eq=False, repr=False)
class _Shown:
    """How much of the scores is wanted, and in how many digits."""

    digits: int | None
    score_only: bool
    segments: str | None
    statistics: bool
    new_workbook: bool
    cite: bool

    @property
    def only_segments(self) -> bool:
        return self.segments in STANDARD_OUTPUT

    def check(self, destination: "Destination", inputs: list[str]) -> None:
        """Refuse what cannot be had together."""
        from mtassay.cli.output import check_writable
        from mtassay.reports.formats.choice import holds_one_table

        form = destination.format
        printed = {"--segments -": self.only_segments, "-b": self.score_only, "--cite": self.cite}
        forms = {"--segments -": self.only_segments, "-b": self.score_only, f"--format {form}": form != "text"}
        _refuse_conflicts([option for option, is_given in {**forms, "--cite": self.cite}.items() if is_given])
        for option, is_given in printed.items():
            if is_given and destination.path is not None:
                raise click.UsageError(f"{option} prints, and -o writes to a file; leave one of them out")
            if is_given and self.statistics and option != "--cite":
                raise click.UsageError(f"{option} and --statistics cannot be combined; leave one of them out")
        if self.new_workbook and form != "xlsx":
            _refuse("--new-workbook is for -o FILE.xlsx; add it")
        if self.statistics and holds_one_table(form) and destination.table is None:
            _refuse(
                f"--statistics are tables of their own, and {form} holds one; choose text, json, markdown, latex or "
                "xlsx, or one of the tables: --table Statistics"
            )
        if self.segments is not None and not self.only_segments:
            check_writable(self.segments, inputs)
            destination.refuse_same("--segments", self.segments)


@dataclass(eq=False, repr=False)
class _Confidence:
    """Whether intervals are wanted, and how they are found."""

    confidence: bool
    draws: int | None
    seed: int | None
    interval: str | None

    def check(self) -> None:
        if self._given and not self.confidence:
            _refuse(f"--{next(iter(self._given))} is for --confidence; add it")
        drawing = [name for name in self._given if name != "interval"]
        if self.interval == "jackknife" and drawing:
            _refuse(f"--{drawing[0]} has no effect on jackknife intervals, for which nothing is drawn; leave it out")

    def method(self, segments: int) -> "IntervalMethod | None":
        """How intervals are computed, with a word on how much they are worth."""
        import warnings

        from mtassay.errors import MtassayWarning
        from mtassay.significance.bootstrap import Bootstrap
        from mtassay.significance.jackknife import JackknifeInterval

        if not self.confidence:
            return None
        if self.interval == "jackknife":
            return JackknifeInterval()
        if segments == 1:
            warnings.warn("one segment says nothing of others: there are no intervals", MtassayWarning, stacklevel=1)
        elif segments < 30:
            warnings.warn("so few segments make intervals too narrow", MtassayWarning, stacklevel=1)
        return Bootstrap(**self._given)

    @property
    def _given(self) -> dict[str, Any]:
        asked = {"interval": self.interval, "draws": self.draws, "seed": self.seed}
        return {name: value for name, value in asked.items() if value is not None}


_REFERENCES = option_group(
    "more_references",
    _MoreReferences,
    click.option(
        "--post-edit",
        metavar="FILE",
        help="The system's output as a person corrected it, instead of -r; needed by hter.",
    ),
    click.option(
        "--references-from",
        "memory",
        metavar="LOCATION",
        help="Also take translations that people judged perfect, from a database of judgments, or post-edits, from "
        "the exported answers of a campaign; needs -s.",
    ),
    click.option("--project", "project_name", metavar="NAME", help="Its project, where there are several."),
)
_SHOWN = option_group(
    "shown",
    _Shown,
    click.option(
        "-w",
        "--width",
        "digits",
        type=click.IntRange(0, 15),
        help="Digits after the point [default: the metric's, mostly 2; for programs and --segments all].",
    ),
    click.option("-b", "--score-only", is_flag=True, help="Print the scores and nothing else, a line for each system."),
    click.option(
        "--segments",
        metavar="FILE",
        help="Also write the score of every segment to a TSV file; - prints them instead of the table.",
    ),
    click.option(
        "--statistics",
        is_flag=True,
        help="Also how the scores of segments are spread, and how the metrics correlate; workbooks always have them.",
    ),
    click.option(
        "--new-workbook",
        is_flag=True,
        help="With -o FILE.xlsx: a new workbook with the texts, not the one that was scored with columns added to it.",
    ),
    click.option("--cite", is_flag=True, help="Also print the papers to cite, below the text table."),
)
_CONFIDENCE = option_group(
    "confidence",
    _Confidence,
    click.option("--confidence", is_flag=True, help="Add confidence intervals, by the bootstrap or the jackknife."),
    click.option("--draws", type=click.IntRange(1, 10_000_000), metavar="N", help="Samples for them [default: 1000]."),
    drawing_options(),
)


@click.command(epilog=_EXAMPLES)
@click.argument("systems", metavar="SYSTEM...", nargs=-1, required=True)
@text_options
@metric_options
@output_options
@_REFERENCES
@_SHOWN
@_CONFIDENCE
@check_options
@work_options
def score(
    systems: tuple[str, ...],
    texts: NamedTexts,
    metrics: tuple[str, ...],
    output: OutputOptions,
    more_references: _MoreReferences,
    shown: _Shown,
    confidence: _Confidence,
    strict: bool,
    work: WorkOptions,
) -> None:
    """Score the output of systems against references.

    SYSTEM is a file with one segment a line, or NAME=FILE; - is standard input. A file may also be a column of a
    table, FILE[#SHEET]:hyp=COLUMN, and a single SYSTEM a table with all texts (XLSX, CSV, TSV, JSON, …), whose columns
    --hyp, --ref and --src choose. Files may be packed (gzip, xz, zstd).
    """
    from mtassay.cli.arguments.text_arguments import TextArguments
    from mtassay.cli.output import files_of_settings
    from mtassay.cli.progress import progress_bar
    from mtassay.cli.review import review
    from mtassay.evaluation.run import evaluate

    if confidence.confidence and shown.score_only:
        raise click.UsageError("-b and --confidence cannot be combined: -b prints the scores and nothing else")
    beside = filter(None, [more_references.post_edit, more_references.memory])
    inputs = [*systems, *texts.files, *beside, *files_of_settings(metrics)]
    destination = output.destination(inputs)
    shown.check(destination, inputs)
    more_references.check(texts.references)
    confidence.check()
    be_quiet(work.quiet)
    chosen = choose_metrics(metrics, work.threads)
    arguments = TextArguments.of(systems, texts, more_references.post_edit, more_references.memory is not None)
    arguments.check_needs(chosen)
    if shown.segments is not None or shown.statistics or destination.format == "xlsx":
        _advise(chosen)
    evalset = more_references.added_to(arguments.read())
    arguments.check_needs(chosen, evalset)
    review(evalset, arguments, strict=strict, quiet=work.quiet)
    intervals = confidence.method(len(evalset))
    with progress_bar(len(evalset) * len(evalset.systems) * len(chosen), "Scoring", quiet=work.quiet) as progress:
        evaluation = evaluate(evalset, chosen, progress, confidence=intervals)
    if destination.format in ("json", "jsonl"):  # so that results of several runs can be joined
        evaluation = replace(evaluation, test_set=evalset.digest, target_language=evalset.target_language)
    _write(evaluation, evalset, arguments, destination, shown, work)
    if shown.cite:
        _cite(chosen)


def _write(
    evaluation: "Evaluation",
    evalset: "EvalSet",
    arguments: "TextArguments",
    destination: "Destination",
    shown: _Shown,
    work: WorkOptions,
) -> None:
    """Print or save the scores of segments, and those of systems."""
    from mtassay.cli.output import print_result, write_whole
    from mtassay.cli.progress import progress_bar
    from mtassay.evaluation.segment_statistics import segment_statistics
    from mtassay.reports.formats.tsv import tsv_lines
    from mtassay.reports.results.evaluation import evaluation_document
    from mtassay.reports.results.evaluation_tables import segment_names, segment_rows

    if shown.segments is not None:
        lines = tsv_lines(segment_names(evaluation), segment_rows(evaluation), shown.digits)
        if shown.only_segments:
            _note_signatures(evaluation)
            print_result("".join(lines))
            return
        write_whole(shown.segments, lines)
    if shown.score_only:
        for scores in evaluation.systems.values():
            print_result("\t".join(score.shown(shown.digits) for score in scores) + "\n")
        return
    is_workbook = destination.format == "xlsx"
    statistics = segment_statistics(evaluation) if shown.statistics or is_workbook else None
    if is_workbook and not shown.new_workbook and destination.table is None:
        from mtassay.reports.scored_files.scored_workbook import STEPS

        with progress_bar(STEPS, "Writing", quiet=work.quiet) as progress:
            content = _scored_workbook(arguments, evaluation, statistics, shown.digits, progress)
        if content is not None:
            destination.write(content)
            return
    document = evaluation_document(
        evaluation, statistics, evalset if is_workbook else None, has_segments=shown.segments is not None
    )
    destination.write_document(document, shown.digits, color=work.color)


def _advise(metrics: "list[Metric[Any]]") -> None:
    """Say which metrics are not made for single segments."""
    import warnings

    from mtassay.errors import MtassayWarning

    for advice in dict.fromkeys(metric.segment_advice for metric in metrics if metric.segment_advice):
        warnings.warn(advice, MtassayWarning, stacklevel=1)


def _note_signatures(evaluation: "Evaluation") -> None:
    """Say how segments were scored, where the table of their scores has no place for it."""
    import warnings

    from mtassay.errors import MtassayWarning

    for label, score in evaluation.columns:
        if score.segment_signature:
            warnings.warn(f"{label} of segments: {score.segment_signature}", MtassayWarning, stacklevel=1)


def _cite(metrics: "list[Metric[Any]]") -> None:
    from mtassay.cli.output import print_result

    papers = dict.fromkeys(metric.paper for metric in metrics)
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
    from mtassay.reports.scored_files.scored_workbook import ScoredFile

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


def _refuse(reason: str) -> None:
    raise click.UsageError(reason, click.get_current_context())

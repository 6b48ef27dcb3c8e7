"""`mtassay compare`: whether systems really differ."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from mtassay.cli.arguments.comparing import ALPHA, LABELS, UNIT, WIDTH, Parts, read_compared
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

if TYPE_CHECKING:
    from mtassay.cli.output import Destination
    from mtassay.comparison.condition import Failure
    from mtassay.comparison.result import Comparison
    from mtassay.corpus.evalset import EvalSet
    from mtassay.metaeval.differences import DifferenceMeaning
    from mtassay.significance.interval_method import IntervalMethod
    from mtassay.significance.paired_test import PairedTest

CONDITION_HOLDS = 3
"""The exit code where `--fail-if` found a system."""

_EXAMPLES = """\b
Examples:
  mtassay compare -r reference.txt baseline.txt new.txt
  mtassay compare -r reference.txt a.txt b.txt c.txt -m chrf -m ter --all-pairs --plot figure.svg
  mtassay compare -r reference.txt baseline.txt new.txt --test randomization --labels document=docs.txt --unit document
  mtassay compare -r reference.txt base=b1.txt base=b2.txt base=b3.txt new=n1.txt new=n2.txt new=n3.txt
  mtassay compare cases.xlsx --hyp Google --hyp Bing --ref Reference
  mtassay compare -r reference.txt baseline.txt new.txt --fail-if "chrf < -0.5 and p < 0.05"
"""


@dataclass(eq=False, repr=False, kw_only=True)
class _Procedure:
    """How intervals and p-values are computed."""

    test: str | None
    draws: int | None
    seed: int | None
    interval: str | None
    sample: str
    all_pairs: bool
    alpha: float
    correction: str | None
    compat: str | None

    def chosen(self, default: str, has_runs: bool) -> "tuple[IntervalMethod, PairedTest]":
        """The interval and the test that the options describe."""
        from mtassay.comparison.procedures import choose_procedures

        if self.compat is None:
            return choose_procedures(
                default,
                test=self.test,
                draws=self.draws,
                seed=self.seed,
                interval=self.interval,
                sample=self.sample,
            )
        name = self.test or "bootstrap"
        is_known = name in ("bootstrap", "randomization")
        if not is_known or self.interval is not None or self.sample != "full" or has_runs:
            raise click.UsageError(
                "--compat sacrebleu takes --test bootstrap or randomization and one run of each system, "
                "and has an interval of its own: leave --interval and --sample out",
                click.get_current_context(),
            )
        from mtassay.compat.sacrebleu.procedures import procedures

        return procedures(name, self.draws, 12345 if self.seed is None else self.seed)


@dataclass(eq=False, repr=False)
class _ScoredParts(Parts):
    """The same, and what scores are broken down by."""

    by: str | None


@dataclass(eq=False, repr=False)
class _Shown:
    """What becomes of the comparison."""

    digits: int | None
    fail_if: str | None
    methods: bool
    plot: str | None
    meaning: str | None

    def check(self, destination: "Destination", inputs: list[str]) -> None:
        """Refuse what cannot be had together, and a picture that cannot be written."""
        from mtassay.cli.output import check_writable

        if self.methods and destination.format != "text":
            raise click.UsageError(
                f"--methods and --format {destination.format} cannot be combined; leave one of them out"
            )
        if self.plot is not None:
            if not self.plot.lower().endswith(".svg"):
                raise click.UsageError(f"--plot {self.plot}: pictures are SVG; name a file that ends in .svg")
            check_writable(self.plot, inputs)
            destination.refuse_same("--plot", self.plot)


_PROCEDURE = option_group(
    "procedure",
    _Procedure,
    click.option(
        "--test",
        metavar="SPEC",
        help="bootstrap, randomization, jackknife, sign or wilcoxon "
        "[default: bootstrap; with runs or few segments randomization].",
    ),
    click.option(
        "--draws", type=click.IntRange(1, 10_000_000), metavar="N", help="Draws [default: 1000; randomization: 10000]."
    ),
    drawing_options("percentile; beside the test jackknife: jackknife"),
    click.option(
        "--sample",
        type=click.Choice(["full", "half", "half-with-replacement"]),
        default="full",
        show_default=True,
        help="What the bootstrap draws: n segments with replacement, or half of them.",
    ),
    click.option("--all-pairs", is_flag=True, help="Every system against every other, not only against the baseline."),
    ALPHA,
    click.option(
        "--correction",
        type=click.Choice(["holm", "bh", "none"]),
        help="Of p-values where several pairs are tested: Holm, Benjamini-Hochberg "
        "[default: holm; with --compat none].",
    ),
)
_PARTS = option_group(
    "parts",
    _ScoredParts,
    LABELS,
    click.option("--by", metavar="LABEL", help="Also the scores on each part: by document, domain or another label."),
    UNIT,
)
_COMPAT = click.option(
    "--compat", type=click.Choice(["sacrebleu"]), help="Intervals and p-values exactly as this program has them."
)
_SHOWN = option_group(
    "shown",
    _Shown,
    click.option("--fail-if", metavar="CONDITION", help='Exit with 3 where it holds: "chrf < -0.5 and p < 0.05".'),
    click.option(
        "--methods", is_flag=True, help="Print a paragraph for a paper, with citations, instead of the table."
    ),
    click.option("--plot", metavar="FILE.svg", help="Also draw intervals and p-values."),
    click.option(
        "--meaning",
        metavar="FILE",
        help="Also say how often people agreed with such differences: a file of mtassay meta --differences.",
    ),
)


@click.command(epilog=_EXAMPLES)
@click.argument("systems", metavar="BASELINE SYSTEM...", nargs=-1, required=True)
@text_options
@metric_options
@output_options
@WIDTH
@_PROCEDURE
@_PARTS
@_COMPAT
@_SHOWN
@check_options
@work_options
def compare(
    systems: tuple[str, ...],
    texts: NamedTexts,
    metrics: tuple[str, ...],
    output: OutputOptions,
    procedure: _Procedure,
    parts: _ScoredParts,
    shown: _Shown,
    strict: bool,
    work: WorkOptions,
) -> None:
    """Compare systems: scores with intervals, differences with p-values, and who cannot be told apart.

    BASELINE and SYSTEM are files with one segment a line, or NAME=FILE. Where NAME is repeated, the files are
    training runs of one system: their scores are averaged, and how much they differ is told. A file may also be a
    column of a table, FILE[#SHEET]:hyp=COLUMN, and a single one a table with all texts, whose columns --hyp, --ref
    and --src choose.
    """
    import sys
    from contextlib import suppress

    from mtassay.cli.output import files_of_settings
    from mtassay.cli.progress import progress_bar
    from mtassay.cli.review import review
    from mtassay.comparison.compare import compare as compare_systems
    from mtassay.comparison.compare import default_test
    from mtassay.comparison.condition import Condition
    from mtassay.metaeval.differences import read_meanings

    inputs = [*systems, *texts.files, *parts.labels, *files_of_settings(metrics)]
    inputs += [] if shown.meaning is None else [shown.meaning]
    destination = output.destination(inputs)
    shown.check(destination, inputs)
    meanings = [] if shown.meaning is None else read_meanings(shown.meaning)
    condition = None if shown.fail_if is None else Condition.parse(shown.fail_if)
    if procedure.compat is not None and parts.unit is not None:
        raise click.UsageError("--compat sacrebleu and --unit cannot be combined: sacreBLEU draws single segments")
    be_quiet(work.quiet)
    chosen = choose_metrics(metrics, work.threads)
    if condition is not None:
        condition.require([(metric.label, metric.name, metric.spec) for metric in chosen])
    if procedure.compat is not None:
        from mtassay.compat.sacrebleu.arithmetic import check_metric

        for metric in chosen:
            check_metric(metric)
    evalset, members, arguments = read_compared(systems, texts, parts.labels, chosen)
    if procedure.compat is not None:
        from mtassay.compat.sacrebleu.arithmetic import resolve_metric

        chosen = [resolve_metric(metric, evalset) for metric in chosen]
    has_runs = any(len(names) > 1 for names in members.values())
    review(evalset, arguments, strict=strict, quiet=work.quiet)
    default = default_test(evalset, parts.unit, len(members), procedure.alpha, has_runs)
    interval, test = procedure.chosen(default, has_runs)
    with progress_bar(len(evalset) * len(evalset.systems) * len(chosen), "Comparing", quiet=work.quiet) as progress:
        comparison = compare_systems(
            evalset,
            chosen,
            test=test,
            interval=interval,
            all_pairs=procedure.all_pairs,
            correction=procedure.correction or ("none" if procedure.compat else "holm"),
            alpha=procedure.alpha,
            runs=members,
            unit=parts.unit,
            by=parts.by,
            progress=progress,
        )
    failures = [] if condition is None else condition.check(comparison)
    _write(comparison, destination, shown, work, meanings)
    if failures:
        with suppress(BrokenPipeError):  # whoever reads this has seen enough, and the exit code must still tell
            lines = _failure_lines(failures, comparison, evalset, members, shown.fail_if or "")
            click.echo("\n".join(lines), err=True)
        sys.exit(CONDITION_HOLDS)


def _write(
    comparison: "Comparison",
    destination: "Destination",
    shown: _Shown,
    work: WorkOptions,
    meanings: "Sequence[DifferenceMeaning]",
) -> None:
    from mtassay.cli.output import write_whole
    from mtassay.reports.formats.svg import Svg
    from mtassay.reports.results.comparison import comparison_document
    from mtassay.reports.results.methods import methods

    document = comparison_document(comparison, shown.digits, meanings)
    if shown.plot is not None:
        write_whole(shown.plot, [Svg().write(document)])
    if shown.methods:
        destination.write(methods(comparison))
    else:
        destination.write_document(document, shown.digits, color=work.color)


def _failure_lines(
    failures: "Sequence[Failure]",
    comparison: "Comparison",
    evalset: "EvalSet",
    members: Mapping[str, Sequence[str]],
    condition: str,
) -> Iterator[str]:
    """Which systems met the condition, and the segments on which they lost most."""
    from mtassay.comparison.regressions import worst_regressions

    for failure in failures:
        metric = failure.metric
        yield f"mtassay: {failure.system} meets the condition {condition!r}: {failure.because}"
        regressions = worst_regressions(metric, comparison.baseline, failure.system)
        if regressions:
            how = f" ({metric.segment_signature})" if metric.segment_signature else ""
            yield f"Segments that lost most against {comparison.baseline} by {metric.label}{how}:"
        for regression in regressions:
            before, after = (f"{score:.{metric.places}f}" for score in (regression.before, regression.after))
            yield f"  {regression.segment + 1}: {before} -> {after}"
            if evalset.references is not None:
                yield f"    reference: {evalset.references[regression.segment][0]}"
            for run in (members[name][0] for name in (comparison.baseline, failure.system)):
                yield f"    {run}: {evalset.systems[run][regression.segment]}"

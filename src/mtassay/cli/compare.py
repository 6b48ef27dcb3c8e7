"""`mtassay compare`: whether systems really differ."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

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
    from mtassay.comparison.condition import Failure
    from mtassay.comparison.result import Comparison
    from mtassay.corpus.evalset import EvalSet
    from mtassay.significance.bootstrap import Bootstrap
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


@click.command(epilog=_EXAMPLES)
@click.argument("systems", metavar="BASELINE SYSTEM...", nargs=-1, required=True)
@text_options
@click.option("-w", "--width", "digits", type=click.IntRange(0, 15), help="Digits after the point.")
@click.option(
    "--test",
    metavar="SPEC",
    help="bootstrap, randomization, sign or wilcoxon [default: bootstrap; with runs or few segments randomization].",
)
@click.option(
    "--draws", type=click.IntRange(1, 10_000_000), metavar="N", help="Draws [default: 1000; randomization: 10000]."
)
@drawing_options
@click.option(
    "--sample",
    type=click.Choice(["full", "half", "half-with-replacement"]),
    default="full",
    show_default=True,
    help="What the bootstrap draws: n segments with replacement, or half of them.",
)
@click.option("--all-pairs", is_flag=True, help="Every system against every other, not only against the baseline.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Level of significance.")
@click.option(
    "--correction",
    type=click.Choice(["holm", "bh", "none"]),
    help="Of p-values where several pairs are tested: Holm, Benjamini-Hochberg [default: holm; with --compat none].",
)
@click.option(
    "--labels",
    metavar="[NAME=]FILE",
    multiple=True,
    help="Labels of segments: a table whose columns have names, or NAME=FILE with one label a line; may be repeated.",
)
@click.option("--by", metavar="LABEL", help="Also the scores on each part: by document, domain or another label.")
@click.option("--unit", metavar="LABEL", help="Draw segments with the same label together, for example document.")
@click.option(
    "--compat", type=click.Choice(["sacrebleu"]), help="Intervals and p-values exactly as this program has them."
)
@click.option("--fail-if", metavar="CONDITION", help='Exit with 3 where it holds: "chrf < -0.5 and p < 0.05".')
@click.option("--methods", is_flag=True, help="Print a paragraph for a paper, with citations, instead of the table.")
@click.option("--plot", metavar="FILE.svg", help="Also draw intervals and p-values.")
@check_options
@work_options
def compare(
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
    digits: int | None,
    test: str | None,
    draws: int | None,
    seed: int | None,
    interval: str | None,
    sample: str,
    all_pairs: bool,
    alpha: float,
    correction: str | None,
    labels: tuple[str, ...],
    by: str | None,
    unit: str | None,
    compat: str | None,
    fail_if: str | None,
    methods: bool,
    plot: str | None,
    strict: bool,
    quiet: bool,
    color: bool | None,
    threads: int | None,
) -> None:
    """Compare systems: scores with intervals, differences with p-values, and who cannot be told apart.

    BASELINE and SYSTEM are files with one segment a line, or NAME=FILE. Where NAME is repeated, the files are
    training runs of one system: their scores are averaged, and how much they differ is told. A file may also be a
    column of a table, FILE[#SHEET]:hyp=COLUMN, and a single one a table with all texts, whose columns --hyp, --ref
    and --src choose.
    """
    import sys
    from contextlib import suppress

    from mtassay.cli.output import Destination, check_writable, files_of_settings, write_whole
    from mtassay.cli.progress import progress_bar
    from mtassay.cli.review import review
    from mtassay.cli.text_arguments import TextArguments
    from mtassay.comparison.compare import compare as compare_systems
    from mtassay.comparison.compare import default_test
    from mtassay.comparison.condition import Condition
    from mtassay.corpus.files import name_runs
    from mtassay.errors import InputError
    from mtassay.reports.drawing.comparison_svg import render_plot
    from mtassay.reports.formats.choice import render_comparison
    from mtassay.reports.results.methods import methods as describe_methods

    inputs = [*systems, *references, *labels, *filter(None, [source]), *files_of_settings(metrics)]
    destination = Destination.of(output, format_, inputs)
    if methods and destination.format != "text":
        raise click.UsageError(f"--methods and --format {destination.format} cannot be combined; leave one of them out")
    condition = None if fail_if is None else Condition.parse(fail_if)
    if plot is not None:
        if not plot.lower().endswith(".svg"):
            raise click.UsageError(f"--plot {plot}: pictures are SVG; name a file that ends in .svg")
        check_writable(plot, inputs)
        destination.refuse_same("--plot", plot)
    if compat is not None and unit is not None:
        raise click.UsageError("--compat sacrebleu and --unit cannot be combined: sacreBLEU draws single segments")
    be_quiet(quiet)
    chosen = choose_metrics(metrics, threads)
    if condition is not None:
        condition.require([(one.label, one.name, one.spec) for one in chosen])
    texts = TextArguments.of(systems, references, source, target_language, hyp, ref, src)
    texts.check_needs(chosen)
    runs = {} if texts.are_table else name_runs(systems, texts.files)
    has_runs = any(len(paths) > 1 for paths in runs.values())
    if compat is not None:
        from mtassay.compat.sacrebleu.arithmetic import check_metric

        for one in chosen:
            check_metric(one)
    members = {name: [name] if len(paths) == 1 else _run_names(name, len(paths)) for name, paths in runs.items()}
    for name in runs:
        if any(name in others for other, others in members.items() if other != name):
            raise InputError(f"{name!r} is what a run of another system is called; name it otherwise: NAME=FILE")
    files = {run: path for name, paths in runs.items() for run, path in zip(members[name], paths, strict=True)}
    evalset = texts.read(files, labels)
    texts.check_needs(chosen, evalset)
    members = members or {name: [name] for name in evalset.systems}
    review(evalset, strict=strict, quiet=quiet)
    default = default_test(evalset, unit, len(members), alpha, has_runs)
    procedures = _procedures(test, draws, seed, interval, sample, compat, default, has_runs)
    with progress_bar(len(evalset) * len(evalset.systems) * len(chosen), "Comparing", quiet=quiet) as progress:
        comparison = compare_systems(
            evalset,
            chosen,
            test=procedures[1],
            interval=procedures[0],
            all_pairs=all_pairs,
            correction=correction or ("none" if compat else "holm"),
            alpha=alpha,
            runs=members,
            unit=unit,
            by=by,
            progress=progress,
        )
    failures = [] if condition is None else condition.check(comparison)
    if plot is not None:
        write_whole(plot, [render_plot(comparison)])
    colored = destination.path is None and wants_color(color)
    if methods:
        destination.write(describe_methods(comparison))
    else:
        destination.write(render_comparison(comparison, destination.format, digits, color=colored), color=colored)
    if failures:
        with suppress(BrokenPipeError):  # whoever reads this has seen enough, and the exit code must still tell
            click.echo("\n".join(_failure_lines(failures, comparison, evalset, members, fail_if or "")), err=True)
        sys.exit(CONDITION_HOLDS)


def _procedures(
    test: str | None,
    draws: int | None,
    seed: int | None,
    interval: str | None,
    sample: str,
    compat: str | None,
    default: str,
    has_runs: bool,
) -> "tuple[Bootstrap, PairedTest]":
    """The interval and the test that the options describe."""
    from mtassay.comparison.procedures import choose_procedures

    if compat is not None:
        name = test or "bootstrap"
        if name not in ("bootstrap", "randomization") or interval is not None or sample != "full" or has_runs:
            raise click.UsageError(
                "--compat sacrebleu takes --test bootstrap or randomization and one run of each system, "
                "and has an interval of its own: leave --interval and --sample out",
                click.get_current_context(),
            )
        from mtassay.compat.sacrebleu.procedures import procedures

        return procedures(name, draws, 12345 if seed is None else seed)
    return choose_procedures(default, test=test, draws=draws, seed=seed, interval=interval, sample=sample)


def _run_names(name: str, count: int) -> list[str]:
    return [f"{name}#{number}" for number in range(1, count + 1)]


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
        one = failure.metric
        yield f"mtassay: {failure.system} meets the condition {condition!r}: {failure.because}"
        regressions = worst_regressions(one, comparison.baseline, failure.system)
        if regressions:
            yield f"Segments that lost most against {comparison.baseline} by {one.label}:"
        for regression in regressions:
            yield f"  {regression.segment + 1}: {regression.before:.{one.places}f} -> {regression.after:.{one.places}f}"
            if evalset.references is not None:
                yield f"    reference: {evalset.references[regression.segment][0]}"
            for run in (members[name][0] for name in (comparison.baseline, failure.system)):
                yield f"    {run}: {evalset.systems[run][regression.segment]}"

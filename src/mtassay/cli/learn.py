"""`mtassay learn`: a metric made of your own judgments."""

from dataclasses import dataclass

import click

from mtassay.cli.arguments.comparing import LABELS, WIDTH
from mtassay.cli.arguments.option_groups import option_group
from mtassay.cli.options import NamedTexts, WorkOptions, be_quiet, text_options, work_options
from mtassay.cli.output import Destination
from mtassay.reports.formats.choice import FORMATS

_EXAMPLES = """\b
Examples:
  mtassay learn -r reference.txt -s source.txt outputs/*.txt --judgments judged.tsv -m bleu -m chrf -m ter -o house.json
  mtassay learn -r reference.txt outputs/*.txt --judgments judged.tsv -m chrf -m given:path=comet.tsv -o house.json
  mtassay learn -r reference.txt outputs/*.txt --judgments judged.tsv --tune meteor -l en -o house.json
  mtassay score -r other-reference.txt new.txt -m learned:path=house.json
"""


@dataclass(eq=False, repr=False, kw_only=True)
class _Lessons:
    """What people said, and how to learn from it."""

    judgments: str
    lower: bool
    person: tuple[str, ...]
    people: bool
    common: bool
    method: str
    unit: str | None
    draws: int
    seed: int


_LESSONS = option_group(
    "lessons",
    _Lessons,
    click.option(
        "--judgments",
        metavar="FILE",
        required=True,
        help="What people say of the outputs: a table with system, segment and score, or any file for db import.",
    ),
    click.option("--lower", is_flag=True, help="Lower human scores are better [default: of a column mqm]."),
    click.option(
        "--person",
        metavar="SYSTEM",
        multiple=True,
        help="A system that is a person's translation [default: those called ref, refA, Human-A, …].",
    ),
    click.option("--people", is_flag=True, help="Learn from people's translations too."),
    click.option("--common", is_flag=True, help="Learn from those outputs that all metrics score."),
    click.option(
        "--method",
        type=click.Choice(["within", "ridge", "pairwise", "correlation"]),
        default="within",
        show_default=True,
        help="What to learn: which output of a segment is better (within, pairwise, correlation), or also which "
        "sources are hard (ridge).",
    ),
    click.option(
        "--unit",
        metavar="LABEL",
        help="Keep segments with the same label together [default: document, if there is one].",
    ),
    click.option(
        "--draws",
        type=click.IntRange(1, 10_000_000),
        default=10_000,
        show_default=True,
        metavar="N",
        help="Draws of the tests.",
    ),
    click.option("--seed", type=click.IntRange(0), default=12345, show_default=True, metavar="N", help="Of folds."),
)


@click.command(epilog=_EXAMPLES)
@click.argument("systems", metavar="SYSTEM...", nargs=-1, required=True)
@text_options
@click.option(
    "-m",
    "--metric",
    "metrics",
    metavar="SPEC",
    multiple=True,
    help="A part of the new metric, with settings; given:path=FILE for scores of another program. Repeat it.",
)
@click.option(
    "--tune",
    metavar="SPEC",
    help="Instead of -m: choose the parameters of this one metric, meteor, by your judgments.",
)
@_LESSONS
@LABELS
@click.option("-o", "--output", metavar="FILE.json", required=True, help="Where to write the metric.")
@click.option("-f", "--format", "format_", type=click.Choice(FORMATS), help="Form of the report [default: text].")
@click.option("--report", metavar="FILE", help="Write the report to a file instead of printing it.")
@click.option(
    "--table", metavar="NAME", help="Of the report only this table: held-out, parts, systems or, tuned, parameters."
)
@WIDTH
@work_options
def learn(
    systems: tuple[str, ...],
    texts: NamedTexts,
    metrics: tuple[str, ...],
    tune: str | None,
    lessons: _Lessons,
    labels: tuple[str, ...],
    output: str,
    format_: str | None,
    report: str | None,
    table: str | None,
    digits: int | None,
    work: WorkOptions,
) -> None:
    """Learn from your judgments how to weigh metrics, and say whether that gains anything.

    SYSTEM are files with the outputs that people judged, or NAME=FILE. The new metric is a weighted sum of the metrics
    of -m; -o is its file, which every command takes as -m learned:path=FILE. The report compares it with the best of
    its parts on outputs that it did not see: often it gains nothing, and then it says so. With --tune it is one metric
    with other parameters, compared with what it was before.
    """
    from mtassay.cli.arguments.judged_texts import read_judged_texts
    from mtassay.cli.output import check_writable, files_of_settings, write_whole
    from mtassay.human.judgment_files import split_judgment_spec
    from mtassay.metaeval.learning.learn import LearnChoices, learn_metric
    from mtassay.metaeval.learning.tune import check_tunable, tune_metric
    from mtassay.metrics.base import metric
    from mtassay.metrics.learned_file import write_learned
    from mtassay.reports.results.metaeval.learned import learned_document

    if bool(metrics) == (tune is not None):
        raise click.UsageError(
            "--tune chooses the parameters of one metric and -m weighs several: give one of both"
            if metrics
            else "name the metrics to weigh (-m SPEC), or one to tune (--tune meteor)",
            click.get_current_context(),
        )
    specs = (tune,) if tune else metrics
    if tune:
        check_tunable(metric(tune))
    named = split_judgment_spec(lessons.judgments)[0]
    inputs = [*systems, *texts.files, *labels, named, *files_of_settings(specs)]
    destination = Destination.of(report, format_, inputs, table)
    check_writable(output, inputs)
    destination.refuse_same("--report", output)
    be_quiet(work.quiet)
    read = read_judged_texts(
        systems,
        texts,
        specs,
        lessons.judgments,
        labels,
        work,
        lower_is_better=lessons.lower,
        people=lessons.person,
        common=lessons.common,
    )
    choices = LearnChoices(
        method=lessons.method, unit=lessons.unit, people=lessons.people, draws=lessons.draws, seed=lessons.seed
    )
    learned = (
        tune_metric(read.evalset, read.judged, read.metrics[0], choices)
        if tune
        else learn_metric(read.evalset, read.judged, read.metrics, choices)
    )
    write_whole(output, [write_learned(learned.file)])
    destination.write_document(learned_document(learned), digits, color=work.color)

"""`mtassay meta`: which metric to trust, by how far metrics agree with people."""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from mtassay.cli.arguments.comparing import ALPHA, LABELS, WIDTH
from mtassay.cli.arguments.option_groups import option_group
from mtassay.cli.options import (
    NamedTexts,
    OutputOptions,
    WorkOptions,
    be_quiet,
    choose_metrics,
    output_options,
    text_options,
    work_options,
)

if TYPE_CHECKING:
    from mtassay.metaeval.judged import Judged
    from mtassay.metaeval.meta import MetaChoices

_EXAMPLES = """\b
Examples:
  mtassay meta -r reference.txt -s source.txt outputs/*.txt --judgments judged.tsv -m bleu -m given:path=comet.tsv
  mtassay meta -r reference.txt outputs/*.txt --judgments mqm.tsv:score=mqm --labels document=docs.txt --unit document
  mtassay meta --scores wide.tsv --human mqm --lower --by document --by difficulty --plot meta.svg
  mtassay meta -r reference.txt -s source.txt outputs/*.txt --judgments judged.tsv --differences meaning.json
  mtassay meta --folder wmt22 -l en-de --gold mqm --domain news
  mtassay meta --db talks.db --project talks -s source.txt -r reference.txt -m chrf -m given:path=comet.tsv
  mtassay meta --scores wide.tsv --level segment --statistic kendall --statistic pearson --group none
"""
_DEFAULT_METRICS = ("bleu", "chrf")
_OF_WAYS = {
    "gold": ("--gold", ("--folder",)),
    "domain": ("--domain", ("--folder",)),
    "human": ("--human", ("--scores",)),
    "errors": ("--errors", ("--scores",)),
    "project_name": ("--project", ("--db",)),
    "lower": ("--lower", ("--scores", "--judgments")),
    "hyp": ("--hyp", ("--judgments",)),
    "src": ("--src", ("--judgments",)),
    "ref": ("--ref", ("--judgments", "--folder")),
    "labels": ("--labels", ("--judgments",)),
    "target_language": ("--target-language", ("--judgments", "--folder", "--db")),
}
"""Options that only some of the ways in know, by the names of their parameters."""


@dataclass(eq=False, repr=False, kw_only=True)
class _Judgments:
    """Where scores and judgments are, and which way they point."""

    judgments: str | None
    scores: str | None
    folder: str | None
    location: str | None
    project_name: str | None
    gold: str
    domain: str | None
    human: str | None
    lower: bool
    errors: tuple[str, ...]
    person: tuple[str, ...]
    common: bool


@dataclass(eq=False, repr=False, kw_only=True)
class _Asked:
    """Which statistics, of which systems, with which tests."""

    levels: tuple[str, ...]
    statistics: tuple[str, ...]
    group: str
    people: bool
    outliers: str
    top: int | None
    unit: str | None
    by: tuple[str, ...]
    test: str | None
    draws: int | None
    seed: int
    correction: str
    alpha: float

    def choices(self, *, meanings: bool) -> "MetaChoices":
        """The same as one value."""
        from mtassay.metaeval.meta import MetaChoices

        return MetaChoices(
            levels=tuple(dict.fromkeys(self.levels)),
            statistics=self.statistics,
            group=self.group,
            people=self.people,
            drop_outliers=self.outliers == "drop",
            top=self.top,
            unit=self.unit,
            by=self.by,
            meanings=meanings,
            test=self.test,
            draws=self.draws,
            seed=self.seed,
            correction=self.correction,
            alpha=self.alpha,
        )


_JUDGMENTS = option_group(
    "judged",
    _Judgments,
    click.option(
        "--judgments",
        metavar="FILE",
        help="What people say of the outputs: a table with system, segment and score, rankings of WMT, or any file for "
        "db import.",
    ),
    click.option(
        "--scores", metavar="FILE", help="Instead of texts: a table with system, segment and a column for each metric."
    ),
    click.option(
        "--folder",
        metavar="FOLDER",
        help="Instead of texts: a folder as mt-metrics-eval has it, with human-scores and metric-scores; -l en-de says "
        "which languages.",
    ),
    click.option(
        "--db",
        "location",
        metavar="LOCATION",
        help="Instead of texts: every judged output of a project of this database; -s and -r have references, unless "
        "those of the project serve.",
    ),
    click.option("--project", "project_name", metavar="NAME", help="Which project, where there are several."),
    click.option(
        "--gold", metavar="NAME", default="mqm", show_default=True, help="Of such a folder: the human scores."
    ),
    click.option("--domain", metavar="NAME", help="Of such a folder: only the segments of one domain."),
    click.option("--human", metavar="COLUMN", help="Of such a table: the scores of people [default: by its name]."),
    click.option("--lower", is_flag=True, help="Lower human scores are better [default: of a column mqm]."),
    click.option(
        "--errors", metavar="COLUMN", multiple=True, help="Of such a table: a metric whose lower scores are better."
    ),
    click.option(
        "--person",
        metavar="SYSTEM",
        multiple=True,
        help="A system that is a person's translation [default: those called ref, refA, Human-A, …].",
    ),
    click.option("--common", is_flag=True, help="Compare on those outputs that all metrics score."),
)
_ASKED = option_group(
    "asked",
    _Asked,
    click.option(
        "--level", "levels", type=click.Choice(["system", "segment"]), multiple=True, help="Level [default: both]."
    ),
    click.option(
        "--statistic",
        "statistics",
        metavar="SPEC",
        multiple=True,
        help="pearson, spearman, kendall, tau-like, acc-eq, tau-eq, pairwise-accuracy or spa, with settings; may be "
        "repeated [default: pearson, pairwise-accuracy, spa of systems; kendall, acc-eq of segments].",
    ),
    click.option(
        "--group",
        type=click.Choice(["item", "system", "none"]),
        default="item",
        show_default=True,
        help="Which outputs are compared at segment level: of one segment, of one system, all.",
    ),
    click.option("--people", is_flag=True, help="Count people's translations as systems."),
    click.option(
        "--outliers",
        type=click.Choice(["keep", "drop"]),
        default="keep",
        show_default=True,
        help="Systems far from all others by human scores.",
    ),
    click.option("--top", type=click.IntRange(2), metavar="K", help="Only the K best systems by human scores."),
    click.option("--unit", metavar="LABEL", help="Draw and exchange segments with the same label together."),
    click.option(
        "--by",
        metavar="LABEL",
        multiple=True,
        help="Also each part of the segments: quarters by `length` of sources, thirds by `difficulty`, or those of one "
        "label; may be repeated.",
    ),
    click.option(
        "--test",
        metavar="SPEC",
        help="Test between metrics: flips, williams, systems or perm-both [default: the one that holds for each "
        "statistic].",
    ),
    click.option(
        "--draws",
        type=click.IntRange(1, 10_000_000),
        metavar="N",
        help="Draws of the test [default: 10000; perm-both: 1000].",
    ),
    click.option("--seed", type=click.IntRange(0), default=12345, metavar="N", help="Seed [default: 12345]."),
    click.option(
        "--correction",
        type=click.Choice(["holm", "bh", "none"]),
        default="holm",
        show_default=True,
        help="Of p-values over all pairs of metrics.",
    ),
    ALPHA,
)


@click.command(epilog=_EXAMPLES)
@click.argument("systems", metavar="[SYSTEM...]", nargs=-1)
@text_options
@click.option(
    "-m",
    "--metric",
    "metrics",
    metavar="SPEC",
    multiple=True,
    help="Metric, with settings, or the name of one in --scores or --folder; may be repeated [default: bleu and chrf; "
    "all of --scores or --folder].",
)
@_JUDGMENTS
@LABELS
@_ASKED
@click.option(
    "--differences",
    metavar="FILE.json",
    help="Also say how often people agreed with differences of each size, and write it for mtassay compare --meaning.",
)
@click.option(
    "--pool",
    metavar="FILE.json",
    multiple=True,
    help="Count the differences in such a file too, those of other texts; may be repeated.",
)
@click.option(
    "--plot", metavar="FILE.svg", help="Also draw it: rankings, systems by metric, what differences mean, parts."
)
@output_options
@WIDTH
@work_options
def meta(
    systems: tuple[str, ...],
    texts: NamedTexts,
    metrics: tuple[str, ...],
    judged: _Judgments,
    labels: tuple[str, ...],
    asked: _Asked,
    differences: str | None,
    pool: tuple[str, ...],
    plot: str | None,
    output: OutputOptions,
    digits: int | None,
    work: WorkOptions,
) -> None:
    """Say which metric to trust: how far metrics agree with people on your own judgments.

    SYSTEM are files with the outputs that people judged, or NAME=FILE; --judgments has what people said of them.
    Or --scores names one table that has all numbers, or --db a database in which people judged. Metrics stand in the
    order of their agreement, in clusters that a test separates; a metric that says the same of everything is a row of
    its own, so that you see what is nothing.
    """
    from mtassay.cli.db.session import files_of
    from mtassay.cli.output import check_writable, files_of_settings, write_whole
    from mtassay.human.judgment_files import split_judgment_spec
    from mtassay.metaeval.differences import read_meanings, write_meanings
    from mtassay.metaeval.meta import meta_evaluate
    from mtassay.reports.formats.svg import Svg
    from mtassay.reports.results.metaeval.meta import meta_document

    named = [] if judged.scores is None else [judged.scores]
    named += [] if judged.judgments is None else [split_judgment_spec(judged.judgments)[0]]
    inputs = [*systems, *texts.files, *labels, *named, *pool, *files_of_settings(metrics)]
    inputs += [] if judged.location is None else files_of(judged.location)
    destination = output.destination(inputs)
    if differences is not None:
        check_writable(differences, inputs)
        destination.refuse_same("--differences", differences)
    if plot is not None:
        if not plot.lower().endswith(".svg"):
            raise click.UsageError(f"--plot {plot}: pictures are SVG; name a file that ends in .svg")
        check_writable(plot, inputs)
        destination.refuse_same("--plot", plot)
        if differences is not None and os.path.realpath(plot) == os.path.realpath(differences):
            raise click.UsageError(f"--plot {plot}: --differences would be written there too; name another file")
    be_quiet(work.quiet)
    _check_ways(systems, texts, judged)
    if judged.folder is not None:
        chosen = _from_folder(judged, texts, metrics)
    elif judged.scores is not None:
        chosen = _from_table(judged, metrics)
    elif judged.location is not None:
        chosen = _from_project(judged.location, judged, texts, metrics or _DEFAULT_METRICS, work)
    else:
        chosen = _from_texts(systems, texts, judged, metrics or _DEFAULT_METRICS, labels, work)
    others = [meaning for path in pool for meaning in read_meanings(path)]
    result = meta_evaluate(chosen, asked.choices(meanings=differences is not None or bool(pool)))
    if pool:
        result = result.pooled(others)
    if differences is not None:
        write_whole(differences, [write_meanings(result.meanings)])
    document = meta_document(result)
    if plot is not None:
        write_whole(plot, [Svg().write(document)])
    destination.write_document(document, digits, color=work.color)


def _check_ways(systems: tuple[str, ...], texts: NamedTexts, judged: _Judgments) -> None:
    """Refuse a mixture of the ways in, and none of them."""
    context = click.get_current_context()
    ways = {"--folder": judged.folder, "--scores": judged.scores, "--db": judged.location}
    way = next((name for name, value in ways.items() if value is not None), "--judgments")
    for name, (option, others) in _OF_WAYS.items():
        if way not in others and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(
                f"{option} goes with {' or '.join(others)}, and says nothing of what is given; leave it out", context
            )
    if judged.folder is not None:
        if systems or texts.files or judged.judgments is not None or judged.scores or judged.location:
            raise click.UsageError(
                "--folder has texts, scores and judgments: leave out all others, or leave out --folder", context
            )
        if texts.target_language is None:
            raise click.UsageError("--folder holds several languages; say which: -l en-de", context)
        return
    if judged.scores is not None:
        if systems or texts.files or judged.judgments is not None or judged.location is not None:
            raise click.UsageError(
                "--scores has all numbers: leave out the texts, --judgments and --db, or leave out --scores", context
            )
        return
    if judged.location is not None:
        if systems or judged.judgments is not None:
            raise click.UsageError(
                "--db has outputs and judgments: leave out the systems and --judgments, or leave out --db", context
            )
        if texts.references and texts.source is None:
            raise click.UsageError(
                "references of a project are found by the sources that they translate; give them with -s FILE", context
            )
        return
    if not systems:
        raise click.UsageError(
            "nothing to compare; give outputs and --judgments FILE, or --scores FILE, or --db FILE", context
        )
    if judged.judgments is None:
        raise click.UsageError("no judgments; give them with --judgments FILE", context)


def _from_folder(judged: _Judgments, texts: NamedTexts, metrics: tuple[str, ...]) -> "Judged":
    from mtassay.metaeval.sources.folder import judged_from_folder

    assert judged.folder is not None
    assert texts.target_language is not None
    return judged_from_folder(
        judged.folder,
        texts.target_language,
        gold=judged.gold,
        reference=texts.ref[0] if texts.ref else None,
        metrics=metrics,
        domain=judged.domain,
        people=judged.person,
        common=judged.common,
    )


def _from_table(judged: _Judgments, metrics: tuple[str, ...]) -> "Judged":
    from mtassay.metaeval.sources.wide_table import judged_from_table

    assert judged.scores is not None
    return judged_from_table(
        judged.scores,
        human=judged.human,
        metrics=metrics,
        errors=judged.errors,
        lower_is_better=judged.lower,
        people=judged.person,
        common=judged.common,
    )


def _from_project(
    location: str, judged: _Judgments, texts: NamedTexts, metrics: tuple[str, ...], work: WorkOptions
) -> "Judged":
    from mtassay.cli.db.session import reading
    from mtassay.corpus.files import read_evalset
    from mtassay.human.collection import collapse
    from mtassay.metaeval.sources.project import judged_from_project

    references: dict[str, list[str]] = {}
    if texts.references:
        evalset = read_evalset(texts.references, {}, texts.source)
        assert evalset.sources is not None
        assert evalset.references is not None
        for source, several in zip(evalset.sources, evalset.references, strict=True):
            known = references.setdefault(collapse(source), [])
            known += [text for text in several if text not in known]
    with reading(location, judged.project_name) as (connection, project):
        return judged_from_project(
            connection,
            project,
            choose_metrics(metrics, work.threads),
            references if texts.references else None,
            target_language=texts.target_language,
            people=judged.person,
            common=judged.common,
        )


def _from_texts(
    systems: tuple[str, ...],
    texts: NamedTexts,
    judged: _Judgments,
    metrics: tuple[str, ...],
    labels: tuple[str, ...],
    work: WorkOptions,
) -> "Judged":
    from mtassay.cli.arguments.judged_texts import read_judged_texts

    assert judged.judgments is not None
    return read_judged_texts(
        systems,
        texts,
        metrics,
        judged.judgments,
        labels,
        work,
        lower_is_better=judged.lower,
        people=judged.person,
        common=judged.common,
    ).judged

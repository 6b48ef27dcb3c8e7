"""`mtassay analyze`: where and why systems differ."""

from dataclasses import dataclass

import click

from mtassay.cli.comparing import ALPHA, LABELS, UNIT, WIDTH, Parts, read_compared
from mtassay.cli.option_groups import option_group
from mtassay.cli.options import (
    NamedTexts,
    OutputOptions,
    WorkOptions,
    be_quiet,
    check_options,
    choose_metrics,
    metric_options,
    output_options,
    text_options,
    work_options,
)

_EXAMPLES = """\b
Examples:
  mtassay analyze -r reference.txt base.txt new.txt
  mtassay analyze -s source.txt -r reference.txt -l en base.txt new.txt -o analyses.xlsx
  mtassay analyze -r reference.txt base.txt new.txt -a words:counts=train.tsv.gz -a errors --where "length >= 20"
  mtassay analyze -r reference.txt base.txt new.txt --labels meta.tsv --unit document --where "domain in (news, chat)"
  mtassay analyze -s source.txt -r reference.txt base.txt new.txt -a terms -a consistency --glossary terms.tsv
  mtassay analyze -r ref.tok base.tok new.tok --words space --word-labels pos=ref.pos,base=base.pos,new=new.pos
"""


@dataclass(eq=False, repr=False, kw_only=True)
class _Analysing:
    """Which analyses are made, of what."""

    analyses: tuple[str, ...]
    without: tuple[str, ...]
    where: str
    words: str
    word_labels: tuple[str, ...]
    glossary: str | None
    pairs: tuple[str, ...]
    test: str | None
    alpha: float

    @property
    def files(self) -> list[str]:
        """All that are read."""
        labels = [part.rpartition("=")[2] for argument in self.word_labels for part in argument.split(",")]
        return [*labels, *filter(None, [self.glossary])]

    @property
    def named_pairs(self) -> list[tuple[str, str]] | None:
        """The pairs that are compared; None for the baseline with all others."""
        if not self.pairs:
            return None
        pairs = []
        for text in self.pairs:
            first, comma, second = text.partition(",")
            if not (first and comma and second) or "," in second:
                raise click.UsageError(f"--pair {text}: name two systems with a comma between them: --pair base,new")
            pairs.append((first.strip(), second.strip()))
        return pairs


_ANALYSING = option_group(
    "analysing",
    _Analysing,
    click.option(
        "-a",
        "--analysis",
        "analyses",
        metavar="SPEC",
        multiple=True,
        help="Analysis, with settings: errors, words:by=shape; may be repeated [default: all that the texts allow]. "
        "See: mtassay analyses",
    ),
    click.option(
        "--without", metavar="NAME", multiple=True, help="All that the texts allow but this; may be repeated."
    ),
    click.option(
        "--where",
        metavar="CONDITION",
        default="",
        help='Only segments for which it holds: "length >= 20 and document in (a, b)". What looks at outputs leaves '
        "scores without p-values.",
    ),
    click.option(
        "--words",
        type=click.Choice(["unicode", "space"]),
        default="unicode",
        show_default=True,
        help="What words are: runs of letters and digits, or what stands between spaces, for tokenized text.",
    ),
    click.option(
        "--word-labels",
        metavar="NAME=REF[,SYSTEM=FILE...]",
        multiple=True,
        help="Labels of words, such as parts of speech: a file for the reference, and one for each system; needs "
        "--words space; may be repeated.",
    ),
    click.option(
        "--glossary", metavar="FILE", help="Terms: source, tab, target, and after more tabs what else is allowed."
    ),
    click.option(
        "--pair",
        "pairs",
        metavar="A,B",
        multiple=True,
        help="Compare B with A; may be repeated [default: every system with the baseline].",
    ),
    click.option(
        "--test", metavar="SPEC", help="Test of the scores of all segments, as for compare; tables use the jackknife."
    ),
    ALPHA,
)


@click.command(epilog=_EXAMPLES)
@click.argument("systems", metavar="BASELINE SYSTEM...", nargs=-1, required=True)
@text_options
@metric_options
@output_options
@WIDTH
@_ANALYSING
@option_group("parts", Parts, LABELS, UNIT)
@check_options
@work_options
def analyze(
    systems: tuple[str, ...],
    texts: NamedTexts,
    metrics: tuple[str, ...],
    output: OutputOptions,
    digits: int | None,
    analysing: _Analysing,
    parts: Parts,
    strict: bool,
    work: WorkOptions,
) -> None:
    """Find out where and why systems differ.

    Words by frequency and shape, segments by length, classes of errors, names and numbers, repetition, n-grams, terms,
    checks, examples: each as a table, with what is beyond chance. BASELINE and SYSTEM are as for mtassay compare; one
    system alone is described.
    """
    from mtassay.analyses.analyze import analyze as analyze_evalset
    from mtassay.analyses.counting.glossary import Glossary
    from mtassay.analyses.counting.word_labels import WordLabels
    from mtassay.analyses.filters.segment_filter import SegmentFilter
    from mtassay.cli.output import files_of_settings
    from mtassay.cli.progress import progress_bar
    from mtassay.cli.review import review
    from mtassay.reports.results.analyses import analyses_document

    inputs = [*systems, *texts.files, *parts.labels, *analysing.files]
    inputs += files_of_settings([*metrics, *analysing.analyses])
    destination = output.destination(inputs)
    pairs = analysing.named_pairs
    if analysing.word_labels and analysing.words != "space":
        raise click.UsageError("--word-labels needs --words space: labels belong to words that stand between spaces")
    where = SegmentFilter.parse(analysing.where)
    be_quiet(work.quiet)
    chosen = choose_metrics(metrics, work.threads)
    evalset, members, arguments = read_compared(systems, texts, parts.labels, chosen)
    word_labels = dict(WordLabels.read(argument, evalset) for argument in analysing.word_labels)
    glossary = None if analysing.glossary is None else Glossary.read(analysing.glossary)
    review(evalset, arguments, strict=strict, quiet=work.quiet)
    with progress_bar(len(evalset) * len(evalset.systems) * len(chosen), "Analysing", quiet=work.quiet) as progress:
        analyses = analyze_evalset(
            evalset,
            analysing.analyses or None,
            chosen,
            without=analysing.without,
            where=where,
            words=analysing.words,
            word_labels=word_labels,
            glossary=glossary,
            pairs=pairs,
            runs=members,
            unit=parts.unit,
            test=analysing.test,
            alpha=analysing.alpha,
            progress=progress,
        )
    destination.write_document(analyses_document(analyses, digits), digits, color=work.color)

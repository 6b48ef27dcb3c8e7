"""What the commands that analyse systems have in common: which analyses, of which segments, with what beside."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mtassay.cli.arguments.comparing import ALPHA, Parts, read_compared
from mtassay.cli.arguments.option_groups import option_group
from mtassay.cli.options import NamedTexts, WorkOptions

if TYPE_CHECKING:
    from mtassay.analyses.result import Analyses
    from mtassay.metrics.base import Metric


F = TypeVar("F", bound=Callable[..., Any])


@dataclass(eq=False, repr=False, kw_only=True)
class Analysing:
    """Which analyses are made, of what."""

    analyses: tuple[str, ...]
    without: tuple[str, ...]
    where: tuple[str, ...]
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

    def check_pairs(self) -> None:
        """Refuse pairs that cannot be any, before files are read."""
        for text in self.pairs:
            if not all(map(str.strip, text.partition(","))):
                raise _no_pair(text)

    def named_pairs(self, systems: Collection[str]) -> list[tuple[str, str]] | None:
        """The pairs that are compared; None for the baseline with all others."""
        return [_pair(text, systems) for text in self.pairs] or None


def _pair(text: str, systems: Collection[str]) -> tuple[str, str]:
    """The systems that a pair names; their names may have commas too."""
    parts = text.split(",")
    cuts = [(",".join(parts[:place]).strip(), ",".join(parts[place:]).strip()) for place in range(1, len(parts))]
    known = [cut for cut in cuts if all(name in systems for name in cut)]
    if len(known) == 1 or len(cuts) == 1:
        return (known or cuts)[0]
    raise _no_pair(text)


def _no_pair(text: str) -> click.UsageError:
    return click.UsageError(f"--pair {text}: name two systems with a comma between them: --pair base,new")


_ANALYSING = option_group(
    "analysing",
    Analysing,
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
        multiple=True,
        help='Only segments for which it holds: "length >= 20 and document in (a, b)"; may be repeated. What looks at '
        "outputs leaves scores without p-values.",
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


def analysing_options(command: F) -> F:
    """Which analyses are made, of what, as `analysing`."""
    return _ANALYSING(command)


def analyse(
    systems: tuple[str, ...],
    texts: NamedTexts,
    metrics: "Sequence[Metric[Any]]",
    analysing: Analysing,
    parts: Parts,
    work: WorkOptions,
    *,
    strict: bool,
    all_pairs: bool = False,
) -> "Analyses":
    """The analyses that the options ask for."""
    from mtassay.analyses.analyze import analyze
    from mtassay.analyses.counting.glossary import Glossary
    from mtassay.analyses.counting.word_labels import WordLabels
    from mtassay.analyses.filters.segment_filter import SegmentFilter
    from mtassay.cli.progress import progress_bar
    from mtassay.cli.review import review

    analysing.check_pairs()
    if analysing.word_labels and analysing.words != "space":
        raise click.UsageError("--word-labels needs --words space: labels belong to words that stand between spaces")
    filters = map(SegmentFilter.parse, analysing.where)
    where = SegmentFilter(tuple(condition for each in filters for condition in each.conditions))
    evalset, members, arguments = read_compared(systems, texts, parts.labels, metrics)
    word_labels = dict(WordLabels.read(argument, evalset) for argument in analysing.word_labels)
    glossary = None if analysing.glossary is None else Glossary.read(analysing.glossary)
    findings = review(evalset, arguments, strict=strict, quiet=work.quiet)
    with progress_bar(len(evalset) * len(evalset.systems) * len(metrics), "Analysing", quiet=work.quiet) as progress:
        return analyze(
            evalset,
            analysing.analyses or None,
            metrics,
            without=analysing.without,
            where=where,
            words=analysing.words,
            word_labels=word_labels,
            glossary=glossary,
            pairs=analysing.named_pairs(members),
            runs=members,
            unit=parts.unit,
            test=analysing.test,
            alpha=analysing.alpha,
            all_pairs=all_pairs,
            findings=findings,
            progress=progress,
        )

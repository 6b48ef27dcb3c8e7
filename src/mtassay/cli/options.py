"""Options that several commands have in common, and what is made of them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mtassay.cli.arguments.option_groups import option_group
from mtassay.cli.output import Destination
from mtassay.reports.formats.choice import ENDINGS, FORMATS, PICTURE_FORMATS

if TYPE_CHECKING:
    from mtassay.metrics.base import Metric

ANSWER_FORMATS = ("appraise", "marot", "mtme", "wmt-da", "wmt-rank")
"""Forms of other tools that answers of campaigns are written in."""

F = TypeVar("F", bound=Callable[..., Any])


class _FormatChoice(click.Choice[str]):
    """One of the formats; `csv` may have the settings of the file format."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        name, colon, _ = str(value).partition(":")
        if not colon:
            return super().convert(value, param, ctx)
        if name != "csv":
            self.fail(f"{value!r}: only csv has settings, for example csv:spreadsheet=yes", param, ctx)
        from mtassay.corpus.formats.base import FILE_FORMATS

        FILE_FORMATS.create(value)  # which says what is wrong with them
        return str(value)


@dataclass(eq=False, repr=False)
class OutputOptions:
    """In which form the result is wanted, and where."""

    format_: str | None
    output: str | None
    table: str | None

    def destination(self, inputs: Iterable[str] = (), default: str = "text") -> Destination:
        """Where the result goes; none of the `inputs` is written over. `default` is the form of what is printed."""
        return Destination.of(self.output, self.format_, inputs, self.table, default)

    def refuse_with(self, others: str) -> None:
        """Refuse a form or a file beside other options, where a command prints no result."""
        if any(value is not None for value in (self.format_, self.output, self.table)):
            raise click.UsageError(f"--format, -o and --table do not go with {others}; leave one away")


@dataclass(eq=False, repr=False)
class NamedTexts:
    """The files or columns with the texts beside the systems."""

    references: tuple[str, ...]
    source: str | None
    hyp: tuple[str, ...]
    ref: tuple[str, ...]
    src: str | None
    target_language: str | None

    @property
    def files(self) -> list[str]:
        """All that are files."""
        return [*self.references, *filter(None, [self.source])]


@dataclass(eq=False, repr=False)
class WorkOptions:
    """How much is said on the way, whether in bold, and how many threads work."""

    quiet: bool
    color: bool | None
    threads: int | None


def _output(formats: Sequence[str], default: str = "text") -> Callable[[F], F]:
    return option_group(
        "output",
        OutputOptions,
        click.option(
            "-f",
            "--format",
            "format_",
            type=_FormatChoice(formats),
            help=f"Form of the result [default: {default}, or as the name of -o FILE ends]. csv:spreadsheet=yes keeps "
            "spreadsheets from running texts as formulas.",
        ),
        click.option(
            "-o",
            "--output",
            metavar="FILE",
            help=f"Write to a file instead of printing; how its name ends says the form: {', '.join(ENDINGS)}.",
        ),
        click.option(
            "--table",
            metavar="NAME",
            help="Only this table; facts, such as seed and revision, are one too. jsonl, tsv and csv hold one "
            "[default: the main one].",
        ),
    )


_SEED = click.option("--seed", type=click.IntRange(0), metavar="N", help="Seed of the random numbers [default: 12345].")
_TEXTS = (
    click.option(
        "-r",
        "--reference",
        "references",
        metavar="FILE",
        multiple=True,
        help="Reference, which most metrics need; may be repeated.",
    ),
    click.option("-s", "--source", metavar="FILE", help="Source text."),
    click.option(
        "--hyp",
        "hyp",
        metavar="COLUMN",
        multiple=True,
        help="Of a table with all texts: a system's column, by name or number; may be repeated.",
    ),
    click.option(
        "--ref", "ref", metavar="COLUMN", multiple=True, help="Of such a table: a reference; may be repeated."
    ),
    click.option("--src", "src", metavar="COLUMN", help="Of such a table: the source."),
    click.option(
        "-l",
        "--target-language",
        metavar="CODE",
        help="Language of references and systems, such as de or zh-CN; BLEU chooses its tokenizer by it.",
    ),
)
_METRICS = click.option(
    "-m",
    "--metric",
    "metrics",
    metavar="SPEC",
    multiple=True,
    default=("bleu", "chrf"),
    show_default="bleu and chrf",
    help="Metric, with settings: bleu, chrf:word_order=2; may be repeated. See: mtassay metrics",
)
_STRICT = click.option(
    "--strict", is_flag=True, help="Stop with code 7 where checks of the text find something severe."
)
_WORK = (
    click.option("-q", "--quiet", is_flag=True, help="No notes and no progress bar."),
    click.option("--color/--no-color", default=None, help="Bold for what stands out [default: on a terminal]."),
    click.option(
        "--threads", type=click.IntRange(0, 1024), metavar="N", help="Worker threads [default: one per core]."
    ),
)


def output_options(command: F) -> F:
    """In which form the result is wanted and where, as `output`."""
    return _output(FORMATS)(command)


def lines_options(command: F) -> F:
    """As `output_options`, of a result that is printed line by line as it comes: as TSV, unless told otherwise."""
    return _output(FORMATS, "tsv")(command)


def picture_options(command: F) -> F:
    """As `output_options`, of a result that can also be drawn: pictures are more forms."""
    return _output((*FORMATS, *PICTURE_FORMATS))(command)


def answer_options(command: F) -> F:
    """As `output_options`, of answers of people, for which other tools have forms too."""
    return _output((*FORMATS, *ANSWER_FORMATS), "jsonl")(command)


def text_options(command: F) -> F:
    """Which texts there are beside the systems, as `texts`."""
    return option_group("texts", NamedTexts, *_TEXTS)(command)


def metric_options(command: F) -> F:
    """By which metrics systems are scored."""
    return _METRICS(command)


def drawing_options(default: str = "percentile") -> Callable[[F], F]:
    """Where random numbers start, and which intervals there are; `default` says which kind is taken."""
    interval = click.option(
        "--interval",
        type=click.Choice(["percentile", "basic", "bca", "jackknife"]),
        help=f"Kind of confidence interval [default: {default}].",
    )
    return lambda command: _SEED(interval(command))


def check_options(command: F) -> F:
    """Whether findings of the checks that come before the work may stop it."""
    return _STRICT(command)


def work_options(command: F) -> F:
    """How much is said on the way, and how many threads work, as `work`."""
    return option_group("work", WorkOptions, *_WORK)(command)


def choose_metrics(specs: Sequence[str], threads: int | None) -> "list[Metric[Any]]":
    """The metrics of `-m`."""
    from mtassay.metrics.base import METRICS

    runtime = {} if threads is None else {"threads": str(threads)}
    return [METRICS.create(spec, **runtime) for spec in specs]


def be_quiet(quiet: bool) -> None:
    """Silence notes, if asked to."""
    import warnings

    from mtassay.errors import MtassayWarning

    if quiet:
        warnings.simplefilter("ignore", MtassayWarning)

"""Options that several commands have in common, and what is made of them."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mtassay.reports.formats.choice import ENDINGS, FORMATS

if TYPE_CHECKING:
    from mtassay.metrics.base import Metric

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


FORMAT = click.option(
    "-f",
    "--format",
    "format_",
    type=_FormatChoice(FORMATS),
    help="Form of the result [default: text, or as the name of -o FILE ends]. csv:spreadsheet=yes keeps spreadsheets "
    "from running texts as formulas.",
)
OUTPUT = click.option(
    "-o",
    "--output",
    metavar="FILE",
    help=f"Write to a file instead of printing; how its name ends says the form: {', '.join(ENDINGS)}.",
)
_DRAWING = (
    click.option("--seed", type=click.IntRange(0), metavar="N", help="Seed of the random numbers [default: 12345]."),
    click.option(
        "--interval",
        type=click.Choice(["percentile", "basic", "bca"]),
        help="Kind of confidence interval [default: percentile].",
    ),
)
_TABLE = (
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
_TEXT = (
    *_TABLE,
    click.option(
        "-m",
        "--metric",
        "metrics",
        metavar="SPEC",
        multiple=True,
        default=("bleu", "chrf"),
        show_default="bleu and chrf",
        help="Metric, with settings: bleu, chrf:word_order=2; may be repeated. See: mtassay metrics",
    ),
    FORMAT,
    OUTPUT,
)
_CHECKS = (
    click.option("--strict", is_flag=True, help="Stop with code 7 where checks of the text find something severe."),
)
_WORK = (
    click.option("-q", "--quiet", is_flag=True, help="No notes and no progress bar."),
    click.option("--color/--no-color", default=None, help="Bold for what stands out [default: on a terminal]."),
    click.option(
        "--threads", type=click.IntRange(0, 1024), metavar="N", help="Worker threads [default: one per core]."
    ),
)


def table_options(command: F) -> F:
    """Which texts there are."""
    return _decorated(command, _TABLE)


def text_options(command: F) -> F:
    """What is scored, by which metrics, and in which form it is printed."""
    return _decorated(command, _TEXT)


def drawing_options(command: F) -> F:
    """Where random numbers start, and what intervals are made of them."""
    return _decorated(command, _DRAWING)


def check_options(command: F) -> F:
    """Whether findings of the checks that come before the work may stop it."""
    return _decorated(command, _CHECKS)


def work_options(command: F) -> F:
    """How much is said on the way, and how many threads work."""
    return _decorated(command, _WORK)


def choose_metrics(specs: Sequence[str], threads: int | None) -> "list[Metric[Any]]":
    """The metrics of `-m`."""
    from mtassay.metrics.base import METRICS

    runtime = {} if threads is None else {"threads": str(threads)}
    return [METRICS.create(spec, **runtime) for spec in specs]


def wants_color(color: bool | None) -> bool:
    """What `--color` says, or else whether standard output is a terminal that may have colours."""
    import os
    import sys

    return sys.stdout.isatty() and "NO_COLOR" not in os.environ if color is None else color


def be_quiet(quiet: bool) -> None:
    """Silence notes, if asked to."""
    import warnings

    from mtassay.errors import MtassayWarning

    if quiet:
        warnings.simplefilter("ignore", MtassayWarning)


def _decorated(command: F, options: Sequence[Callable[[F], F]]) -> F:
    for option in reversed(options):
        command = option(command)
    return command

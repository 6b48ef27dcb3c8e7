"""`mtassay report`: one page that says who is better, where and why."""

from typing import TYPE_CHECKING

import click

from mtassay.cli.arguments.analysing import Analysing, analyse, analysing_options
from mtassay.cli.arguments.comparing import LABELS, UNIT, Parts
from mtassay.cli.option_groups import option_group
from mtassay.cli.options import (
    NamedTexts,
    WorkOptions,
    be_quiet,
    check_options,
    choose_metrics,
    metric_options,
    text_options,
    work_options,
)

if TYPE_CHECKING:
    from mtassay.analyses.result import Analyses

_FORMATS = ("html", "markdown", "json")
_ENDINGS = {".html": "html", ".htm": "html", ".md": "markdown", ".json": "json"}
_EXAMPLES = """\b
Examples:
  mtassay report -r reference.txt base.txt new.txt -o report.html
  mtassay report -s source.txt -r reference.txt -l en base.txt new.txt third.txt --labels meta.tsv -o report.html
  mtassay report -r reference.txt base.txt new.txt -m chrf -m ter --where "domain = news" -o news.html
  mtassay report -r reference.txt base.txt new.txt -o report.md
"""


@click.command(epilog=_EXAMPLES)
@click.argument("systems", metavar="BASELINE SYSTEM...", nargs=-1, required=True)
@text_options
@metric_options
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    required=True,
    help="The file to write; how its name ends says the form: .html, .md, .json.",
)
@click.option(
    "-f", "--format", "format_", type=click.Choice(_FORMATS), help="Form of the report [default: as FILE ends]."
)
@analysing_options
@option_group("parts", Parts, LABELS, UNIT)
@check_options
@work_options
def report(
    systems: tuple[str, ...],
    texts: NamedTexts,
    metrics: tuple[str, ...],
    output: str,
    format_: str | None,
    analysing: Analysing,
    parts: Parts,
    strict: bool,
    work: WorkOptions,
) -> None:
    """Write one file that says who is better, where and why.

    An HTML report is a single page that opens without a network, prints, and asks for nothing elsewhere: scores with
    their tests, what stands out, words, lengths, errors, n-grams, segments to read, checks, and a paragraph for a
    paper. BASELINE and SYSTEM are as for mtassay compare.
    """
    from pathlib import Path

    from mtassay.cli.output import Destination, check_writable, files_of_settings, write_whole
    from mtassay.reports.results.analyses import analyses_document

    inputs = [*systems, *texts.files, *parts.labels, *analysing.files]
    inputs += files_of_settings([*metrics, *analysing.analyses])
    form = format_ or _ENDINGS.get(Path(output).suffix.lower())
    if form is None:
        raise click.UsageError(
            f"-o {output}: reports are .html, .md or .json; name such a file, or say the form: --format html",
            click.get_current_context(),
        )
    check_writable(output, inputs)
    be_quiet(work.quiet)
    analyses = analyse(systems, texts, choose_metrics(metrics, work.threads), analysing, parts, work, strict=strict)
    if form == "html":
        write_whole(output, [_page(analyses)])
    else:
        Destination.of(output, form, inputs).write_document(analyses_document(analyses))
    if not work.quiet:
        click.echo(output)


def _page(analyses: "Analyses") -> str:
    try:
        from mtassay.reports.page.report import write_report
    except ModuleNotFoundError:
        from mtassay.errors import MissingExtra

        raise MissingExtra("an HTML report", "report") from None
    return write_report(analyses, _command())


def _command() -> str:
    """What was typed, without the paths of folders: the report may go to others."""
    import shlex
    import sys
    from pathlib import PurePath

    words = ["mtassay"]
    for word in sys.argv[1:]:
        name, equals, path = word.rpartition("=")
        is_path = "/" in path and " " not in path and not word.startswith("-")
        words.append(f"{name}{equals}{PurePath(path).name}" if is_path else word)
    return shlex.join(words)

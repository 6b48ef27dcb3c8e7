"""`mtassay report`: one page that says who is better, where and why."""

from collections.abc import Mapping

import click

from mtassay.cli.arguments.analysing import Analysing, analyse, analysing_options
from mtassay.cli.arguments.comparing import LABELS, UNIT, Parts
from mtassay.cli.arguments.option_groups import option_group
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

_FORMATS = ("html", "markdown", "json")
_EXAMPLES = """\b
Examples:
  mtassay report -r reference.txt base.txt new.txt -o report.html
  mtassay report -s source.txt -r reference.txt -l en base.txt new.txt third.txt --labels meta.tsv -o report.html
  mtassay report -r reference.txt base.txt new.txt -m chrf -m ter --where "domain = news" -o news.html
  mtassay report -r reference.txt base.txt new.txt --texts none -o for-others.html
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
@click.option(
    "--texts",
    "shown_texts",
    metavar="all|none|N",
    default="all",
    show_default=True,
    help="Of how many segments the report has the texts; none for what is confidential: n-grams that differ in 6 "
    "segments or more stay.",
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
    shown_texts: str,
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
    from mtassay.reports.report import REPORT_ENDINGS, Report
    from mtassay.reports.shared_texts import read_texts

    inputs = [*systems, *texts.files, *parts.labels, *analysing.files]
    inputs += files_of_settings([*metrics, *analysing.analyses])
    form = format_ or REPORT_ENDINGS.get(Path(output).suffix.lower())
    if form is None:
        raise click.UsageError(
            f"-o {output}: reports are .html, .md or .json; name such a file, or say the form: --format html",
            click.get_current_context(),
        )
    check_writable(output, inputs)
    read_texts(shown_texts)  # which refuses what it is not, before any work is done
    be_quiet(work.quiet)
    analyses = analyse(
        systems, texts, choose_metrics(metrics, work.threads), analysing, parts, work, strict=strict, all_pairs=True
    )
    content = Report(analyses, shown_texts, _command()).written(form)
    if form == "html":
        write_whole(output, [content])
    else:
        Destination.of(output, form, inputs).write(content)
    if not work.quiet:
        click.echo(output)


def _command() -> str:
    """What was typed, without the paths of folders: the report may go to others."""
    import shlex
    import sys

    words = ["mtassay"]
    for word in sys.argv[1:]:
        words.append(_without_folders(word, words[-1]))
    return shlex.join(words)


def _without_folders(word: str, option: str) -> str:
    """A word of a command, which stands behind an option or another word."""
    import re

    from mtassay.analyses.base import ANALYSES
    from mtassay.errors import SettingError
    from mtassay.metrics.base import METRICS
    from mtassay.settings import parse_spec, without_folders

    if option == "--where" or word.startswith("--where"):  # whose patterns stand between strokes
        return word
    kinds: dict[str, Mapping[str, type]] = {"-m": METRICS, "--metric": METRICS}
    kinds |= {"-a": ANALYSES, "--analysis": ANALYSES, "--without": ANALYSES}
    behind, equals, spec = word.partition("=") if word.startswith("--") else ("", "", word)
    registry = kinds.get(behind or option)
    if registry is not None:
        try:
            return behind + equals + without_folders(spec, registry[parse_spec(spec)[0]])
        except SettingError:  # nothing that would have come so far
            pass
    # files stand alone, and behind NAME= or --option=
    return re.sub(r"(?:^|(?<=[=,']))[^=,']*/(?=[^/=,']*)", "", word)

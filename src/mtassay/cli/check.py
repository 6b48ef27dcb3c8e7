"""`mtassay check`: what is odd about a test set."""

import pkgutil
import textwrap

import click

import mtassay.checks
from mtassay.cli.options import be_quiet, table_options, wants_color

SEVERE = 7
"""The exit code where `--strict` found something severe."""

_NO_CHECKS = ("base", "finding")


def _names() -> list[str]:
    """The checks of this package, by the names of their modules: to import them would take numpy along."""
    modules = pkgutil.iter_modules(mtassay.checks.__path__)
    return sorted(
        module.name.replace("_", "-") for module in modules if not module.ispkg and module.name not in _NO_CHECKS
    )


_EPILOG = f"""\b
Checks:
{textwrap.fill(", ".join(_names()), 72, initial_indent="  ", subsequent_indent="  ")}
\b
Examples:
  mtassay check -r reference.txt -s source.txt system.txt
  mtassay check -r reference.txt -s source.txt systems/*.txt --only numbers --only tags --all
  mtassay check cases.xlsx --src Hindi --ref Reference --hyp Google
  mtassay check -r reference.txt system.txt --only length:factor=3 --format json
  mtassay check -r reference.txt -s source.txt system.txt --strict && mtassay score -r reference.txt system.txt
"""


@click.command(epilog=_EPILOG)
@click.argument("systems", metavar="[SYSTEM...]", nargs=-1)
@table_options
@click.option("--only", metavar="SPEC", multiple=True, help="Only this check, perhaps with settings; may be repeated.")
@click.option("--skip", metavar="NAME", multiple=True, help="Every check but this; may be repeated.")
@click.option("--all", "is_complete", is_flag=True, help="Show every segment found, not only the first few.")
@click.option(
    "-f",
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Form of the report.",
)
@click.option("--strict", is_flag=True, help="Exit with code 7 where something severe was found.")
@click.option("-q", "--quiet", is_flag=True, help="No notes and no progress bar.")
@click.option("--color/--no-color", default=None, help="Bold for what stands out [default: on a terminal].")
def check(
    systems: tuple[str, ...],
    references: tuple[str, ...],
    source: str | None,
    hyp: tuple[str, ...],
    ref: tuple[str, ...],
    src: str | None,
    target_language: str | None,
    only: tuple[str, ...],
    skip: tuple[str, ...],
    is_complete: bool,
    format_: str,
    strict: bool,
    quiet: bool,
    color: bool | None,
) -> None:
    """Look for what is odd about a test set, before it is scored.

    SYSTEM is a file with one segment a line, or NAME=FILE; without any, references and source are checked alone.
    """
    import sys
    from importlib import import_module

    from mtassay.checks.base import CHECKS
    from mtassay.checks.base import check as check_evalset
    from mtassay.cli.output import print_result
    from mtassay.cli.progress import progress_bar
    from mtassay.cli.text_arguments import TextArguments
    from mtassay.corpus.files import name_runs

    if only and skip:
        raise click.UsageError("--only and --skip cannot be combined; leave one of them out")
    if not (systems or references or source):
        raise click.UsageError("nothing to check; name systems, -r FILE or -s FILE", click.get_current_context())
    be_quiet(quiet)
    skipped = [CHECKS[name].name for name in skip]
    chosen = only or [name for name in CHECKS if name not in skipped]
    # as `mtassay compare` does, so that the same files can be named: several of one name are its training runs
    texts = TextArguments.of(systems, references, source, target_language, hyp, ref, src)
    named = {} if texts.are_table else name_runs(systems, texts.files)
    files = {
        name if len(paths) == 1 else f"{name}#{number}": path
        for name, paths in named.items()
        for number, path in enumerate(paths, start=1)
    }
    evalset = texts.read(files)
    with progress_bar(len(chosen), "Checking", quiet=quiet) as progress:
        findings = check_evalset(evalset, chosen, progress)
    colored = wants_color(color)
    render = import_module(f"mtassay.reports.results.findings_{format_}").render
    print_result(render(findings, evalset, is_complete=is_complete, color=colored), color=colored)
    if strict and findings.severe:
        sys.exit(SEVERE)

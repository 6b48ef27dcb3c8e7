"""`mtassay check`: what is odd about a test set."""

import pkgutil
import textwrap

import click

import mtassay.checks
from mtassay.cli.options import NamedTexts, OutputOptions, be_quiet, output_options, text_options

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
@text_options
@click.option("--only", metavar="SPEC", multiple=True, help="Only this check, perhaps with settings; may be repeated.")
@click.option("--skip", metavar="NAME", multiple=True, help="Every check but this; may be repeated.")
@click.option("--all", "is_complete", is_flag=True, help="Show every segment found, not only the first few.")
@output_options
@click.option("--strict", is_flag=True, help="Exit with code 7 where something severe was found.")
@click.option("-q", "--quiet", is_flag=True, help="No notes and no progress bar.")
@click.option("--color/--no-color", default=None, help="Bold for what stands out [default: on a terminal].")
def check(
    systems: tuple[str, ...],
    texts: NamedTexts,
    only: tuple[str, ...],
    skip: tuple[str, ...],
    is_complete: bool,
    output: OutputOptions,
    strict: bool,
    quiet: bool,
    color: bool | None,
) -> None:
    """Look for what is odd about a test set, before it is scored.

    SYSTEM is a file with one segment a line, or NAME=FILE; without any, references and source are checked alone.
    """
    import sys

    from mtassay.checks.base import CHECKS
    from mtassay.checks.base import check as check_evalset
    from mtassay.cli.arguments.text_arguments import TextArguments
    from mtassay.cli.progress import progress_bar
    from mtassay.corpus.files import name_runs
    from mtassay.reports.results.findings import findings_document

    if only and skip:
        raise click.UsageError("--only and --skip cannot be combined; leave one of them out")
    if not (systems or texts.files):
        raise click.UsageError("nothing to check; name systems, -r FILE or -s FILE", click.get_current_context())
    destination = output.destination([*systems, *texts.files])
    be_quiet(quiet)
    skipped = [CHECKS[name].name for name in skip]
    chosen = only or [name for name in CHECKS if name not in skipped]
    # as `mtassay compare` does, so that the same files can be named: several of one name are its training runs
    arguments = TextArguments.of(systems, texts)
    named = {} if arguments.are_table else name_runs(systems, arguments.files)
    files = {
        name if len(paths) == 1 else f"{name}#{number}": path
        for name, paths in named.items()
        for number, path in enumerate(paths, start=1)
    }
    evalset = arguments.read(files)
    with progress_bar(len(chosen), "Checking", quiet=quiet) as progress:
        findings = check_evalset(evalset, chosen, progress)
    destination.write_document(findings_document(findings, evalset, is_complete=is_complete), color=color)
    if strict and findings.severe:
        sys.exit(SEVERE)

"""A look at the text before it is scored: never silent, and in the way only where that is asked for."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from mtassay.checks.finding import Findings
    from mtassay.corpus.evalset import EvalSet


def review(evalset: "EvalSet", *, strict: bool, quiet: bool) -> None:
    """Run all checks and note in a few lines what they find; with `strict`, stop where something is severe."""
    import warnings

    from mtassay.checks.base import CHECKS, check
    from mtassay.cli.progress import progress_bar
    from mtassay.errors import InputError, MtassayWarning
    from mtassay.reports.results.findings_text import summary

    if quiet and not strict:
        return  # nobody would see it
    with progress_bar(len(CHECKS), "Checking", quiet=quiet) as progress:
        findings = check(evalset, progress=progress)
    if strict and findings.severe:
        raise InputError(f"{findings.severe[0]}; --strict stops here, see all: {_command(findings)}")
    for line in summary(findings):
        warnings.warn(line, MtassayWarning, stacklevel=1)
    if findings:
        warnings.warn(f"see them: {_command(findings)}", MtassayWarning, stacklevel=1)


def _command(findings: "Findings") -> str:
    """The command that shows the findings: with the options that were given, and the systems they concern."""
    import shlex

    from mtassay.cli.text_arguments import FILES
    from mtassay.corpus.files import name_runs

    context = click.get_current_context()
    given, files = context.params, context.meta[FILES]
    references = [*given["references"], *([given["post_edit"]] if given.get("post_edit") else [])]
    arguments = [part for path in references for part in ("-r", path)]
    columns = [("--hyp", name) for name in given["hyp"]] + [("--ref", name) for name in given["ref"]]
    for option, value in (("-s", given["source"]), ("--src", given["src"]), *columns, ("-l", given["target_language"])):
        arguments += [option, value] if value else []
    if not references and not given["source"]:  # a table, which is named as a whole
        return shlex.join(["mtassay", "check", *arguments, *given["systems"]])
    # training runs of one system are called name#1, name#2, …
    concerned = {name for finding in findings if finding.system for name in (finding.system, _run_of(finding.system))}
    arguments += [system for system in given["systems"] if concerned.intersection(name_runs([system], files))]
    return shlex.join(["mtassay", "check", *arguments])


def _run_of(name: str) -> str:
    return name.rpartition("#")[0]

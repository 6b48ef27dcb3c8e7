"""A look at the text before it is scored: never silent, and in the way only where that is asked for."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mtassay.checks.finding import Findings
    from mtassay.cli.arguments.text_arguments import TextArguments
    from mtassay.corpus.evalset import EvalSet


def review(evalset: "EvalSet", texts: "TextArguments", *, strict: bool, quiet: bool) -> "Findings | None":
    """Run all checks and note in a few lines what they find; with `strict`, stop where something is severe.

    `texts` are the arguments that the test set was read from: the notes say how to see more of it. Returns what was
    found, None where nobody looked.
    """
    import warnings

    from mtassay.checks.base import CHECKS, check
    from mtassay.cli.progress import progress_bar
    from mtassay.errors import InputError, MtassayWarning
    from mtassay.reports.results.findings import summary

    if quiet and not strict:
        return None  # nobody would see it
    with progress_bar(len(CHECKS), "Checking", quiet=quiet) as progress:
        findings = check(evalset, progress=progress)
    command = texts.check_command({finding.system for finding in findings if finding.system})
    if strict and findings.severe:
        raise InputError(f"{findings.severe[0]}; --strict stops here, see all: {command}")
    for line in summary(findings):
        warnings.warn(line, MtassayWarning, stacklevel=1)
    if findings:
        warnings.warn(f"see them: {command}", MtassayWarning, stacklevel=1)
    return findings

"""The command that writes a report again, to be copied from its page."""

import shlex
from collections.abc import Iterable


def report_command(
    texts: Iterable[str],
    metrics: Iterable[str],
    *,
    unit: str = "",
    labels: Iterable[str] = (),
    language: str = "",
    test: str = "",
    alpha: float = 0.05,
) -> str:
    """Of arguments that name texts and specs of metrics; empty ones, and what is usual, are left out."""
    words = ["mtassay", "report", *texts]
    words += [word for label in labels for word in ("--labels", label)]
    words += ["--unit", unit] if unit else []
    words += ["-l", language] if language else []
    words += [word for spec in metrics for word in ("-m", spec)]
    words += ["--test", test] if test else []
    words += [] if alpha == 0.05 else ["--alpha", f"{alpha:g}"]
    return shlex.join([*words, "-o", "report.html"])

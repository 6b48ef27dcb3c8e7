"""Names of systems in judgments, and those of the files with their outputs."""

from collections.abc import Iterable


def find_output(name: str, outputs: Iterable[str]) -> str | None:
    """What the file of a system is called: as the system, or so and then a language; None where no single one is."""
    names = list(outputs)
    matches = [output for output in names if output == name] or [
        output for output in names if output.startswith(f"{name}.")
    ]
    return matches[0] if len(matches) == 1 else None

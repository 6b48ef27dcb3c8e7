"""What one check finds, for tests of checks."""

import mtassay
from mtassay import EvalSet


def found(
    spec: str,
    outputs: list[str] | None = None,
    references: list[str] | list[list[str]] | None = None,
    sources: list[str] | None = None,
    target_language: str | None = None,
) -> dict[str, dict[int, str]]:
    """The numbers of the segments found, with what is said of each: by `new`, `references` and `sources`."""
    evalset = EvalSet(
        references,
        sources=sources,
        systems=None if outputs is None else {"new": outputs},
        target_language=target_language,
        warn_of_blanks=False,
    )
    return {
        finding.system or finding.part: dict(zip(finding.numbers, finding.details, strict=True))
        for finding in mtassay.check(evalset, [spec])
    }


def example(name: str) -> list[str]:
    """The lines of an example file, such as `dialogues/source.de.txt`."""
    from conftest import ROOT

    return (ROOT / "examples" / name).read_text(encoding="utf-8").splitlines()

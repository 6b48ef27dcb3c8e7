"""Findings of checks for the terminal: all of them, or a few lines before a score."""

from collections.abc import Iterator

from mtassay.checks.finding import Finding, Findings, list_numbers
from mtassay.corpus.evalset import EvalSet

_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"
_EXCERPT = 100
_FEW_SEGMENTS, _FEW_KINDS, _FEW_TEXTS = 3, 4, 3
_MANY_NUMBERS = 20


def render(findings: Findings, evalset: EvalSet, *, is_complete: bool, color: bool) -> str:
    """Each finding with the text of its first segments, or of all where it is to be complete."""
    lines = [_head(findings, evalset), ""]
    for finding in findings:
        heading = f"{finding.check} ({finding.severity})"
        lines.append(f"{_BOLD}{heading}{_PLAIN}" if color else heading)
        lines.append(f"  {finding.where}: {finding.message}")
        lines += [f"  {line}".rstrip() for line in _segments(finding, evalset, is_complete)]
        lines.append("")
    lines += _tail(findings)
    return "\n".join(lines) + "\n"


def summary(findings: Findings) -> Iterator[str]:
    """A line for each kind of finding, as long as there are few."""
    kinds: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        kinds.setdefault((finding.check, finding.title), []).append(finding)
    for (_, title), found in list(kinds.items())[:_FEW_KINDS]:
        severe = "severe: " if any(finding.severity == "severe" for finding in found) else ""
        places = [
            f"{len(finding.segments)} in {finding.where} ({list_numbers(finding.numbers, _FEW_SEGMENTS)})"
            for finding in found[:_FEW_TEXTS]
        ]
        if len(found) > _FEW_TEXTS:
            places.append(f"and others in {_count(len(found) - _FEW_TEXTS, 'more text')}")
        yield f"{severe}segments {title}: {', '.join(places)}"
    if len(kinds) > _FEW_KINDS:
        yield f"and {_count(len(kinds) - _FEW_KINDS, 'more kind')} of findings"


def _head(findings: Findings, evalset: EvalSet) -> str:
    parts = [_count(len(evalset), "segment"), _count(len(evalset.systems), "system")]
    if evalset.references is not None:
        parts.append(f"references ({evalset.references.per_segment} each)")
    if evalset.sources is not None:
        parts.append("sources")
    total = _count(len(findings), "finding") if findings else "nothing found"
    severe = f", {len(findings.severe)} severe" if findings.severe else ""
    return f"{', '.join(parts)}; {_count(len(findings.checks), 'check')}: {total}{severe}"


def _segments(finding: Finding, evalset: EvalSet, is_complete: bool) -> Iterator[str]:
    shown = len(finding.segments) if is_complete else _FEW_SEGMENTS
    for index, detail in list(zip(finding.segments, finding.details, strict=True))[:shown]:
        yield f"{index + 1}: {detail}" if detail else f"{index + 1}:"
        yield from (f"   {name:<10} {_excerpt(text, is_complete)}" for name, text in _texts(finding, evalset, index))
    rest = finding.numbers[shown:]
    if rest:
        yield f"and {len(rest)} more: {list_numbers(rest, _MANY_NUMBERS)}"


def _texts(finding: Finding, evalset: EvalSet, index: int) -> Iterator[tuple[str, str]]:
    if evalset.sources is not None:
        yield "source", evalset.sources[index]
    if evalset.references is not None and finding.part != "sources":
        yield from (("reference", text) for text in evalset.references[index])
    if finding.system is not None:
        yield "output", evalset.systems[finding.system][index]


def _excerpt(text: str, is_complete: bool) -> str:
    # control characters would move the cursor, or ring
    plain = "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)
    return plain if is_complete or len(plain) <= _EXCERPT else plain[: _EXCERPT - 1] + "…"


def _tail(findings: Findings) -> Iterator[str]:
    silent = [spec for spec in findings.checks if spec.split(":")[0] not in findings.kinds]
    if silent:
        yield f"Nothing found by: {', '.join(silent)}"
    for missing in dict.fromkeys(findings.skipped.values()):
        yield f"Without {missing} not done: " + ", ".join(
            spec for spec, what in findings.skipped.items() if what == missing
        )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")

"""Findings of checks: all of them, or a few lines before a score."""

from collections.abc import Iterator
from typing import Any

from mtassay import __version__
from mtassay.checks.finding import Finding, Findings, list_numbers
from mtassay.corpus.evalset import EvalSet
from mtassay.reports.document import Document, Note, Row, Table

_EXCERPT = 100
_FEW_SEGMENTS, _FEW_KINDS, _FEW_TEXTS = 3, 4, 3
_MANY_NUMBERS = 20


def findings_document(findings: Findings, evalset: EvalSet, *, is_complete: bool = False) -> Document:
    """Each finding with the text of its first segments, or of all where it is to be complete.

    Programs get every segment.
    """
    notes = [Note((_head(findings, evalset),))]
    for finding in findings:
        lines = [f"  {finding.where}: {finding.message}"]
        lines += [f"  {line}".rstrip() for line in _segments(finding, evalset, is_complete)]
        title = f"{finding.check} ({finding.severity})"
        table = _segment_table(finding, evalset, title, is_complete)
        notes.append(Note(tuple(lines), title, is_verbatim=True, table=table))
    tail = tuple(_tail(findings))
    return Document(
        "Findings",
        (*notes, *([Note(tail)] if tail else [])),
        data=(_table(findings, evalset),),
        content=_content(findings, evalset),
    )


def summary(findings: Findings) -> Iterator[str]:
    """A line for each kind of finding, as long as there are few."""
    kinds: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        kinds.setdefault((finding.check, finding.title), []).append(finding)
    for (_, title), of_kind in list(kinds.items())[:_FEW_KINDS]:
        severe = "severe: " if any(finding.severity == "severe" for finding in of_kind) else ""
        places = [
            f"{len(finding.segments)} in {finding.where} ({list_numbers(finding.numbers, _FEW_SEGMENTS)})"
            for finding in of_kind[:_FEW_TEXTS]
        ]
        if len(of_kind) > _FEW_TEXTS:
            places.append(f"and others in {_count(len(of_kind) - _FEW_TEXTS, 'more text')}")
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


def _segment_table(finding: Finding, evalset: EvalSet, title: str, is_complete: bool) -> Table:
    """As `_segments`, for formats that set tables; segments are counted from 1."""
    count = len(finding.segments) if is_complete else _FEW_SEGMENTS
    names = ["segment", "detail", "part", "text"]
    rows: list[Row] = [
        (index + 1, detail, name, _excerpt(text, is_complete))
        for index, detail in list(zip(finding.segments, finding.details, strict=True))[:count]
        for name, text in _texts(finding, evalset, index)
    ]
    rest = finding.numbers[count:]
    more = (f"and {len(rest)} more: {list_numbers(rest, _MANY_NUMBERS)}",) if rest else ()
    return Table.of(names, rows, frozenset(names[1:]), title, (f"{finding.where}: {finding.message}", *more))


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


def _table(findings: Findings, evalset: EvalSet) -> Table:
    """A row for each segment of each finding, with its texts; segments are counted from 1."""
    names = ["check", "severity", "part", "system", "segment", "detail", "source", "reference", "output", "message"]
    rows: list[Row] = []
    for finding in findings:
        for index, detail in zip(finding.segments, finding.details, strict=True):
            texts: dict[str, str] = {}
            for name, text in _texts(finding, evalset, index):
                texts.setdefault(name, text)  # of several references the first
            start = (finding.check, finding.severity, finding.part, finding.system, index + 1, detail)
            rows.append((*start, *(texts.get(name) for name in names[6:9]), finding.message))
    return Table.of(names, rows, frozenset(names) - {"segment"}, "findings")


def _content(findings: Findings, evalset: EvalSet) -> dict[str, Any]:
    """Always complete; segments are counted from 1."""
    return {
        "version": __version__,
        "segments": findings.segments,
        "test_set": evalset.digest,
        "target_language": evalset.target_language,
        "systems": list(evalset.systems),
        "checks": list(findings.checks),
        "skipped": [{"check": spec, "missing": missing} for spec, missing in findings.skipped.items()],
        "findings": [_finding(finding) for finding in findings],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "check": finding.check,
        "severity": finding.severity,
        "part": finding.part,
        "system": finding.system,
        "message": finding.message,
        "count": len(finding.segments),
        "segments": [
            {"segment": number, "detail": detail}
            for number, detail in zip(finding.numbers, finding.details, strict=True)
        ],
    }


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")

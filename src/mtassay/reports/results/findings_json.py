"""Findings of checks for programs; the keys are documented in docs/reference/cli.md."""

import json
from typing import Any

from mtassay import __version__
from mtassay.checks.finding import Finding, Findings
from mtassay.corpus.evalset import EvalSet


def render(findings: Findings, evalset: EvalSet, *, is_complete: bool, color: bool) -> str:
    """One object, always complete; segments are counted from 1."""
    document = {
        "version": __version__,
        "segments": findings.segments,
        "test_set": evalset.digest,
        "target_language": evalset.target_language,
        "systems": list(evalset.systems),
        "checks": list(findings.checks),
        "skipped": [{"check": spec, "missing": missing} for spec, missing in findings.skipped.items()],
        "findings": [_finding(finding) for finding in findings],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


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

"""Scores of segments as comet-score gives them: what it prints, and the JSON that it writes with --to_json."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mtassay.errors import InputError

# FILE, tab, Segment 0, tab, score: 0.8123; with --mc_dropout also a variance
_SEGMENT = re.compile(r"(?P<system>[^\t]+)\tSegment (?P<number>[0-9]+)\tscore: (?P<score>[^\t]+)(\tvariance: .*)?")
_WHOLE_SYSTEM = re.compile(r"[^\t]+\tscore: [^\t]+")
_LOOKED_AT = 50  # lines; what else it prints comes first


class PrintedScores(NamedTuple):
    """A row for each line with the score of a segment."""

    lines: Sequence[int]
    systems: Sequence[str]
    segments: Sequence[str]
    scores: Sequence[str]


def is_printed(lines: Sequence[str]) -> bool:
    """Whether comet-score has printed this."""
    return any(_SEGMENT.fullmatch(line) for line in lines[:_LOOKED_AT])


def read_printed(lines: Sequence[str], shown: str) -> PrintedScores:
    """The scores of segments; those of whole systems at the end are means of them, and lines without a tab messages."""
    rows = []
    for number, line in enumerate(lines, start=1):
        segment = _SEGMENT.fullmatch(line)
        if segment is not None:
            rows.append((number, segment["system"], segment["number"], segment["score"]))
        elif "\t" in line and not _WHOLE_SYSTEM.fullmatch(line):
            raise InputError(
                f"{shown}, line {number}: {line[:80]!r} among lines of comet-score, which are "
                "FILE, 'Segment 0' and 'score: 0.8123' with tabs between; take it out"
            )
    return PrintedScores(*zip(*rows, strict=True))


def exported(data: str) -> Mapping[str, Sequence[Mapping[str, Any]]] | None:
    """What comet-score wrote as JSON: for each file a list of its segments; None where this is no such file."""
    if not data.lstrip().startswith("{"):
        return None
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or not value:
        return None
    entries = [entry for segments in value.values() if isinstance(segments, list) for entry in segments]
    are_lists = all(isinstance(segments, list) and segments for segments in value.values())
    return value if are_lists and all(isinstance(entry, dict) for entry in entries) else None

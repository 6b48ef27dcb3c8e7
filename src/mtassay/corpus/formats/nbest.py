"""Several candidates for each segment: JSON lines, Moses' n-best lists, or a fixed number of lines each."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mtassay.corpus.formats.text import read_lines
from mtassay.corpus.packed import show_path
from mtassay.corpus.texts import check_texts
from mtassay.errors import InputError, Remedy

_BAR = "|||"


def check_candidates(candidates: Sequence[str], weights: Sequence[float] | None) -> None:
    """Refuse an empty list, and weights that are no shares."""
    if not candidates:
        raise InputError("no candidates; a segment needs at least one")
    if weights is None:
        return
    if len(weights) != len(candidates):
        raise InputError(f"{len(weights)} weights for {len(candidates)} candidates; each needs one")
    if not all(math.isfinite(weight) and weight >= 0 for weight in weights) or not 0 < sum(weights) < math.inf:
        raise InputError("expected weights of 0 or more, not all 0, with a finite sum")


@dataclass(frozen=True)
class CandidateList:
    """The candidates of one segment, and how much each counts as a stand-in for a reference, if told."""

    candidates: tuple[str, ...]
    weights: tuple[float, ...] | None = None


def read_candidates(path: str, per_segment: int | None = None) -> list[CandidateList]:
    """The candidates of every segment.

    A line of JSON is a list of strings, or an object with `candidates` and perhaps `weights`; a line of
    Moses is `segment ||| candidate ||| …`; with `per_segment` the file is plain text, so many lines a segment.
    """
    lines = read_lines(path)
    shown = show_path(path)
    if per_segment is not None:
        return _fixed(lines, per_segment, shown)
    if lines[0].lstrip().startswith(("{", "[")):
        return [_parse_json(line, f"{shown}, line {number}") for number, line in enumerate(lines, start=1)]
    if _BAR in lines[0]:
        return _parse_moses(lines, shown)
    raise InputError(
        f"{shown}: neither JSON lines nor Moses' n-best format (segment ||| candidate); "
        "for plain text say how many lines belong to a segment",
        remedy=Remedy.COUNT_CANDIDATES,
    )


def _fixed(lines: Sequence[str], count: int, shown: str) -> list[CandidateList]:
    if len(lines) % count:
        raise InputError(
            f"{shown}: {len(lines)} lines are not a multiple of {count}, the lines of a segment; is a line missing, or "
            "that number wrong?"
        )
    return [CandidateList(tuple(lines[start : start + count])) for start in range(0, len(lines), count)]


def _parse_json(line: str, where: str) -> CandidateList:
    try:
        value: Any = json.loads(line)
    except json.JSONDecodeError as error:
        raise InputError(f"{where}: broken JSON ({error.msg} at column {error.colno})") from None
    except (ValueError, RecursionError):
        raise InputError(f"{where}: unusable JSON; expected a list of strings") from None
    fields = {"candidates": value} if isinstance(value, list) else value
    if not isinstance(fields, dict) or not isinstance(fields.get("candidates"), list):
        raise InputError(f"{where}: expected a list of strings, or an object with such a list as 'candidates'")
    weights = fields.get("weights")
    if weights is None:
        return _check(fields["candidates"], None, where)
    if not isinstance(weights, list) or any(type(w) not in (int, float) for w in weights):
        raise InputError(f"{where}: expected a list of numbers as 'weights'")
    try:
        return _check(fields["candidates"], tuple(map(float, weights)), where)
    except OverflowError:
        raise InputError(f"{where}: a weight is too large") from None


def _check(candidates: Sequence[str], weights: tuple[float, ...] | None, where: str) -> CandidateList:
    """A list whose texts can be scored and printed, a line each."""
    texts = check_texts(candidates, where, "candidate").texts
    for number, text in enumerate(texts, start=1):
        if "\n" in text or "\r" in text:
            raise InputError(f"{where}, candidate {number}: a line break; put a space in its place")
    try:
        check_candidates(texts, weights)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    return CandidateList(tuple(texts), weights)


def _parse_moses(lines: Sequence[str], shown: str) -> list[CandidateList]:
    segments: dict[str, list[str]] = {}
    last = None
    for number, line in enumerate(lines, start=1):
        name, bar, rest = line.partition(_BAR)
        if not bar:
            raise InputError(f"{shown}, line {number}: no '|||'; expected: segment ||| candidate ||| …")
        name = name.strip()
        if name in segments and name != last:
            raise InputError(f"{shown}, line {number}: segment {name} comes back after another one; sort the file")
        segments.setdefault(name, []).append(rest.partition(_BAR)[0].strip())
        last = name
    return [CandidateList(tuple(candidates)) for candidates in segments.values()]

"""Explanations for programs."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from mtassay import __version__
from mtassay.alignment.edits import EditOperation
from mtassay.metrics.explanation import Explanation, Step


def render(explanations: Sequence[Explanation], *, color: bool) -> str:
    """A list of objects; each step names its kind: words, counts, matching, edits, formula or curve."""
    document = {"version": __version__, "explanations": [_explanation(one) for one in explanations]}
    return json.dumps(document, indent=2, ensure_ascii=False, default=_plain) + "\n"


def as_records(explanations: Sequence[Explanation]) -> list[dict[str, Any]]:
    """The same as plain values, for those who write JSON themselves."""
    plain: list[dict[str, Any]] = json.loads(json.dumps([_explanation(one) for one in explanations], default=_plain))
    return plain


def _explanation(one: Explanation) -> dict[str, Any]:
    return {**asdict(one), "steps": [_step(step) for step in one.steps]}


def _step(step: Step) -> dict[str, Any]:
    return {"kind": type(step).__name__.lower(), **asdict(step)}


def _plain(value: object) -> Any:
    if isinstance(value, EditOperation):
        return value.name.lower()
    if isinstance(value, frozenset):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} has no form in JSON")

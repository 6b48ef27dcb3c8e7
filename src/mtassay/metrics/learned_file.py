"""The file of a metric that was learned from judgments: which parts it weighs, and what is known of it."""

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from mtassay.corpus.packed import read_bytes, show_path
from mtassay.errors import InputError

_FORMAT = 1
_KIND = "learned metric"
_DIGEST_DIGITS = 12


@dataclass(frozen=True, kw_only=True)
class LearnedPart:
    """A part: its metric, how it scores, and what the weight of a score less its mean is; `spread` is for people."""

    spec: str
    signature: str
    mean: float
    spread: float
    weight: float


@dataclass(frozen=True, kw_only=True)
class LessonSystem:
    """A system whose outputs it was learned from: its name, and what tells its outputs from others."""

    name: str
    outputs: str


@dataclass(frozen=True, kw_only=True)
class HeldOutFigure:
    """Agreement with people on outputs that no model had seen: of the learned metric, and of its best part, `part`.

    `p_value` is that of a test of the difference, None where there was none.
    """

    statistic: str
    learned: float
    part: str
    best_part: float
    p_value: float | None
    verdict: str


@dataclass(frozen=True, kw_only=True)
class LearnedFile:
    """All that a file of a learned metric says; `digest` tells it from others."""

    method: str
    penalty: float
    intercept: float
    parts: tuple[LearnedPart, ...]
    gold: str
    training: str
    systems: tuple[LessonSystem, ...]
    segments: int
    judged_outputs: int
    source_folds: int
    system_folds: int
    seed: int
    held_out: tuple[HeldOutFigure, ...]
    version: str


def write_learned(learned: LearnedFile) -> str:
    """The content of a file from which the same is read."""
    content = {"kind": _KIND, "format": _FORMAT, **asdict(learned)}
    return json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def read_learned(path: str) -> tuple[LearnedFile, str]:
    """What is in such a file, and its digest."""
    shown, data = show_path(path), read_bytes(path)
    try:
        content = json.loads(data)
        if content["kind"] != _KIND:
            raise ValueError
        if content["format"] != _FORMAT:
            raise InputError(
                f"{shown}: a learned metric of format {content['format']!r}, and this version reads {_FORMAT}; learn "
                "it anew, or use the version that wrote it"
            )
        learned = _parsed(content)
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"{shown}: this is no file of a learned metric; name one that was learned from judgments"
        ) from None
    return learned, hashlib.sha256(data).hexdigest()[:_DIGEST_DIGITS]


def _parsed(content: dict[str, Any]) -> LearnedFile:
    values = {field.name: content[field.name] for field in fields(LearnedFile)}
    parts = tuple(LearnedPart(**part) for part in values.pop("parts"))
    numbers = [values["intercept"], *(number for part in parts for number in (part.mean, part.weight, part.spread))]
    texts = [values["training"], *(text for part in parts for text in (part.spec, part.signature))]
    if not parts or not all(type(number) in (int, float) and math.isfinite(number) for number in numbers):
        raise ValueError
    if not all(isinstance(text, str) for text in texts):
        raise ValueError
    systems = tuple(LessonSystem(**system) for system in values.pop("systems"))
    held_out = tuple(HeldOutFigure(**figure) for figure in values.pop("held_out"))
    return LearnedFile(**values, parts=parts, systems=systems, held_out=held_out)


def digest_of_outputs(outputs: Sequence[str]) -> str:
    """What tells the outputs of a system from others, blanks aside."""
    text = "\n".join(" ".join(output.split()) for output in outputs)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST_DIGITS]

"""Marked errors: which parts of a text a judge marked, how severe each is, and what is wrong with a mark."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from mtassay.errors import SettingError
from mtassay.human.mqm import MqmWeights
from mtassay.human.protocols.base import AskedItem, Body, BodyError, Number, check_number, pointer, typed_number
from mtassay.settings import format_value

Span = dict[str, Any]
"""A marked error as it is stored: `side`, `start` and `end` in code points, end excluded, or `missing`, and more."""

SIDES = ("target", "source")
MOST_SPANS = 200
_ROW = re.compile(r"(side|quote|time|severity|category|note)_([1-9][0-9]?)")
_PLACE = ("start", "end")
_QUOTE = ("quote", "time")


def read_weights(text: str) -> MqmWeights:
    """Penalties that a setting names, `major=5,minor=1,major/Accuracy/Addition=3`."""
    weights: dict[str, float] = {}
    for part in text.split(","):
        key, sign, number = part.rpartition("=")
        try:
            weights[key.strip()] = float(number)
        except ValueError:
            sign = ""
        if not sign or not key.strip():
            raise SettingError(f"weights: {part.strip()[:50]!r} is no weight; write them as major=5,minor=1")
    return MqmWeights(weights)


def write_weights(weights: MqmWeights) -> str:
    """The one form of weights that a signature shows."""
    return ",".join(f"{key}={format_value(weight)}" for key, weight in weights.weights.items())


def severities_of(weights: MqmWeights) -> tuple[str, ...]:
    """The severities that weights know, the lightest first."""
    known = {key: weight for key, weight in weights.weights.items() if "/" not in key and key != "no-error"}
    return tuple(sorted(known, key=lambda name: (known[name], name)))


def span_schema(severities: Sequence[str], more: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON Schema of the spans of a body; `more` are members that each span has besides."""
    offset = {"type": "integer", "minimum": 0}
    span = {
        "type": "object",
        "properties": {
            "side": {"enum": list(SIDES)},
            "start": offset,
            "end": offset,
            "missing": {"const": True},
            "severity": {"enum": list(severities)},
            **more,
        },
        "required": ["side", "severity", *more],
        "additionalProperties": False,
    }
    return {"type": "array", "maxItems": MOST_SPANS, "items": span}


def check_spans(
    spans: object,
    item: AskedItem,
    sides: Sequence[str],
    severities: Sequence[str],
    more: Sequence[str] = (),
    *,
    may_overlap: bool = False,
) -> list[Span]:
    """Spans in their one order, with offsets; those of them that quote their words are looked for in the text."""
    if not isinstance(spans, list):
        raise BodyError(pointer("spans"), "say which errors there are; an empty list says that there is none")
    if len(spans) > MOST_SPANS:
        raise BodyError(pointer("spans"), f"{len(spans)} errors are too many to be stored; mark up to {MOST_SPANS}")
    checked = [_check_span(span, place, item, sides, severities, more) for place, span in enumerate(spans)]
    order = sorted(range(len(checked)), key=lambda place: _order(checked[place]))
    for before, after in () if may_overlap else pairwise(order):
        _refuse_overlap(checked[before], checked[after], after, item)
    return [checked[place] for place in order]


def span_numbers(item: int, spans: Iterable[Span], severities: Sequence[str]) -> tuple[Number, ...]:
    """How many errors of each severity were marked."""
    marked = [span["severity"] for span in spans]
    return tuple(Number(item, name, float(marked.count(name))) for name in severities)


def read_spans(fields: Iterable[tuple[str, str]]) -> list[Any] | None:
    """The spans of a form: those that a script has written, or rows that quote the words; None where neither is."""
    rows: dict[int, dict[str, str]] = {}
    for name, text in fields:
        if name == "spans":
            return _parse(text)
        if (match := _ROW.fullmatch(name)) is not None:
            rows.setdefault(int(match[2]), {})[match[1]] = text
    if not rows:
        return None
    return [span for number in sorted(rows) if (span := _of_row(rows[number]))]


def without_notes(body: Body) -> Body:
    """The same answer with empty notes at its spans, as they are where nobody wrote any."""
    spans = body.get("spans")
    if not isinstance(spans, list):
        return body
    kept = [{**span, "note": ""} if isinstance(span, dict) and "note" in span else span for span in spans]
    return {**body, "spans": kept}


def quoted(span: Mapping[str, Any], source: str, text: str) -> str:
    """The words that a span marks; empty where it marks none."""
    if "start" not in span:
        return ""
    return (source if span["side"] == "source" else text)[span["start"] : span["end"]]


def time_of(span: Mapping[str, Any], source: str, text: str) -> int:
    """The how-manieth time it is that the words of a span stand in their text."""
    whole = source if span["side"] == "source" else text
    words = quoted(span, source, text)
    return sum(whole.startswith(words, at) for at in range(span["start"] + 1)) if words else 1


def _parse(text: str) -> list[Any] | None:
    """JSON of a script, where databases can keep it."""

    def refuse(name: str) -> None:
        raise ValueError(name)

    try:
        spans = json.loads(text, parse_constant=refuse)
        json.dumps(spans, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return None
    if not isinstance(spans, list) or not all(isinstance(span, dict) for span in spans) or "\\u0000" in text:
        return None
    return spans


def _of_row(row: Mapping[str, str]) -> dict[str, Any]:
    """A span by its words; nothing where the row was left empty."""
    side, quote = row.get("side", ""), row.get("quote", "")
    if side != "missing" and not quote.strip():
        return {}
    span: dict[str, Any] = {"side": side}
    if side == "missing":
        span = {"side": "source" if quote.strip() else "target", "missing": True}
    if quote.strip():
        span |= {"quote": quote, "time": typed_number(row.get("time") or "1")}
    more = {name: row[name] for name in ("severity", "category", "note") if name in row}
    return span | more


def _check_span(
    span: object, place: int, item: AskedItem, sides: Sequence[str], severities: Sequence[str], more: Sequence[str]
) -> Span:
    at = ("spans", str(place))
    if not isinstance(span, dict):
        raise BodyError(pointer(*at), "a marked error is a JSON object")
    known = ("side", *_PLACE, "missing", *_QUOTE, "severity", *more)
    for name in span:
        if name not in known:
            raise BodyError(pointer(*at, str(name)), f"a marked error has no {name!r}; it has {', '.join(known)}")
    side, severity, missing = span.get("side"), span.get("severity"), span.get("missing", False)
    if not isinstance(side, str) or side not in sides:
        raise BodyError(pointer(*at, "side"), f"errors are marked in the {' or the '.join(sides)}")
    if not isinstance(severity, str) or severity not in severities:
        raise BodyError(pointer(*at, "severity"), f"say how severe it is: {', '.join(severities)}")
    if not isinstance(missing, bool):
        raise BodyError(pointer(*at, "missing"), "expected true, or nothing where words are marked")
    checked: Span = {"side": side}
    if missing and side == "target":
        for name in (*_PLACE, *_QUOTE):
            if name in span:
                raise BodyError(pointer(*at, name), "what is missing has no place in the translation")
    else:
        start, end = _place(span, at, item.source if side == "source" else item.text)
        checked |= {"start": start, "end": end}
    if missing:
        checked["missing"] = True
    return {**checked, "severity": severity, **{name: span[name] for name in more if name in span}}


def _place(span: Body, at: Sequence[str], text: str) -> tuple[int, int]:
    """Where a span stands in its text, by offsets or by its words."""
    if "quote" in span:
        if any(name in span for name in _PLACE):
            raise BodyError(pointer(*at, "quote"), "an error is marked by offsets or by its words, not by both")
        return _find(span["quote"], span.get("time", 1), at, text)
    if "time" in span:
        raise BodyError(pointer(*at, "time"), "this counts words that are quoted, and none are")
    for name in _PLACE:
        if name not in span:
            raise BodyError(pointer(*at, name), "say where the error is, in characters of the text")
    start, end = (check_number(span[name], *at, name) for name in _PLACE)
    if not start.is_integer() or not 0 <= start < len(text):
        raise BodyError(pointer(*at, "start"), f"{start:g} is no place in a text of {len(text)} characters")
    if not end.is_integer() or not start < end <= len(text):
        raise BodyError(pointer(*at, "end"), f"{end:g} is no end of a part that starts at {start:g} of {len(text)}")
    return int(start), int(end)


def _find(quote: object, time: object, at: Sequence[str], text: str) -> tuple[int, int]:
    if not isinstance(quote, str) or not quote.strip():
        raise BodyError(pointer(*at, "quote"), "quote the words that are wrong")
    wanted = check_number(time, *at, "time")
    words = quote if quote in text else quote.strip()
    # blanks of a text are shown as one, and copied so
    pattern = r"\s+".join(re.escape(word) for word in words.split())
    starts = [match for start in range(len(text)) if (match := re.compile(pattern).match(text, start))]
    if not starts:
        raise BodyError(pointer(*at, "quote"), f"{quote[:50]!r} is not in the text; copy the words as they stand there")
    if not wanted.is_integer() or not 1 <= wanted <= len(starts):
        times = "once" if len(starts) == 1 else f"{len(starts)} times"
        raise BodyError(pointer(*at, "time"), f"{quote[:50]!r} stands {times} in the text; say which time is meant")
    match = starts[int(wanted) - 1]
    return match.span()


def _order(span: Span) -> tuple[bool, int, int]:
    """Those of the translation first, and last in it what is missing."""
    return span["side"] == "source", span.get("start", 2**62), span.get("end", 2**62)


def _refuse_overlap(before: Span, after: Span, place: int, item: AskedItem) -> None:
    if before["side"] != after["side"]:
        return
    if "start" not in after:
        if "start" not in before:
            problem = "it is said already that something is missing; mark what else is missing in the source"
            raise BodyError(pointer("spans", str(place), "missing"), problem)
    elif after["start"] < before["end"]:
        words = quoted(after, item.source, item.text)[:50]
        problem = f"{words!r} is part of another marked error; remove that one first"
        raise BodyError(pointer("spans", str(place), "start"), problem)

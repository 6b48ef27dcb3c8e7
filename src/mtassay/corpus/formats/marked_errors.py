"""Errors that a program marked in outputs, beside its scores: those of xCOMET, and of language models asked for MQM."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mtassay.errors import InputError

KEY = "errors"
_FORM = '{"severity": "major", "start": 8, "end": 14}, or "text" instead of places'
_MOST = 500
_QUOTED = re.compile(r'(?P<category>[^"“]*?)[\s:–-]*["“](?P<text>.+)["”]\s*', re.DOTALL)
_NOTHING = re.compile(r"\s*(no[- ]?errors?|none)?\s*[.]?\s*", re.IGNORECASE)


@dataclass(frozen=True)
class MarkedError:
    """An error in an output: where it stands in code points, end excluded, or else the words that are wrong.

    `start` is None where the program gave words alone, as language models do, who count badly.
    """

    severity: str
    start: int | None = None
    end: int | None = None
    text: str = ""
    category: str = ""


@dataclass(frozen=True)
class PlacedError:
    """A marked error as a reader sees it; without a place it speaks of what the output does not have."""

    start: int
    end: int
    severity: str
    words: str

    @property
    def is_placed(self) -> bool:
        return self.start < self.end


def read_errors(entry: Mapping[str, Any], where: str) -> tuple[MarkedError, ...]:
    """The errors of one segment: a list of objects, or lists of lines by severity, as GEMBA gives them."""
    value = entry.get(KEY)
    if value is None:
        return ()
    if isinstance(value, Mapping):
        errors = tuple(_by_severity(value, where))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        errors = tuple(_read_error(each, where) for each in value)
    else:
        raise InputError(f"{where}: {KEY} is {str(value)[:50]!r}; write a list of errors, each like {_FORM}")
    if len(errors) > _MOST:
        raise InputError(f"{where}: {len(errors)} errors in one segment; are they of a whole file? At most {_MOST} fit")
    return errors


def place_errors(marked: Sequence[MarkedError], output: str) -> list[PlacedError]:
    """Errors in the order of the text, none over another; those that are not in it come last.

    A place beyond the output, or of blanks alone, is none. Words that occur several times are taken in turn.
    """
    placed: list[PlacedError] = []
    elsewhere: list[PlacedError] = []
    taken: list[tuple[int, int]] = []
    for error in marked:
        named = ", ".join(filter(None, (error.severity, error.category)))
        start, end = _place(error, output, taken)
        if start < end:
            taken.append((start, end))
            placed.append(PlacedError(start, end, error.severity, named))
        else:
            quoted = f", “{error.text}”" if error.text else ""
            elsewhere.append(PlacedError(0, 0, error.severity, named + quoted))
    placed.sort(key=lambda each: (each.start, each.end))
    apart: list[PlacedError] = []
    last = 0
    for each in placed:
        start = max(each.start, last)
        if start < each.end:
            apart.append(PlacedError(start, each.end, each.severity, each.words))
            last = each.end
    return [*apart, *elsewhere]


def _place(error: MarkedError, output: str, taken: Sequence[tuple[int, int]]) -> tuple[int, int]:
    if error.start is not None and error.end is not None:
        start, end = error.start, min(error.end, len(output))
        while start < end and output[start].isspace():
            start += 1
        while start < end and output[end - 1].isspace():
            end -= 1
        return start, end
    start = output.find(error.text) if error.text else -1
    while start >= 0 and any(start < other_end and other < start + len(error.text) for other, other_end in taken):
        start = output.find(error.text, start + 1)
    return (start, start + len(error.text)) if start >= 0 else (0, 0)


def _read_error(value: object, where: str) -> MarkedError:
    if not isinstance(value, Mapping):
        raise InputError(f"{where}: an error is {str(value)[:50]!r}; write it like {_FORM}")
    severity, category, text = (value.get(key, "") for key in ("severity", "category", "text"))
    if not isinstance(severity, str) or not severity.strip():
        raise InputError(f"{where}: an error without severity; write it like {_FORM}")
    if not isinstance(category, str) or not isinstance(text, str):
        raise InputError(f"{where}: category and text of an error are texts; write it like {_FORM}")
    severity, category = severity.strip().casefold(), category.strip()
    if value.get("start") is None and value.get("end") is None:
        if not text.strip():
            raise InputError(f"{where}: an error with neither a place nor a text; write it like {_FORM}")
        return MarkedError(severity, text=text.strip(), category=category)
    start, end = value.get("start"), value.get("end")
    if type(start) is not int or type(end) is not int or not 0 <= start <= end:
        raise InputError(
            f"{where}: an error from {start!r} to {end!r}; places are whole numbers that count characters from 0, and "
            "the end is not before the start"
        )
    return MarkedError(severity, start, end, text.strip(), category)


def _by_severity(value: Mapping[str, Any], where: str) -> Iterator[MarkedError]:
    for severity, lines in value.items():
        if isinstance(lines, str) or not isinstance(lines, Sequence):
            raise InputError(
                f"{where}: the {severity} errors are {str(lines)[:50]!r}; write a list of texts, each a category and "
                "what is wrong in double quotes"
            )
        for line in lines:
            if not isinstance(line, str):
                raise InputError(f"{where}: an error is {str(line)[:50]!r}; write it as a text, or like {_FORM}")
            if _NOTHING.fullmatch(line):
                continue
            quoted = _QUOTED.fullmatch(line)
            category, text = (quoted["category"], quoted["text"]) if quoted else (line, "")
            yield MarkedError(severity.strip().casefold(), text=text.strip(), category=category.strip())

"""Cells of tables as what they stand for, or an error that names the place."""

import math
import re
from datetime import datetime

from mtassay.corpus.decimal_commas import with_point
from mtassay.errors import InputError

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?", re.ASCII)
_COMMA = re.compile(r"[-+]?\d+,\d+", re.ASCII)
_WHOLE = re.compile(r"\d{1,15}(?:\.0+)?", re.ASCII)
_TRUTHS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False, "": False}


def number(text: str, what: str, place: str) -> float:
    """A finite number; `7,5` is one too, and `1,234` is not, because it may be 1.234 or a thousand and more."""
    stripped = with_point(text.strip())
    if not _NUMBER.fullmatch(stripped) or not math.isfinite(float(stripped)):
        cure = (
            f"write {stripped.replace(',', '.')} or {stripped.replace(',', '')}"
            if _COMMA.fullmatch(stripped)
            else "write it in digits"
        )
        raise InputError(f"{place}: {what} is {text!r}, which is no number; {cure}, or leave it out")
    return float(stripped)


def is_whole(text: str) -> bool:
    """Whether this is a whole number from 1."""
    return _WHOLE.fullmatch(text.strip()) is not None and float(text) >= 1


def whole(text: str, what: str, place: str) -> int:
    """A whole number from 1."""
    if not is_whole(text):
        raise InputError(f"{place}: {what} is {text!r}; expected a whole number from 1")
    return int(float(text))


def moment(text: str, place: str) -> datetime:
    """A point in time as ISO 8601 writes it."""
    try:
        return datetime.fromisoformat(text.strip())
    except ValueError:
        raise InputError(
            f"{place}: the time is {text!r}; expected one such as 2000-05-31T14:30:00 or 2000-05-31T14:30:00+02:00"
        ) from None


def truth(text: str, what: str, place: str) -> bool:
    """Yes or no; nothing is no."""
    try:
        return _TRUTHS[text.strip().lower()]
    except KeyError:
        raise InputError(f"{place}: {what} is {text!r}; expected yes or no") from None


def number_text(value: float) -> str:
    """A number as short as it can be written without loss."""
    value = float(value)
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)

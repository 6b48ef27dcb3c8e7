"""Values as programs get them: all digits unless they are asked for fewer, and nothing where nothing is known."""

from datetime import datetime
from math import isfinite
from typing import Any

from mtassay.reports.document import Exact, Value


def exact_text(value: Value, digits: int | None) -> str:
    """A value as text: numbers with so many digits after the point, or with all; nothing where there is none."""
    if value is None:
        return ""
    if isinstance(value, float):
        if value != value:
            return ""
        return repr(float(value)) if digits is None or isinstance(value, Exact) else f"{value:.{digits}f}"
    return value.isoformat() if isinstance(value, datetime) else str(value)


def plain_value(value: Any, digits: int | None) -> Any:
    """A value, or what holds values, as JSON knows it: that has no NaN and nothing infinite."""
    if isinstance(value, float):
        if not isfinite(value):
            return None
        return float(value) if digits is None or isinstance(value, Exact) else round(float(value), digits)
    if isinstance(value, dict):
        return {name: plain_value(entry, digits) for name, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_value(entry, digits) for entry in value]
    return value.isoformat() if isinstance(value, datetime) else value


def printable(text: str) -> str:
    """A text as UTF-8 can hold it: names of systems come from names of files, which may be any bytes."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")

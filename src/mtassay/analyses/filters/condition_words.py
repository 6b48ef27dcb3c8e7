"""Numbers of conditions, in words."""

from collections.abc import Sequence

from mtassay.settings import format_value

_PLACES = {
    "=": "number {}",
    "!=": "other than number {}",
    "<": "before number {}",
    "<=": "up to number {}",
    ">": "after number {}",
    ">=": "from number {} on",
}
_AT_ZERO = {"=": "equal to", "!=": "different from", "<": "below", "<=": "not above", ">": "above", ">=": "not below"}
_FAR = {"=": "{}", "<": "more than {}", ">": "more than {}", "<=": "{} or more", ">=": "{} or more"}


def number_text(number: float) -> str:
    """A number as filters write it."""
    return format_value(float(number))


def either(values: Sequence[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return values[0] if len(values) == 1 else f"{', '.join(values[:-1])} or {values[-1]}"


def place(sign: str, numbers: Sequence[float]) -> str:
    """Which segments are meant by their numbers."""
    return _PLACES[sign].format(either([*map(number_text, numbers)]))


def amount(sign: str, numbers: Sequence[float], noun: str = "") -> str:
    """`20 words or more`; without a noun `20 or more`."""
    counted = either([*map(number_text, numbers)])
    if noun:
        counted += f" {noun}" if counted == "1" else f" {noun}s"
    less = "fewer" if noun else "less"
    return {
        "=": counted,
        "!=": f"other than {counted}",
        "<": f"{less} than {counted}",
        "<=": f"{counted} or {less}",
        ">": f"more than {counted}",
        ">=": f"{counted} or more",
    }[sign]


def gap(sign: str, numbers: Sequence[float]) -> str | None:
    """How far a number is above or below another, from what their difference is; None where that is no help."""
    if len(numbers) > 1:
        return None
    (number,) = numbers
    if number == 0:
        return _AT_ZERO[sign]
    towards_zero = "<" if number > 0 else ">"
    if sign == "!=" or sign.startswith(towards_zero):
        return None
    return f"{_FAR[sign].format(number_text(abs(number)))} {'above' if number > 0 else 'below'}"

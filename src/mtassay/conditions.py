"""How conditions are written, wherever people write some: signs, quotes, bounds, and where a fault is."""

import numpy as np
from numpy.typing import NDArray

ROUNDING = 1e-9
"""Scores and their means carry rounding: 7 is meant to be within 7."""

OTHER_SIGNS = {"==": "=", "≠": "!=", "≤": "<=", "≥": ">="}
"""What people write in the place of a sign."""


def meets(values: NDArray[np.float64], sign: str, bound: float) -> NDArray[np.bool_]:
    """Which values are `=`, `!=`, `<`, `<=`, `>` or `>=` to a bound, within rounding; NaN meets none.

    Example:
        >>> meets(np.array([0.1 + 0.2, 0.4, np.nan]), "<=", 0.3).tolist()
        [True, False, False]

    """
    if sign == "<":
        return values < bound - ROUNDING
    if sign == "<=":
        return values <= bound + ROUNDING
    if sign == ">":
        return values > bound + ROUNDING
    if sign == ">=":
        return values >= bound - ROUNDING
    distance = np.abs(values - bound)
    return distance <= ROUNDING if sign == "=" else distance > ROUNDING


def quoted(text: str) -> str:
    """A text in quotes, where a quote inside is written twice."""
    return '"' + text.replace('"', '""') + '"'


def unquoted(inside: str, quote: str = '"') -> str:
    """What was put in quotes, from what stands between them."""
    return inside.replace(quote * 2, quote)


def fault(what: str, text: str, place: int, message: str) -> str:
    """What is wrong at a place of a text, and the place.

    Example:
        >>> fault("the filter", "length >> 20", 8, "write a number")
        "the filter 'length >> 20', at '> 20' (character 9): write a number"

    """
    at = f"{_visible(text[place:], 20)} (character {place + 1})" if place < len(text) else "its end"
    return f"{what} {_visible(text, 80)}, at {at}: {message}"


def _visible(text: str, most: int) -> str:
    """The beginning of a text in quotes, as it was written but for what cannot be seen."""
    shown = "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text[:most]
    )
    return f"'{shown}{'…' if len(text) > most else ''}'"

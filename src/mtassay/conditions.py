"""How conditions are written, wherever people write some: signs, texts in quotes, and when a number meets a bound."""

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

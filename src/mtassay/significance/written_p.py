"""P-values as people read them."""

import math


def written_p(p_value: float, *, is_bound: bool = False, digits: int = 3) -> str:
    """So many digits after the point; an upper bound has ≤ before it, and is rounded up so that it stays one.

    >>> written_p(0.0412), written_p(0.0001), written_p(1 / 701, is_bound=True)
    ('0.041', '<0.001', '≤0.002')
    """
    least = 10.0**-digits
    if p_value < least / 2:
        return f"<{least:.{digits}f}"
    if not is_bound:
        return f"{p_value:.{digits}f}"
    # the inner rounding takes back what binary fractions added: 0.003 * 1000 is 3.0000000000000004 for some
    return f"≤{math.ceil(round(p_value / least, 6)) * least:.{digits}f}"

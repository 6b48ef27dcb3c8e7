"""Power: which differences a test set can show, and how large it would have to be."""

import math
from statistics import NormalDist


def smallest_difference(spread: float, alpha: float = 0.05, power: float = 0.8) -> float:
    """The difference that a two-sided test at `alpha` finds with probability `power`.

    `spread` is the standard deviation of the difference under resampling; differences of corpus
    scores are taken to be normal, which holds from some hundred segments on.
    """
    return _reach(alpha, power) * spread


def units_needed(difference: float, spread: float, size: int, alpha: float = 0.05, power: float = 0.8) -> int | None:
    """How many segments like these would show this difference; None if no number would.

    The spread shrinks with the square root of the number of segments.
    """
    if difference == 0:
        return None
    return max(1, math.ceil(size * (_reach(alpha, power) * spread / difference) ** 2))


def _reach(alpha: float, power: float) -> float:
    normal = NormalDist()
    return normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(power)

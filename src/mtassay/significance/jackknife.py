"""Jackknife: how much a score or a difference hangs on single units. No draws, no seed."""

import numpy as np

from mtassay.significance.evidence import Floats
from mtassay.significance.student import two_sided

FEWEST_UNITS = 30
"""Fewer units say too little of their own spread: no p-value and no interval is given."""


def jackknife_error(left_out: Floats) -> Floats:
    """Standard errors from the scores without each unit: `(units, …)` to `(…)`."""
    count = len(left_out)
    deviations = left_out - left_out.mean(axis=0)
    return np.sqrt((count - 1) / count * (deviations**2).sum(axis=0))


def jackknife_p(difference: float, error: float, units: int, rounding: float = 0.0) -> float:
    """How often chance alone gives a difference at least as large, two-sided, by Student's t.

    What is not larger than `rounding` counts as none.
    """
    if abs(difference) <= rounding:
        return 1.0
    return two_sided(abs(difference) / error, units - 1) if error > rounding else 0.0

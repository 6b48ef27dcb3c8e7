"""Intervals as pictures of characters."""

import math
from typing import TypeGuard

from mtassay.reports.document import IntervalBars


def interval_bars(bars: IntervalBars, width: int) -> list[str]:
    """A bar for each estimate on one scale: ends of the interval, the value, and where the marked value is.

    What is no number is not drawn.
    """
    ends = [end for estimate in bars.estimates for end in estimate if _is_number(end)]
    low, high = min(ends, default=0.0), max(ends, default=0.0)
    if low == high:
        return [""] * len(bars.estimates)

    def place(value: float) -> int:
        share: float = (value - low) / (high - low)
        return round(share * (width - 1))

    mark = place(min(max(bars.mark, low), high)) if _is_number(bars.mark) else None
    drawn = []
    for value, start, stop in bars.estimates:
        cells = [" "] * width
        if mark is not None:
            cells[mark] = "┊"
        if _is_number(start) and _is_number(stop):
            first, last = place(start), place(stop)
            cells[first : last + 1] = "─" * (last - first + 1)
            cells[first], cells[last] = "├", "┤"
        if _is_number(value):
            cells[place(value)] = "●"
        drawn.append("".join(cells).rstrip())
    return drawn


def _is_number(value: float | None) -> TypeGuard[float]:
    return value is not None and math.isfinite(value)

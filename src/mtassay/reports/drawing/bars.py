"""Intervals as pictures of characters."""

from mtassay.reports.document import IntervalBars


def interval_bars(bars: IntervalBars, width: int) -> list[str]:
    """A bar for each estimate on one scale: ends of the interval, the value, and where the marked value is."""
    ends = [end for estimate in bars.estimates for end in estimate if end is not None]
    low, high = min(ends), max(ends)
    if low == high:
        return [""] * len(bars.estimates)

    def place(value: float) -> int:
        share: float = (value - low) / (high - low)
        return round(share * (width - 1))

    mark = place(bars.mark)
    drawn = []
    for value, start, stop in bars.estimates:
        cells = [" "] * width
        cells[mark] = "┊"
        if start is not None and stop is not None:
            first, last = place(start), place(stop)
            cells[first : last + 1] = "─" * (last - first + 1)
            cells[first], cells[last] = "├", "┤"
        if value is not None:
            cells[place(value)] = "●"
        drawn.append("".join(cells).rstrip())
    return drawn

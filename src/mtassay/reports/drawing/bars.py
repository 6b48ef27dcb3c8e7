"""Intervals as pictures of characters."""

from mtassay.comparison.result import MetricComparison


def interval_bars(one: MetricComparison, baseline: str, width: int) -> list[str]:
    """A bar for each system on one scale: ends of the interval, the score, and where the baseline's score is."""
    ends = [
        end
        for system in one.systems
        for end in (system.value, *((system.interval.low, system.interval.high) if system.interval else ()))
    ]
    low, high = min(ends), max(ends)
    if low == high:
        return [""] * len(one.systems)

    def place(value: float) -> int:
        share: float = (value - low) / (high - low)
        return round(share * (width - 1))

    mark = place(one.system(baseline).value)
    bars = []
    for system in one.systems:
        cells = [" "] * width
        cells[mark] = "┊"
        if system.interval is not None:
            start, stop = place(system.interval.low), place(system.interval.high)
            cells[start : stop + 1] = "─" * (stop - start + 1)
            cells[start], cells[stop] = "├", "┤"
        cells[place(system.value)] = "●"
        bars.append("".join(cells).rstrip())
    return bars

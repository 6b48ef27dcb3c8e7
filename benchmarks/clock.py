"""Measuring on a noisy machine: interleaved, CPU time, medians; only ratios are worth reporting."""

import statistics
import time
from collections.abc import Callable, Sequence

Work = Callable[[list[str], list[str]], object]


def cpu_seconds(work: Work, data: tuple[list[str], list[str]]) -> float:
    """CPU time of one call, all threads of the process together."""
    started = time.process_time()
    work(*data)
    return time.process_time() - started


def wall_seconds(work: Work, data: tuple[list[str], list[str]]) -> float:
    """Elapsed time of one call."""
    started = time.perf_counter()
    work(*data)
    return time.perf_counter() - started


def compare(ours: Work, peer: Work, batches: Sequence[tuple[list[str], list[str]]]) -> tuple[float, float, float]:
    """Median CPU seconds of ours and of the peer on fresh text each time, and the median of the ratios."""
    measured = [(cpu_seconds(ours, batch), cpu_seconds(peer, batch)) for batch in batches]
    return (
        statistics.median(mine for mine, _ in measured),
        statistics.median(theirs for _, theirs in measured),
        statistics.median(theirs / mine for mine, theirs in measured),
    )

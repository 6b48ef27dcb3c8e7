"""A figure with the interval that its evidence gives, and both as numbers that JSON can hold."""

from dataclasses import dataclass

from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.evidence import Evidence, observed_scores
from mtassay.significance.intervals import Interval


@dataclass(frozen=True)
class FigureWithInterval:
    """A value, and where it lies with some confidence; None where nothing can be said of that."""

    value: float
    interval: Interval | None = None


def state(evidence: Evidence, bootstrap: Bootstrap | None) -> tuple[FigureWithInterval, ...]:
    """Every column of some evidence; one unit says nothing of others, and so gives no interval."""
    values = observed_scores(evidence).reshape(-1).tolist()
    if bootstrap is None or evidence.size < 2:
        return tuple(FigureWithInterval(value) for value in values)
    intervals = bootstrap.intervals(evidence)
    # a draw that leaves the figure undefined sorts behind all others, so an end that is no number says as much
    return tuple(
        FigureWithInterval(value, interval if interval.low == interval.low and interval.high == interval.high else None)
        for value, interval in zip(values, intervals, strict=True)
    )


def ends(figure: FigureWithInterval | None) -> tuple[float | None, float | None, float | None]:
    """A value and the ends of its interval, None for what there is not."""
    if figure is None:
        return None, None, None
    if figure.interval is None:
        return known(figure.value), None, None
    return known(figure.value), known(figure.interval.low), known(figure.interval.high)


def known(value: float) -> float | None:
    """None for what is not a number, which JSON cannot hold."""
    return None if value != value else value

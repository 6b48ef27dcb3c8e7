"""How wrong the estimates of some translations are: the paper's figure 3."""

from dataclasses import dataclass, replace

import numpy as np

from mtassay.estimation.figures.with_interval import FigureWithInterval, state
from mtassay.estimation.nearest.leave_one_out import LeftOut
from mtassay.human.filters import Filter, FilterColumns, number_of
from mtassay.human.memory import Bools, Memory
from mtassay.significance.bootstrap import Bootstrap


@dataclass(frozen=True)
class ErrorBin:
    """How many errors lie from `low` up to `high`, in points of 0 to 10, the upper end not included."""

    low: float
    high: float
    count: int


@dataclass(frozen=True)
class DistanceBin:
    """Estimates that had to reach from `low` to `high`, both included, and their errors without signs.

    `error` is the mean; half of them lie up to `median`, and nine of ten up to `upper`.
    """

    low: float
    high: float
    count: int
    error: float
    median: float
    upper: float


@dataclass(frozen=True, eq=False)
class ErrorFigures:
    """|EE| of some translations, each estimated from all others of its source that are stored.

    `error` is over those that can be estimated, `error_over_all` as the paper prints it; `bias` has a sign, above 0
    where estimates are too good.
    """

    left_out: LeftOut
    error: FigureWithInterval
    error_over_all: FigureWithInterval
    bias: float
    histogram: tuple[ErrorBin, ...]
    by_distance: tuple[DistanceBin, ...]

    @property
    def units(self) -> int:
        return len(self.left_out)

    @property
    def scorable(self) -> int:
        return self.left_out.scorable

    @property
    def near_share(self) -> float:
        """The share of estimates that are at most a point wrong, 0 to 1."""
        errors = np.abs(self.left_out.errors[self.left_out.is_scorable])
        return float((np.round(errors, 9) <= 1).mean())

    def dots(self, most: int) -> tuple[tuple[float, float], ...]:
        """Distance and error without its sign of up to `most` estimates, taken at even steps from near to far."""
        scorable = np.flatnonzero(self.left_out.is_scorable)
        ordered = scorable[np.lexsort((self.left_out.target[scorable], self.left_out.distances[scorable]))]
        if len(ordered) > most:
            ordered = ordered[np.linspace(0, len(ordered) - 1, most).round().astype(np.int64)]
        errors = np.abs(self.left_out.errors[ordered])
        return tuple(zip(self.left_out.distances[ordered].tolist(), errors.tolist(), strict=True))


def error_figures(left_out: LeftOut, bootstrap: Bootstrap | None = None) -> ErrorFigures | None:
    """The figures of what was left out; None where none of it can be estimated."""
    if not left_out.scorable:
        return None
    return ErrorFigures(
        left_out,
        state(left_out.evidence(), bootstrap)[0],
        state(left_out.evidence(over_all=True), bootstrap)[0],
        left_out.bias,
        _histogram(left_out),
        _by_distance(left_out),
    )


def left_out_of(left_out: LeftOut, memory: Memory, chosen: Filter, columns: FilterColumns | None = None) -> LeftOut:
    """What was estimated of the translations that a filter means.

    Where systems or judges were left out, a filter by one means what that one's judgments were estimated from others.
    """
    if chosen.is_everything:
        return left_out
    which = chosen.mask(memory, columns)[left_out.target]
    name = {"system": chosen.system, "judge": chosen.judge}.get(left_out.leave)
    if name is not None:
        which &= left_out.group == number_of(left_out.names, name, left_out.leave)
    return _kept(left_out, which)


def _kept(left_out: LeftOut, which: Bools) -> LeftOut:
    columns = ("group", "source", "target", "truth", "estimate", "distances", "is_repeat")
    return replace(left_out, **{name: getattr(left_out, name)[which] for name in columns})


def _histogram(left_out: LeftOut) -> tuple[ErrorBin, ...]:
    """Bins of a point around whole numbers, from the lowest error to the highest, empty ones between included."""
    errors = left_out.errors[left_out.is_scorable]
    places = np.floor(np.round(errors, 9) + 0.5).astype(np.int64)  # sums of estimates carry rounding
    low = int(places.min())
    counts = np.bincount(places - low)
    return tuple(ErrorBin(low + n - 0.5, low + n + 0.5, count) for n, count in enumerate(counts.tolist()))


def _by_distance(left_out: LeftOut) -> tuple[DistanceBin, ...]:
    """0 by itself, then ever wider bins: doubling counts of changes, tenths of shares; empty ones are left out."""
    scorable = left_out.is_scorable
    distances, errors = left_out.distances[scorable], np.abs(left_out.errors[scorable])
    edges = np.arange(11) / 10 if left_out.distance.is_share else np.array([0, *2.0 ** np.arange(41)])
    places = np.searchsorted(edges, distances)  # of the upper end
    bins = []
    for place in np.unique(places).tolist():
        inside = places == place
        low, high = float(distances[inside].min()), float(distances[inside].max())
        median, upper = np.quantile(errors[inside], [0.5, 0.9]).tolist()
        bins.append(DistanceBin(low, high, int(np.count_nonzero(inside)), float(errors[inside].mean()), median, upper))
    return tuple(bins)

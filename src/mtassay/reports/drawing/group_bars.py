"""Where the bars of systems that cannot be told apart stand beside a ranking."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mtassay.comparison.result import MetricComparison


class GroupBar(NamedTuple):
    """The bar of a group: its number from 1, its lane, and the first and last row beside it, all others from 0."""

    number: int
    lane: int
    first: int
    last: int


def place_bars(metric: MetricComparison) -> list[GroupBar]:
    """A bar for each group; those that overlap stand in different lanes."""
    return place_groups([system.name for system in metric.ranked], metric.indistinguishable or ())


def place_groups(ranked: Sequence[str], groups: Iterable[Sequence[str]]) -> list[GroupBar]:
    """The same of groups of any ranking, each a run of it."""
    places = {name: place for place, name in enumerate(ranked)}
    free_from: list[int] = []
    bars = []
    for number, group in enumerate(groups, start=1):
        first, last = places[group[0]], places[group[-1]]
        lane = next((lane for lane, row in enumerate(free_from) if row <= first), len(free_from))
        free_from[lane : lane + 1] = [last + 1]
        bars.append(GroupBar(number, lane, first, last))
    return bars


def count_lanes(bars: list[GroupBar]) -> int:
    """How many lanes the bars take."""
    return max((bar.lane + 1 for bar in bars), default=0)

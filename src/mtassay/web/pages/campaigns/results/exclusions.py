"""What it changes that judges were excluded: results both ways."""

from dataclasses import dataclass
from statistics import fmean

from mtassay.web.pages.campaigns.results.view import Figures


@dataclass(frozen=True)
class BothWays:
    """A system with and without the judges whom the manager excluded: its place and its estimate."""

    system: str
    without: float
    place: int
    all: float
    place_of_all: int


@dataclass(frozen=True)
class Excluded:
    """What excluding judges changes; `words` say it."""

    words: str
    rows: list[BothWays]


def both_ways(without: Figures, with_all: Figures) -> Excluded:
    """The estimates of systems without excluded judges, and with them."""
    other = {system.system: (place, system.value) for place, system in enumerate(with_all.systems, 1)}
    rows = [
        BothWays(system.system, system.value, place, other[system.system][1], other[system.system][0])
        for place, system in enumerate(without.systems, 1)
        if system.system in other
    ]
    has_order = all(row.place == row.place_of_all for row in rows) and len(rows) == len(other)
    stars = {frozenset((each.first, each.second)): each.stars for each in with_all.differences}
    same = {frozenset((each.first, each.second)): each.stars for each in without.differences} == stars
    order = "the same order" if has_order else "another order"
    moved = [abs(row.all - row.without) for row in rows]
    typical = f"; estimates move by {fmean(moved):.2g} on average" if moved else ""
    return Excluded(f"With excluded judges: {order} and {'the same' if same else 'other'} stars{typical}.", rows)

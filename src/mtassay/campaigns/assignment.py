"""Who is asked for what: bundles go, one after the other, to the seat that has the best reason to have them.

One fold serves a new campaign, seats that are added later, and work that somebody gave back.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from mtassay.campaigns.drawing import drawn
from mtassay.campaigns.tasks import Bundle


@dataclass(eq=False)
class Seat:
    """What a seat has so far."""

    number: int
    load: int = 0
    items: set[int] = field(default_factory=set)
    met: Counter[str] = field(default_factory=Counter)
    systems: Counter[int] = field(default_factory=Counter)
    shared: Counter[int] = field(default_factory=Counter)
    """With each other seat, how many bundles both have."""

    def take(self, bundle: Bundle, others: Sequence["Seat"] = ()) -> None:
        """Be given a bundle, which other seats may have as well."""
        self.load += bundle.units
        self.items |= bundle.items
        self.met[bundle.meets] += 1
        for system in bundle.systems:
            self.systems[system] += bundle.units
        for other in others:
            self.shared[other.number] += 1
            other.shared[self.number] += 1


def overlapping(blocks: Sequence[str], share: float, seed: int) -> frozenset[str]:
    """The blocks that are asked of two seats, so that judges can be compared: a share of them, drawn."""
    count = round(share * len(blocks))
    return frozenset(sorted(blocks, key=lambda block: drawn(seed, "overlap", block))[:count])


def assign(
    bundles: Sequence[Bundle], seats: Sequence[Seat], seed: int, twice: frozenset[str] = frozenset()
) -> list[tuple[Bundle, Seat]]:
    """Give each bundle to a seat, those of blocks that are asked twice to two; seats keep count of what they have."""
    given = []
    for bundle in bundles:
        holders: list[Seat] = []
        for _ in range(2 if bundle.block in twice and len(seats) > 1 else 1):
            seat = _best(bundle, seats, holders, seed)
            seat.take(bundle, holders)
            holders.append(seat)
            given.append((bundle, seat))
    return given


def _best(bundle: Bundle, seats: Sequence[Seat], holders: Sequence[Seat], seed: int) -> Seat:
    items, most = bundle.items, min(seat.load for seat in seats) + bundle.units
    # reason by reason, the strongest first: most seats are out after the first ones
    left = [seat for seat in seats if items.isdisjoint(seat.items)] or seats
    left = [seat for seat in left if seat.load <= most] or left
    reasons: tuple[Callable[[Seat], int], ...] = (
        lambda seat: seat.met[bundle.meets],
        lambda seat: sum(seat.systems[system] for system in bundle.systems),
        lambda seat: seat.load,
        lambda seat: max((seat.shared[holder.number] for holder in holders), default=0),
    )
    for reason in reasons:
        if len(left) == 1:
            return left[0]
        values = [reason(seat) for seat in left]
        least = min(values)
        left = [seat for seat, value in zip(left, values, strict=True) if value == least]
    return min(left, key=lambda seat: drawn(seed, "seat", bundle.key, seat.number))

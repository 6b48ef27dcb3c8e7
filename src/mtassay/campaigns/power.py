"""The smallest difference between two systems that a campaign of some size will show."""

import math
from collections.abc import Mapping
from dataclasses import astuple, dataclass
from typing import Any

from mtassay.human.protocols.base import Protocol
from mtassay.human.protocols.marking import Marking
from mtassay.human.scores.power import DIRECT_ASSESSMENT, Spread, smallest_difference

_DA_POINTS = 100.0

_KEPT = "known_spread"


@dataclass(frozen=True)
class KnownSpread:
    """How much answers differed in a campaign, by its name."""

    campaign: str
    spread: Spread

    @property
    def settings(self) -> Mapping[str, tuple[float, ...]]:
        """As a campaign keeps what it was planned with."""
        return {_KEPT: astuple(self.spread)}


def planned_spread(settings: Mapping[str, Any]) -> Spread | None:
    """What a campaign was planned with; None where the project knew nothing then."""
    kept = settings.get(_KEPT)
    if not isinstance(kept, list) or len(kept) != 3:
        return None
    are_spreads = all(isinstance(value, int | float) and 0 <= value < math.inf for value in kept)
    return Spread(*map(float, kept)) if are_spreads else None


PENALTIES = Spread(0.259, 0.0, 2.236)
"""Standard deviations of penalties of MQM, of the talks of WMT21."""


def expected_spread(protocol: Protocol) -> Spread | None:
    """What to plan with as long as the project has no answers: that of direct assessment, by the width of the scale.

    None for protocols that give no score.
    """
    if protocol.width is None:
        return PENALTIES if isinstance(protocol, Marking) else None
    width = protocol.width / _DA_POINTS
    known = DIRECT_ASSESSMENT
    return Spread(known.judge_by_system * width, known.item * width, known.answer * width)


def shown_difference(
    protocol: Protocol, *, systems: int, judges: int, segments: int, answers: float = 1.0, known: Spread | None = None
) -> float | None:
    """The smallest difference in points of a protocol that shows, with a known spread or the one to be expected.

    None where the protocol gives no score, or where no difference on its scale would show.
    """
    spread = expected_spread(protocol) if known is None else known
    if spread is None or min(systems, judges, segments) < 1 or answers <= 0:
        return None
    smallest = smallest_difference(spread, systems=systems, judges=judges, segments=segments, answers=answers)
    return smallest if protocol.width is None or smallest <= protocol.width else None

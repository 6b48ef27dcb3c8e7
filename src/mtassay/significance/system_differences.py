"""Systems with their scores, the best first, and how far each differs from each other one."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from mtassay.significance.clusters import clusters
from mtassay.significance.corrections import holm

_NAMED = 3


@dataclass(frozen=True)
class SystemScore:
    """A system's score, half the width of its interval (None where it has none), and how many answers it is of."""

    system: str
    value: float
    half_width: float | None
    answers: int


@dataclass(frozen=True)
class Difference:
    """How much the first system is above the second; the interval is `half_width` to both sides.

    `p_value` is two-sided. `corrected` is by Holm, over all differences that were tested together.
    """

    first: str
    second: str
    value: float
    half_width: float
    p_value: float
    degrees: float
    corrected: float = 1.0

    @property
    def is_apart(self) -> bool:
        """Whether the interval leaves 0 out."""
        # systems that wrote the same differ by what rounding leaves, with an interval of no width
        return self.p_value < 1 and abs(self.value) > self.half_width


@dataclass(frozen=True)
class SystemScores:
    """Systems, the best first, and the differences of every two of them, the better one first.

    Where differences are missing `reason` says why. `clusters` are the groups between which all intervals part.
    """

    scores: tuple[SystemScore, ...]
    differences: tuple[Difference, ...]
    level: float
    reason: str = ""

    @property
    def clusters(self) -> list[tuple[str, ...]]:
        """The systems that have a score, cut where all above differ from all below; one cluster without tests."""
        apart = {frozenset((each.first, each.second)) for each in self.differences if each.is_apart}
        names = [score.system for score in self.scores if score.value == score.value]
        numbers = clusters(names, lambda above, below: frozenset((above, below)) in apart)
        groups = groupby(zip(numbers, names, strict=True), key=itemgetter(0))
        return [tuple(name for _, name in group) for _, group in groups]

    @property
    def apart(self) -> int:
        """How many differences have an interval without 0."""
        return sum(each.is_apart for each in self.differences)


def sort_by_score(
    scores: Sequence[SystemScore],
    differences: Sequence[Difference],
    level: float,
    reason: str = "",
    is_lower_better: bool = False,
) -> SystemScores:
    """The best first, and of each difference the better one; p-values corrected together."""
    sign = 1 if is_lower_better else -1
    ranked = sorted(scores, key=lambda score: (score.value != score.value, sign * score.value, score.system))
    places = {score.system: place for place, score in enumerate(ranked)}
    corrected = holm([each.p_value for each in differences])
    turned = [
        Difference(*_better_first(each, places), each.half_width, each.p_value, each.degrees, p_value)
        for each, p_value in zip(differences, corrected, strict=True)
    ]
    turned.sort(key=lambda each: (places[each.first], places[each.second]))
    return SystemScores(tuple(ranked), tuple(turned), level, reason)


def untested_words(pairs: Sequence[tuple[str, str]]) -> str:
    """Why differences of these systems have no test: all answers say the same of them; empty where there are none."""
    if not pairs:
        return ""
    named = ", ".join(f"{first} and {second}" for first, second in pairs[:_NAMED])
    more = f" and {len(pairs) - _NAMED} more pairs" if len(pairs) > _NAMED else ""
    return (
        f"judges and segments do not vary at all between {named}{more}, so nothing says how much others would vary: "
        "no interval and no test"
    )


def _better_first(each: Difference, places: dict[str, int]) -> tuple[str, str, float]:
    if places[each.first] < places[each.second]:
        return each.first, each.second, each.value
    return each.second, each.first, -each.value

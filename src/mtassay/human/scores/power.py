"""Power: the smallest difference between two systems that so many judges and segments will show."""

import math
from dataclasses import dataclass

from mtassay.errors import SettingError
from mtassay.significance.student import t_quantile

_POWER = 0.8


@dataclass(frozen=True)
class Spread:
    """How much answers differ: because judges favour systems, because outputs differ, and from answer to answer."""

    judge_by_system: float
    item: float
    answer: float


DIRECT_ASSESSMENT = Spread(6.470, 10.311, 17.023)
"""Standard deviations in points of 100, of the direct assessment of Icelandic to English at WMT21."""


def smallest_difference(
    spread: Spread, *, systems: int, judges: int, segments: int, answers: float = 1.0, alpha: float = 0.05
) -> float:
    """The difference that is found in four campaigns of five; `answers` are those on each output.

    Infinite where it cannot be said whether a difference is due to judges or to systems: with one judge or one system.

    Example:
        >>> round(smallest_difference(DIRECT_ASSESSMENT, systems=4, judges=5, segments=200), 1)
        13.9

    """
    if min(systems, judges, segments) < 1 or answers <= 0:
        raise SettingError("a campaign has one system, judge, segment and answer or more")
    residual = segments * systems * answers - segments - systems - judges + 2
    if systems < 2 or judges < 2 or residual <= 0:
        return math.inf
    favour, item, answer = spread.judge_by_system**2, spread.item**2, spread.answer**2
    variance = 2 * (favour / judges + item / segments + answer / (segments * answers))
    if variance == 0:
        return 0.0
    of_judges = 2 / judges
    answers_of_each = segments * answers / judges
    cells = of_judges * (favour + (item + answer) / answers_of_each)
    degrees = variance**2 / (
        cells**2 / ((judges - 1) * (systems - 1)) + (variance - of_judges * favour) ** 2 / residual
    )
    return detectable_difference(math.sqrt(variance), degrees, alpha)


def detectable_difference(error: float, degrees: float, alpha: float = 0.05) -> float:
    """The difference that is found four times of five where its standard error and degrees of freedom are these."""
    return (t_quantile(1 - alpha / 2, degrees) + t_quantile(_POWER, degrees)) * error

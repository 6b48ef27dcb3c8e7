"""Absolute means: a system's mean score, and where it would lie with other judges and other segments."""

from dataclasses import dataclass

import numpy as np

from mtassay.human.memory import Floats, Ints
from mtassay.human.scores.columns import ScoreColumns
from mtassay.significance.student import t_quantile

FEWEST_JUDGES = 5
"""Of fewer judges nobody can tell how strict others would be."""


@dataclass(frozen=True)
class AbsoluteMean:
    """The mean of all answers on a system; the interval is `half_width` to both sides, None where `reason` says why."""

    system: str
    value: float
    half_width: float | None
    judges: int
    segments: int
    answers: int
    reason: str = ""


def absolute_means(columns: ScoreColumns, level: float = 0.95) -> tuple[AbsoluteMean, ...]:
    """Every system's, in the order of the columns.

    Judges and segments both vary: deviations from the mean are summed by judge, by segment and singly, and what single
    answers add is counted once. Standard scores have no absolute mean: it would be 0 by how they are made.
    """
    answer, system = columns.rows
    means = []
    for place, name in enumerate(columns.systems):
        own = answer[system == place]
        means.append(_mean(name, columns.value[own], columns.judge[own], columns.segment[own], level))
    return tuple(means)


def _mean(system: str, values: Floats, judge: Ints, segment: Ints, level: float) -> AbsoluteMean:
    judges, segments = len(np.unique(judge)), len(np.unique(segment))
    mean = float(values.mean()) if len(values) else float("nan")
    reason = ""
    if judges < FEWEST_JUDGES:
        counted = "1 judge tells" if judges == 1 else f"{judges} judges tell"
        reason = f"{counted} too little of how strict others would be: an absolute mean takes {FEWEST_JUDGES} or more"
    elif segments < 2:
        reason = "one segment says nothing of others"
    if reason:
        return AbsoluteMean(system, mean, None, judges, segments, len(values), reason)
    parts = (values - mean) / len(values)
    of_judges = judges / (judges - 1) * _squares(judge, parts)
    of_segments = segments / (segments - 1) * _squares(segment, parts)
    variance = max(of_judges + of_segments - float((parts**2).sum()), of_judges, of_segments)
    spread = of_judges**2 / (judges - 1) + of_segments**2 / (segments - 1)
    half = t_quantile((1 + level) / 2, variance**2 / spread) * variance**0.5 if spread > 0 else 0.0
    return AbsoluteMean(system, mean, half, judges, segments, len(values))


def _squares(groups: Ints, parts: Floats) -> float:
    return float((np.bincount(groups, weights=parts) ** 2).sum())

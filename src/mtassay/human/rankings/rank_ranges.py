"""Rank ranges as WMT gives them: the ranks of a system in resampled runs, without the outermost."""

import math
from dataclasses import dataclass

import numpy as np

from mtassay.human.rankings.trueskill import Skills

_SHARE = 0.025


@dataclass(frozen=True)
class RankRange:
    """A system's mean skill and the ranks, from 1, between which it stays in 95 % of the runs."""

    system: str
    value: float
    first: int
    last: int


@dataclass(frozen=True)
class RankedRanges:
    """Systems by their mean, the best first, and clusters: a line is drawn where rank ranges part."""

    ranges: tuple[RankRange, ...]
    clusters: tuple[tuple[str, ...], ...]
    runs: int


def rank_ranges(skills: Skills) -> RankedRanges:
    """The ranks of each system over the runs, 2.5 % of them off both ends, rounded up."""
    order = np.argsort(-skills.runs, axis=1, kind="stable")
    ranks = np.empty_like(order)
    np.put_along_axis(ranks, order, np.arange(1, len(skills.systems) + 1)[None, :], axis=1)
    ranks.sort(axis=0)
    runs = len(ranks)
    cut = min(math.ceil(_SHARE * runs), (runs - 1) // 2)
    ranges = [
        RankRange(system, float(mean), int(ranks[cut, place]), int(ranks[runs - 1 - cut, place]))
        for place, (system, mean) in enumerate(zip(skills.systems, skills.means.tolist(), strict=True))
    ]
    ranges.sort(key=lambda each: (-each.value, each.system))
    clusters: list[list[str]] = [[]]
    for place, each in enumerate(ranges):
        clusters[-1].append(each.system)
        worst, rest = each.last, ranges[place + 1 :]
        if rest and worst < min(later.first for later in rest):
            clusters.append([])
    return RankedRanges(tuple(ranges), tuple(map(tuple, clusters)), runs)

"""Which of two systems is better, as far as estimates tell; and all systems in order, in clusters."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mtassay.errors import InputError, SettingError
from mtassay.estimation.prediction.prediction import Prediction
from mtassay.estimation.sampling.queue import QueueSample
from mtassay.estimation.sampling.rate_estimate import RateEstimate, check_level
from mtassay.estimation.sampling.sample import sample_mean
from mtassay.human.memory import Bools, Floats
from mtassay.human.sser import RATE_PER_POINT, error_rate
from mtassay.significance.clusters import clusters
from mtassay.significance.student import t_quantile

BETTER, WORSE, UNDECIDED = "better", "worse", "undecided"


@dataclass(frozen=True)
class Difference:
    """The SSER of one system minus that of another, below 0 where the first is better."""

    value: float
    half_width: float
    level: float

    @property
    def verdict(self) -> str:
        """Whether the first is better or worse than the other, or undecided."""
        if self.value + self.half_width < 0:
            return BETTER
        return WORSE if self.value - self.half_width > 0 else UNDECIDED


def compare_rates(first: RateEstimate, other: RateEstimate | float, other_texts: bool = False) -> Difference:
    """An estimate beside another of its own queue, or beside a rate that is known since all outputs were judged.

    `other_texts` is for a claim about texts like these and not about these alone, which adds the variance of scores.
    """
    if isinstance(other, float | int):
        others: list[RateEstimate] = []
        value = first.sser - other
    else:
        if first.level != other.level or first.target != other.target:
            raise SettingError(
                f"{first.system} and {other.system} are estimated for targets {first.target} and {other.target} "
                f"at levels {first.level:g} and {other.level:g}; estimate both alike"
            )
        others, value = [other], first.sser - other.sser
    parts = []
    for estimate in (first, *others):
        if estimate.variance is None:
            raise InputError(f"{estimate.system} has no interval to compare by: {estimate.reason}")
        parts.append((estimate.variance, estimate.degrees))
    if other_texts:
        parts += [(estimate.text_variance, max(estimate.outputs - 1.0, 1.0)) for estimate in (first, *others)]
    return Difference(value, _half_width(parts, first.level), first.level)


@dataclass(frozen=True, eq=False)
class JudgedQueue:
    """A new system: what was predicted of it, the order of its queue, and what was judged so far."""

    prediction: Prediction
    queue: QueueSample
    scores: Floats
    without_score: Bools | None = None


def compare_queues(first: JudgedQueue, other: JudgedQueue, same: Bools, level: float = 0.95) -> Difference:
    """Two new systems on one test set, each with its own queue.

    `same` says which segments both translate alike: they cancel, whatever they are worth.
    """
    sizes = {len(first.prediction), len(other.prediction), len(same)}
    if len(sizes) > 1:
        raise InputError(
            f"{first.prediction.system} and {other.prediction.system} have {len(first.prediction)} and "
            f"{len(other.prediction)} outputs; compare them on the same segments"
        )
    check_level(level)
    # a segment that one of them has no score for is left out of both
    kept = _has_score(first) & _has_score(other)
    total = np.count_nonzero(kept)
    differing = ~same & kept
    if not differing.any():
        return Difference(0.0, 0.0, level)
    value, parts = 0.0, []
    for sign, system in ((1, first), (-1, other)):
        sample = sample_mean(system.prediction, system.queue, system.scores, system.without_score, differing)
        if sample.variance is None:
            raise InputError(
                f"nothing of the queue of {system.prediction.system} was judged yet, so it cannot be compared; judge it"
            )
        share = np.count_nonzero(differing) / total  # the mean over differing segments, over all
        value += sign * error_rate(sample.mean) * share
        parts.append((sample.variance * share**2, sample.degrees))
    return Difference(value, _half_width(parts, level), level)


@dataclass(frozen=True)
class Ranking:
    """Systems, the best first, and for each the number of its cluster, from 1.

    Every system of a cluster is better than every system of the clusters behind it; within one that is not so.
    """

    estimates: tuple[RateEstimate, ...]
    clusters: tuple[int, ...]


def rank(estimates: Sequence[RateEstimate]) -> Ranking:
    """Order estimates by their rates, and cut them where all comparisons across the cut are decided."""
    ordered = sorted(estimates, key=lambda estimate: estimate.sser)
    return Ranking(tuple(ordered), clusters(ordered, _is_better))


def _has_score(system: JudgedQueue) -> Bools:
    if system.without_score is None:
        return np.ones(len(system.prediction), dtype=bool)
    without: Bools = np.append(system.without_score, False)[system.prediction.item]  # repeats, -1, are the last
    return ~without


def _is_better(first: RateEstimate, other: RateEstimate) -> bool:
    if first.variance is None or other.variance is None:
        return False
    return compare_rates(first, other).verdict == BETTER


def _half_width(parts: Sequence[tuple[float, float]], level: float) -> float:
    """Of a sum of independent errors, in points of SSER, with Satterthwaite's degrees of freedom."""
    total = sum(variance for variance, _ in parts)
    if total == 0:
        return 0.0
    degrees = total**2 / sum(variance**2 / degrees for variance, degrees in parts if variance > 0)
    spread: float = total**0.5
    return RATE_PER_POINT * t_quantile((1 + level) / 2, degrees) * spread

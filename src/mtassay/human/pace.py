"""Seconds per judgment."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

import numpy as np

from mtassay.errors import InputError
from mtassay.human.memory import Floats, Memory
from mtassay.significance.evidence import Weights

LONGEST = 600.0
"""Seconds after which a judge is taken to have had a break; Nießen et al. (2000) report 30 to 60 for a judgment."""

LONGEST_PAUSE = 300.0
"""Who has not touched a key for so many seconds is not judging."""


@dataclass(frozen=True)
class Pace:
    """How long judgments took.

    The median is over all that were timed, and hardly moved by breaks; the mean is over those that took no longer than
    `longest`, NaN where all did. `breaks` counts the longer ones, `untimed` those without a time. The columns of the
    evidence are median and mean, its units the timed judgments.
    """

    median: float
    mean: float
    timed: int
    breaks: int
    untimed: int
    longest: float
    evidence: "PaceEvidence" = field(repr=False, compare=False)


class PaceEvidence:
    """Median and mean of seconds, each as often as it counts."""

    def __init__(self, seconds: Floats, longest: float) -> None:
        self._ordered = np.sort(seconds)
        self._order = np.argsort(seconds, kind="stable")
        self._longest = longest

    @property
    def size(self) -> int:
        return len(self._ordered)

    def score_under(self, weights: Weights) -> Floats:
        ordered = weights.astype(np.float64)[:, self._order]
        running = np.cumsum(ordered, axis=1)
        half = running[:, -1:] / 2
        # the two middle ones of an even number: the first that reaches half of the weight, and the first beyond it
        lower = self._ordered[np.argmax(running >= half, axis=1)]
        upper = self._ordered[np.argmax(running > half, axis=1)]
        kept = ordered * (self._ordered <= self._longest)
        totals = kept.sum(axis=1)
        means = np.divide(kept @ self._ordered, totals, out=np.full(len(ordered), np.nan), where=totals > 0)
        return np.column_stack([(lower + upper) / 2, means])


def pace(memory: Memory, judge: str | None = None, longest: float = LONGEST) -> Pace:
    """The pace of all judges, or of one; rechecks count too, since they take time like any other."""
    judgments = memory.judgments
    if judge is not None:
        if judge not in memory.judges:
            raise InputError(f"there is no judge {judge!r}; there are {', '.join(memory.judges) or 'none with a name'}")
        judgments = judgments.chosen(judgments.judge == memory.judges.index(judge))
    seconds = judgments.seconds[~np.isnan(judgments.seconds)]
    if not len(seconds):
        raise InputError(f"none of the {len(judgments)} judgments says how long it took, so there is no pace")
    evidence = PaceEvidence(seconds, longest)
    middle, mean = evidence.score_under(np.ones((1, len(seconds))))[0].tolist()
    breaks = int(np.count_nonzero(seconds > longest))
    return Pace(middle, mean, len(seconds), breaks, len(judgments) - len(seconds), longest, evidence)


def usual_seconds(seconds: Sequence[float]) -> float | None:
    """The pace of a judge whose last judgments took these seconds; None where none was timed."""
    return median(seconds) if seconds else None


def minutes_left(seconds: Sequence[float], left: int) -> float | None:
    """How long so many more take whose last ones took these seconds; None where none was timed."""
    usual = usual_seconds(seconds)
    return None if usual is None else usual * left / 60

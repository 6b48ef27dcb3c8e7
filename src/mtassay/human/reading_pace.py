"""Seconds that judging a translation takes, by its length and by who judges."""

from dataclasses import dataclass

import numpy as np

from mtassay.human.memory import Floats, Ints, Memory
from mtassay.human.pace import LONGEST

_LEAST_TIMED = 20
_SHRINKAGE = 10.0


@dataclass(frozen=True, eq=False)
class ReadingPace:
    """A judgment takes `base` seconds and `per_word` more for each word, times what its judge is slower than others.

    `factors` are those of the memory's judges, 1 on average; that of somebody who gave n timed judgments counts
    n / (n + 10) of what was measured. `timed` counts the judgments that say so.
    """

    base: float
    per_word: float
    factors: Floats
    timed: int

    def seconds(self, words: Floats, judge: Ints) -> Floats:
        """What translations of so many words take judges, by their numbers, -1 for anybody."""
        seconds: Floats = (self.base + self.per_word * words) * np.append(self.factors, 1.0)[judge]
        return seconds


def reading_pace(memory: Memory, lengths: Ints, longest: float = LONGEST) -> ReadingPace | None:
    """The pace of a memory's judges, whose targets have these lengths; None where nobody was timed.

    Breaks are left out. Rechecks count too, since they take time like any other.
    """
    judgments = memory.judgments
    timed = judgments.chosen(judgments.seconds <= longest)  # false for NaN
    if not len(timed):
        return None
    words, seconds = lengths[timed.target].astype(np.float64), timed.seconds
    base, per_word = _line(words, seconds)
    expected = base + per_word * words
    known = timed.judge >= 0
    count = len(memory.judges)
    counts = np.bincount(timed.judge[known], minlength=count)
    took = np.bincount(timed.judge[known], weights=seconds[known], minlength=count)
    usual = np.bincount(timed.judge[known], weights=expected[known], minlength=count)
    ratios = np.divide(took, usual, out=np.ones(count), where=usual > 0)
    return ReadingPace(base, per_word, 1 + (ratios - 1) * counts / (counts + _SHRINKAGE), len(timed))


def _line(words: Floats, seconds: Floats) -> tuple[float, float]:
    """Seconds for any judgment and for each word, neither below 0; few judgments do not tell what a word takes."""
    mean, usual = float(seconds.mean()), float(words.mean())
    variance = float(words.var())
    if len(seconds) < _LEAST_TIMED or variance == 0:
        return mean, 0.0
    slope = float(((words - usual) * (seconds - mean)).mean()) / variance
    if slope <= 0:
        return mean, 0.0
    if mean < slope * usual:
        return 0.0, mean / usual
    return mean - slope * usual, slope

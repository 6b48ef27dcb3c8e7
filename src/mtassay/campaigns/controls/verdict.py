"""What control items say of a judge: whether outputs that were made worse scored lower than the plain ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from mtassay.errors import InputError
from mtassay.significance.wilcoxon import signed_rank_test

FEWEST_PAIRS = 10
"""Of fewer nobody can tell."""

_LEVEL = 0.05
_HALF = 0.5


class Verdict(StrEnum):
    """Whether a judge sees what was made worse. No rule excludes anybody: people do, with a reason."""

    OPEN = "open"
    PASSED = "passed"
    DOUBTFUL = "doubtful"
    FAILED = "failed"


@dataclass(frozen=True)
class SeatVerdict:
    """The verdict on a seat, from so many pairs of a plain output and the same made worse.

    `p` is that of a one-sided signed-rank test, None without pairs; `share` says how many of the pairs have the worse
    one strictly lower, `drop` by how much it is lower on average.
    """

    verdict: Verdict
    pairs: int
    p: float | None
    share: float | None
    drop: float | None


@dataclass(frozen=True)
class SelfAgreement:
    """How answers to the same task, asked twice of a seat, agree: how far they are apart, and how they correlate.

    `correlation` is None where one side does not vary.
    """

    repeats: int
    distance: float
    correlation: float | None


def judge_seat(plain: Sequence[float], degraded: Sequence[float]) -> SeatVerdict:
    """The verdict on whoever gave these scores; higher ones are better.

    Example:
        >>> judge_seat([80, 90, 70] * 4, [20, 30, 40] * 4).verdict
        <Verdict.PASSED: 'passed'>

    """
    if len(plain) != len(degraded):
        raise InputError(f"{len(plain)} plain scores and {len(degraded)} of what was made worse; pairs need as many")
    drops = np.asarray(plain, dtype=np.float64) - np.asarray(degraded, dtype=np.float64)
    count = len(drops)
    if not count:
        return SeatVerdict(Verdict.OPEN, 0, None, None, None)
    two_sided, surplus = signed_rank_test(drops)
    p = two_sided / 2 if surplus > 0 else 1 - two_sided / 2
    if not drops.any():
        p = 1.0  # where all are equal nothing speaks for the judge
    share = float(np.mean(drops > 0))
    if count < FEWEST_PAIRS:
        verdict = Verdict.OPEN
    elif p < _LEVEL:
        verdict = Verdict.PASSED
    else:
        verdict = Verdict.DOUBTFUL if share >= _HALF else Verdict.FAILED
    return SeatVerdict(verdict, count, p, share, float(drops.mean()))


def self_agreement(first: Sequence[float], again: Sequence[float]) -> SelfAgreement | None:
    """How two answers to the same agree; None where nothing was asked twice."""
    if not first:
        return None
    before, after = np.asarray(first, dtype=np.float64), np.asarray(again, dtype=np.float64)
    spread = float(before.std() * after.std())
    product = float(np.mean((before - before.mean()) * (after - after.mean())))
    varies = np.ptp(before) > 0 and np.ptp(after) > 0
    return SelfAgreement(len(first), float(np.abs(before - after).mean()), product / spread if varies else None)

"""Jackknife: how much a score or a difference hangs on single units. No draws, no seed."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.significance.evidence import Floats, PairedEvidence, Pairs, observed_scores
from mtassay.significance.interval_method import IntervalMethod
from mtassay.significance.intervals import Interval
from mtassay.significance.paired_test import Outcome, ResamplingTest, rounding
from mtassay.significance.resampling import Resamples, Resampling
from mtassay.significance.student import t_quantile, two_sided

FEWEST_UNITS = 30
"""Fewer units say too little of their own spread: no p-value and no interval is given."""


def jackknife_error(left_out: Floats) -> Floats:
    """Standard errors from the scores without each unit: `(units, …)` to `(…)`."""
    count = len(left_out)
    deviations = left_out - left_out.mean(axis=0)
    return np.asarray(np.sqrt((count - 1) / count * (deviations**2).sum(axis=0)))


def jackknife_p(difference: float, error: float, units: int, rounding: float = 0.0) -> float:
    """How often chance alone gives a difference at least as large, two-sided, by Student's t.

    What is not larger than `rounding` counts as none. Where the error is not known, neither is p: it is NaN.
    """
    if abs(difference) <= rounding:
        return 1.0
    if math.isnan(error):
        return math.nan
    return two_sided(abs(difference) / error, units - 1) if error > rounding else 0.0


@dataclass(frozen=True, kw_only=True)
class JackknifeResampling(Resampling):
    """Leaves out each unit in turn."""

    fewest_units: ClassVar[int] = FEWEST_UNITS

    @property
    def test_sets(self) -> str:
        return "without each unit"

    def resample(self, evidence: PairedEvidence) -> Resamples:
        self.check_size(evidence.size)
        return Resamples(evidence.score_without_each(), observed_scores(evidence))

    def errors(self, scores: Floats) -> Floats:
        return jackknife_error(scores)


@dataclass(frozen=True, kw_only=True)
class Jackknife(ResamplingTest, JackknifeResampling):
    """How large a difference is beside its standard error, which is that of differences without each segment.

    With d₍ᵢ₎ the difference without segment i and d̄ the mean of them, se² = (n-1)/n Σ(d₍ᵢ₎ - d̄)², and d / se is
    taken for Student's t with n-1 degrees of freedom. Nothing is drawn. Where a system stands for several training
    runs, scores are means over them: p tells of these runs on other segments, and not of other runs. It takes 30
    segments or more.
    """

    name: ClassVar[str] = "jackknife"
    title: ClassVar[str] = "the jackknife"
    instead: ClassVar[str] = "use the test randomization, which takes any number"
    takes_runs: ClassVar[bool] = True
    paper: ClassVar[str] = (
        "John W. Tukey. 1958. Bias and Confidence in Not-Quite Large Samples (abstract). The Annals of Mathematical "
        "Statistics 29(2), page 614. Explained in: Bradley Efron. 1982. The Jackknife, the Bootstrap and Other "
        "Resampling Plans. SIAM."
    )

    def judge(self, resamples: Resamples, pairs: Pairs) -> list[Outcome]:
        outcomes = []
        for first, second in pairs:
            difference = float(resamples.observed[second] - resamples.observed[first])
            error = float(self.errors(resamples.scores[:, second] - resamples.scores[:, first]))
            tolerance = rounding(float(resamples.observed[first]), float(resamples.observed[second]))
            outcomes.append(Outcome(difference, jackknife_p(difference, error, len(resamples.scores), tolerance)))
        return outcomes


@dataclass(frozen=True, kw_only=True)
class JackknifeInterval(IntervalMethod, JackknifeResampling):
    """Confidence intervals as wide on both sides of the score: its standard error times a quantile of Student's t.

    The error comes from the scores without each segment in turn (Tukey 1958), of which there must be 30 or more.
    Nothing is drawn.
    """

    name: ClassVar[str] = "jackknife-interval"
    title: ClassVar[str] = "jackknife intervals"
    instead: ClassVar[str] = "use percentile intervals"

    def intervals(self, evidence: PairedEvidence, resamples: Resamples | None = None) -> list[Interval]:
        """One for each column of the evidence; `resamples` are its own, where they were made before."""
        made = self.resample(evidence) if resamples is None else resamples
        reach = t_quantile((1 + self.level) / 2, len(made.scores) - 1)
        pairs = zip(made.observed.reshape(-1).tolist(), self.errors(made.scores).reshape(-1).tolist(), strict=True)
        # an error that rounding alone may have made is none: scores that never change have intervals without width
        halves = [(score, 0.0 if error <= rounding(score) else reach * error) for score, error in pairs]
        return [Interval(score - half, score + half, self.level) for score, half in halves]

    def signature_items(self) -> Iterator[tuple[str, str]]:
        yield from super().signature_items()
        yield "interval", "jackknife"

"""Bootstrap: what the scores would have been on other test sets like this one."""

import math
import warnings
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.errors import MtassayWarning
from mtassay.settings import setting
from mtassay.significance import intervals
from mtassay.significance.draws import SAMPLES, sample_weights
from mtassay.significance.evidence import Evidence, Floats, observed_scores
from mtassay.significance.interval_method import IntervalMethod
from mtassay.significance.intervals import Interval
from mtassay.significance.resampling import Resamples, Resampling

_FEW_DRAWS = 100


@dataclass(frozen=True, kw_only=True)
class BootstrapResampling(Resampling):
    """Draws test sets from a test set."""

    draws: int = setting(1000, "how many test sets are drawn", key="bs", low=1, high=10_000_000)
    seed: int = setting(12345, "where the random numbers start", low=0, high=2**63 - 1)
    sample: str = setting(
        "full",
        "n segments with replacement, or half of them",
        choices=SAMPLES,
        hide_default=True,
    )

    @property
    def test_sets(self) -> tuple[int, int, str]:
        return self.draws, self.seed, self.sample

    def resample(self, evidence: Evidence) -> Resamples:
        """Score every drawn test set; one set of weights serves all columns of the evidence."""
        warn_of_few(self.draws)
        rng = np.random.default_rng(self.seed)
        blocks = [
            evidence.score_under(weights) for weights in sample_weights(self.sample, evidence.size, self.draws, rng)
        ]
        return Resamples(np.concatenate(blocks), observed_scores(evidence))

    def errors(self, scores: Floats) -> Floats:
        if len(scores) == 1:  # one draw has no spread
            return np.zeros(scores.shape[1:])
        # half as many segments, drawn with replacement, vary more than test sets of this size do
        widening = math.sqrt(2) if self.sample == "half-with-replacement" else 1.0
        return np.asarray(scores.std(axis=0, ddof=1)) / widening


@dataclass(frozen=True, kw_only=True)
class Bootstrap(IntervalMethod, BootstrapResampling):
    """Confidence intervals by resampling (Koehn 2004; Algorithm 4 of Neubig's tutorial).

    `percentile` takes the middle of the resampled scores, `basic` mirrors them at the observed
    score, `bca` corrects for bias and skewness (Efron 1987).
    """

    name: ClassVar[str] = "bootstrap-interval"

    interval: str = setting("percentile", "how the ends are found", choices=intervals.METHODS, hide_default=True)

    @property
    def title(self) -> str:
        """What they are called in a sentence."""
        return {"bca": "bias-corrected and accelerated"}.get(self.interval, self.interval) + " intervals"

    def intervals(self, evidence: Evidence, resamples: Resamples | None = None) -> list[Interval]:
        """One for each column of the evidence; `resamples` are its own, where they were made before."""
        made = self.resample(evidence) if resamples is None else resamples
        columns = made.scores.reshape(len(made.scores), -1).T
        observed = made.observed.reshape(-1).tolist()
        if self.interval == "percentile":
            return [intervals.percentile(column, self.level) for column in columns]
        if self.interval == "basic":
            pairs = zip(columns, observed, strict=True)
            return [intervals.basic(column, score, self.level) for column, score in pairs]
        left_out = intervals.leave_out(evidence)
        triples = zip(columns, observed, left_out.reshape(len(left_out), -1).T, strict=True)
        return [intervals.bca(column, score, without, self.level) for column, score, without in triples]


def warn_of_few(draws: int) -> None:
    """Too few draws give an interval or a p-value that another seed would change much."""
    if draws < _FEW_DRAWS:
        warnings.warn(
            f"{draws} draws are few: another seed would give other results; take 1000 or more",
            MtassayWarning,
            stacklevel=3,
        )

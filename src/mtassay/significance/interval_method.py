"""What a way to find confidence intervals is."""

from abc import abstractmethod
from dataclasses import dataclass

from mtassay.settings import setting
from mtassay.significance.evidence import PairedEvidence
from mtassay.significance.intervals import Interval
from mtassay.significance.resampling import Resamples, Resampling


@dataclass(frozen=True, kw_only=True)
class IntervalMethod(Resampling):
    """Finds confidence intervals of scores, from the scores of resampled test sets."""

    level: float = setting(0.95, "how often it should hold the true score", low=0.5, high=0.9999, hide_default=True)

    @abstractmethod
    def intervals(self, evidence: PairedEvidence, resamples: Resamples | None = None) -> list[Interval]:
        """One for each column of the evidence; `resamples` are its own, where they were made before."""

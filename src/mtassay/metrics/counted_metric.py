"""Metrics whose rows follow from counts that their relatives need too."""

from abc import abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from mtassay.metrics.base import Floats, Metric, P


@dataclass(frozen=True, kw_only=True)
class CountedMetric(Metric[P]):
    """A metric in two steps: counts, which take the time, and rows, which follow from them.

    In one run metrics with the same `counting` share `prepare` and `count`: the five metrics of a
    family cost little more than one.
    """

    @property
    @abstractmethod
    def counting(self) -> Hashable:
        """All that decides what `prepare` and `count` give; equal for metrics that may share them."""

    @abstractmethod
    def count(self, hypotheses: Sequence[str], prepared: P) -> Floats:
        """Counts of each segment, `(n, …)`; those of segment i depend on segment i alone."""

    @abstractmethod
    def rows(self, counts: Floats) -> Floats:
        """Rows `(n, k)` from counts, without another look at the text."""

    def stats(self, hypotheses: Sequence[str], prepared: P) -> Floats:
        return self.rows(self.count(hypotheses, prepared))

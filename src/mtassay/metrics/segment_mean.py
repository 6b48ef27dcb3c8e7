"""What the metrics share that are a mean of the scores of segments."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mtassay.metrics.base import Floats, Metric, P
from mtassay.metrics.browser_formula import BrowserFormula, ratio_formula
from mtassay.metrics.explanation import count_of


@dataclass(frozen=True, kw_only=True)
class SegmentMean(Metric[P]):
    """Each segment has a value of its own; any set of segments has their mean."""

    @property
    def columns(self) -> tuple[str, ...]:
        return ("value", "segments")

    @abstractmethod
    def segment_values(self, hypotheses: Sequence[str], prepared: P) -> Floats:
        """One finite value for each segment, `(n,)`; value i depends on segment i alone."""

    def stats(self, hypotheses: Sequence[str], prepared: P) -> Floats:
        values = self.segment_values(hypotheses, prepared)
        return np.column_stack([values, np.ones(len(values))])

    def summary(self, sums: Floats) -> str:
        return self.title if sums[1] <= 1 else f"{self.title}; mean of {count_of(sums[1], 'segment')}"

    def score(self, sums: Floats) -> Floats:
        total, segments = sums[..., 0], sums[..., 1]
        return np.divide(total, segments, out=np.zeros_like(total), where=segments > 0)

    def in_browser(self) -> BrowserFormula | None:
        return ratio_formula(self.columns, {"value": 1}, {"segments": 1})

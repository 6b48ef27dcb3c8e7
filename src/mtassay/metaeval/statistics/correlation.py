"""What correlations of rows have in common: rows that do not vary."""

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np

from mtassay.metaeval.statistics.base import Parts, RowStatistic, shared_cells, values_as_parts
from mtassay.settings import setting
from mtassay.significance.correlation import varies
from mtassay.significance.evidence import Floats


@dataclass(frozen=True, kw_only=True)
class RowCorrelation(RowStatistic):
    """A correlation of each group, averaged over groups.

    A group that people tie throughout has none and is left out. One that the metric ties throughout is left out too,
    or counts as 0.
    """

    constant: str = setting(
        "leave-out",
        "groups that the metric ties throughout: left out, or counted as 0",
        choices=("leave-out", "zero"),
        hide_default=True,
    )

    def of_rows(self, human: Floats, scores: Floats) -> Parts:
        gold, ours = shared_cells(human, scores)
        values = self.correlate(gold, ours)
        if self.constant == "zero":
            values = np.where(np.isnan(values) & varies(gold), 0.0, values)
        return values_as_parts(values)

    @abstractmethod
    def correlate(self, human: Floats, scores: Floats) -> Floats:
        """The correlation of each row of two tables, which have NaN in the same places; NaN where it has none."""

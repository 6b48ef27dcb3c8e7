"""Kendall's correlation: how many pairs a metric orders as people do."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay import _native
from mtassay.metaeval.statistics.correlation import RowCorrelation
from mtassay.settings import runtime, setting
from mtassay.significance.evidence import Floats


@dataclass(frozen=True, kw_only=True)
class Kendall(RowCorrelation):
    """Concordant less discordant pairs: over the root of what each side decides (b), or over all it could be (c).

    With C and D pairs in the same and in the other order, H and M pairs that only people or only the metric tie:
    τ_b = (C - D) / √((C + D + H)(C + D + M)); τ_c = 2 m (C - D) / (n² (m - 1)), with n outputs and m the smaller number
    of different scores.
    """

    name: ClassVar[str] = "kendall"
    title: ClassVar[str] = "Kendall's τ"
    paper: ClassVar[str] = (
        "Maurice G. Kendall. 1945. The Treatment of Ties in Ranking Problems. Biometrika 33(3), pages 239-251."
    )

    variant: str = setting("b", "how ties count", choices=("b", "c"), hide_default=True)
    threads: int = runtime(0, "worker threads; 0 means one per core", low=0)

    def correlate(self, human: Floats, scores: Floats) -> Floats:
        counts = _native.concordance_rows(np.ascontiguousarray(human), np.ascontiguousarray(scores), self.threads)
        things, concordant, discordant, by_people, by_metric, _, people_values, metric_values = counts.T
        decided = concordant + discordant
        if self.variant == "b":
            divisors = np.sqrt((decided + by_people) * (decided + by_metric))
        else:
            fewest = np.minimum(people_values, metric_values)
            divisors = things**2 * (fewest - 1) / np.maximum(2 * fewest, 1)
        values: Floats = np.divide(
            concordant - discordant, divisors, out=np.full(len(counts), np.nan), where=divisors > 0
        )
        return values

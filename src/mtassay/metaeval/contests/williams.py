"""Williams's test: whether two correlations with the same human scores differ."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.errors import InputError
from mtassay.metaeval.contests.base import Contest, LabelPairs
from mtassay.metaeval.measured import Measured
from mtassay.significance.correlation import correlate_rows
from mtassay.significance.student import two_sided

_FEWEST = 5


@dataclass(frozen=True, kw_only=True)
class Williams(Contest):
    """A t test of two dependent correlations, with n - 3 degrees of freedom for n systems.

    With r₁₂ and r₁₃ the correlations of two metrics with people, r₂₃ that of the metrics and
    K = 1 - r₁₂² - r₁₃² - r₂₃² + 2 r₁₂ r₁₃ r₂₃:
    t = (r₁₂ - r₁₃) √((n-1)(1+r₂₃)) / √(2K(n-1)/(n-3) + ((r₁₂+r₁₃)/2)² (1-r₂₃)³). It takes 5 systems.
    """

    name: ClassVar[str] = "williams"
    title: ClassVar[str] = "Williams's test"
    asks: ClassVar[str] = "other systems"
    paper: ClassVar[str] = (
        "Yvette Graham and Timothy Baldwin. 2014. Testing for Significance of Increased Correlation with Human "
        "Judgment. Proceedings of the 2014 Conference on Empirical Methods in Natural Language Processing, pages "
        "172-176."
    )

    def p_values(self, measured: Measured, pairs: LabelPairs) -> list[float]:
        if measured.level != "system" or measured.statistic.name != "pearson":
            raise self.refuse(measured, "systems" if measured.level == "system" else "flips")
        count = len(measured.judged.systems)
        if count < _FEWEST:
            raise InputError(f"{count} systems are too few for {self.title}: it takes {_FEWEST} or more; add others")
        scores = {label: scores.systems for label, scores in measured.judged.metrics.items()}
        values = []
        for first, second in pairs:
            between = float(correlate_rows(scores[first][None], scores[second][None])[0])
            values.append(williams_p(measured.values[first], measured.values[second], between, count))
        return values


def williams_p(first: float, second: float, between: float, count: int) -> float:
    """Two-sided; `between` is the correlation of the two metrics. Metrics that are one line have no difference: 1."""
    if abs(first - second) < 1e-12:
        return 1.0
    determinant = max(0.0, 1 - first**2 - second**2 - between**2 + 2 * first * second * between)
    spread = 2 * determinant * (count - 1) / (count - 3) + ((first + second) / 2) ** 2 * (1 - between) ** 3
    if spread <= 0:
        return float("nan")
    t = (first - second) * math.sqrt((count - 1) * (1 + between)) / math.sqrt(spread)
    return float(np.clip(two_sided(abs(t), count - 3), 0.0, 1.0))

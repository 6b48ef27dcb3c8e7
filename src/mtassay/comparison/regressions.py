"""Single segments on which a system lost most against the baseline."""

from dataclasses import dataclass

import numpy as np

from mtassay.comparison.result import MetricComparison


@dataclass(frozen=True)
class Regression:
    """A segment, counted from 0, and its scores by the baseline and by the system."""

    segment: int
    before: float
    after: float


def worst_regressions(by_metric: MetricComparison, baseline: str, system: str, count: int = 5) -> list[Regression]:
    """The segments with the largest losses by a metric, the worst first; fewer if fewer lost anything."""
    names = [each.name for each in by_metric.systems]
    before, after = (by_metric.segments[:, names.index(name)] for name in (baseline, system))
    losses = before - after if by_metric.higher_is_better else after - before
    worst = np.argsort(-losses, kind="stable")[:count]
    return [Regression(int(i), float(before[i]), float(after[i])) for i in worst if losses[i] > 0]

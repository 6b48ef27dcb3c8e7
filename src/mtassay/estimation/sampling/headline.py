"""The figure that stands for a system wherever it is shown: the best estimate that there is, and how sure it is.

Judged in full comes before certified, and that before predicted. Where none has an interval that holds, the headline
says how many judgments would bring one.
"""

from dataclasses import dataclass

from mtassay.estimation.sampling.current_estimate import CurrentEstimate
from mtassay.estimation.sampling.plan import planned_judgments


@dataclass(frozen=True, kw_only=True)
class Headline:
    """The SSER of a system, 0 (best) to 100, by a method of `METHODS`, with its 95 % interval.

    Both ends are None where there is none, and `reason` says why. `suggested` judgments make it sure to one point
    either way; 0 where nothing is open.
    """

    method: str
    sser: float
    low: float | None
    high: float | None
    reason: str
    suggested: int

    @property
    def is_known(self) -> bool:
        """Whether every output was judged; ends that are equal may have been cut to what a rate can be."""
        return self.method == "judged" and self.low is not None and self.low == self.high

    @property
    def words(self) -> str:
        """All of it in a line."""
        said = f"SSER {self.sser:.2f}, {self.method}"
        if self.low is not None and self.high is not None:
            return said if self.is_known else f"{said}: {self.low:.2f} to {self.high:.2f}"
        return f"{said}; no interval yet: {self.advice}" if self.advice else f"{said}; no interval: {self.reason}"

    @property
    def advice(self) -> str:
        """What would bring an interval; empty where there is one, or where judging would not."""
        if self.low is not None or not self.suggested:
            return ""
        outputs = "1 output" if self.suggested == 1 else f"{self.suggested} outputs"
        return f"judge {outputs} for ± 1 point"


def headline(standing: CurrentEstimate) -> Headline:
    """The headline of where a system stands, cut to what an error rate can be."""
    estimate, prediction = standing.estimate, standing.run_prediction.prediction
    interval = estimate.interval
    return Headline(
        method=estimate.method,
        sser=_within(estimate.sser),
        low=None if interval is None else _within(interval.low),
        high=None if interval is None else _within(interval.high),
        reason=estimate.reason,
        suggested=planned_judgments(prediction) if standing.is_open.any() else 0,
    )


def _within(rate: float) -> float:
    return min(max(rate, 0.0), 100.0)

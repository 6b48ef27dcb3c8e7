"""What a validation says: of each system, of each method at each budget, and of the memory alone."""

from dataclasses import dataclass, field

import numpy as np

METHODS = ("without_memory", "repeats_alone", "certified", "assisted")
"""The mean of a random sample of all outputs, or of the new ones beside stored scores; and the estimates of ours."""

FAMILY = 0.4
"""Two systems that share more of their outputs than this are near relatives: they make the memory look better."""


@dataclass(frozen=True, kw_only=True)
class BudgetFigures:
    """What one method comes to at one budget, over all systems and draws.

    In points of SSER, for target B (A without memory): the root mean squared error, the mean error, the mean width of
    95 % intervals, the share of them that hold the truth, and the share of judged systems that the new one is ordered
    right against. `fresh_coverage` is that of the intervals for target A, NaN where the noise of repeats is unknown.
    """

    method: str
    budget: float
    error: float
    bias: float
    width: float
    coverage: float
    order: float
    fresh_coverage: float


@dataclass(frozen=True)
class MemoryFigures:
    """What one way to predict with nothing judged comes to: errors in points of SSER, against fresh scores (target A).

    `order` is the share of pairs of systems that are ordered right when both are new, `clear_order` that of pairs more
    than a point apart; NaN where there is no such pair.
    """

    method: str
    error: float
    squared_error: float
    order: float
    clear_order: float


@dataclass(frozen=True, kw_only=True)
class ValidatedSystem:
    """One system as if it were new: its rate by all its judgments, and how many of them a half width takes.

    `kept` is the same where repeats keep their stored scores (target B), `predicted` its rate with nothing judged,
    `closest` the system that shares most of its outputs. Of the judgments, `planned` is what the plan says before, the
    others what it took on average: by a random sample of all outputs, by one of the new outputs, certified, assisted.
    `certified_words` is the share of the test set's words that is read for the certified ones.
    """

    name: str
    outputs: int
    repeats: int
    sser: float
    kept: float
    predicted: float
    interval: tuple[float, float] | None
    closest: str
    shared: float
    without_memory: int
    repeats_alone: int
    planned: int
    certified: int
    certified_words: float
    assisted: int | None

    @property
    def has_family(self) -> bool:
        """Whether another system makes too many of the same outputs."""
        return self.shared > FAMILY


@dataclass(frozen=True, kw_only=True)
class Validation:
    """How estimates did on a memory, each system left out in turn, and each two for their order.

    Systems of which too little was judged are no part of it: `too_few` names them, and `known` those that a metric was
    learned from. `segment_error` and
    `segment_squared_error` are of predictions of single new outputs, in points of 0 to 10, and `segment_coverage` is
    the share of their intervals that hold the score; likewise for the rule of 2000.
    """

    systems: tuple[ValidatedSystem, ...]
    memory: tuple[MemoryFigures, ...]
    budgets: tuple[BudgetFigures, ...]
    segment_error: float
    segment_squared_error: float
    segment_coverage: float
    nearest_error: float
    nearest_squared_error: float
    half_width: float
    draws: int
    seed: int
    revision: int
    judges_adjusted: bool
    distance: str
    metric: str = ""
    judge_memory: bool = False
    near_repeats: bool = False
    cost: str = "judgments"
    left_out: tuple[str, ...] = field(default=())
    too_few: tuple[str, ...] = field(default=())
    known: tuple[str, ...] = field(default=())

    @property
    def repeat_share(self) -> float:
        """The share of outputs that others had made before, 0 to 1."""
        return sum(system.repeats for system in self.systems) / sum(system.outputs for system in self.systems)

    def needed(self, method: str, without_families: bool = False) -> float:
        """Judgments for the half width, as a share of the test set: the mean over systems, NaN where there is none.

        `method` is `without_memory`, `repeats_alone`, `planned`, `certified` or `assisted`. Families make savings look
        larger than they will be for a system that has none in the memory.
        """
        chosen = [system for system in self.systems if not (without_families and system.has_family)]
        shares = [getattr(system, method) / system.outputs for system in chosen if getattr(system, method) is not None]
        return float(np.mean(shares)) if shares else float("nan")

    @property
    def needed_words(self) -> float:
        """The words that are read for certified estimates of the half width, as a share of the test set's."""
        return float(np.mean([system.certified_words for system in self.systems]))

    @property
    def covered(self) -> float:
        """The share of systems whose interval with nothing judged holds the truth; NaN where there are none."""
        held = [
            system.interval[0] <= system.kept <= system.interval[1]
            for system in self.systems
            if system.interval is not None
        ]
        return float(np.mean(held)) if held else float("nan")

    def figures(self, method: str) -> tuple[BudgetFigures, ...]:
        """The budgets of one method, the smallest first."""
        return tuple(budget for budget in self.budgets if budget.method == method)

"""What a statistic of agreement is, and the registry of all of them."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from mtassay.metaeval.judged import Judged, MetricScores
from mtassay.registry import Registry
from mtassay.settings import Configured
from mtassay.significance.evidence import Floats

LEVELS = ("system", "segment")
GROUPS = ("item", "system", "none")
"""Which outputs are compared with each other: those of one segment, those of one system, or all."""


@dataclass(frozen=True, eq=False)
class Parts:
    """Of each group a numerator and a denominator: the statistic is the sum of the former over that of the latter.

    A group of which nothing can be said has 0 and 0. `epsilon` is the difference up to which scores count as tied.
    """

    numerators: Floats
    denominators: Floats
    epsilon: float | None = None

    @property
    def value(self) -> float:
        """NaN where no group says anything."""
        total = float(self.denominators.sum())
        return float(self.numerators.sum()) / total if total > 0 else float("nan")


@dataclass(frozen=True, kw_only=True)
class Statistic(Configured, ABC):
    """How far a metric agrees with people, as one number; 1 is best."""

    title: ClassVar[str]
    """Its name in a table."""
    levels: ClassVar[tuple[str, ...]] = LEVELS
    groups: ClassVar[tuple[str, ...]] = GROUPS
    """By what it may group outputs."""
    paper: ClassVar[str]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            STATISTICS.register(cls)


@dataclass(frozen=True, kw_only=True)
class RowStatistic(Statistic):
    """A statistic of rows of numbers: each row is a group of outputs, or all systems."""

    @abstractmethod
    def of_rows(self, human: Floats, scores: Floats) -> Parts:
        """What tables `(groups, width)` give, one part for each group; NaN is what nobody judged."""

    def of_systems(self, judged: Judged, scores: MetricScores) -> float:
        """The value at system level."""
        return self.of_rows(judged.human_systems[None], scores.systems[None]).value


@dataclass(frozen=True, kw_only=True)
class PairStatistic(Statistic):
    """A statistic of systems that is a mean over pairs of them: of what each pair gains."""

    levels: ClassVar[tuple[str, ...]] = ("system",)

    @abstractmethod
    def gains(self, judged: Judged, first: MetricScores, second: MetricScores) -> Floats:
        """What each pair of systems `(i, j)` gains if `first` scores system i and `second` scores system j."""

    def counts(self, judged: Judged) -> Floats:
        """1 for each pair of systems that counts, else 0."""
        return np.triu(np.ones((len(judged.systems), len(judged.systems))), 1)

    def of_systems(self, judged: Judged, scores: MetricScores) -> float:
        """The value at system level."""
        counts = self.counts(judged)
        total = counts.sum()
        return float((self.gains(judged, scores, scores) * counts).sum() / total) if total > 0 else float("nan")


STATISTICS: Registry[Statistic] = Registry("statistic", "mtassay.metaeval.statistics")


def statistic(spec: str) -> Statistic:
    """The statistic that a spec describes: `statistic("kendall:variant=c")`."""
    return STATISTICS.create(spec)


def values_as_parts(values: Floats) -> Parts:
    """Parts whose statistic is the plain mean of values; NaN stands for a group of which nothing can be said."""
    known = ~np.isnan(values)
    return Parts(np.where(known, values, 0.0), known.astype(np.float64))


def shared_cells(human: Floats, scores: Floats) -> tuple[Floats, Floats]:
    """Both tables with NaN wherever one of them has it."""
    missing = np.isnan(human) | np.isnan(scores)
    return np.where(missing, np.nan, human), np.where(missing, np.nan, scores)

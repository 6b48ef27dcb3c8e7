"""What a metric has whose parameters can be tuned on judgments."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self, TypeVar

from mtassay.metrics.base import Floats, Metric, Sliceable

P = TypeVar("P", bound=Sliceable)


@dataclass(frozen=True)
class Dial:
    """A parameter: its name, its value, and the highest that it may have; the lowest is 0."""

    name: str
    value: float
    highest: float


@dataclass(frozen=True, kw_only=True)
class Tunable(Metric[P]):
    """A metric whose parameters change scores of rows, but no rows: so they are tuned without counting anew.

    Higher scores are better. Values stand in the order of `dials`; ask it once the metric is that of a test set.
    """

    @property
    @abstractmethod
    def dials(self) -> tuple[Dial, ...]:
        """Its parameters."""

    @abstractmethod
    def starts(self) -> Sequence[tuple[float, ...]]:
        """Other values that its authors found to be good."""

    @abstractmethod
    def score_with(self, rows: Floats, values: Sequence[float]) -> Floats:
        """Scores of rows by other values of its parameters."""

    @abstractmethod
    def tuned(self, values: Sequence[float]) -> Self:
        """The same metric with other values."""

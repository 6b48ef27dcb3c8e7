"""Measures: what is read off sums of rows. An analysis counts, a measure divides, rows add."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from mtassay.metrics.base import Floats, Metric

Direction = Literal["higher", "lower", "near 1", "none"]
"""Which values are better: higher ones, lower ones, those near 1, or none in particular."""


class Measure(Protocol):
    """A number that is computed from the sums of some columns of a table of rows.

    `key` is what programs call it, `title` what people read; people see `places` digits after the point.
    """

    @property
    def key(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def places(self) -> int: ...
    @property
    def direction(self) -> Direction: ...

    def columns(self, names: Sequence[str]) -> NDArray[np.intp]:
        """The places of the columns that it needs."""
        ...

    def score(self, sums: Floats) -> Floats:
        """Of sums of these columns, `(…, k)` to `(…)`; NaN where it is not defined."""
        ...


@dataclass(frozen=True)
class Ratio:
    """`scale · (sum of some columns) / (sum of others)`."""

    above: tuple[str, ...]
    below: tuple[str, ...]
    scale: float = 1.0


@dataclass(frozen=True, kw_only=True)
class RatioMeasure:
    """A sum of ratios: precision, recall, F, rates, means."""

    key: str
    title: str
    ratios: tuple[Ratio, ...]
    places: int = 2
    direction: Direction = "higher"

    def columns(self, names: Sequence[str]) -> NDArray[np.intp]:
        return np.array([names.index(name) for name in self._names], dtype=np.intp)

    def score(self, sums: Floats) -> Floats:
        total = np.zeros(sums.shape[:-1])
        for ratio in self.ratios:
            above, below = (sums @ self._weights(side) for side in (ratio.above, ratio.below))
            total += np.divide(ratio.scale * above, below, out=np.full(total.shape, np.nan), where=below != 0)
        return total

    @property
    def _names(self) -> list[str]:
        """The columns that it reads, each once."""
        return list(dict.fromkeys(name for ratio in self.ratios for name in (*ratio.above, *ratio.below)))

    def _weights(self, side: tuple[str, ...]) -> Floats:
        """How often each of the columns stands on a side: F has its matches twice."""
        return np.array([float(side.count(name)) for name in self._names])


@dataclass(frozen=True, kw_only=True)
class MetricMeasure:
    """The score of a metric, read off its own rows."""

    metric: Metric[Any]
    label: str

    @property
    def key(self) -> str:
        return self.metric.told_spec

    @property
    def title(self) -> str:
        return self.label

    @property
    def places(self) -> int:
        return self.metric.places

    @property
    def direction(self) -> Direction:
        return "higher" if self.metric.higher_is_better else "lower"

    def columns(self, names: Sequence[str]) -> NDArray[np.intp]:
        return np.arange(len(names))

    def score(self, sums: Floats) -> Floats:
        return self.metric.score(sums)


def better(measure: Measure, before: float, after: float) -> bool | None:
    """Whether a value is better than another one by a measure; None where nobody can say."""
    if measure.direction == "none" or before == after or np.isnan(before) or np.isnan(after):
        return None
    if measure.direction == "near 1":
        return abs(after - 1) < abs(before - 1)
    return (after > before) == (measure.direction == "higher")


def named(columns: Mapping[str, Floats]) -> tuple[tuple[str, ...], Floats]:
    """Names of columns, and the columns side by side: `(…)` each to `(…, k)`."""
    return tuple(columns), np.stack(list(columns.values()), axis=-1)

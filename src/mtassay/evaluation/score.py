"""What a run gives: scores, scores of one system, scores of many."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, overload

import numpy as np
from numpy.typing import NDArray

from mtassay.errors import MissingExtra
from mtassay.metrics.base import direction
from mtassay.significance.intervals import Interval

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, eq=False, kw_only=True)
class Score:
    """One metric's judgment of one system.

    `metric` is its name, `spec` what it is made from, `label` how tables head it; `segments` holds
    the score of each segment alone, `segment_signature` says how where they are scored in another way than all
    together; `places` are the digits after the point that people are shown,
    `interval` where the score lies with some confidence, `summary` in a few words what it comes from.
    """

    metric: str
    spec: str
    label: str
    value: float
    signature: str
    higher_is_better: bool
    parts: Mapping[str, float] = field(repr=False)
    segments: NDArray[np.float64] = field(repr=False)
    places: int = 2
    interval: Interval | None = None
    summary: str = field(default="", repr=False)
    segment_signature: str = field(default="", repr=False)

    def __float__(self) -> float:
        return self.value

    @property
    def direction(self) -> str:
        """`higher is better`, or `lower is better`."""
        return direction(self.higher_is_better)

    def shown(self, digits: int | None = None) -> str:
        """The value as people read it, with so many digits after the point, or as many as the metric has."""
        return f"{self.value:.{self.places if digits is None else digits}f}"

    def __repr__(self) -> str:
        return f"<Score {self.label} = {self.shown()} {self.signature}>"

    def _repr_html_(self) -> str:
        return Scores((self,))._repr_html_()


@dataclass(frozen=True, eq=False)
class Scores(Sequence[Score]):
    """The scores of one system, in the order in which the metrics were given."""

    items: tuple[Score, ...]

    @overload
    def __getitem__(self, index: int) -> Score: ...
    @overload
    def __getitem__(self, index: slice) -> "Scores": ...
    def __getitem__(self, index: int | slice) -> "Score | Scores":
        return Scores(self.items[index]) if isinstance(index, slice) else self.items[index]

    def __len__(self) -> int:
        return len(self.items)

    @property
    def labels(self) -> list[str]:
        """A heading for each score: its label, with its settings where two labels would be the same."""
        return headings([(score.label, score.metric, score.spec) for score in self.items])

    def __repr__(self) -> str:
        lines = [f"{score.label} = {score.shown()}  {score.signature}" for score in self.items]
        return "\n".join(["<Scores", *(f"  {line}" for line in lines)]) + ">"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(label)}</td><td style='text-align:right'>{score.shown()}</td>"
            f"<td><code>{escape(score.signature)}</code></td></tr>"
            for label, score in zip(self.labels, self.items, strict=True)
        )
        return f"<table><tr><th>metric</th><th>score</th><th>signature</th></tr>{rows}</table>"

    def to_pandas(self) -> "pandas.DataFrame":
        """The scores of the segments: a row for each segment, a column for each metric."""
        with needs_pandas():
            import pandas
        values = np.column_stack([score.segments for score in self.items])
        return pandas.DataFrame(values, pandas.RangeIndex(1, len(values) + 1, name="segment"), self.labels)


@dataclass(frozen=True, eq=False)
class Evaluation:
    """The scores of several systems on one test set.

    `test_set` is the digest of its references, `target_language` its code, where they are known.
    """

    segments: int
    systems: Mapping[str, Scores]
    test_set: str | None = None
    target_language: str | None = None

    def __getitem__(self, system: str) -> Scores:
        return self.systems[system]

    def __iter__(self) -> Iterator[str]:
        return iter(self.systems)

    def __len__(self) -> int:
        return len(self.systems)

    @property
    def columns(self) -> Sequence[tuple[str, Score]]:
        """Heading and an example of each column: metrics are the same for all systems."""
        first = next(iter(self.systems.values()), Scores(()))
        return list(zip(first.labels, first, strict=True))

    def best(self, column: int) -> float:
        """The best value of a column."""
        values = [scores[column].value for scores in self.systems.values()]
        return max(values) if self.columns[column][1].higher_is_better else min(values)

    def __repr__(self) -> str:
        lines = [
            f"  {name}: " + ", ".join(f"{score.label} = {score.shown()}" for score in scores)
            for name, scores in self.systems.items()
        ]
        return "\n".join([f"<Evaluation of {self.segments} segments", *lines]) + ">"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(label)}</th>" for label, _ in self.columns)
        rows = "".join(
            f"<tr><td>{escape(name)}</td>"
            + "".join(f"<td style='text-align:right'>{score.shown()}</td>" for score in scores)
            + "</tr>"
            for name, scores in self.systems.items()
        )
        return f"<table><tr><th>system</th>{head}</tr>{rows}</table>"

    def to_pandas(self) -> "pandas.DataFrame":
        """A row for each system, a column for each metric."""
        data = {name: [score.value for score in scores] for name, scores in self.systems.items()}
        with needs_pandas():
            import pandas
        columns = [label for label, _ in self.columns]
        frame = pandas.DataFrame.from_dict(data, orient="index", columns=columns)
        frame.index.name = "system"
        return frame


def headings(metrics: Sequence[tuple[str, str, str]]) -> list[str]:
    """A heading for each of several metrics, given as label, name and spec; no two are the same."""
    plain = [label for label, _, _ in metrics]
    longer = [label + spec.removeprefix(name) for label, name, spec in metrics]
    # metrics of two packages may even then look the same; their specs do not
    return [
        short if plain.count(short) == 1 else full if longer.count(full) == 1 else spec
        for short, full, (_, _, spec) in zip(plain, longer, metrics, strict=True)
    ]


@contextmanager
def needs_pandas() -> Iterator[None]:
    """Where an import of pandas fails inside, say how to get it."""
    try:
        yield
    except ImportError:
        raise MissingExtra("to_pandas()", "pandas") from None

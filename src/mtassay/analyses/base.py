"""What an analysis is, what it counts, and the registry of all of them."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from mtassay import __version__
from mtassay.analyses.measures import Measure
from mtassay.registry import Registry
from mtassay.settings import Configured

if TYPE_CHECKING:
    from mtassay.analyses.counting.view import View

Cell = str | int | float | None


@dataclass(frozen=True, eq=False, kw_only=True)
class Plan:
    """What is compared, and how: the same for all analyses of a run.

    `runs` are the columns of rows that are training runs of each system; `pairs` are places of systems, the first of
    each is what the second is compared with. `units` numbers the unit of each segment where that is not the segment
    itself. `refusal` says why nothing is tested, where that is so.
    """

    systems: tuple[str, ...]
    runs: tuple[tuple[int, ...], ...]
    pairs: tuple[tuple[int, int], ...]
    unit: str = "segment"
    units: NDArray[np.intp] | None = None
    alpha: float = 0.05
    refusal: str = ""

    def means(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The mean over the runs of each system: `(…, runs)` to `(…, systems)`."""
        return np.stack([values[..., list(columns)].mean(axis=-1) for columns in self.runs], axis=-1)


@dataclass(frozen=True, eq=False, kw_only=True)
class Result:
    """What an analysis gives; `spec` is that of the analysis."""

    spec: str
    title: str
    notes: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """What programs call it."""
        return self.title

    def records(self) -> list[dict[str, Cell]]:
        """Its rows as programs get them."""
        return []

    def _repr_html_(self) -> str:
        records = self.records()
        head = "".join(f"<th>{escape(name)}</th>" for name in (records[0] if records else ()))
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(_shown(value))}</td>" for value in record.values()) + "</tr>"
            for record in records
        )
        return f"<h4>{escape(self.title)}</h4><table><tr>{head}</tr>{rows}</table>"

    def standouts(self) -> "Sequence[Standout]":
        """What of it is beyond chance."""
        return ()


@dataclass(frozen=True, kw_only=True)
class Standout:
    """A figure that is beyond chance: two systems, what was measured, and whether the second is better at it."""

    first: str
    second: str
    about: str
    before: float
    after: float
    places: int
    p: float
    is_better: bool | None


@dataclass(frozen=True, eq=False, kw_only=True)
class Line:
    """A line of a table: a part of what is counted, and what is measured of it; the first measure is the main one.

    `segments` are those that it is about, where not all are; `part` the columns that are its own, where lines share the
    segments. `size` names the columns that say how much it is about, `reference` is the value of the references. A
    total is the sum of other lines, and so no further test that would have to be corrected for.
    """

    key: str
    title: str
    measures: tuple[Measure, ...]
    segments: NDArray[np.intp] | None = None
    part: tuple[str, ...] = ()
    size: tuple[str, ...] = ()
    reference: float | None = None
    is_total: bool = False
    about: str = ""
    """What it is about in a sentence of its own, for what stands out; else its title."""
    condition: str = ""
    """The filter that leaves its segments, where there is one."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Counts:
    """Rows of numbers for each segment and run, `(segments, runs, columns)`, and lines that are read off their sums.

    Rows add: those of a segment depend on that segment alone. `whole` is what lines contribute to: how much less its
    difference were if a line were the baseline's. `line_head` says what lines are.
    """

    title: str
    line_head: str
    size_head: str
    columns: tuple[str, ...]
    rows: NDArray[np.floating[Any]]
    lines: tuple[Line, ...]
    whole: Measure | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Analysis(Configured, ABC):
    """Looks at the texts of a test set in one way.

    Defining a class with a name registers it; packages outside ours use the entry-point group `mtassay.analyses`.
    """

    title: ClassVar[str]
    """What it is about, in a few words."""
    question: ClassVar[str]
    """What somebody asks who wants it."""
    counts: ClassVar[str]
    """What it counts."""
    blind_to: ClassVar[str]
    """What it cannot tell."""
    paper: ClassVar[str]
    """Where it was published, or where it is from."""
    needs: ClassVar[tuple[str, ...]] = ("references",)
    """What it cannot do without: `references`, `sources`, `a glossary`, `two systems`, `documents`."""
    examples: ClassVar[tuple[str, ...]] = ()
    """Settings that the laws are tried with besides the defaults, as specs write them."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            ANALYSES.register(cls)

    @abstractmethod
    def results(self, view: "View", plan: Plan) -> Iterator[Result]:
        """What it gives: one table or several."""

    def missing(self, view: "View") -> str:
        """What it needs and is not there, in words; empty where it can be done."""
        return " and ".join(need for need in self.needs if not view.has(need))

    def signature(self, view: "View", procedure: Mapping[str, str] | None = None) -> str:
        """All that another person needs to get the same numbers; `procedure` is what was done with the counts."""
        references = view.evalset.references
        data = {} if references is None else {"nrefs": references.per_segment}
        items = {**data, "words": view.splitting, **self.settled_items(view), **(procedure or {})}
        return "|".join(f"{key}:{value}" for key, value in {**items, "version": __version__}.items())

    def settled_items(self, view: "View") -> dict[str, str]:
        """Its settings as a signature says them, with nothing left open that the test set decides."""
        return dict(self.signature_items())


def _shown(value: Cell) -> str:
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)


ANALYSES: Registry[Analysis] = Registry("analysis", "mtassay.analyses")

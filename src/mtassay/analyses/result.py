"""What all analyses of a test set give together."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from mtassay.analyses.base import Plan, Result, Standout
from mtassay.analyses.counting.view import View
from mtassay.analyses.standouts import choose_standouts, sentence
from mtassay.comparison.result import Comparison
from mtassay.evaluation.score import needs_pandas

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class SystemScores:
    """What the systems score by a metric, in their order, on the segments that were analysed."""

    label: str
    spec: str
    places: int
    values: tuple[float, ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class Analyses:
    """Where and why systems differ.

    `comparison` has the tests of the scores, None where there is one system, or a filter after which nothing may be
    tested. `signatures` say how each analysis was made, `not_done` which ones lacked something. `where` is the filter
    as it is typed; `refusal` says why tables have no p-values, where that is so. Of `all_segments` so many `segments`
    were analysed. `view` and `plan` are what was counted and how it was compared, for whoever goes on from here.
    """

    systems: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    segments: int
    all_segments: int
    unit: str
    alpha: float
    scores: tuple[SystemScores, ...]
    comparison: Comparison | None
    results: tuple[Result, ...]
    signatures: Mapping[str, str]
    not_done: Mapping[str, str]
    view: View = field(repr=False)
    plan: Plan = field(repr=False)
    where: str = ""
    where_in_words: str = ""
    refusal: str = ""

    @property
    def sentence(self) -> str:
        """Who is better by which metrics; empty where there is one system, or where nothing was tested."""
        return "" if self.comparison is None else sentence(self.comparison)

    def standouts(self, first: str, second: str) -> list[Standout]:
        """What is beyond chance between two systems, the strongest evidence first."""
        return choose_standouts(self.results, first, second)

    def __getitem__(self, key: str) -> tuple[Result, ...]:
        """The results of an analysis by its spec or name, or those of a title."""
        chosen = tuple(
            result for result in self.results if key in (result.spec, result.spec.partition(":")[0], result.title)
        )
        if not chosen:
            raise KeyError(key)
        return chosen

    def to_pandas(self) -> "pandas.DataFrame":
        """A row for each figure of all tables; what a table does not have is empty."""
        with needs_pandas():
            import pandas
        return pandas.DataFrame([record for result in self.results for record in result.records()])

    def _repr_html_(self) -> str:
        head = f"<p>{escape(self.sentence)}</p>" if self.sentence else ""
        return head + "".join(result._repr_html_() for result in self.results)

    def __repr__(self) -> str:
        lines = [f"  {result.spec}: {result.title}" for result in self.results]
        head = f"<Analyses of {', '.join(self.systems)} on {self.segments} segments"
        return "\n".join([head, *lines]) + ">"

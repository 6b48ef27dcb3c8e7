"""What a comparison gives."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from html import escape
from statistics import stdev
from typing import TYPE_CHECKING

from mtassay.evaluation.score import headings, needs_pandas
from mtassay.metrics.base import Floats, direction
from mtassay.significance.interval_method import IntervalMethod
from mtassay.significance.intervals import Interval
from mtassay.significance.paired_test import Outcome, PairedTest
from mtassay.significance.written_p import written_p

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class System:
    """One metric's judgment of one system.

    `value` is the mean over its training runs, of which there may be one. `sample_spread` is the
    standard error of the score of a run, averaged over runs: how much other test sets would change it.
    """

    name: str
    value: float
    interval: Interval | None
    runs: tuple[float, ...]
    sample_spread: float | None

    @property
    def run_spread(self) -> float | None:
        """The standard deviation of the scores of the runs; None where there is one."""
        return stdev(self.runs) if len(self.runs) > 1 else None


@dataclass(frozen=True)
class Pair:
    """What was found of two systems; differences are the second less the first.

    `adjusted_p` is corrected for the number of pairs that are reported; with `adjusted_is_bound` it is an upper bound,
    because no draw reached the difference. With four chances in five
    the test would find a difference of `smallest_difference`, and this one on `segments_needed`
    segments; None where that cannot be said.
    """

    first: str
    second: str
    outcome: Outcome
    adjusted_p: float
    smallest_difference: float | None
    segments_needed: int | None
    adjusted_is_bound: bool = False

    @property
    def difference(self) -> float:
        """The score of the second less that of the first."""
        return self.outcome.difference

    def reversed(self) -> "Pair":
        """The same, seen from the other side."""
        own = self.outcome
        outcome = replace(
            own, difference=-own.difference, first_higher=own.second_higher, second_higher=own.first_higher
        )
        return replace(self, first=self.second, second=self.first, outcome=outcome)

    @property
    def p_value(self) -> float:
        """How often chance alone gives a difference at least as large, two-sided."""
        return self.outcome.p_value


@dataclass(frozen=True, eq=False, kw_only=True)
class MetricComparison:
    """All systems by one metric; `segments` are the scores of single segments, a column for each system.

    `indistinguishable` are the groups of systems that cannot be told apart, best first: in each, no pair differs
    significantly, and a system may be in several. None where not every pair was tested.
    Where single segments are scored in another way than all together, `segment_signature` says how.
    """

    metric: str
    spec: str
    label: str
    signature: str
    higher_is_better: bool
    places: int
    systems: tuple[System, ...]
    pairs: tuple[Pair, ...]
    segments: Floats = field(repr=False)
    indistinguishable: tuple[tuple[str, ...], ...] | None = None
    segment_signature: str = field(default="", repr=False)

    @property
    def ranked(self) -> list[System]:
        """The systems, best first."""
        return sorted(self.systems, key=lambda system: system.value, reverse=self.higher_is_better)

    def groups_of(self, name: str) -> tuple[int, ...]:
        """The numbers of the groups that a system is in, from 1; none where there are no groups."""
        return tuple(number for number, group in enumerate(self.indistinguishable or (), start=1) if name in group)

    def pairs_across(self, alpha: float) -> list[Pair]:
        """Pairs that cannot be told apart although no group has both: it would also hold a pair that differs."""
        if self.indistinguishable is None:
            return []
        together = [set(group) for group in self.indistinguishable]
        return [
            pair
            for pair in self.pairs
            if self.verdict(pair, alpha) == "unclear"
            and not any({pair.first, pair.second} <= each for each in together)
        ]

    def system(self, name: str) -> System:
        """The system of this name."""
        return next(system for system in self.systems if system.name == name)

    def pair(self, first: str, second: str) -> Pair | None:
        """What was found of the two, in this order; None where they were not compared."""
        for pair in self.pairs:
            if (pair.first, pair.second) == (first, second):
                return pair
            if (pair.second, pair.first) == (first, second):
                return pair.reversed()
        return None

    def is_better(self, difference: float) -> bool:
        """Whether a difference is a gain by this metric."""
        return difference > 0 if self.higher_is_better else difference < 0

    def verdict(self, pair: Pair, alpha: float) -> str:
        """What is said of the second system of a pair in a word: `better`, `worse` or `unclear`."""
        if pair.adjusted_p >= alpha or pair.difference == 0 or pair.outcome.contradicts:
            return "unclear"
        return "better" if self.is_better(pair.difference) else "worse"

    @property
    def direction(self) -> str:
        """`higher is better`, or `lower is better`."""
        return direction(self.higher_is_better)


@dataclass(frozen=True)
class Group:
    """A part of the test set, and the scores on it: by metric, then by system, in their order."""

    name: str
    segments: int
    scores: tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Disagreement:
    """Two systems of which some metrics call the second significantly better, others worse; metrics by their labels."""

    first: str
    second: str
    better: tuple[str, ...]
    worse: tuple[str, ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class Comparison:
    """Systems compared on one test set.

    `unit` says what was resampled, segments or documents, and `units` how many there were. `documents` is how many
    there are where segments were resampled although their documents are known.
    """

    segments: int
    unit: str
    units: int
    baseline: str
    all_pairs: bool
    metrics: tuple[MetricComparison, ...]
    test: PairedTest
    interval: IntervalMethod
    correction: str
    alpha: float
    by: str | None = None
    documents: int | None = None
    groups: tuple[Group, ...] = ()

    @property
    def labels(self) -> list[str]:
        """A heading for each metric."""
        return headings([(metric.label, metric.metric, metric.spec) for metric in self.metrics])

    @property
    def columns(self) -> list[tuple[str, MetricComparison]]:
        """The metrics with their headings."""
        return list(zip(self.labels, self.metrics, strict=True))

    @property
    def systems(self) -> tuple[str, ...]:
        """Their names, the baseline first."""
        return tuple(system.name for system in self.metrics[0].systems)

    @property
    def tests_segments(self) -> bool:
        """Whether p-values come from scores of single segments, as those of the sign and Wilcoxon tests do."""
        return not self.test.asks_about_scores and self.unit == "segment"

    @property
    def disagreements(self) -> list[Disagreement]:
        """The pairs on which metrics contradict each other, each beyond chance."""
        contradicted = []
        for first, second in ((pair.first, pair.second) for pair in self.metrics[0].pairs):
            said: dict[str, list[str]] = {"better": [], "worse": [], "unclear": []}
            for label, metric in self.columns:
                pair = metric.pair(first, second)
                said["unclear" if pair is None else metric.verdict(pair, self.alpha)].append(label)
            if said["better"] and said["worse"]:
                contradicted.append(Disagreement(first, second, tuple(said["better"]), tuple(said["worse"])))
        return contradicted

    @property
    def tests_every_pair(self) -> bool:
        """Whether each system was tested against each other one, so that groups can be told."""
        return self.all_pairs or len(self.systems) == 2

    @property
    def run_counts(self) -> Mapping[str, int]:
        """How many training runs each system has."""
        return {system.name: len(system.runs) for system in self.metrics[0].systems}

    @property
    def has_runs(self) -> bool:
        """Whether any system has several."""
        return max(self.run_counts.values()) > 1

    def __getitem__(self, label: str) -> MetricComparison:
        """By label, spec or name of the metric."""
        for heading, metric in self.columns:
            if label in (heading, metric.spec, metric.metric):
                return metric
        raise KeyError(label)

    def to_pandas(self) -> "pandas.DataFrame":
        """A row for each metric and system: score, interval, groups, and what was found against the baseline."""
        with needs_pandas():
            import pandas
        rows = []
        for heading, metric in self.columns:
            for system in metric.systems:
                pair = metric.pair(self.baseline, system.name)
                rows.append(
                    {
                        "metric": heading,
                        "system": system.name,
                        "score": system.value,
                        "low": system.interval.low if system.interval else None,
                        "high": system.interval.high if system.interval else None,
                        "groups": metric.groups_of(system.name) or None,
                        "difference": pair.difference if pair else None,
                        "p": pair.p_value if pair else None,
                        "adjusted_p": pair.adjusted_p if pair else None,
                        "adjusted_p_is_upper_bound": pair.adjusted_is_bound if pair else None,
                    }
                )
        return pandas.DataFrame(rows).set_index(["metric", "system"])

    def _repr_html_(self) -> str:
        rows = []
        for heading, metric in self.columns:
            for system in metric.systems:
                pair = metric.pair(self.baseline, system.name)
                ends = (system.interval.low, system.interval.high) if system.interval else None
                cells = [
                    f"{system.value:.{metric.places}f}",
                    f"[{ends[0]:.{metric.places}f}, {ends[1]:.{metric.places}f}]" if ends else "",
                    f"{pair.difference:+.{metric.places}f}" if pair else "",
                    escape(written_p(pair.adjusted_p, is_bound=pair.adjusted_is_bound)) if pair else "",
                    " ".join(map(str, metric.groups_of(system.name))),
                ]
                numbers = "".join(f"<td style='text-align:right'>{cell}</td>" for cell in cells)
                rows.append(f"<tr><td>{escape(heading)}</td><td>{escape(system.name)}</td>{numbers}</tr>")
        titles = ("metric", "system", "score", "interval", "difference", "p", "group")
        head = "".join(f"<th>{title}</th>" for title in titles)
        return f"<table><tr>{head}</tr>{''.join(rows)}</table>"

    def __repr__(self) -> str:
        lines = [
            f"  {heading}: " + ", ".join(f"{system.name} {system.value:.{metric.places}f}" for system in metric.systems)
            for heading, metric in self.columns
        ]
        return "\n".join([f"<Comparison of {len(self.systems)} systems on {self.segments} segments", *lines]) + ">"

"""What a meta-evaluation gives: metrics in the order of their agreement with people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from mtassay.metaeval.differences import CountedShare, DifferenceMeaning, counted_shares, pool_meanings
from mtassay.significance.evidence import Floats
from mtassay.significance.intervals import Interval

CONSTANT = "a constant"
"""What tables call the metric that says the same of everything."""


@dataclass(frozen=True, kw_only=True)
class RankedMetric:
    """How far a metric agrees with people; the constant metric has no rank.

    `cluster` is None where nothing was tested, `groups` counts those that say something and `left_out` the others.
    """

    label: str
    value: float
    rank: int | None = None
    cluster: int | None = None
    interval: Interval | None = None
    error: float | None = None
    groups: int | None = None
    left_out: int | None = None
    epsilon: float | None = None
    note: str = ""


@dataclass(frozen=True)
class MetricPair:
    """The difference of two metrics, the better first, with p-values of a test between them."""

    first: str
    second: str
    difference: float
    p_value: float
    adjusted_p: float


@dataclass(frozen=True, kw_only=True)
class MeasuredPart:
    """A statistic of each metric on some segments: `by` says what divides the test set, `name` which part this is.

    `constant` is what the constant metric reaches there; NaN stands for what is not known.
    """

    by: str
    name: str
    segments: int
    values: Mapping[str, float]
    intervals: Mapping[str, Interval]
    constant: float


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """All metrics by one statistic, the best first; `parts` has the same of parts of the test set."""

    level: str
    statistic: str
    title: str
    group: str | None
    test: str | None
    test_title: str
    asks: str
    metrics: tuple[RankedMetric, ...]
    pairs: tuple[MetricPair, ...]
    notes: tuple[str, ...]
    parts: tuple[MeasuredPart, ...] = ()


@dataclass(frozen=True, kw_only=True)
class MetaEvaluation:
    """Rankings of metrics by several statistics on the same judgments, and the scores of systems behind them.

    `systems` are those that count, `people` the human translations among the outputs that were left out, `outliers`
    the systems that were dropped as such. Scores are turned so that higher is better: those of `errors` were.
    """

    gold: str
    systems: tuple[str, ...]
    people: tuple[str, ...]
    outliers: tuple[str, ...]
    segments: int
    judged_outputs: int
    digest: str
    signatures: Mapping[str, str]
    human_scores: Floats = field(repr=False, compare=False)
    metric_scores: Mapping[str, Floats] = field(repr=False, compare=False)
    rankings: tuple[Ranking, ...]
    errors: tuple[str, ...] = ()
    alpha: float
    correction: str
    draws: int
    seed: int
    meanings: tuple[DifferenceMeaning, ...] = ()
    shares: Mapping[str, tuple[CountedShare, ...]] = field(default_factory=dict)
    notes: tuple[str, ...]

    def pooled(self, others: Sequence[DifferenceMeaning]) -> "MetaEvaluation":
        """The same, where what differences mean counts those of other texts too."""
        meanings = pool_meanings(self.meanings, others, seed=self.seed)
        shares = {meaning.label: tuple(counted_shares(meaning)) for meaning in meanings}
        return replace(self, meanings=tuple(meanings), shares=shares)

"""A comparison as a page shows it: plain values that JSON keeps, so that it is there after a reload and a restart."""

from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import shorten

from mtassay.alignment.marked_text import Piece, mark_differences
from mtassay.checks.finding import Finding
from mtassay.comparison.regressions import worst_regressions
from mtassay.comparison.result import Comparison, MetricComparison
from mtassay.corpus.evalset import EvalSet
from mtassay.reports.cautions import cautions
from mtassay.reports.page.ranking import MatrixRow, SystemRow, pair_matrix, rank_systems

_MOST_REGRESSIONS = 150
_REGRESSIONS = 5
_SHOWN_NUMBERS = 9
_SHOWN_DETAILS = 3
_SHOWN_CHARACTERS = 300


@dataclass(frozen=True)
class MarkedView:
    """A MarkedText as JSON keeps it."""

    pieces: list[Piece]
    replaced: int
    inserted: int
    deleted: int
    moves: int
    is_equal: bool

    @classmethod
    def of(cls, text: str, reference: str) -> "MarkedView":
        """How a text differs from a reference."""
        marked = mark_differences(text, reference)
        return cls(
            list(marked.pieces),
            marked.replaced,
            marked.inserted,
            marked.deleted,
            marked.moves,
            is_equal=marked.is_equal,
        )


@dataclass(frozen=True)
class LostSegment:
    """A segment on which a system lost, counted from 1; `marked` is how each output differs from the reference."""

    number: int
    source: str | None
    reference: str
    before: float
    after: float
    marked_before: MarkedView
    marked_after: MarkedView


@dataclass(frozen=True)
class Losses:
    """Where a system lost most against the baseline."""

    system: str
    segments: list[LostSegment]


@dataclass(frozen=True, kw_only=True)
class MetricView:
    """One metric: systems best first, all pairs where they were tested, and the segments that lost most.

    `across` are pairs that cannot be told apart although no bar joins them. `unseen` is the difference to the baseline
    below which the test may well find nothing; None where it cannot say.
    """

    label: str
    direction: str
    places: int
    signature: str
    segment_signature: str
    rows: list[SystemRow]
    across: list[list[str]]
    matrix: list[MatrixRow]
    losses: list[Losses]
    unseen: float | None


@dataclass(frozen=True)
class FindingView:
    """A finding of the checks, with the first of its segments."""

    check: str
    severity: str
    message: str
    where: str
    segments: list[int]
    numbers: list[int]
    details: list[str]


@dataclass(frozen=True, kw_only=True)
class ComparisonView:
    """All that the page says of a comparison, but for files and findings.

    `interval_draws` are those of the bootstrap; None where intervals are those of the jackknife, which draws nothing.
    """

    segments: int
    unit: str
    units: int
    baseline: str
    systems: list[str]
    labels: list[str]
    places: list[int]
    all_pairs: bool
    alpha: float
    correction: str
    level: float
    interval_draws: int | None
    test: str
    cautions: list[str]
    metrics: list[MetricView]


def view_comparison(comparison: Comparison, evalset: EvalSet) -> ComparisonView:
    """What a page shows of a comparison on a test set."""
    return ComparisonView(
        segments=comparison.segments,
        unit=comparison.unit,
        units=comparison.units,
        baseline=comparison.baseline,
        systems=list(comparison.systems),
        labels=comparison.labels,
        places=[metric.places for metric in comparison.metrics],
        all_pairs=comparison.all_pairs,
        alpha=comparison.alpha,
        correction=comparison.correction,
        level=comparison.interval.level,
        interval_draws=getattr(comparison.interval, "draws", None),
        test=comparison.test.title,
        cautions=list(cautions(comparison)),
        metrics=[_view_metric(comparison, label, metric, evalset) for label, metric in comparison.columns],
    )


def view_findings(findings: Iterable[Finding]) -> list[FindingView]:
    """Findings without their long tails."""
    return [
        FindingView(
            finding.check,
            finding.severity,
            finding.message,
            finding.where,
            list(finding.segments[:_SHOWN_NUMBERS]),
            finding.numbers[:_SHOWN_NUMBERS],
            [shorten(detail, _SHOWN_CHARACTERS, placeholder=" …") for detail in finding.details[:_SHOWN_DETAILS]],
        )
        for finding in findings
    ]


def _view_metric(comparison: Comparison, label: str, metric: MetricComparison, evalset: EvalSet) -> MetricView:
    unseen = [pair.smallest_difference for pair in metric.pairs if pair.smallest_difference is not None]
    return MetricView(
        label=label,
        direction=metric.direction,
        places=metric.places,
        signature=metric.signature,
        segment_signature=metric.segment_signature,
        rows=rank_systems(comparison, metric),
        across=[[pair.second, pair.first] for pair in metric.pairs_across(comparison.alpha)],
        matrix=pair_matrix(comparison, metric),
        losses=list(_losses(comparison, metric, evalset)),
        unseen=max(unseen, default=None),
    )


def _losses(comparison: Comparison, metric: MetricComparison, evalset: EvalSet) -> Iterable[Losses]:
    others = [name for name in comparison.systems if name != comparison.baseline]
    # many metrics and systems together would fill the page and the database
    count = max(1, min(_REGRESSIONS, _MOST_REGRESSIONS // (len(others) * len(comparison.metrics))))
    references = evalset.required_references
    for name in others:
        segments = []
        for lost in worst_regressions(metric, comparison.baseline, name, count):
            reference = references[lost.segment][0]
            before, after = (
                MarkedView.of(evalset.systems[system][lost.segment], reference)
                for system in (comparison.baseline, name)
            )
            source = None if evalset.sources is None else evalset.sources[lost.segment]
            segments.append(LostSegment(lost.segment + 1, source, reference, lost.before, lost.after, before, after))
        yield Losses(name, segments)

"""What a report shows, as plain values: made once from analyses, and drawn by templates."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from mtassay import __version__
from mtassay.analyses.base import Result, Standout
from mtassay.analyses.counting.view import View
from mtassay.analyses.discriminative import WeightTable
from mtassay.analyses.figures import Difference, FigureTable
from mtassay.analyses.measures import better
from mtassay.analyses.ngrams import Kind, NgramLine, NgramTable
from mtassay.analyses.profile import VocabularyTable
from mtassay.analyses.result import Analyses
from mtassay.analyses.segments import OutcomeTable
from mtassay.comparison.result import Comparison, MetricComparison, Pair
from mtassay.metrics.base import Floats
from mtassay.reports.page.ranking import MetricRanking, rankings
from mtassay.reports.page.read_segments import SegmentView, Verdict, choose_segments
from mtassay.reports.page.segment_plots import Histogram, Scatter, draw_histogram, draw_scatter
from mtassay.reports.results.methods import analysis_methods
from mtassay.reports.results.report import report_title
from mtassay.reports.shared_texts import ALL_TEXTS, SharedTexts

T = TypeVar("T", bound=Result)

_MOST_PERCENT = 100.0
_MOST_NGRAMS = 12


@dataclass(frozen=True, kw_only=True)
class ScoreCell:
    """A score with its interval, and how it differs from the baseline; nothing where there is no test."""

    system: str
    value: float
    low: float | None
    high: float | None
    difference: float | None
    p: float | None
    is_bound: bool
    verdict: Verdict
    relative: float | None
    """The difference in percent of the baseline, above 0 where it is better."""

    @property
    def drawn(self) -> float | None:
        """Where its dot stands: of a score near 0 it may be thousands of percent, beside which all others are none."""
        return None if self.relative is None else min(max(self.relative, -_MOST_PERCENT), _MOST_PERCENT)


@dataclass(frozen=True)
class ScoreRow:
    """A metric with the score of each system."""

    label: str
    places: int
    is_lower_better: bool
    cells: tuple[ScoreCell, ...]


@dataclass(frozen=True)
class CoverageView:
    """A metric by which segments may lack a score, by its place: how many have one, of each system."""

    metric: int
    label: str
    counts: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class LineView:
    """A line of a table of figures for a pair of systems."""

    key: str
    title: str
    size: str
    reference: float | None
    values: tuple[float, ...]
    difference: float
    q: float | None
    worth: float | None
    places: int
    verdict: Verdict
    is_total: bool
    how: str


@dataclass(frozen=True, kw_only=True)
class TableView:
    """A table of figures as a page shows it."""

    key: str
    title: str
    measure: str
    line_head: str
    size_head: str
    lines: tuple[LineView, ...]
    has_sizes: bool
    has_two_sizes: bool
    """Whether a line is about more of one system than of the other, which is shown where it counts what is wrong."""
    has_reference: bool
    whole: float | None
    whole_title: str
    whole_places: int
    notes: tuple[str, ...]
    test_notes: tuple[str, ...]
    is_of_documents: bool


@dataclass(frozen=True, kw_only=True)
class NgramView:
    """A list of n-grams as a page shows it; `beyond_chance` of them, None where nothing was tested.

    A live one follows filters: a page has the counts of one analysis of n-grams, the first.
    """

    kind: Kind
    first_more: bool
    is_live: bool
    title: str
    first: str
    second: str
    beyond_chance: int | None
    lines: tuple[NgramLine, ...]
    tested: int
    alpha: float


@dataclass(frozen=True, eq=False, kw_only=True)
class ReportView:
    """All that a report shows of the first pair of systems, and of all systems where it shows all."""

    title: str
    facts: str
    sentence: str
    where: str
    refusal: str
    caution: str
    systems: tuple[str, ...]
    pair: tuple[str, str] | None
    segments: int
    alpha: float
    scores: tuple[ScoreRow, ...]
    coverage: tuple[CoverageView, ...]
    rankings: tuple[MetricRanking, ...]
    test: str
    standouts: tuple[Standout, ...]
    scatter: Scatter | None
    histogram: Histogram | None
    metric: str
    words: tuple[TableView, ...]
    parts: tuple[TableView, ...]
    outcomes: tuple[OutcomeTable, ...]
    errors: tuple[TableView, ...]
    measures: tuple[TableView, ...]
    varieties: tuple[VocabularyTable, ...]
    checks: tuple[TableView, ...]
    ngrams: tuple[NgramView, ...]
    weights: tuple[WeightTable, ...]
    other_weights: tuple[WeightTable, ...]
    losses: tuple[SegmentView, ...]
    gains: tuple[SegmentView, ...]
    is_marked: bool
    """Whether texts are drawn with marks, which takes a reference."""
    not_done: tuple[tuple[str, str], ...]
    methods: tuple[str, ...]
    signatures: tuple[tuple[str, str], ...]
    command: str
    digest: str | None
    version: str = __version__


def report_view(
    analyses: Analyses, command: str = "", shared: SharedTexts = ALL_TEXTS, caution: str = ""
) -> ReportView:
    """The values of a report; `command` is what makes it again, `caution` what readers must know of the file."""
    tables = [result for result in analyses.results if isinstance(result, FigureTable)]
    pair = analyses.pairs[0] if analyses.pairs else None
    named = {
        name: tuple(_table(table, analyses) for table in tables if table.spec.partition(":")[0] == name and table.lines)
        for name in ("words", "segments", "errors", "kept", "profile", "terms", "consistency", "checks")
    }
    others = tuple(
        _table(table, analyses) for table in tables if table.spec.partition(":")[0] not in named and table.lines
    )
    scores = None
    if pair is not None and analyses.view.metrics:
        scores = analyses.plan.means(analyses.view.evidence(0).score_units())
    losses, gains = choose_segments(analyses, scores, shared)
    weights, shown = _of(analyses, WeightTable), _names_of_pair(analyses)
    return ReportView(
        title=report_title(analyses),
        facts=_facts(analyses),
        sentence=analyses.sentence,
        where=f"{analyses.where}: {analyses.where_in_words}" if analyses.where else "",
        refusal=analyses.refusal,
        caution=caution,
        systems=analyses.systems,
        pair=pair,
        segments=analyses.segments,
        alpha=analyses.alpha,
        scores=tuple(_scores(analyses)),
        coverage=tuple(_coverage(analyses)),
        rankings=() if analyses.comparison is None else tuple(rankings(analyses.comparison)),
        test=_test_words(analyses.comparison),
        standouts=tuple(analyses.standouts(*pair)) if pair else (),
        scatter=_scatter(analyses, scores),
        histogram=_histogram(analyses, scores),
        metric=analyses.view.metric_labels[0],
        words=named["words"],
        parts=named["segments"],
        outcomes=_of(analyses, OutcomeTable),
        errors=named["errors"],
        measures=(*named["kept"], *named["profile"], *named["terms"], *named["consistency"], *others),
        varieties=_of(analyses, VocabularyTable),
        checks=named["checks"],
        ngrams=tuple(_ngrams(analyses, pair, is_live=shared.places is None)),
        weights=tuple(table for table in weights if table.system in shown),
        other_weights=tuple(table for table in weights if table.system not in shown),
        losses=losses,
        gains=gains,
        is_marked=analyses.view.has("references") and not shared.is_none,
        not_done=tuple(analyses.not_done.items()),
        methods=analysis_methods(analyses),
        signatures=tuple(_signatures(analyses)),
        command=command,
        digest=analyses.view.evalset.digest,
    )


def _of(analyses: Analyses, kind: type[T]) -> tuple[T, ...]:
    return tuple(result for result in analyses.results if isinstance(result, kind))


def _names_of_pair(analyses: Analyses) -> set[str]:
    """What the systems of the first pair are called, and their runs that stand for them."""
    places = analyses.plan.pairs[0] if analyses.plan.pairs else (0,)
    runs = (analyses.plan.runs[place][0] for place in places)
    return {*(analyses.systems[place] for place in places), *(analyses.view.runs[run] for run in runs)}


def _facts(analyses: Analyses) -> str:
    evalset = analyses.view.evalset
    count = analyses.segments
    segments = f"{count:,} segment" + ("" if count == 1 else "s")
    if count != analyses.all_segments:
        segments = f"{count:,} of {analyses.all_segments:,} segments"
    facts = [segments]
    if evalset.references is not None:
        number = evalset.references.per_segment
        facts.append({"1": "one reference", "var": "several references"}.get(number, f"{number} references"))
    if evalset.target_language:
        facts.append(f"into {evalset.target_language}")
    return ", ".join(facts)


def _scores(analyses: Analyses) -> Iterator[ScoreRow]:
    comparison = analyses.comparison
    for scores, own in zip(analyses.scores, analyses.view.metrics, strict=True):
        metric = None if comparison is None else comparison[scores.spec]
        cells = []
        for system, value in zip(analyses.systems, scores.values, strict=True):
            is_compared = any({analyses.systems[0], system} == set(pair) for pair in analyses.pairs)
            baseline = scores.values[0] if is_compared else None
            cells.append(_score_cell(comparison, metric, system, value, baseline, own.higher_is_better))
        yield ScoreRow(scores.label, scores.places, not own.higher_is_better, tuple(cells))


def _score_cell(
    comparison: Comparison | None,
    metric: MetricComparison | None,
    system: str,
    value: float,
    baseline: float | None,
    higher_is_better: bool,
) -> ScoreCell:
    """A difference is told also where nothing is tested."""
    pair: Pair | None = None
    ends: tuple[float | None, float | None] = (None, None)
    verdict: Verdict = "unclear"
    if comparison is not None and metric is not None:
        interval = metric.system(system).interval
        ends = (None, None) if interval is None or math.isnan(interval.low) else (interval.low, interval.high)
        pair = metric.pair(comparison.baseline, system)
        if pair is not None:
            verdict = {"better": "better", "worse": "worse"}.get(metric.verdict(pair, comparison.alpha), "unclear")  # type: ignore[assignment]
    change = None if baseline is None else value - baseline
    return ScoreCell(
        system=system,
        value=value,
        low=ends[0],
        high=ends[1],
        difference=change if pair is None else pair.difference,
        p=None if pair is None else pair.adjusted_p,
        is_bound=pair is not None and pair.adjusted_is_bound,
        verdict=verdict,
        relative=None
        if not baseline or change is None or math.isnan(change)
        else 100 * (change if higher_is_better else -change) / abs(baseline),
    )


def _test_words(comparison: Comparison | None) -> str:
    if comparison is None:
        return ""
    draws = getattr(comparison.test, "draws", None)
    return comparison.test.title + (f", {draws:,} draws" if draws else "")


def table_key(table: Result) -> str:
    """What the page and its script know a table by."""
    return f"{table.spec}/{table.title}"


def is_of_documents(table: FigureTable, view: View) -> bool:
    """Whether its rows are those of documents, which no filter of segments can cut."""
    return len(table.counts.rows) != len(view)


def _table(table: FigureTable, analyses: Analyses) -> TableView:
    lines = []
    pair = analyses.plan.pairs[0] if analyses.plan.pairs else (0,)
    for line in table.lines:
        measure = line.measures[0]
        difference = line.differences[0][0] if line.differences[0] else None
        sizes = dict.fromkeys(f"{line.sizes[system]:,.0f}" for system in pair) if line.sizes else {}
        lines.append(
            LineView(
                key=line.key,
                title=line.title,
                size=" → ".join(sizes),
                reference=line.reference,
                values=tuple(value.value for value in line.values[0]),
                difference=math.nan if difference is None else difference.value,
                q=None if difference is None else difference.q,
                worth=None if difference is None else difference.contribution,
                places=measure.places,
                verdict=_verdict(table, difference),
                is_total=line.is_total,
                how=_how(table, line.sizes),
            )
        )
    measure = table.lines[0].measures[0]
    counts_errors, has_two_sizes = measure.direction == "lower", any("→" in line.size for line in lines)
    return TableView(
        key=table_key(table),
        title=table.title,
        measure=measure.title,
        line_head=table.line_head,
        size_head=table.size_head,
        lines=tuple(lines),
        has_sizes=any(line.size for line in lines) and (counts_errors or not has_two_sizes),
        has_two_sizes=has_two_sizes,
        has_reference=any(line.reference is not None for line in lines),
        whole=table.whole[0] if table.whole else None,
        whole_title=table.whole_title,
        whole_places=table.whole_places,
        notes=table.counts.notes,
        test_notes=table.notes[len(table.counts.notes) :],
        is_of_documents=is_of_documents(table, analyses.view),
    )


def _how(table: FigureTable, sizes: Sequence[float]) -> str:
    """What a cell's title says: the counts behind it."""
    if not sizes:
        return ""
    counts = ", ".join(f"{name} {size:,.0f}" for name, size in zip(table.systems, sizes, strict=True))
    return f"{table.size_head}: {counts}"


def _verdict(table: FigureTable, difference: Difference | None) -> Verdict:
    if difference is None or difference.q is None or difference.q >= table.alpha or math.isnan(difference.value):
        return "unclear"
    line = next(each for each in table.lines if difference in each.differences[0])
    first, second = (line.values[0][table.systems.index(name)].value for name in (difference.first, difference.second))
    is_better = better(line.measures[0], first, second)
    return "unclear" if is_better is None else "better" if is_better else "worse"


def _ngrams(analyses: Analyses, pair: tuple[str, str] | None, *, is_live: bool) -> Iterator[NgramView]:
    tables = _of(analyses, NgramTable)
    for table in tables:
        if pair is not None and (table.first, table.second) != pair:
            continue
        beyond = sum(line.q is not None and line.q < table.alpha for line in table.lines)
        first, second = ("too often", "too seldom") if table.kind == "balance" else (table.first, table.second)
        yield NgramView(
            kind=table.kind,
            first_more=table.first_more,
            is_live=is_live and table.spec == tables[0].spec,
            title=table.title,
            first=first,
            second=second,
            beyond_chance=None if table.beyond_chance is None else beyond,
            lines=table.lines[:_MOST_NGRAMS],
            tested=table.tested,
            alpha=table.alpha,
        )


def _scatter(analyses: Analyses, scores: Floats | None) -> Scatter | None:
    pair, metric = _known_pair(analyses, scores), analyses.view.metrics[0]
    return None if pair is None else draw_scatter(*pair, metric.places, metric.higher_is_better)


def _histogram(analyses: Analyses, scores: Floats | None) -> Histogram | None:
    pair, metric = _known_pair(analyses, scores), analyses.view.metrics[0]
    return None if pair is None else draw_histogram(pair[1] - pair[0], metric.places, metric.higher_is_better)


def _known_pair(analyses: Analyses, scores: Floats | None) -> tuple[Floats, Floats] | None:
    """The scores of the segments of which both systems have one; None where there are none."""
    if scores is None:
        return None
    both = scores[:, list(analyses.plan.pairs[0])]
    both = both[~np.isnan(both).any(axis=1)]
    return (both[:, 0], both[:, 1]) if len(both) else None


def _coverage(analyses: Analyses) -> Iterator[CoverageView]:
    """How many segments have a score by the metrics of which they may lack one."""
    for place, metric in enumerate(analyses.view.metrics):
        if metric.known_column is not None:
            totals = analyses.view.evidence(place).totals[:, metric.columns.index(metric.known_column)]
            counts = tuple(round(count) for count in analyses.plan.means(totals).tolist())
            yield CoverageView(place, analyses.view.metric_labels[place], counts)


def _signatures(analyses: Analyses) -> Iterator[tuple[str, str]]:
    if analyses.comparison is not None:
        for label, metric in analyses.comparison.columns:
            yield label, metric.signature
    yield from analyses.signatures.items()

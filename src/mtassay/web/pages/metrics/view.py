"""A meta-evaluation as the page and programs get it: plain values, None for what there is not."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mtassay.metaeval.differences import CountedShare, DifferenceMeaning
from mtassay.metaeval.result import CONSTANT, MetaEvaluation, RankedMetric, Ranking
from mtassay.reports.drawing.group_bars import count_lanes, place_groups
from mtassay.reports.drawing.metric_pictures import shade_of
from mtassay.reports.page.ranking import BarPiece
from mtassay.significance.indistinguishable import indistinguishable

SHADES = 5
_STEPS = 40
_MAIN = {"segment": "kendall", "system": "pearson"}
"""By which statistic metrics are ranked at each level."""


@dataclass(frozen=True, kw_only=True)
class MetricRow:
    """A metric, or the constant one, which has no rank: its agreement with people by the statistic of the level.

    `groups` are the numbers of those it is in, in which no two can be told apart, and `bars` what stands beside its row
    in each lane. The other figures stand beside it: `accuracy` is acc_eq, `right_pairs` how many pairs of systems it
    orders as people do. `is_error` says that its own scores are better where they are lower.
    """

    label: str
    is_error: bool
    rank: int | None
    value: float | None
    low: float | None
    high: float | None
    cluster: int | None
    groups: list[int]
    bars: list[BarPiece | None]
    note: str
    kendall: float | None
    accuracy: float | None
    says_no_more: bool
    right_pairs: int | None
    pearson: float | None
    spa: float | None


@dataclass(frozen=True, kw_only=True)
class LevelView:
    """A ranking at one level: `words` say what it shows, `test` how differences between metrics were tested."""

    level: str
    statistic: str
    words: list[str]
    test: str
    asks: str
    compared: int
    rows: list[MetricRow]
    notes: list[str]


@dataclass(frozen=True)
class SystemDot:
    """A system as people see it, and by each metric; higher is better in all of them."""

    system: str
    people: float
    scores: dict[str, float]


@dataclass(frozen=True)
class CurvePoint:
    """With how many differences of a size people agree, and the ends of its interval for other systems."""

    size: float
    share: float
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class CurveView:
    """What differences of a metric mean: the curve, differences for 80 and 95 %, and counted shares."""

    label: str
    pairs: int
    agreed: int
    is_bound: bool
    for_80: float | None
    for_95: float | None
    low_80: float | None
    high_80: float | None
    points: list[CurvePoint]
    shares: list[CountedShare]


@dataclass(frozen=True)
class HeatColumn:
    """A part of the test set; `by` is what divides it, empty for the whole."""

    by: str
    name: str
    segments: int


@dataclass(frozen=True)
class HeatCell:
    """The agreement of a metric on a part, and its shade from 0 to 4."""

    value: float | None
    low: float | None
    high: float | None
    shade: int


@dataclass(frozen=True)
class HeatRow:
    """A metric on each part."""

    label: str
    cells: list[HeatCell]


@dataclass(frozen=True, kw_only=True)
class MetricsView:
    """How far metrics agree with people; `levels` has what the judgments allow, `pairs` counts pairs of systems."""

    people: str
    systems: list[str]
    outliers: list[str]
    segments: int
    judged_outputs: int
    pairs: int
    levels: list[LevelView]
    dots: list[SystemDot]
    curves: list[CurveView]
    heat_columns: list[HeatColumn]
    heat_rows: list[HeatRow]
    signatures: dict[str, str]
    notes: list[str]

    def level(self, name: str) -> LevelView | None:
        """One of the levels: the one that is asked for, else segments, else what there is."""
        known = {level.level: level for level in self.levels}
        return known.get(name) or known.get("segment") or known.get("system")


def metrics_view(result: MetaEvaluation) -> MetricsView:
    """All that the page shows."""
    errors = frozenset(result.errors)
    by_spec = {(ranking.level, ranking.statistic): ranking for ranking in result.rankings}
    count = len(result.systems)
    figures = {spec: {row.label: row for row in ranking.metrics} for spec, ranking in by_spec.items()}
    levels = [
        _level(by_spec[level, main], figures, errors, count * (count - 1) // 2)
        for level, main in _MAIN.items()
        if (level, main) in by_spec
    ]
    columns, rows = _heat(by_spec.get(("segment", "kendall")))
    return MetricsView(
        people=result.gold,
        systems=list(result.systems),
        outliers=list(result.outliers),
        segments=result.segments,
        judged_outputs=result.judged_outputs,
        pairs=count * (count - 1) // 2,
        levels=levels,
        dots=[
            SystemDot(
                name,
                float(result.human_scores[place]),
                {label: float(scores[place]) for label, scores in result.metric_scores.items()},
            )
            for place, name in enumerate(result.systems)
        ],
        curves=[_curve(meaning, result.shares[meaning.label]) for meaning in result.meanings],
        heat_columns=columns,
        heat_rows=rows,
        signatures=dict(result.signatures),
        notes=list(result.notes),
    )


def _level(
    ranking: Ranking,
    figures: Mapping[tuple[str, str], Mapping[str, RankedMetric]],
    errors: frozenset[str],
    pairs: int,
) -> LevelView:
    names = [row.label for row in ranking.metrics if row.rank is not None]
    real = {frozenset((pair.first, pair.second)) for pair in ranking.pairs if pair.adjusted_p < 0.05}
    groups = indistinguishable(names, lambda first, second: frozenset((first, second)) in real) if ranking.pairs else []
    pieces = _pieces(names, groups)

    def value(level: str, statistic: str, label: str) -> float | None:
        row = figures.get((level, statistic), {}).get(label)
        return None if row is None else _known(row.value)

    rows = []
    labels = [row.label for row in ranking.metrics]
    if CONSTANT not in labels:  # what agrees by 0 has no row of its own there, and is compared with all the same
        labels.append(CONSTANT)
    own = {row.label: row for row in ranking.metrics}
    for label in labels:
        row = own.get(label)
        accuracy = figures.get(("segment", "acc-eq"), {}).get(label)
        right = value("system", "pairwise-accuracy", label)
        rows.append(
            MetricRow(
                label=label,
                is_error=label in errors,
                rank=None if row is None else row.rank,
                value=None if row is None else _known(row.value),
                low=None if row is None or row.interval is None else row.interval.low,
                high=None if row is None or row.interval is None else row.interval.high,
                cluster=None if row is None else row.cluster,
                groups=[number for number, group in enumerate(groups, 1) if label in group],
                bars=pieces.get(label, [None] * len(next(iter(pieces.values()), []))),
                note="" if row is None or label == CONSTANT else row.note,
                kendall=value("segment", "kendall", label),
                accuracy=value("segment", "acc-eq", label),
                says_no_more=accuracy is not None and label != CONSTANT and accuracy.note != "",
                right_pairs=None if right is None or label == CONSTANT else round(right * pairs),
                pearson=value("system", "pearson", label),
                spa=value("system", "spa", label),
            )
        )
    return LevelView(
        level=ranking.level,
        statistic=ranking.title,
        words=_words(names, groups, rows),
        test=ranking.test_title,
        asks=ranking.asks,
        compared=len(ranking.pairs),
        rows=rows,
        notes=list(ranking.notes),
    )


def _words(names: Sequence[str], groups: Sequence[Sequence[str]], rows: Sequence[MetricRow]) -> list[str]:
    """What the ranking says, in sentences."""
    if not names:
        return ["No metric says anything of these outputs."]
    if len(names) == 1:
        words = [f"{names[0]} is the only metric here: tick others, and see which of them to trust."]
    elif not groups:
        words = [f"{names[0]} agrees best with people, but nothing says whether that is chance."]
    elif len(groups[0]) == len(names):
        words = [f"{_listed(names)} cannot be told apart by how far they agree with people."]
    elif len(groups[0]) == 1:
        words = [f"People agree most with {names[0]}."]
        if len(groups) > 1 and len(groups[1]) > 1:
            words.append(f"{_listed(groups[1])} cannot be told apart.")
    else:
        words = [f"{_listed(groups[0])} agree best with people, and cannot be told apart."]
    empty = [row.label for row in rows if row.says_no_more]
    if empty:
        verb = "says" if len(empty) == 1 else "say"
        words.append(f"{_listed(empty)} {verb} no more about a single segment than a constant would.")
    return words


def _pieces(names: Sequence[str], groups: Sequence[Sequence[str]]) -> dict[str, list[BarPiece | None]]:
    """What stands beside each metric, in each lane."""
    bars = place_groups(names, groups)
    pieces: dict[str, list[BarPiece | None]] = {name: [None] * count_lanes(bars) for name in names}
    for bar in bars:
        for place in range(bar.first, bar.last + 1):
            pieces[names[place]][bar.lane] = BarPiece(place == bar.first, place == bar.last)
    return pieces


def _curve(meaning: DifferenceMeaning, shares: Sequence[CountedShare]) -> CurveView:
    reach = max((share.high for share in shares), default=1.0)
    sizes = [reach * step / _STEPS for step in range(_STEPS + 1)]
    low, high = (math.log(4) / slope if slope > 0 else None for slope in (meaning.high, meaning.low))
    return CurveView(
        label=meaning.label,
        pairs=meaning.pairs,
        agreed=meaning.agreed,
        is_bound=meaning.is_bound,
        for_80=meaning.needed(0.8),
        for_95=meaning.needed(0.95),
        low_80=low,
        high_80=high,
        points=[CurvePoint(size, meaning.share(size), *meaning.ends(size)) for size in sizes],
        shares=list(shares),
    )


def _heat(ranking: Ranking | None) -> tuple[list[HeatColumn], list[HeatRow]]:
    if ranking is None or not ranking.parts:
        return [], []
    judged = sum(part.segments for part in ranking.parts if part.by == ranking.parts[0].by)
    # what does not divide the test set is the whole of it
    parts = [part for part in ranking.parts if part.segments < judged]
    columns = [HeatColumn("", "all", judged)]
    columns += [HeatColumn(part.by, part.name, part.segments) for part in parts]
    names = [row for row in ranking.metrics if row.rank is not None]
    values = [part.values.get(row.label, math.nan) for row in names for part in parts]
    known = [value for value in (*values, *(row.value for row in names)) if not math.isnan(value)]
    low, high = min(known, default=0.0), max(known, default=1.0)

    def cell(value: float, ends: tuple[float, float] | None) -> HeatCell:
        shade = 0 if math.isnan(value) else shade_of(value, low, high, SHADES)
        low_end, high_end = ends or (None, None)
        return HeatCell(_known(value), low_end, high_end, shade)

    rows = []
    for row in names:
        whole = None if row.interval is None else (row.interval.low, row.interval.high)
        cells = [cell(row.value, whole)]
        for part in parts:
            around = part.intervals.get(row.label)
            cells.append(
                cell(part.values.get(row.label, math.nan), None if around is None else (around.low, around.high))
            )
        rows.append(HeatRow(row.label, cells))
    return columns, rows


def _known(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"

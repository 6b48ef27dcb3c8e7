"""Systems by one metric as pages rank them: scores, groups that cannot be told apart, all pairs."""

import math
from dataclasses import dataclass

from mtassay.comparison.result import Comparison, MetricComparison, System
from mtassay.reports.drawing.group_bars import count_lanes, place_bars


@dataclass(frozen=True)
class BarPiece:
    """What stands of the bar of a group beside one row."""

    is_first: bool
    is_last: bool


@dataclass(frozen=True, kw_only=True)
class SystemRow:
    """A system by one metric; `others` are its scores by all metrics, in their order.

    `groups` are the numbers of those it is in, and `bars` what stands beside its row in each lane.
    """

    name: str
    value: float
    low: float | None
    high: float | None
    groups: list[int]
    bars: list[BarPiece | None]
    is_baseline: bool
    difference: float | None
    p: float | None
    p_is_upper_bound: bool
    verdict: str
    others: list[float]


@dataclass(frozen=True)
class MatrixCell:
    """The system of the row less that of the column; `verdict` is of the row."""

    difference: float
    p: float
    p_is_upper_bound: bool
    verdict: str


@dataclass(frozen=True)
class MatrixRow:
    """A system against all; None against itself."""

    name: str
    cells: list[MatrixCell | None]


@dataclass(frozen=True, kw_only=True)
class MetricRanking:
    """One metric with its ranking; `across` are pairs that cannot be told apart although no bar joins them."""

    label: str
    direction: str
    places: int
    rows: list[SystemRow]
    across: list[list[str]]
    matrix: list[MatrixRow]


def rankings(comparison: Comparison) -> list[MetricRanking]:
    """The ranking by each metric."""
    return [
        MetricRanking(
            label=label,
            direction=metric.direction,
            places=metric.places,
            rows=rank_systems(comparison, metric),
            across=[[pair.second, pair.first] for pair in metric.pairs_across(comparison.alpha)],
            matrix=pair_matrix(comparison, metric),
        )
        for label, metric in comparison.columns
    ]


def rank_systems(comparison: Comparison, metric: MetricComparison) -> list[SystemRow]:
    """The systems by one metric, best first, with what was found against the baseline."""
    bars = place_bars(metric)
    lanes = range(count_lanes(bars))
    rows = []
    for place, system in enumerate(metric.ranked):
        beside = {
            bar.lane: BarPiece(bar.first == place, bar.last == place) for bar in bars if bar.first <= place <= bar.last
        }
        pair = metric.pair(comparison.baseline, system.name)
        # of scores with gaps there may be none
        interval = None if system.interval is None or math.isnan(system.interval.low) else system.interval
        rows.append(
            SystemRow(
                name=system.name,
                value=system.value,
                low=interval.low if interval else None,
                high=interval.high if interval else None,
                groups=list(metric.groups_of(system.name)),
                bars=[beside.get(lane) for lane in lanes],
                is_baseline=system.name == comparison.baseline,
                difference=pair.difference if pair else None,
                p=pair.adjusted_p if pair else None,
                p_is_upper_bound=pair is not None and pair.adjusted_is_bound,
                verdict=metric.verdict(pair, comparison.alpha) if pair else "",
                others=[other.system(system.name).value for other in comparison.metrics],
            )
        )
    return rows


def pair_matrix(comparison: Comparison, metric: MetricComparison) -> list[MatrixRow]:
    """Every system against every other, best first; nothing where not all pairs were tested."""
    ranked = metric.ranked
    return [_matrix_row(comparison, metric, system, ranked) for system in ranked] if comparison.all_pairs else []


def _matrix_row(comparison: Comparison, metric: MetricComparison, system: System, ranked: list[System]) -> MatrixRow:
    pairs = [metric.pair(other.name, system.name) for other in ranked]
    return MatrixRow(
        system.name,
        [
            MatrixCell(pair.difference, pair.adjusted_p, pair.adjusted_is_bound, metric.verdict(pair, comparison.alpha))
            if pair
            else None
            for pair in pairs
        ],
    )

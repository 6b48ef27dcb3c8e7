"""Figures of a project as pages and programs get them: plain values, None for what there is not."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mtassay.estimation.figures.agreement_figures import AgreementFigures
from mtassay.estimation.figures.error_figures import DistanceBin, ErrorBin, ErrorFigures
from mtassay.estimation.figures.filtered_statistics import FilteredStatistics
from mtassay.estimation.figures.item_figures import ItemFigures, ItemSummary
from mtassay.estimation.figures.judge_figures import JudgeFigures
from mtassay.estimation.figures.judged_sets import JudgedSet
from mtassay.estimation.figures.revisions import choose_revisions
from mtassay.estimation.figures.with_interval import ends, known
from mtassay.human.agreement import Accord
from mtassay.human.counts import count
from mtassay.human.item_classes import ITEM_CLASSES
from mtassay.human.judge_effects import JudgeEffects, fit_judge_effects
from mtassay.human.memory import Memory
from mtassay.store.memory.stored_memory import ProjectHistory

DOTS = 400
"""So many estimates are drawn; more would hide each other."""

_HARDEST = 30


@dataclass(frozen=True)
class ItemBar:
    """An information item, how often each class was said of it, and the share that is not ok, 0 to 1."""

    text: str
    classes: dict[str, int]
    verdicts: int
    not_ok: float | None


@dataclass(frozen=True)
class HardSource:
    """A source whose items people judged, by its number; `error_rate` is its IER."""

    id: int
    text: str
    error_rate: float
    rank: int


@dataclass(frozen=True)
class ItemsView:
    """The items of one source, the hardest unless another was asked for, and the hardest sources.

    Counts are of verdicts; error rates are IER, 0 (best) to 100.
    """

    source: HardSource
    labelled: int
    ranked: int
    bars: list[ItemBar]
    hardest: list[HardSource]
    verdicts: int
    error_rate: float


@dataclass(frozen=True, kw_only=True)
class ErrorView:
    """How wrong estimates are. `dots` are pairs of distance and error of some of them, `shown` how many."""

    units: int
    estimated: int
    error: float
    low: float | None
    high: float | None
    bias: float
    near_share: float
    distance: str
    columns: list[ErrorBin]
    steps: list[DistanceBin]
    dots: list[tuple[float, float]]


@dataclass(frozen=True)
class CoefficientView:
    """A coefficient of agreement of all judges; `reason` says why there is none."""

    name: str
    value: float | None
    low: float | None
    high: float | None
    reason: str


@dataclass(frozen=True, kw_only=True)
class AccordView:
    """Two judges, or one and the same at two times; differences in points, shares 0 to 1."""

    first: str
    second: str
    units: int
    difference: float
    distance: float
    exact: float
    near: float
    kappa: float | None
    quadratic_kappa: float | None
    alpha: float | None


@dataclass(frozen=True, kw_only=True)
class RecheckView:
    """What rechecks say of stored judgments."""

    units: int
    by_same: int
    by_others: int
    distance: float
    exact: float
    near: float
    old_sser: float
    new_sser: float


@dataclass(frozen=True)
class AgreementView:
    """Judges with each other, with themselves, and rechecks."""

    units: int
    judges: int
    coefficients: list[CoefficientView]
    reason: str
    pairs: list[AccordView]
    own: list[AccordView]
    rechecks: RecheckView | None


@dataclass(frozen=True, kw_only=True)
class JudgeView:
    """A judge: judgments, mean score, and seconds for one; the name is empty for nobody in particular."""

    name: str
    judgments: int
    rechecks: int
    translations: int
    mean: float | None
    median_seconds: float | None
    mean_seconds: float | None
    breaks: int | None


@dataclass(frozen=True)
class CountsView:
    """How much there is."""

    sources: int
    translations: int
    judged: int
    references: int
    judgments: int
    targets_per_source: float | None
    references_per_source: float | None


@dataclass(frozen=True)
class QuickView:
    """What can be computed while somebody waits."""

    counts: CountsView
    errors: ErrorView | None
    items: ItemsView | None
    cut_sources: int
    agreement: AgreementView
    judges: list[JudgeView]


@dataclass(frozen=True)
class GrowthPoint:
    """The memory as of a revision: |EE|, T/n and R/n."""

    revision: int
    judged: int
    error: float | None
    targets_per_source: float | None
    references_per_source: float | None


@dataclass(frozen=True)
class EffectView:
    """By how many points a judge scores above the others."""

    name: str
    judgments: int
    effect: float | None


@dataclass(frozen=True, kw_only=True)
class SlowView:
    """What takes long in a large project."""

    growth: list[GrowthPoint]
    revisions: int
    sets: list[JudgedSet]
    mean_error: float | None
    saved_share: float | None
    sets_repeated: int
    sets_waiting: int
    effects: list[EffectView]
    effects_reason: str


def quick_view(statistics: FilteredStatistics, source: int | None) -> QuickView:
    """The figures of what a filter means; `source` is the number of the one whose items are wanted."""
    memory = statistics.memory
    errors = statistics.errors
    return QuickView(
        _counts(memory),
        None if errors is None else _errors(errors),
        _items(statistics.items, statistics.source_numbers, source),
        statistics.items.cut,
        _agreement(statistics.agreement),
        _judges(statistics.judges),
    )


def slow_steps(statistics: FilteredStatistics) -> int:
    """How many steps `slow_view` takes."""
    return len(choose_revisions(statistics.revisions)) + len(statistics.basis.stored.memory.outputs) + 1


def slow_view(
    statistics: FilteredStatistics, past: ProjectHistory, advance: Callable[[int], None] | None = None
) -> SlowView:
    """The figures that look at many revisions; `advance` is told of each step."""
    growth = statistics.growth(past, advance)
    sets = statistics.judged_sets(past, advance)
    effects = fit_judge_effects(statistics.basis.stored.memory)
    if advance is not None:
        advance(1)
    return SlowView(
        growth=[
            GrowthPoint(
                revision.revision,
                revision.judged,
                revision.error,
                revision.targets_per_source if revision.sources else None,
                revision.references_per_source if revision.sources else None,
            )
            for revision in growth
        ],
        revisions=len(statistics.revisions),
        sets=list(sets.compared),
        mean_error=known(sets.mean_error),
        saved_share=None if not sets.compared else sets.saved_share,
        sets_repeated=sets.repeated,
        sets_waiting=sets.waiting,
        effects=_effects(effects),
        effects_reason=effects.reason,
    )


def _counts(memory: Memory) -> CountsView:
    counts = count(memory)
    return CountsView(
        counts.sources,
        counts.targets,
        counts.judged,
        counts.references,
        counts.judgments,
        known(counts.targets_per_source),
        known(counts.references_per_source),
    )


def _errors(figures: ErrorFigures) -> ErrorView:
    value, low, high = ends(figures.error)
    assert value is not None  # something could be estimated
    return ErrorView(
        units=figures.units,
        estimated=figures.scorable,
        error=value,
        low=low,
        high=high,
        bias=figures.bias,
        near_share=figures.near_share,
        distance=figures.left_out.distance.spec,
        columns=list(figures.histogram),
        steps=list(figures.by_distance),
        dots=list(figures.dots(DOTS)),
    )


def _items(summary: ItemSummary, numbers: list[int], wanted: int | None) -> ItemsView | None:
    if not summary.sources:
        return None
    place = numbers.index(wanted) if wanted in numbers else -1
    chosen = summary.of(place) or summary.sources[0]
    hard = chosen.difficulty
    return ItemsView(
        _hard(chosen, numbers),
        hard.labelled,
        chosen.ranked,
        [_bar(text, counts) for text, counts in zip(hard.items, hard.classes, strict=True)],
        [_hard(other, numbers) for other in summary.sources[:_HARDEST]],
        summary.verdicts,
        summary.error_rate,
    )


def _hard(source: ItemFigures, numbers: list[int]) -> HardSource:
    return HardSource(numbers[source.difficulty.source], source.difficulty.text, source.error_rate, source.rank)


def _bar(text: str, counts: dict[str, int]) -> ItemBar:
    verdicts = sum(counts.values())
    not_ok = (verdicts - counts["ok"]) / verdicts if verdicts else None
    return ItemBar(text, {name: counts[name] for name in ITEM_CLASSES}, verdicts, not_ok)


def _agreement(agreement: AgreementFigures) -> AgreementView:
    rechecks = agreement.rechecks
    return AgreementView(
        agreement.units,
        agreement.judges,
        [
            CoefficientView(coefficient.name, *ends(coefficient.figure), coefficient.reason)
            for coefficient in agreement.coefficients
        ],
        agreement.reason,
        [_accord(pair) for pair in agreement.pairs],
        [_accord(accord) for accord in agreement.own],
        None
        if rechecks is None
        else RecheckView(
            units=rechecks.accord.units,
            by_same=rechecks.by_same,
            by_others=rechecks.by_others,
            distance=rechecks.accord.distance,
            exact=rechecks.accord.exact,
            near=rechecks.accord.near,
            old_sser=rechecks.old_sser,
            new_sser=rechecks.new_sser,
        ),
    )


def _accord(accord: Accord) -> AccordView:
    return AccordView(
        first=accord.first,
        second=accord.second,
        units=accord.units,
        difference=accord.difference,
        distance=accord.distance,
        exact=accord.exact,
        near=accord.near,
        kappa=known(accord.kappa.value),
        quadratic_kappa=known(accord.quadratic_kappa.value),
        alpha=known(accord.alpha.value),
    )


def _judges(judges: Sequence[JudgeFigures]) -> list[JudgeView]:
    return [
        JudgeView(
            name=judge.name,
            judgments=judge.judgments,
            rechecks=judge.rechecks,
            translations=judge.targets,
            mean=known(judge.mean),
            median_seconds=None if judge.pace is None else judge.pace.median,
            mean_seconds=None if judge.pace is None else known(judge.pace.mean),
            breaks=None if judge.pace is None else judge.pace.breaks,
        )
        for judge in judges
    ]


def _effects(effects: JudgeEffects) -> list[EffectView]:
    values = effects.effects.tolist() if effects.is_fitted else [None] * len(effects.judges)
    return [
        EffectView(name, number, effect)
        for name, number, effect in zip(effects.judges, effects.counts.tolist(), values, strict=True)
    ]

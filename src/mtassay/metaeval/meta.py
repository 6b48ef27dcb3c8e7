"""The meta-evaluation itself: which systems count, every statistic of every metric, and tests between metrics."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from mtassay.errors import InputError, SettingError
from mtassay.metaeval.by_parts import Part, check_parts, divide, measure_parts
from mtassay.metaeval.contests.base import Contest, contest
from mtassay.metaeval.differences import DifferenceMeaning, counted_shares, meaning_of_differences
from mtassay.metaeval.judged import Bools, Judged, count_systems
from mtassay.metaeval.measured import FEWEST_SYSTEMS, Measured, constant_scores, fits_rankings, measure, parts_of
from mtassay.metaeval.resampled import Spread, spreads
from mtassay.metaeval.result import CONSTANT, MetaEvaluation, MetricPair, RankedMetric, Ranking
from mtassay.metaeval.statistics.base import LEVELS, RowStatistic, Statistic, statistic
from mtassay.settings import options_of
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.clusters import clusters
from mtassay.significance.corrections import correct

DEFAULTS = {"system": ("pearson", "pairwise-accuracy", "spa"), "segment": ("kendall", "acc-eq")}
"""The statistics of each level unless others are chosen."""
_OF_RANKINGS = {"system": ("pearson", "pairwise-accuracy"), "segment": ("tau-like",)}

# 1.4826 times the median distance from the median is the standard deviation of normal numbers
_MAD = 1.4826
_OUTLIER = 2.5
_CLEARLY = -3.0
_NEARLY_CONSTANT = 0.002
# statistics that are 0 where a metric says nothing
_AROUND_ZERO = ("pearson", "spearman", "kendall", "tau-like")
_WITHOUT_SEGMENTS = ("spa",)


@dataclass(frozen=True, kw_only=True)
class MetaChoices:
    """What is asked: levels, statistics, which systems count, and how intervals and p-values are made.

    `by` divides the test set: by `length` of sources, by `difficulty`, by a label of segments. `meanings` asks what
    differences between systems mean; None asks where there are enough systems. Without `statistics` those of the levels
    are taken, without `test` the one that holds for each statistic.
    """

    levels: tuple[str, ...] = ()
    statistics: tuple[str, ...] = ()
    group: str = "item"
    people: bool = False
    drop_outliers: bool = False
    top: int | None = None
    unit: str | None = None
    by: tuple[str, ...] = ()
    meanings: bool | None = False
    test: str | None = None
    draws: int | None = None
    seed: int = 12345
    correction: str = "holm"
    alpha: float = 0.05


def meta_evaluate(judged: Judged, choices: MetaChoices | None = None) -> MetaEvaluation:
    """How far each metric agrees with people, and which metrics differ."""
    asked = MetaChoices() if choices is None else choices
    if not 0 < asked.alpha < 1:
        raise SettingError(f"alpha: {asked.alpha:g}; the level of significance lies between 0 and 1")
    notes = list(judged.notes)
    outliers = find_outliers(judged)
    is_dropped = outliers if asked.drop_outliers else np.zeros(len(judged.systems), dtype=np.bool_)
    is_left_out = np.zeros(len(judged.systems), dtype=np.bool_) if asked.people else judged.is_person
    if outliers.any() and not asked.drop_outliers:
        names = ", ".join(_names(judged, outliers & ~is_left_out))
        if names:
            notes.append(f"Far from the others by human scores, and so decisive for Pearson's r: {names}.")
    chosen = _top(judged.of_systems(~is_dropped & ~is_left_out), asked.top, notes)
    if not chosen.systems:
        raise InputError("no system is left; count people's translations too, or drop no outliers")
    meanings = _meanings(chosen, asked)
    bootstrap = Bootstrap(seed=asked.seed)
    planned = _plan(chosen, asked, notes)
    if asked.by:
        check_parts("segment" if any(level == "segment" for level, _ in planned) else "system", asked.group)
    parts = divide(chosen, asked.by)
    rankings = tuple(_rank(chosen, measure_of, level, asked, bootstrap, parts) for level, measure_of in planned)
    return MetaEvaluation(
        gold=judged.gold,
        systems=chosen.systems,
        people=tuple(_names(judged, is_left_out)),
        outliers=tuple(_names(judged, is_dropped)),
        segments=chosen.size,
        judged_outputs=int(np.count_nonzero(~np.isnan(chosen.human))),
        digest=chosen.digest,
        signatures={label: scores.signature for label, scores in judged.metrics.items() if scores.signature},
        human_scores=chosen.human_systems,
        metric_scores={label: scores.systems for label, scores in chosen.metrics.items()},
        rankings=rankings,
        errors=tuple(label for label, scores in chosen.metrics.items() if not scores.higher_is_better),
        alpha=asked.alpha,
        correction=asked.correction,
        draws=bootstrap.draws,
        meanings=tuple(meanings),
        shares={meaning.label: tuple(counted_shares(meaning)) for meaning in meanings},
        seed=asked.seed,
        notes=tuple(notes),
    )


def find_outliers(judged: Judged) -> Bools:
    """Systems whose human score lies more than 2.5 standard deviations, by the median, from the others."""
    scores = judged.human_systems
    distances = np.abs(scores - np.median(scores))
    spread = _MAD * float(np.median(distances))
    return np.asarray(distances > _OUTLIER * spread) if spread > 0 else np.zeros(len(scores), dtype=np.bool_)


def _names(judged: Judged, chosen: Bools) -> list[str]:
    return [name for name, is_in in zip(judged.systems, chosen.tolist(), strict=True) if is_in]


def _top(judged: Judged, top: int | None, notes: list[str]) -> Judged:
    if top is None or top >= len(judged.systems):
        return judged
    best = np.zeros(len(judged.systems), dtype=np.bool_)
    best[np.argsort(-judged.human_systems, kind="stable")[:top]] = True
    notes.append(f"Only the {top} best systems by human scores: a narrower range lowers any correlation.")
    return judged.of_systems(best)


def _plan(judged: Judged, asked: MetaChoices, notes: list[str]) -> list[tuple[str, Statistic]]:
    """Which statistic at which level; what was not asked for is left out where the data do not allow it."""
    for level in asked.levels:
        if level not in LEVELS:
            raise SettingError(f"there is no level {level!r}; there are {' and '.join(LEVELS)}")
    has_segments = judged.size > 1
    possible = [level for level in LEVELS if _is_possible(judged, level)]
    for level in asked.levels:
        if level not in possible:
            raise InputError(_why_not(judged, level))
    if not asked.levels:
        for level in LEVELS:
            if level not in possible:
                notes.append(f"No {level} level: {_why_not(judged, level)}")
    levels = asked.levels or tuple(possible)
    if not levels:
        raise InputError(f"nothing can be said: {_why_not(judged, 'system')}")
    planned = []
    for level in levels:
        specs = asked.statistics or (DEFAULTS if judged.outcomes is None else _OF_RANKINGS)[level]
        for made in map(statistic, specs):
            if made.name in _WITHOUT_SEGMENTS and not has_segments:
                if asked.statistics:
                    raise InputError(f"{made.name} needs scores of segments, and there are only scores of systems")
                continue
            is_left_out = not asked.levels and not fits_rankings(judged, made, level, asked.group)
            if level in made.levels and not is_left_out:
                planned.append((level, made))
    for spec in asked.statistics:
        wanted = statistic(spec)
        if not any(made == wanted for _, made in planned):
            if judged.outcomes is not None:
                measure(judged, wanted, wanted.levels[0], asked.group)  # which says why
            raise SettingError(
                f"{wanted.name} does not exist at {' and '.join(levels)} level; "
                f"it does at {' and '.join(wanted.levels)}"
            )
    return planned


def _is_possible(judged: Judged, level: str) -> bool:
    return len(judged.systems) >= FEWEST_SYSTEMS if level == "system" else judged.size > 1 and len(judged.systems) > 1


def _why_not(judged: Judged, level: str) -> str:
    if level == "system":
        return (
            f"{count_systems(judged)} too few, it takes {FEWEST_SYSTEMS} or more; add the outputs and "
            "judgments of others."
        )
    if judged.size < 2:
        return "there are only scores of systems; give scores of segments."
    return "there is only one judged system, and outputs of a segment are compared with each other; add others."


def _meanings(judged: Judged, asked: MetaChoices) -> list[DifferenceMeaning]:
    """Of every metric that says something; what was asked for and is not there is refused."""
    meanings, refused = [], []
    for label, scores in judged.metrics.items() if asked.meanings is not False else ():
        try:
            meanings.append(meaning_of_differences(judged, label, seed=asked.seed))
        except InputError as error:
            if asked.meanings and not scores.is_constant:
                raise
            refused.append(error)
    if asked.meanings and refused and not meanings:
        raise refused[0]
    return meanings


def _rank(
    judged: Judged,
    chosen: Statistic,
    level: str,
    asked: MetaChoices,
    bootstrap: Bootstrap,
    parts: Sequence[Part],
) -> Ranking:
    measured = measure(judged, chosen, level, asked.group, asked.unit)
    ordered = sorted(measured.labels, key=lambda label: -measured.values[label])
    spread = spreads(measured, bootstrap)
    notes = []
    if not spread and level == "system":
        notes.append("No intervals: fewer than 5 systems say too little of others.")
    test = _choose_test(measured, asked)
    title, asks = test.words(measured)
    pairs: tuple[MetricPair, ...] = ()
    numbers: Sequence[int | None] = [None] * len(ordered)
    if len(ordered) > 1:
        try:
            pairs = _contested(measured, test, ordered, asked)
        except InputError as error:
            if asked.test is not None:
                raise
            notes.append(f"No test: {error}.")
        if pairs:
            decided = {(pair.first, pair.second) for pair in pairs if pair.adjusted_p < asked.alpha}
            numbers = clusters(ordered, lambda first, second: (first, second) in decided)
    constant = _constant_value(measured)
    rows = []
    for place, label in enumerate(ordered):
        row = _row(measured, label, spread.get(label), constant)
        rows.append(replace(row, rank=place + 1, cluster=numbers[place]))
    rows += [
        RankedMetric(label=label, value=math.nan, note=_why_undefined(judged, label))
        for label in measured.values
        if label not in ordered
    ]
    if constant is not None:
        place = sum(row.value >= constant for row in rows if row.rank is not None)
        rows.insert(place, RankedMetric(label=CONSTANT, value=constant, note="says the same of everything"))
    return Ranking(
        level=level,
        statistic=chosen.spec,
        title=chosen.title,
        group=asked.group if level == "segment" else None,
        test=test.spec if pairs else None,
        test_title=title if pairs else "",
        asks=asks if pairs else "",
        metrics=tuple(rows),
        pairs=pairs,
        notes=tuple(notes),
        parts=measure_parts(measured, parts, bootstrap) if level == "segment" else (),
    )


def _why_undefined(judged: Judged, label: str) -> str:
    if judged.metrics[label].is_constant:
        return "gives all outputs the same score"
    return "nothing to compare: no group in which both people and the metric differ"


def _row(measured: Measured, label: str, spread: Spread | None, constant: float | None) -> RankedMetric:
    parts, value = measured.parts.get(label), measured.values[label]
    note = ""
    if measured.statistic.name in ("acc-eq", "tau-eq") and constant is not None:
        if value - constant <= _NEARLY_CONSTANT:
            note = "says no more than a constant here"
    elif measured.statistic.name in _AROUND_ZERO and _is_clearly_negative(measured, value, spread):
        note = "clearly negative: is it an error measure? Say higher_is_better=no"
    groups = None if parts is None or measured.group == "none" else int(np.count_nonzero(parts.denominators))
    return RankedMetric(
        label=label,
        value=value,
        interval=None if spread is None else spread.interval,
        error=None if spread is None else spread.error,
        groups=groups,
        left_out=None if groups is None or parts is None else len(parts.denominators) - groups,
        epsilon=None if parts is None else parts.epsilon,
        note=note,
    )


def _is_clearly_negative(measured: Measured, value: float, spread: Spread | None) -> bool:
    if measured.level == "system":
        count = len(measured.judged.systems)
        return (
            count > 3 and math.atanh(max(value, -1 + 1e-12)) * math.sqrt(count - 3) < _CLEARLY if value < 0 else False
        )
    return spread is not None and spread.error > 0 and value / spread.error < _CLEARLY


def _constant_value(measured: Measured) -> float | None:
    """What the constant metric reaches, where it has a value."""
    scores = constant_scores(measured.judged)
    if measured.level == "system":
        value = measured.statistic.of_systems(measured.judged, scores)  # type: ignore[attr-defined]
    else:
        assert isinstance(measured.statistic, RowStatistic)
        value = parts_of(measured.judged, measured.statistic, scores.segments, measured.group).value
    return None if math.isnan(value) else float(value)


def _choose_test(measured: Measured, asked: MetaChoices) -> Contest:
    """The test that was asked for, else the one that keeps its level for this statistic."""
    if asked.test is not None:
        spec = asked.test
    elif measured.level == "system":
        spec = "williams" if measured.statistic.name == "pearson" else "systems"
    else:
        spec = "perm-both" if measured.group == "none" else "flips"
    made = contest(spec)
    known = {option.name for option in options_of(type(made))}
    changes = {
        name: value
        for name, value in (("draws", asked.draws), ("seed", asked.seed))
        if name in known and value is not None
    }
    if ":" in spec:  # what a spec says itself holds
        return made
    return replace(made, **changes)


def _contested(measured: Measured, test: Contest, ordered: Sequence[str], asked: MetaChoices) -> tuple[MetricPair, ...]:
    pairs = list(combinations(ordered, 2))
    p_values = test.p_values(measured, pairs)
    known = [place for place, p_value in enumerate(p_values) if not math.isnan(p_value)]
    adjusted = dict(zip(known, correct([p_values[place] for place in known], asked.correction), strict=True))
    return tuple(
        MetricPair(
            first,
            second,
            measured.values[first] - measured.values[second],
            p_values[place],
            adjusted.get(place, math.nan),
        )
        for place, (first, second) in enumerate(pairs)
    )

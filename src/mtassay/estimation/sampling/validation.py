"""Whether estimates keep their promise on the memory at hand: every system as if it were new, with simulated queues."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np

from mtassay.alignment.distances.base import Distance, distance
from mtassay.errors import InputError, SettingError
from mtassay.estimation.prediction.cost import JUDGMENTS, find_seconds
from mtassay.estimation.prediction.judged_targets import JudgedTargets, judged_targets
from mtassay.estimation.prediction.prediction import Prediction, make_prediction
from mtassay.estimation.prediction.predictor import Predictor, fit_predictor
from mtassay.estimation.prediction.training_rows import SystemNeighbourhoods
from mtassay.estimation.sampling.assisted import weigh
from mtassay.estimation.sampling.fresh_judgments import noise_degrees, repeat_noise
from mtassay.estimation.sampling.plan import expected_effort, judgments_without_memory, plan
from mtassay.estimation.sampling.queue import inclusion_probabilities
from mtassay.estimation.sampling.sample import pooled_variance
from mtassay.estimation.sampling.validation_result import (
    METHODS,
    BudgetFigures,
    MemoryFigures,
    ValidatedSystem,
    Validation,
)
from mtassay.estimation.sampling.zero_budget import LEAST_SYSTEMS, predicted_mean
from mtassay.human.judge_effects import JudgeEffects
from mtassay.human.memory import Floats, Memory
from mtassay.human.sser import RATE_PER_POINT, error_rate
from mtassay.significance.student import t_quantile

BUDGETS = (0.05, 0.1, 0.2, 0.3, 0.5)
"""Shares of the new outputs that are judged."""

FEW_OUTPUTS = 50
"""A system with fewer judged outputs is not validated where another has four times as many."""


@dataclass(frozen=True, eq=False)
class _LeftOut:
    """A system as if it were new: what was predicted of its outputs, and the scores that they got.

    `prediction` is that of its queue, where it is known who judges what; `plain` knows nothing of that.
    """

    number: int
    plain: Prediction
    prediction: Prediction
    truth: Floats

    @property
    def target(self) -> float:
        """The mean for target B: repeats keep their stored scores."""
        return float(np.where(self.prediction.is_repeat, self.prediction.known, self.truth).mean())

    @property
    def residuals(self) -> Floats:
        """What predictions of items miss."""
        missed: Floats = self.truth[self.prediction.first] - self.prediction.item_scores
        return missed


def validate(
    memory: Memory,
    quality: Floats | None = None,
    effects: JudgeEffects | None = None,
    by: str | Distance = "edits",
    draws: int = 200,
    seed: int = 1,
    half_width: float = 1.0,
    budgets: Sequence[float] = BUDGETS,
    metric: str = "",
    leave: str = "",
    most_pairs: int = 200,
    advance: Callable[[int], None] | None = None,
    *,
    judge_memory: bool = False,
    near_repeats: bool = False,
    cost: str = JUDGMENTS,
    known: Collection[str] = (),
) -> Validation:
    """Leave each system out in turn, draw queues of it, and compare what comes out with its judgments.

    `quality` is that of each target of the memory by a metric, NaN where unknown. `effects` are taken from stored and
    from new scores alike. `leave` names a system that is left out of everything. Systems of which few outputs were
    judged, because their queue has just begun for example, stay in the memory but are not taken for new ones; the same
    holds for the `known` ones, which a metric was learned from. Of more pairs than `most_pairs` so many are chosen at
    random. `advance` is told of each system and each pair that is done. Distances are computed once, and take 40
    bytes for each pair of targets of one source. With `judge_memory` queues are predicted as dealt to those who
    judged their items; `near_repeats` and `cost` are those of `predict`.
    """
    if draws < 1:
        raise SettingError(f"{draws} draws: there must be at least 1")
    if not all(0 < budget <= 1 for budget in budgets):
        raise SettingError("a budget is a share of the new outputs, above 0 and at most 1")
    used = memory if effects is None else effects.adjusted(memory)
    measure = distance(by)
    judged = judged_targets(used, measure, near_repeats)
    numbers = [number for number in judged.systems.tolist() if judged.names[number] != leave]
    always = [] if leave not in judged.names else [judged.names.index(leave)]
    enough = enough_judged(judged)
    too_few = tuple(judged.names[number] for number in numbers if number not in enough)
    numbers = [number for number in numbers if number in enough and judged.names[number] not in known]
    if len(numbers) < 2:
        rest = f"; too few outputs were judged of {', '.join(too_few)}" if too_few else ""
        rest += f"; a metric was learned from judgments of {', '.join(sorted(known))}" if known else ""
        raise InputError(
            f"the memory has enough judgments of {len(numbers)} system{'' if len(numbers) == 1 else 's'}, so none can "
            f"be estimated from the others; validation needs at least two, and five for all its figures{rest}"
        )
    neighbourhoods = SystemNeighbourhoods(judged, measure, None if quality is None else quality[judged.places])
    points = used.counting
    lengths, unit_judge = measure.lengths(memory.targets), judged.records.first_judge(len(judged.unit_system))

    def left_out(systems: Sequence[int]) -> list[_LeftOut]:
        """Systems as if all of them were new."""
        without = [*always, *systems]
        known = judged.without(without)
        if not known.counts.any():
            names = " and ".join(judged.names[system] for system in systems)
            raise InputError(
                f"without {names} the memory holds no judgment to estimate from; validation needs other judged systems"
            )
        rest = points.points[~np.isin(points.system, without)]
        # judgments that named these systems alone may count for others that made the same
        rest = rest if len(rest) else points.points
        plain = fit_predictor(neighbourhoods.training_rows(without), rest)
        with_judges = judge_memory and len(systems) == 1  # pairs are for what is known when nothing was judged
        asked = fit_predictor(neighbourhoods.training_rows(without, True), rest) if with_judges else plain
        if advance is not None:
            advance(1)

        def predicted(system: int, predictor: Predictor, with_judges: bool) -> Prediction:
            units = judged.units_of(system)
            words = judged.words[judged.unit_target[units]].astype(np.float64)
            return make_prediction(
                neighbourhoods.describe(system, known, with_judges),
                predictor,
                system=judged.names[system],
                revision=memory.revision,
                words=words,
                seconds=find_seconds(memory, lengths, words, unit_judge[units], cost),
                cost=cost,
                near_repeats=near_repeats,
            )

        as_if_new = []
        for system in systems:
            of_memory = predicted(system, plain, False)
            of_queue = predicted(system, asked, True) if with_judges else of_memory
            as_if_new.append(_LeftOut(system, of_memory, of_queue, neighbourhoods.truth(system)))
        return as_if_new

    left_out_systems = [left_out([number])[0] for number in numbers]
    rng = np.random.default_rng(seed)
    chosen = list(combinations(numbers, 2)) if len(numbers) > 2 else []
    if len(chosen) > most_pairs:
        chosen = [chosen[place] for place in sorted(rng.choice(len(chosen), most_pairs, replace=False).tolist())]
    pairs = [left_out(pair) for pair in chosen]
    rates = {system.number: error_rate(float(system.truth.mean())) for system in left_out_systems}
    uniforms = {system.number: rng.random((draws, system.prediction.items)) for system in left_out_systems}
    segments = _segment_figures(left_out_systems)
    return Validation(
        systems=tuple(
            _validated(system, judged, uniforms[system.number], half_width, judged.names) for system in left_out_systems
        ),
        memory=tuple(_memory_figures(method, left_out_systems, pairs, rates) for method in _MEANS),
        budgets=tuple(
            _budget_figures(method, budget, left_out_systems, uniforms, rates, seed)
            for method in METHODS
            for budget in budgets
            if method != "assisted" or _is_assisted(left_out_systems)
        ),
        segment_error=segments.error,
        segment_squared_error=segments.squared_error,
        segment_coverage=segments.coverage,
        nearest_error=segments.nearest_error,
        nearest_squared_error=segments.nearest_squared_error,
        half_width=half_width,
        draws=draws,
        seed=seed,
        revision=memory.revision,
        judges_adjusted=effects is not None and effects.is_fitted,
        distance=measure.spec,
        metric=metric if quality is not None else "",
        left_out=(leave,) if leave else (),
        too_few=too_few,
        known=tuple(sorted(name for name in judged.names if name in known)),
        judge_memory=judge_memory,
        near_repeats=near_repeats,
        cost=cost,
    )


def enough_judged(judged: JudgedTargets) -> list[int]:
    """The systems of which enough was judged, in itself and beside what is usual in this memory."""
    units = np.bincount(judged.unit_system)
    least = min(FEW_OUTPUTS, units.max() / 4)
    return [system for system in judged.systems.tolist() if units[system] >= least and not judged.is_begun[system]]


_MEANS = ("mean", "nearest", "corrected", "calibrated", "blend")


def _zero_means(system: _LeftOut) -> dict[str, float]:
    """The mean score by each way to predict with nothing judged."""
    prediction = system.plain
    means = {
        name: float(np.where(prediction.is_repeat, prediction.known, values).mean())
        for name, values in (
            ("nearest", prediction.nearest),
            ("corrected", prediction.corrected),
            ("calibrated", prediction.calibrated),
        )
    }
    return {**means, "mean": prediction.predictor.score_mean, "blend": predicted_mean(prediction)}


def _memory_figures(
    method: str,
    left_out_systems: Sequence[_LeftOut],
    pairs: Sequence[Sequence[_LeftOut]],
    rates: dict[int, float],
) -> MemoryFigures:
    errors = np.array([error_rate(_zero_means(system)[method]) - rates[system.number] for system in left_out_systems])
    right, gaps = [], []
    for system, other in pairs:
        gap = rates[system.number] - rates[other.number]
        if gap and method != "mean":
            right.append((_zero_means(other)[method] - _zero_means(system)[method]) * gap > 0)
            gaps.append(abs(gap))
    clear = np.array(gaps) > 1
    return MemoryFigures(
        method,
        float(np.abs(errors).mean()),
        float((errors**2).mean()) ** 0.5,
        _mean(np.array(right, dtype=np.float64)),
        _mean(np.array(right, dtype=np.float64)[clear]),
    )


def _is_assisted(left_out_systems: Sequence[_LeftOut]) -> bool:
    return all(
        system.prediction.predictor.is_learnt and system.prediction.predictor.systems >= LEAST_SYSTEMS
        for system in left_out_systems
    )


@dataclass(frozen=True, eq=False)
class _Drawn:
    """Means and variances of all draws."""

    means: Floats
    variances: Floats
    degrees: Floats

    def half_widths(self, level: float = 0.95) -> Floats:
        # straight lines between some inverse degrees are right to a ten-thousandth, and each quantile takes long
        inverse = 1 / self.degrees
        nodes = np.unique(inverse)
        if len(nodes) > 32:
            nodes = np.linspace(nodes[0], nodes[-1], 32)
        quantiles = np.interp(inverse, nodes, [t_quantile((1 + level) / 2, 1 / node) for node in nodes.tolist()])
        widths: Floats = RATE_PER_POINT * quantiles * np.sqrt(self.variances)
        return widths


def _draw(system: _LeftOut, method: str, uniforms: Floats, count: int) -> _Drawn:
    """The estimate after `count` judgments of every draw; with no memory these are of any outputs."""
    draws, size = len(uniforms), len(system.truth)
    prediction = system.prediction
    if method == "without_memory":
        order = np.argsort(uniforms, axis=1)[:, :count]
        sample = system.truth[order]
        variances = sample.var(axis=1, ddof=1) / count * (1 - count / size)
        return _Drawn(sample.mean(axis=1), variances, np.full(draws, count - 1.0))
    if method == "repeats_alone":
        order = np.argsort(uniforms, axis=1)[:, :count]
        sample = system.truth[prediction.first][order]
        new = prediction.items
        means = (prediction.known[prediction.is_repeat].sum() + new * sample.mean(axis=1)) / size
        variances = sample.var(axis=1, ddof=1) / count * (1 - count / new) * (new / size) ** 2
        return _Drawn(means, variances, np.full(draws, count - 1.0))
    sizes = prediction.item_sizes
    chances = inclusion_probabilities(sizes, count)
    order = np.argsort(uniforms / sizes, axis=1)[:, :count]
    differences = (system.residuals / chances)[order]
    base = np.where(prediction.is_repeat, prediction.known, prediction.calibrated).sum()
    means = (base + differences.sum(axis=1)) / size
    pooled = pooled_variance(differences, (prediction.item_deviations / chances)[order], chances[order])
    variances = pooled.values / size**2
    if method == "certified":
        return _Drawn(means, variances, pooled.degrees)
    predicted, predictor = predicted_mean(prediction), prediction.predictor
    error = prediction.error_variance
    weighed = [
        weigh(mean, variance, degrees, predicted, error, predictor.systems)
        for mean, variance, degrees in zip(means.tolist(), variances.tolist(), pooled.degrees.tolist(), strict=True)
    ]
    return _Drawn(*(np.array(column) for column in zip(*weighed, strict=True)))


def _budget_figures(
    method: str,
    budget: float,
    left_out_systems: Sequence[_LeftOut],
    uniforms: dict[int, Floats],
    rates: dict[int, float],
    seed: int,
) -> BudgetFigures:
    errors, widths, covered, ordered, fresh = [], [], [], [], []
    for system in left_out_systems:
        prediction = system.prediction
        drawn_from, truth = uniforms[system.number], system.target
        if method == "without_memory":
            truth = float(system.truth.mean())
            drawn_from = np.random.default_rng([seed, system.number]).random((len(drawn_from), len(system.truth)))
        available = prediction.items
        if available < 2:
            continue
        count = min(max(round(budget * available), 2), available)
        drawn = _draw(system, method, drawn_from, count)
        error = RATE_PER_POINT * (truth - drawn.means)  # as SSER, which falls where scores rise
        width = drawn.half_widths()
        errors.append(error)
        widths.append(2 * width)
        covered.append(np.abs(error) <= width + 1e-9)
        noise = repeat_noise(prediction.predictor, prediction.repeat_share)
        if method in ("certified", "assisted") and noise is not None:
            degrees = drawn.degrees if noise == 0 else np.full_like(drawn.degrees, noise_degrees(prediction.predictor))
            wider = _Drawn(drawn.means, drawn.variances + noise, degrees)
            fresh.append(np.abs(RATE_PER_POINT * (system.truth.mean() - drawn.means)) <= wider.half_widths() + 1e-9)
        for other, rate in rates.items():
            gap = error_rate(truth) - rate
            if other != system.number and gap:
                ordered.append((error_rate(drawn.means) - rate) * gap > 0)
    joined: list[Floats] = [
        np.concatenate(values).astype(np.float64) if values else np.zeros(0)
        for values in (errors, widths, covered, ordered, fresh)
    ]
    return BudgetFigures(
        method=method,
        budget=budget,
        error=_mean(joined[0] ** 2) ** 0.5,
        bias=_mean(joined[0]),
        width=_mean(joined[1]),
        coverage=_mean(joined[2]),
        order=_mean(joined[3]),
        fresh_coverage=_mean(joined[4]),
    )


def _validated(
    system: _LeftOut, judged: JudgedTargets, uniforms: Floats, half_width: float, names: Sequence[str]
) -> ValidatedSystem:
    prediction = system.prediction
    closest, shared = _closest(judged, system.number)
    mean = error_rate(predicted_mean(system.plain))
    interval = None
    if _is_assisted([system]):
        systems = prediction.predictor.systems
        width = RATE_PER_POINT * t_quantile(0.975, systems - 1) * system.plain.error_variance**0.5
        interval = (mean - width, mean + width)
    count = _fewest(system, "certified", uniforms, half_width)
    effort = expected_effort(prediction, count)
    return ValidatedSystem(
        name=names[system.number],
        outputs=len(prediction),
        repeats=prediction.repeats,
        sser=error_rate(float(system.truth.mean())),
        kept=error_rate(system.target),
        predicted=mean,
        interval=interval,
        closest="" if closest < 0 else names[closest],
        shared=shared,
        without_memory=judgments_without_memory(
            len(prediction), float(system.truth.std(ddof=1)) if len(system.truth) > 1 else 0, half_width
        ),
        repeats_alone=_fewest(system, "repeats_alone", uniforms, half_width),
        planned=plan(prediction, half_width).judgments or 0,
        certified=count,
        certified_words=effort.words / max(float(prediction.words.sum()), 1.0),
        assisted=_fewest(system, "assisted", uniforms, half_width) if _is_assisted([system]) else None,
    )


def _fewest(system: _LeftOut, method: str, uniforms: Floats, half_width: float) -> int:
    """The fewest judgments after which intervals are narrow enough on average."""
    fewest, most = 2, system.prediction.items
    while fewest < most:
        middle = (fewest + most) // 2
        width = float(_draw(system, method, uniforms, middle).half_widths().mean())
        fewest, most = (fewest, middle) if width <= half_width else (middle + 1, most)
    return min(fewest, system.prediction.items)


def _closest(judged: JudgedTargets, system: int) -> tuple[int, float]:
    """The other system that makes most of the same outputs, and their share of all; -1 where none does."""
    own = judged.unit_target[judged.units_of(system)]
    best, most = -1, 0.0
    for other in judged.systems.tolist():
        if other != system:
            share = float(np.isin(own, judged.unit_target[judged.units_of(other)]).mean())
            best, most = (other, share) if share > most else (best, most)
    return best, most


class _SegmentFigures(NamedTuple):
    """Of predictions of single new outputs, and of the rule of 2000 for the same ones."""

    error: float
    squared_error: float
    coverage: float
    nearest_error: float
    nearest_squared_error: float


def _segment_figures(left_out_systems: Sequence[_LeftOut]) -> _SegmentFigures:
    errors, nearest, covered = [], [], []
    for system in left_out_systems:
        new = ~system.plain.is_repeat
        errors.append((system.truth - system.plain.calibrated)[new])
        nearest.append((system.truth - system.plain.nearest)[new])
        low, high = system.plain.intervals[new].T
        shown = np.clip(system.truth[new], 0, 10)
        covered.append((low - 1e-9 <= shown) & (shown <= high + 1e-9))
    missed, missed_nearest = np.concatenate(errors), np.concatenate(nearest)
    return _SegmentFigures(
        error=_mean(np.abs(missed)),
        squared_error=_mean(missed**2) ** 0.5,
        coverage=_mean(np.concatenate(covered).astype(np.float64)),
        nearest_error=_mean(np.abs(missed_nearest)),
        nearest_squared_error=_mean(missed_nearest**2) ** 0.5,
    )


def _mean(values: Floats) -> float:
    return float(values.mean()) if len(values) else float("nan")

"""How sure a ranking is: differences of systems under one-way bootstraps by judge, by segment and by screen."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mtassay.errors import InputError
from mtassay.human.memory import Floats, Ints
from mtassay.human.rankings.pairs import RankedPairs
from mtassay.significance.draws import sample_weights
from mtassay.significance.student import t_quantile, two_sided
from mtassay.significance.system_differences import Difference, SystemScore, SystemScores, sort_by_score, untested_words

Method = Callable[[Floats, Floats], Floats]
"""Wins and ties, each `(…, systems, systems)`, to a value for each system, more is better: `(…, systems)`."""

FEWEST_JUDGES = 3
"""Fewer judges say too little of what others would say."""

_LEAST_UNITS = 2
_ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class _Spread:
    """Variances over one-way bootstraps of values, `(systems,)`, and of their differences, `(systems, systems)`."""

    values: Floats
    differences: Floats
    units: int


def rank_systems(
    pairs: RankedPairs, method: Method, *, draws: int = 1000, seed: int = 12345, level: float = 0.95
) -> SystemScores:
    """Systems by a method, with intervals that hold for other judges and other segments.

    Screens alone as units would take what one judge says of five systems for ten opinions. The variance is that of
    drawing segments, and what drawing judges adds to drawing screens, on average over the pairs.
    """
    values = method(pairs.wins, pairs.ties)
    if np.isnan(values).all():
        raise InputError("every comparison is a tie, so this method has no order of the systems; use Bradley–Terry")
    reason = _reason(pairs)
    if reason:
        return _plain(pairs, values, level, reason)
    judges, segments, screens = (
        _bootstrap(pairs, units, method, draws, seed + place)
        for place, units in enumerate((pairs.judge, pairs.segment, pairs.task))
    )
    size = len(pairs.systems)
    upper = np.triu_indices(size, 1)
    inflation = judges.units / (judges.units - 1)
    between = _favour(inflation * judges.differences[upper], screens.differences[upper])
    alone = _favour(inflation * judges.values, screens.values)
    free = (judges.units - 1) * (size - 1)

    def reach(of_segments: float, added: float, of_judges: float) -> tuple[float, float]:
        variance = of_segments + added
        degrees = _degrees(variance, of_judges, free, of_segments, segments.units - 1)
        return (variance**0.5 if variance > _ROUNDING else 0.0), degrees

    mean_between = float(np.nanmean(inflation * judges.differences[upper]))
    mean_alone = float(np.nanmean(inflation * judges.values))
    differences, unvaried = [], []
    for first, second in zip(*(place.tolist() for place in upper), strict=True):
        if np.isnan(values[[first, second]]).any():
            continue  # the method says nothing of one of them
        error, degrees = reach(float(segments.differences[first, second]), between, mean_between)
        if error == 0:
            unvaried.append((pairs.systems[first], pairs.systems[second]))
            continue
        differences.append(_difference(pairs, values, first, second, error, degrees, level))
    scores = []
    for place, system in enumerate(pairs.systems):
        error, degrees = reach(float(segments.values[place]), alone, mean_alone)
        half = None if np.isnan(values[place]) or error == 0 else t_quantile((1 + level) / 2, degrees) * error
        scores.append(SystemScore(system, float(values[place]), half, _compared(pairs, place)))
    return sort_by_score(scores, differences, level, untested_words(unvaried))


def _reason(pairs: RankedPairs) -> str:
    judges, segments = len(np.unique(pairs.judge)), len(np.unique(pairs.segment))
    if judges < FEWEST_JUDGES:
        counted = "one judge says" if judges == 1 else f"{judges} judges say"
        return f"{counted} too little of what others would say: intervals take {FEWEST_JUDGES} judges or more"
    if segments < _LEAST_UNITS:
        return "one segment says nothing of others: intervals take two or more"
    return ""


def _plain(pairs: RankedPairs, values: Floats, level: float, reason: str) -> SystemScores:
    scores = [
        SystemScore(system, float(value), None, _compared(pairs, place))
        for place, (system, value) in enumerate(zip(pairs.systems, values.tolist(), strict=True))
    ]
    return sort_by_score(scores, [], level, reason)


def _compared(pairs: RankedPairs, system: int) -> int:
    return int(np.count_nonzero((pairs.first == system) | (pairs.second == system)))


def _difference(
    pairs: RankedPairs, values: Floats, first: int, second: int, error: float, degrees: float, level: float
) -> Difference:
    value = float(values[first] - values[second])
    half = t_quantile((1 + level) / 2, degrees) * error
    return Difference(
        pairs.systems[first], pairs.systems[second], value, half, two_sided(abs(value) / error, degrees), degrees
    )


def _bootstrap(pairs: RankedPairs, units: Ints, method: Method, draws: int, seed: int) -> _Spread:
    _, numbers = np.unique(units, return_inverse=True)
    won, tied = pairs.wins_by(numbers)
    count, size = len(won), len(pairs.systems)
    table = np.concatenate([won.reshape(count, -1), tied.reshape(count, -1)], axis=1).astype(np.float32)
    values = []
    for weights in sample_weights("full", count, draws, np.random.default_rng(seed)):
        drawn = (weights @ table).astype(np.float64).reshape(len(weights), 2, size, size)
        values.append(method(drawn[:, 0], drawn[:, 1]))
    drawn_values = np.concatenate(values)
    with np.errstate(invalid="ignore"):
        differences = drawn_values[:, :, None] - drawn_values[:, None, :]
        return _Spread(_variance(drawn_values), _variance(differences), count)


def _variance(values: Floats) -> Floats:
    """Over the draws in which a value is known; a system may be missing in some."""
    known = ~np.isnan(values)
    counts = np.maximum(known.sum(axis=0), 1)
    means = np.where(known, values, 0.0).sum(axis=0) / counts
    squares = np.where(known, (values - means) ** 2, 0.0).sum(axis=0)
    return np.asarray(squares / np.maximum(counts - 1, 1))


def _favour(of_judges: Floats, of_screens: Floats) -> float:
    """What judges add because they favour systems."""
    return max(0.0, float(np.mean(of_judges - of_screens)))


def _degrees(variance: float, of_judges: float, judges: int, of_segments: float, segments: int) -> float:
    """By Satterthwaite, 1 at least: what judges add on average may be far more than a pair has at all."""
    spread = of_judges**2 / judges + of_segments**2 / segments
    return max(1.0, variance**2 / spread) if spread > 0 else float(segments)

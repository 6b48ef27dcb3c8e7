"""Direct assessment: standard scores that take out how strict each rater is, and systems by their means."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

import numpy as np

from mtassay.errors import InputError, SettingError
from mtassay.human.memory import Bools, Floats
from mtassay.human.ratios import PairedFigures, RatioEvidence, mean_evidence, pair_figures


@dataclass(frozen=True)
class StandardScores:
    """z = (score - mean of the rater) / standard deviation of the rater, NaN for raters that are `excluded`.

    A rater without deviation, or with a single score and `ddof` 1, has no standard scores.
    """

    z: Floats = field(compare=False)
    ddof: int
    excluded: tuple[str, ...]


@dataclass(frozen=True)
class SystemMean:
    """A system's mean over segments, of each of which the repeats were averaged first; units are segments."""

    system: str
    value: float
    segments: int
    judgments: int
    evidence: RatioEvidence = field(repr=False, compare=False)


def standardize(
    raters: Sequence[str], scores: Sequence[float] | Floats, ddof: int = 0, counted: Bools | None = None
) -> StandardScores:
    """Standard scores; mean and deviation of a rater are over all scores, or over those that are `counted`."""
    if ddof not in (0, 1):
        raise SettingError(
            f"ddof is {ddof}; it must be 0 (deviation of these scores) or 1 (of a population behind them)"
        )
    values = np.asarray(scores, dtype=np.float64)
    _check_lengths(raters=raters, scores=values)
    names, numbers = np.unique(np.asarray(raters, dtype=np.str_), return_inverse=True)
    z = np.full(len(values), np.nan)
    excluded = []
    for number, name in enumerate(names.tolist()):
        own = numbers == number
        base = values[own if counted is None else own & counted]
        # a deviation of equal scores can come out as rounding noise: compare the scores themselves
        if len(base) <= ddof or base.min() == base.max():
            excluded.append(name)
            continue
        z[own] = (values[own] - base.mean()) / base.std(ddof=ddof)
    return StandardScores(z, ddof, tuple(excluded))


def system_means(
    systems: Sequence[str], segments: Sequence[Hashable], scores: Sequence[float] | Floats
) -> tuple[SystemMean, ...]:
    """Each system in order of first mention; judgments whose score is NaN are left out.

    Works on raw and on standard scores alike. A system without any score is an InputError.
    """
    values = np.asarray(scores, dtype=np.float64)
    _check_lengths(systems=systems, segments=segments, scores=values)
    results = []
    for system, by_segment in _by_segment(systems, segments, values).items():
        if not by_segment:
            raise InputError(f"no judgment of {system} has a score; were all of its raters excluded?")
        means = np.array([np.mean(repeats) for repeats in by_segment.values()])
        evidence = mean_evidence(means)
        judgments = sum(map(len, by_segment.values()))
        results.append(SystemMean(system, float(means.mean()), len(means), judgments, evidence))
    return tuple(results)


def paired_means(
    systems: Sequence[str], segments: Sequence[Hashable], scores: Sequence[float] | Floats
) -> PairedFigures:
    """The means of systems over the segments where all of them have a score, for tests of their differences."""
    values = np.asarray(scores, dtype=np.float64)
    _check_lengths(systems=systems, segments=segments, scores=values)
    by_system = _by_segment(systems, segments, values)
    order = list(dict.fromkeys(segments))
    rows = []
    for by_segment in by_system.values():
        means = [float(np.mean(by_segment[segment])) if segment in by_segment else np.nan for segment in order]
        rows.append(np.column_stack([means, np.ones(len(means))]))
    return pair_figures("direct assessment", list(by_system), rows, "a score")


def _by_segment(
    systems: Sequence[str], segments: Sequence[Hashable], values: Floats
) -> dict[str, dict[Hashable, list[float]]]:
    grouped: dict[str, dict[Hashable, list[float]]] = {}
    for system, segment, value in zip(systems, segments, values.tolist(), strict=True):
        by_segment = grouped.setdefault(system, {})
        if not np.isnan(value):
            by_segment.setdefault(segment, []).append(value)
    return grouped


def _check_lengths(**columns: Sequence[object] | Floats) -> None:
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        raise InputError(f"columns of different lengths: {', '.join(f'{n} {name}' for name, n in lengths.items())}")

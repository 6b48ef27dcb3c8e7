"""Intervals of statistics of agreement: what they would be on other segments, or with other systems."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from mtassay.metaeval.judged import Judged, MetricScores
from mtassay.metaeval.measured import Measured
from mtassay.metaeval.statistics.base import PairStatistic, RowStatistic
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.draws import choose_units, count_units
from mtassay.significance.evidence import Floats
from mtassay.significance.intervals import Interval, percentile

FEWEST_SYSTEMS = 5
"""Fewer systems say nothing of others, so there is no interval."""


@dataclass(frozen=True)
class Spread:
    """Where a statistic lies with some confidence, and its standard error."""

    interval: Interval
    error: float


def spreads(measured: Measured, bootstrap: Bootstrap) -> dict[str, Spread]:
    """Of each metric with a value; none where too few systems were judged.

    Over segments, or units of them, at segment level; over systems at system level, or where systems are the groups.
    """
    judged, labels = measured.judged, measured.labels
    if not labels:
        return {}
    if measured.level == "system":
        if len(judged.systems) < FEWEST_SYSTEMS:
            return {}
        samples = _of_systems(measured, labels, bootstrap)
    elif measured.group == "none":
        samples = _pooled(measured, labels, bootstrap)
    else:
        samples = bootstrap.resample(measured.evidence(labels)).scores
    return {label: _spread(sample, bootstrap.level) for label, sample in zip(labels, samples.T, strict=True)}


def _spread(sample: Floats, level: float) -> Spread:
    """A draw in which nothing varies has no value and is left out."""
    known = sample[~np.isnan(sample)]
    return Spread(percentile(known, level), float(known.std(ddof=1)))


def _of_systems(measured: Measured, labels: tuple[str, ...], bootstrap: Bootstrap) -> Floats:
    judged, statistic = measured.judged, measured.statistic
    count = len(judged.systems)
    rng = np.random.default_rng(bootstrap.seed)
    blocks: list[Floats] = []
    for chosen in choose_units(count, bootstrap.draws, count, rng):
        if isinstance(statistic, PairStatistic):
            weights = count_units(chosen, count).astype(np.float64)
            columns = [_weighted(judged, statistic, judged.metrics[label], weights) for label in labels]
        else:
            assert isinstance(statistic, RowStatistic)
            human = judged.human_systems[chosen]
            columns = []
            for label in labels:
                parts = statistic.of_rows(human, judged.metrics[label].systems[chosen])
                columns.append(np.where(parts.denominators > 0, parts.numerators, np.nan))
        blocks.append(np.column_stack(columns))
    return np.concatenate(blocks)


def _weighted(judged: Judged, statistic: PairStatistic, scores: MetricScores, weights: Floats) -> Floats:
    """The mean gain of pairs of different systems, each as often as both were drawn."""
    counts = statistic.counts(judged)
    gains = statistic.gains(judged, scores, scores) * counts
    above = ((weights @ gains) * weights).sum(axis=1)
    below = ((weights @ counts) * weights).sum(axis=1)
    means: Floats = np.divide(above, below, out=np.full(len(weights), np.nan), where=below > 0)
    return means


def _pooled(measured: Measured, labels: tuple[str, ...], bootstrap: Bootstrap) -> Floats:
    judged, statistic = measured.judged, measured.statistic
    assert isinstance(statistic, RowStatistic)

    def draws() -> Iterator[list[float]]:
        rng = np.random.default_rng(bootstrap.seed)
        for block in choose_units(judged.size, bootstrap.draws, judged.size, rng):
            for chosen in block:
                human = judged.human[:, chosen].reshape(1, -1)
                yield [
                    statistic.of_rows(human, judged.metrics[label].segments[:, chosen].reshape(1, -1)).value
                    for label in labels
                ]

    return np.array(list(draws()))

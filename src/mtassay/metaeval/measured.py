"""What a statistic says of all metrics on the same judgments: what is ranked, and what tests compare."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from mtassay.errors import InputError, Remedy, SettingError
from mtassay.human.ratios import RatioEvidence
from mtassay.metaeval.judged import Ints, Judged, MetricScores, count_systems
from mtassay.metaeval.statistics.base import GROUPS, PairStatistic, Parts, RowStatistic, Statistic
from mtassay.metaeval.statistics.spa import SoftPairwiseAccuracy
from mtassay.metaeval.statistics.tau_like import TauLike
from mtassay.settings import did_you_mean
from mtassay.significance.evidence import Floats

FEWEST_SYSTEMS = 4
"""Fewer systems say nothing at system level."""


@dataclass(frozen=True, eq=False)
class Measured:
    """A statistic of each metric; at segment level also its parts, one for each group of outputs."""

    judged: Judged
    statistic: Statistic
    level: str
    group: str
    values: Mapping[str, float]
    parts: Mapping[str, Parts]
    units: Ints | None = None
    """Which groups are drawn and exchanged together, as numbers; None where each is by itself."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The metrics that have a value."""
        return tuple(label for label, value in self.values.items() if not np.isnan(value))

    def evidence(self, labels: tuple[str, ...]) -> RatioEvidence:
        """The parts of some metrics, with groups as units."""
        parts = [self.parts[label] for label in labels]
        numerators = np.column_stack([part.numerators for part in parts])
        denominators = np.column_stack([part.denominators for part in parts])
        evidence = RatioEvidence(np.stack([numerators, denominators], axis=2))
        return evidence if self.units is None else evidence.grouped(self.units)


def measure(judged: Judged, statistic: Statistic, level: str, group: str = "item", unit: str | None = None) -> Measured:
    """The statistic of every metric; refused where it does not exist at this level or for these groups.

    `unit` is the label of segments that belong together, for example those of a document.
    """
    check_choice(statistic, level, group)
    if not fits_rankings(judged, statistic, level, group):
        raise SettingError(
            f"rankings say which of two outputs is better and not how good one is, so there is no {statistic.spec} at "
            f"{level} level by {group}; use tau-like, or a correlation of systems"
        )
    units = None if level == "system" or unit is None else number_units(judged, group, unit)
    if level == "system":
        if len(judged.systems) < FEWEST_SYSTEMS:
            raise InputError(
                f"{count_systems(judged)} too few for the system level: it takes {FEWEST_SYSTEMS} or "
                "more; look at segments, or add the outputs of others"
            )
        assert isinstance(statistic, RowStatistic | PairStatistic)
        values = {label: statistic.of_systems(judged, scores) for label, scores in judged.metrics.items()}
        return Measured(judged, statistic, level, group, values, {})
    assert isinstance(statistic, RowStatistic)
    parts = {label: parts_of(judged, statistic, scores.segments, group) for label, scores in judged.metrics.items()}
    values = {label: part.value for label, part in parts.items()}
    return Measured(judged, statistic, level, group, values, parts, units)


def number_units(judged: Judged, group: str, unit: str) -> Ints:
    """The number of the unit of each segment."""
    if group != "item":
        raise SettingError(
            f"the unit {unit!r} puts segments together, which are groups by item only", remedy=Remedy.GROUP_BY_ITEM
        )
    if unit not in judged.labels:
        known = ", ".join(judged.labels) or "none"
        advice = "give them" if judged.has_texts else "name one of them, or add a column"
        raise SettingError(
            f"there is no label {unit!r} of segments{did_you_mean(unit, judged.labels)}; there are: {known}; {advice}",
            remedy=Remedy.NAME_LABELS if judged.has_texts else None,
        )
    return np.unique(np.asarray(judged.labels[unit]), return_inverse=True)[1].astype(np.int64)


def parts_of(judged: Judged, statistic: RowStatistic, scores: Floats, group: str) -> Parts:
    """The parts of one metric at segment level."""
    if judged.outcomes is not None:
        assert isinstance(statistic, TauLike)
        return statistic.of_outcomes(judged.outcomes, scores)
    return statistic.of_rows(grouped(judged.human, group), grouped(scores, group))


def grouped(table: Floats, group: str) -> Floats:
    """`(systems, segments)` with a row for each group."""
    if group == "none":
        return table.reshape(1, -1)
    return np.ascontiguousarray(table.T) if group == "item" else table


def constant_scores(judged: Judged) -> MetricScores:
    """A metric that says the same of everything."""
    return MetricScores(segments=np.zeros(judged.human.shape), systems=np.zeros(len(judged.systems)))


def standardised(scores: Floats, known: Floats) -> Floats:
    """Scores with mean 0 and standard deviation 1 where `known` is no NaN: those of two metrics can change places."""
    counted = scores[~np.isnan(known)]
    spread = float(counted.std())
    return np.asarray((scores - counted.mean()) / (spread if spread > 0 else 1.0))


def fits_rankings(judged: Judged, statistic: Statistic, level: str, group: str) -> bool:
    """Whether a statistic exists for what people said: rankings have pairs of segments, and wins of systems."""
    if judged.outcomes is None:
        return True
    if level == "segment":
        return isinstance(statistic, TauLike) and group == "item"
    return not (isinstance(statistic, SoftPairwiseAccuracy) or getattr(statistic, "separated", 1.0) < 1)


def check_choice(statistic: Statistic, level: str, group: str) -> None:
    """Refuse a statistic at a level, or for groups, that it does not have."""
    if level not in statistic.levels:
        raise SettingError(
            f"{statistic.name} is no statistic of the {level} level; it exists at "
            f"{' and '.join(statistic.levels)} level"
        )
    if group not in GROUPS:
        raise SettingError(f"group: {group!r}{did_you_mean(group, GROUPS)}; there are {', '.join(GROUPS)}")
    if level == "segment" and group not in statistic.groups:
        raise SettingError(
            f"{statistic.name} of all outputs together is not defined; group them", remedy=Remedy.GROUP_BY_ITEM
        )

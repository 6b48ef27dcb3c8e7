"""Pairwise accuracy of systems: pairs of systems that a metric orders as people do."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.metaeval.judged import Judged, MetricScores
from mtassay.metaeval.statistics.base import PairStatistic
from mtassay.metaeval.statistics.spa import differences_of_pairs, normal_tail
from mtassay.settings import setting
from mtassay.significance.evidence import Floats


@dataclass(frozen=True, kw_only=True)
class PairwiseAccuracy(PairStatistic):
    """The share of pairs of systems whose scores differ in the same direction as people's.

    A tie on one side is wrong. `separated` keeps only pairs that people separate at this level, two-sided, on the
    segments judged for both; 1 keeps all.
    """

    name: ClassVar[str] = "pairwise-accuracy"
    title: ClassVar[str] = "pairwise accuracy"
    paper: ClassVar[str] = (
        "Tom Kocmi, Christian Federmann, Roman Grundkiewicz, Marcin Junczys-Dowmunt, Hitokazu Matsushita, and Arul "
        "Menezes. 2021. To Ship or Not to Ship: An Extensive Evaluation of Automatic Metrics for Machine Translation. "
        "Proceedings of the Sixth Conference on Machine Translation, pages 478-494."
    )

    separated: float = setting(1.0, "level at which people must separate a pair", low=0, high=1, hide_default=True)

    def gains(self, judged: Judged, first: MetricScores, second: MetricScores) -> Floats:
        by_people = judged.human_systems[:, None] - judged.human_systems[None]
        by_metric = first.systems[:, None] - second.systems[None]
        return np.asarray(np.sign(by_people) == np.sign(by_metric), dtype=np.float64)

    def counts(self, judged: Judged) -> Floats:
        counts = super().counts(judged)
        if self.separated < 1:
            tails = normal_tail(differences_of_pairs(judged.human, judged.human, ~np.isnan(judged.human)))
            counts = counts * (2 * np.minimum(tails, 1 - tails) <= self.separated)
        return counts

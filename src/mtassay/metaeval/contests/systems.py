"""Exchange of systems: as if it were chance which of two metrics scored which system."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.metaeval.contests.base import Contest, LabelPairs, share_reaching
from mtassay.metaeval.judged import Judged, MetricScores
from mtassay.metaeval.measured import Measured, standardised
from mtassay.metaeval.statistics.base import PairStatistic, RowStatistic
from mtassay.settings import setting
from mtassay.significance.bootstrap import warn_of_few
from mtassay.significance.draws import swap_masks
from mtassay.significance.evidence import Floats

_MOST_SYSTEMS = 14


@dataclass(frozen=True, kw_only=True)
class Systems(Contest):
    """How often a difference at least as large arises when two metrics exchange their scores of whole systems.

    Scores are standardised first. Up to 14 systems all exchanges are tried, and p is the share that reaches the
    difference; above, as many as `draws`, and p = (#{|dᵢ| ≥ |d|} + 1) / (draws + 1).
    """

    name: ClassVar[str] = "systems"
    title: ClassVar[str] = "exchange of whole systems"
    asks: ClassVar[str] = "other systems"
    paper: ClassVar[str] = (
        "Daniel Deutsch, Rotem Dror, and Dan Roth. 2021. A Statistical Analysis of Summarization Evaluation Metrics "
        "Using Resampling Methods. Transactions of the Association for Computational Linguistics 9, pages 1132-1146."
    )

    draws: int = setting(10_000, "how many exchanges are tried, of more than 14 systems", low=1, high=10_000_000)
    seed: int = setting(12345, "where the random numbers start", low=0, high=2**63 - 1)

    def p_values(self, measured: Measured, pairs: LabelPairs) -> list[float]:
        if measured.level != "system":
            raise self.refuse(measured, "perm-both" if measured.group == "none" else "flips")
        judged, statistic = measured.judged, measured.statistic
        count = len(judged.systems)
        masks = self._masks(count)
        is_complete = count <= _MOST_SYSTEMS
        scores = {label: standard_scores(judged, judged.metrics[label]) for pair in pairs for label in pair}
        values = []
        for first, second in pairs:
            both = scores[first], scores[second]
            exchanged = exchanged_values(judged, statistic, both, masks)
            observed = exchanged_values(judged, statistic, both, np.zeros((1, count)))[0]
            hits = share_reaching(exchanged[:, 0] - exchanged[:, 1], observed[0] - observed[1])
            values.append(hits / len(masks) if is_complete else (hits + 1) / (len(masks) + 1))
        return values

    def _masks(self, count: int) -> Floats:
        if count > _MOST_SYSTEMS:
            warn_of_few(self.draws)
            return swap_masks(count, self.draws, np.random.default_rng(self.seed)).astype(np.float64)
        # the first system may stay where it is: to exchange all others is to exchange it alone
        numbers = np.arange(2 ** (count - 1))
        return np.column_stack([np.zeros(len(numbers)), *((numbers >> bit) & 1 for bit in range(count - 1))]).astype(
            np.float64
        )


def standard_scores(judged: Judged, scores: MetricScores) -> MetricScores:
    """Scores of outputs and of systems on a scale that all metrics share."""
    return MetricScores(
        segments=standardised(scores.segments, judged.human), systems=standardised(scores.systems, judged.human_systems)
    )


def exchanged_values(
    judged: Judged, statistic: object, both: tuple[MetricScores, MetricScores], masks: Floats
) -> Floats:
    """The statistic of both metrics after the systems of each mask changed places, `(masks, 2)`."""
    first, second = both
    if isinstance(statistic, PairStatistic):
        counts = statistic.counts(judged)
        tables = [[statistic.gains(judged, left, right) * counts for right in both] for left in both]
        total = counts.sum()
        # a pair has the gain that belongs to where its two systems are
        return np.column_stack(
            [
                sum(
                    ((own @ tables[i][j]) * other).sum(axis=1)
                    for i, own in enumerate((kept, 1 - kept))
                    for j, other in enumerate((kept, 1 - kept))
                )
                / total
                for kept in (1 - masks, masks)
            ]
        )
    assert isinstance(statistic, RowStatistic)
    human = np.broadcast_to(judged.human_systems, masks.shape)
    mixed = [
        first.systems + masks * (second.systems - first.systems),
        second.systems + masks * (first.systems - second.systems),
    ]
    return np.column_stack([statistic.of_rows(human, rows).numerators for rows in mixed])

"""The correlation of WMT's metrics tasks of 2008 to 2020: of pairs that people clearly separate."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.metaeval.judged import Outcomes
from mtassay.metaeval.statistics.base import Parts, RowStatistic, shared_cells
from mtassay.settings import setting
from mtassay.significance.evidence import Floats

# what a pair that the metric ties adds to the numerator and to the denominator
_TIES = {"2012": (-1.0, 1.0), "2013": (0.0, 0.0), "2014": (0.0, 1.0)}


@dataclass(frozen=True, kw_only=True)
class TauLike(RowStatistic):
    """Of pairs whose human scores differ by the threshold or more: (concordant - discordant) / pairs, over all groups.

    `year` says how pairs count that the metric ties: as discordant (2012, and direct assessment from 2017 on), not at
    all (2013), or in the denominator only (2014). With a threshold of 0 pairs that people tie count too, as discordant.
    Of rankings all pairs count that people did not tie.
    """

    name: ClassVar[str] = "tau-like"
    title: ClassVar[str] = "tau-like"
    levels: ClassVar[tuple[str, ...]] = ("segment",)
    paper: ClassVar[str] = (
        "Nitika Mathur, Johnny Wei, Markus Freitag, Qingsong Ma, and Ondřej Bojar. 2020. Results of the WMT20 Metrics "
        "Shared Task. Proceedings of the Fifth Conference on Machine Translation, pages 688-725."
    )

    threshold: float = setting(25.0, "least difference of human scores", low=0)
    year: str = setting("2012", "how metric ties count", choices=tuple(_TIES))

    def of_rows(self, human: Floats, scores: Floats) -> Parts:
        gold, ours = shared_cells(human, scores)
        of_tie, in_tie = _TIES[self.year]
        numerators, denominators = np.zeros(len(gold)), np.zeros(len(gold))
        for place in range(1, gold.shape[1]):
            by_people = gold[:, place:] - gold[:, :-place]
            by_metric = ours[:, place:] - ours[:, :-place]
            is_clear = np.abs(by_people) >= self.threshold  # which NaN is not
            is_tie = is_clear & (by_metric == 0)
            is_right = is_clear & (np.sign(by_people) * np.sign(by_metric) > 0)
            decided = (is_clear & ~is_tie).sum(axis=1)
            right, ties = is_right.sum(axis=1), is_tie.sum(axis=1)
            numerators += 2 * right - decided + of_tie * ties
            denominators += decided + in_tie * ties
        return Parts(numerators, denominators)

    def of_outcomes(self, outcomes: Outcomes, scores: Floats) -> Parts:
        """The same of pairs that people ranked, whatever the threshold, `scores` being `(systems, segments)`."""
        of_tie, in_tie = _TIES[self.year]
        ahead = scores[outcomes.better, outcomes.segment] - scores[outcomes.worse, outcomes.segment]
        gains = np.where(ahead == 0, of_tie, np.sign(ahead))
        counts = np.where(ahead == 0, in_tie, 1.0)
        known = ~np.isnan(ahead)
        size = scores.shape[1]
        return Parts(
            np.bincount(outcomes.segment[known], gains[known], size).astype(np.float64),
            np.bincount(outcomes.segment[known], counts[known], size).astype(np.float64),
        )

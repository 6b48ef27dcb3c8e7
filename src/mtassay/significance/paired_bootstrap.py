"""Paired bootstrap: both systems on the same resampled test sets."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.significance.bootstrap import BootstrapResampling
from mtassay.significance.evidence import Pairs
from mtassay.significance.paired_test import Outcome, ResamplingTest, count_reaching, rounding, shares
from mtassay.significance.resampling import Resamples


@dataclass(frozen=True, kw_only=True)
class PairedBootstrap(ResamplingTest, BootstrapResampling):
    """How often each system scores higher when the test set is drawn anew from itself.

    The shares of wins, losses and ties are Algorithm 5 of Neubig's tutorial (Koehn 2004). The
    p-value is two-sided: the resampled differences are centred at the observed one, which makes them
    what chance would give if there were no difference, and p = (#{|dᵢ - d| ≥ |d|} + 1) / (draws + 1).
    """

    name: ClassVar[str] = "bootstrap"
    title: ClassVar[str] = "paired bootstrap resampling"
    paper: ClassVar[str] = (
        "Philipp Koehn. 2004. Statistical Significance Tests for Machine Translation Evaluation. "
        "Proceedings of EMNLP 2004, pages 388-395."
    )

    def judge(self, resamples: Resamples, pairs: Pairs) -> list[Outcome]:
        draws = len(resamples.scores)
        outcomes = []
        for first, second in pairs:
            difference = float(resamples.observed[second] - resamples.observed[first])
            drawn = resamples.scores[:, second] - resamples.scores[:, first]
            tolerance = rounding(float(resamples.observed[first]), float(resamples.observed[second]))
            extreme = count_reaching(np.abs(drawn - difference), abs(difference), tolerance)
            p_value = (extreme + 1) / (draws + 1)
            outcomes.append(Outcome(difference, p_value, *shares(drawn, tolerance), is_bound=extreme == 0))
        return outcomes

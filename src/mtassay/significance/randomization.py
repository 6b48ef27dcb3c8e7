"""Approximate randomization: as if it were chance which of two systems made which output."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.settings import setting
from mtassay.significance.bootstrap import warn_of_few
from mtassay.significance.draws import block_sizes
from mtassay.significance.evidence import PairedEvidence, Pairs, observed_scores
from mtassay.significance.paired_test import Outcome, PairedTest, count_reaching, rounding


@dataclass(frozen=True, kw_only=True)
class Randomization(PairedTest):
    """How often a difference at least as large arises when outputs are exchanged at random.

    The two outputs of each segment change places with probability 1/2, and
    p = (#{|dᵢ| ≥ |d|} + 1) / (draws + 1), so identical systems get p = 1. Where a system stands for
    several training runs, the outputs of all runs of both are shuffled within each segment and
    dealt back, and d is the difference of the means over runs (Clark et al. 2011).
    """

    name: ClassVar[str] = "randomization"
    title: ClassVar[str] = "approximate randomization"
    takes_runs: ClassVar[bool] = True
    paper: ClassVar[str] = (
        "Stefan Riezler and John T. Maxwell III. 2005. On Some Pitfalls in Automatic Evaluation and Significance "
        "Testing for MT. Proceedings of the ACL Workshop on Intrinsic and Extrinsic Evaluation Measures for Machine "
        "Translation and/or Summarization, pages 57-64."
    )

    draws: int = setting(10_000, "how many exchanges are tried", key="ar", low=1, high=10_000_000)
    seed: int = setting(12345, "where the random numbers start", low=0, high=2**63 - 1)

    def compare(self, evidence: PairedEvidence, pairs: Pairs) -> list[Outcome]:
        warn_of_few(self.draws)
        rng = np.random.default_rng(self.seed)
        scores = observed_scores(evidence)
        differences = [float(scores[second] - scores[first]) for first, second in pairs]
        tolerances = [rounding(float(scores[first]), float(scores[second])) for first, second in pairs]
        reached = np.zeros(len(pairs))
        for block in block_sizes(self.draws, evidence.size):
            exchanged = evidence.score_exchanged(block, rng, pairs)
            sizes = np.abs(exchanged[..., 1] - exchanged[..., 0])
            for pair, (difference, tolerance) in enumerate(zip(differences, tolerances, strict=True)):
                reached[pair] += count_reaching(sizes[:, pair], abs(difference), tolerance)
        return [
            Outcome(difference, (count + 1) / (self.draws + 1), is_bound=count == 0)
            for difference, count in zip(differences, reached.tolist(), strict=True)
        ]

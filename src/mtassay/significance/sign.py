"""Sign test: who wins more segments."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.significance.evidence import PairedEvidence, Pairs, observed_scores
from mtassay.significance.paired_test import Outcome, PairedTest, shares


@dataclass(frozen=True, kw_only=True)
class SignTest(PairedTest):
    """How likely the numbers of segments won by each would be if each were won by the toss of a coin.

    Exact and two-sided; segments with equal scores are left out. It asks about the number of
    segments that are better, not about the score of the whole, and the two can disagree.
    """

    name: ClassVar[str] = "sign"
    title: ClassVar[str] = "the sign test"
    asks_about_scores: ClassVar[bool] = False
    paper: ClassVar[str] = (
        "W. J. Dixon and A. M. Mood. 1946. The Statistical Sign Test. "
        "Journal of the American Statistical Association 41(236), pages 557-566."
    )

    def compare(self, evidence: PairedEvidence, pairs: Pairs) -> list[Outcome]:
        scores = observed_scores(evidence)
        units = evidence.score_units()
        outcomes = []
        for first, second in pairs:
            differences = units[:, second] - units[:, first]
            wins, losses = int(np.count_nonzero(differences > 0)), int(np.count_nonzero(differences < 0))
            difference = float(scores[second] - scores[first])
            outcomes.append(
                Outcome(
                    difference,
                    binomial_p(min(wins, losses), wins + losses),
                    *shares(differences, 0.0),
                    contradicts=(wins - losses) * difference < 0,
                )
            )
        return outcomes


def binomial_p(fewer: int, trials: int) -> float:
    """Probability that a fair coin gives a split of `trials` tosses at least as uneven, either way."""
    if trials - 2 * fewer <= 1:  # there is no split that is less uneven
        return 1.0
    tosses = np.arange(1, fewer + 1)
    # logarithms of the binomial coefficients, one from the other: exact enough for millions of tosses
    logs = np.concatenate([[0.0], np.cumsum(np.log(trials - tosses + 1) - np.log(tosses))]) - trials * math.log(2)
    return min(1.0, 2 * float(np.exp(logs).sum()))

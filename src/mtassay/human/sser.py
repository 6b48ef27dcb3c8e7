"""SSER: the subjective sentence error rate (Nießen et al. 2000, eq. 1)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from mtassay.errors import InputError, SettingError
from mtassay.human.memory import Floats, Memory
from mtassay.human.protocols.sser import Sser
from mtassay.human.ratios import PairedFigures, RatioEvidence, pair_figures
from mtassay.human.scales import POINTS
from mtassay.human.translations import Translations, check_same_sources
from mtassay.settings import did_you_mean

RATE_PER_POINT = 100 / POINTS
"""How far the SSER falls where the mean score rises by a point: differences, errors and widths are scaled by it."""

WEIGHTINGS = ("segment", "length")
"""What a translation counts: 1, as in the paper, or the words of its source."""

Points = TypeVar("Points", float, Floats)


@dataclass(frozen=True)
class SubjectiveErrorRate:
    """`error_rate` of the mean score, 0 (all perfect) to 100, over those that were judged.

    `unjudged` counts translations that nobody judged: they are left out and never guessed. The units of the evidence
    are the judged ones, in their order.
    """

    value: float
    judged: int
    unjudged: int
    weighting: str
    evidence: RatioEvidence = field(repr=False, compare=False)


def error_rate(points: Points) -> Points:
    """The SSER of a mean of points, or of each of several: 10 points are 0, and 0 points 100."""
    return 100 - RATE_PER_POINT * points


def check_kind(memory: Memory) -> Memory:
    """The memory, or an InputError where its points are of another protocol: they have no SSER."""
    if memory.kind != Sser.name:
        raise InputError(
            f"the SSER is a figure of scores ({Sser.name}), and these judgments were made by the protocol "
            f"{memory.kind!r}; ask for a figure of that"
        )
    return memory


def sser(memory: Memory, translations: Translations, weighting: str = "segment") -> SubjectiveErrorRate:
    """The SSER of some translations by the scores that the memory holds."""
    rows = sser_rows(memory, translations, translations.scores(memory), weighting)
    is_judged = ~np.isnan(rows).any(axis=1)
    judged = int(np.count_nonzero(is_judged))
    if not judged:
        raise InputError(f"nobody judged any of {translations}, so they have no SSER; judge some, or ask for estimates")
    evidence = RatioEvidence(rows[is_judged][:, None])
    value = float(evidence.score_under(np.ones((1, judged)))[0, 0])
    return SubjectiveErrorRate(value, judged, len(translations) - judged, weighting, evidence)


def paired_sser(memory: Memory, systems: Sequence[Translations], weighting: str = "segment") -> PairedFigures:
    """The SSER of several systems on the segments where all were judged, for tests of their differences.

    Segment i must have the same source for all of them.
    """
    check_same_sources("SSER", systems)
    rows = [sser_rows(memory, system, system.scores(memory), weighting) for system in systems]
    return pair_figures("SSER", [system.system for system in systems], rows, "a judgment")


def sser_rows(memory: Memory, translations: Translations, scores: Floats, weighting: str = "segment") -> Floats:
    """Weighted errors and weights, `(n, 2)`, of any scores of 0 to 10, NaN where there is none.

    Their sums divide to the SSER; with estimated scores to the eSSER.
    """
    if weighting not in WEIGHTINGS:
        raise SettingError(
            f"there is no weighting {weighting!r}{did_you_mean(weighting, WEIGHTINGS)}; "
            f"there are {' and '.join(WEIGHTINGS)}"
        )
    weights = np.ones(len(translations))
    if weighting == "length":
        lengths = np.array([*(len(text.split()) for text in memory.sources), np.nan])  # the last is for source -1
        weights = lengths[translations.source]
    check_kind(memory)
    errors = error_rate(scores)
    rows = np.column_stack([errors * weights, weights])
    rows[np.isnan(scores)] = np.nan
    return rows

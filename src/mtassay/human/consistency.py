"""Consistency: stored scores against those of judges who judge again without seeing them.

This is the experiment that Nießen et al. (2000, section 6.3) describe and had not yet made.
"""

from dataclasses import dataclass, field

import numpy as np

from mtassay.errors import InputError
from mtassay.human import agreement
from mtassay.human.agreement import Accord, accord
from mtassay.human.memory import Floats, Ints, Memory
from mtassay.human.ratios import RatioEvidence, mean_evidence
from mtassay.human.sser import check_kind, error_rate

COLUMNS = (*agreement.COLUMNS, "old_sser", "new_sser")
"""The columns of the evidence; a test of the last two asks whether the SSER moved."""


@dataclass(frozen=True)
class Consistency:
    """What rechecks say of the scores that were stored before them.

    The first of `accord` is the score stored when the recheck was made, the mean of all judgments that counted then,
    the second the recheck. `old_sser` and `new_sser` are over the rechecked translations. `by_same` and `by_others`
    count rechecks by a judge who had judged the translation before, and by others; `unmatched` those of translations
    that nobody had judged before, which are left out. Units of the evidence are rechecks.
    """

    accord: Accord
    old_sser: float
    new_sser: float
    by_same: int
    by_others: int
    unmatched: int
    evidence: RatioEvidence = field(repr=False, compare=False)

    @property
    def sser_effect(self) -> float:
        """How far the SSER moved, in points of percent."""
        return self.new_sser - self.old_sser


def consistency(memory: Memory, since: int = 0) -> Consistency:
    """The report on all rechecks, or on those after revision `since`."""
    old, new, unmatched, by_same = _rechecked(check_kind(memory), since)
    if not len(new):
        raise InputError("no stored judgment was rechecked, so there is no consistency to report; recheck some first")
    agreed = accord(old, new, memory.scale, "stored", "rechecked")
    rates = mean_evidence(error_rate(old), error_rate(new))
    evidence = RatioEvidence(np.concatenate([agreed.evidence.table, rates.table], axis=1))
    old_sser, new_sser = rates.score_under(np.ones((1, len(new))))[0].tolist()
    return Consistency(agreed, old_sser, new_sser, by_same, len(new) - by_same, unmatched, evidence)


def _rechecked(memory: Memory, since: int) -> tuple[Floats, Floats, int, int]:
    """Stored and new points of each recheck that has both, how many have no stored ones, how many by the same judge."""
    judgments = memory.judgments
    is_scored = ~np.isnan(judgments.points)
    counting: dict[int, list[int]] = {}
    for place in np.flatnonzero(is_scored & ~judgments.is_recheck).tolist():
        counting.setdefault(int(judgments.target[place]), []).append(place)
    old, new = [], []
    unmatched = by_same = 0
    for place in np.flatnonzero(is_scored & judgments.is_recheck & (judgments.revision > since)).tolist():
        before = [other for other in counting.get(int(judgments.target[place]), ()) if other < place]
        if not before:
            unmatched += 1
            continue
        earlier: Ints = np.array(before)
        old.append(float(judgments.points[earlier].mean()))
        new.append(float(judgments.points[place]))
        judge = judgments.judge[place]
        by_same += bool(judge >= 0 and (judgments.judge[earlier] == judge).any())
    return np.array(old), np.array(new), unmatched, by_same

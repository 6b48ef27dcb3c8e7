"""How much of a set of translations is judged, can be estimated, or is unknown."""

from dataclasses import dataclass, field

import numpy as np

from mtassay.errors import InputError
from mtassay.human.memory import Ints, Memory
from mtassay.human.ratios import RatioEvidence, mean_evidence
from mtassay.human.translations import Translations

JUDGED, ESTIMATED, UNKNOWN = range(3)


@dataclass(frozen=True)
class Coverage:
    """How many translations have a score, how many only a judged neighbour, and how many not even that.

    `judged_share` is also the effort that the memory saves. `kinds` says JUDGED, ESTIMATED or UNKNOWN of each segment.
    The columns of the evidence are the three shares in percent, its units the segments.
    """

    judged: int
    estimated: int
    unknown: int
    kinds: Ints = field(repr=False, compare=False)
    evidence: RatioEvidence = field(repr=False, compare=False)

    @property
    def size(self) -> int:
        """How many translations there are."""
        return self.judged + self.estimated + self.unknown

    @property
    def judged_share(self) -> float:
        return self.judged / self.size

    @property
    def estimated_share(self) -> float:
        return self.estimated / self.size

    @property
    def unknown_share(self) -> float:
        return self.unknown / self.size


def coverage(memory: Memory, translations: Translations) -> Coverage:
    """Nothing is estimated here: a translation can be where another translation of its source is judged."""
    if not len(translations):
        raise InputError("there are no translations, so no share of them is judged; give at least one")
    has_judged = np.zeros(len(memory.sources) + 1, dtype=bool)  # the last is for sources that the memory lacks
    has_judged[memory.source_of[~np.isnan(memory.scores)]] = True
    kinds = np.where(has_judged[translations.source], ESTIMATED, UNKNOWN)
    kinds[~np.isnan(translations.scores(memory))] = JUDGED
    evidence = mean_evidence(*(100.0 * (kinds == kind) for kind in (JUDGED, ESTIMATED, UNKNOWN)))
    judged, estimated, unknown = np.bincount(kinds, minlength=3).tolist()
    return Coverage(judged, estimated, unknown, kinds, evidence)

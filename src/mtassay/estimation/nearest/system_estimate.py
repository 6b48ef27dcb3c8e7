"""What the memory says of one system, all of it: the header and the rows of the paper's figure 4."""

from dataclasses import dataclass, field

import numpy as np

from mtassay.alignment.distances.base import Distance
from mtassay.errors import InputError, SettingError
from mtassay.estimation.nearest.candidate_set import CandidateSet, candidate_set
from mtassay.estimation.nearest.rule import estimate
from mtassay.human.items import labelled_items
from mtassay.human.memory import Floats, Ints, Memory
from mtassay.human.references import ReferenceErrorRate, mwer
from mtassay.human.translations import Translations, outputs_of
from mtassay.settings import did_you_mean
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.intervals import Interval

SORTS = ("position", "score", "origin", "distance", "mwer", "items")
"""What outputs can be ordered by."""


@dataclass(frozen=True, eq=False)
class SystemEstimate:
    """Figures of a system and of each of its outputs.

    `ok_items` and `items` count the information items of each output that are ok, and all; NaN and 0 where nobody
    looked at them. `mwer` is None where no source has a translation that was judged perfect.
    """

    translations: Translations
    candidates: CandidateSet
    mwer: ReferenceErrorRate | None
    ok_items: Floats
    items: Ints
    revision: int
    nearest: tuple[str, ...] = field(repr=False)

    def order(self, by: str, *, descends: bool = False) -> Ints:
        """The outputs by one of `SORTS`; those without a value come last, and equal ones as they stand."""
        if by not in SORTS:
            raise SettingError(f"there is no order {by!r}{did_you_mean(by, SORTS)}; there are {', '.join(SORTS)}")
        values = self._values(by)
        order = np.argsort(-values if descends else values, kind="stable")  # what is no number comes last in both
        return np.asarray(order, dtype=np.int64)

    def _values(self, by: str) -> Floats:
        estimates, rates = self.candidates.estimates, self.candidates.error_rates
        if by == "score":
            return estimates.scores
        if by == "distance":
            return self.candidates.normalized_distances
        if by == "origin":
            return estimates.origins.astype(np.float64)
        if by == "mwer" and rates is not None:
            return rates
        if by == "items":
            shares: Floats = self.ok_items / np.where(self.items > 0, self.items, np.nan)
            return shares
        return np.arange(len(estimates), dtype=np.float64)

    def interval(self, resampling: Bootstrap) -> Interval | None:
        """Of the eSSER, over other segments like these; None where fewer than two have a score."""
        if self.candidates.known < 2:
            return None
        return resampling.intervals(self.candidates.evidence)[0]


def estimate_system(
    memory: Memory, system: str, by: str | Distance = "edits", run: str | None = None, exclude_own: bool = True
) -> SystemEstimate:
    """The estimate of a system's last run, or of one that is named, by the nearest judged translations."""
    translations = outputs_of(memory, system, run)
    estimates = estimate(memory, translations.source, translations.texts, by)
    try:
        rates: ReferenceErrorRate | None = mwer(memory, translations, exclude_own)
    except InputError:  # nothing was judged perfect, which is no fault of this system
        rates = None
    error_rates = None
    if rates is not None:
        words = np.maximum(rates.rows[:, 1], 1)
        error_rates = 100 * rates.rows[:, 0] / words
    nearest = tuple(
        memory.targets[places[0]] if len(places := estimates.nearest_of(index)) else ""
        for index in range(len(estimates))
    )
    ok_items, items = labelled_items(memory, translations)
    return SystemEstimate(
        translations,
        candidate_set(memory, estimates, error_rates),
        rates,
        ok_items,
        items,
        memory.revision,
        nearest,
    )

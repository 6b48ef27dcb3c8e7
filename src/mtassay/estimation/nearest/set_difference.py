"""Two sets of candidates beside each other: which outputs are of the same source, and which set is better."""

from dataclasses import dataclass

import numpy as np

from mtassay.estimation.nearest.system_estimate import SystemEstimate
from mtassay.human.memory import Floats, Ints
from mtassay.human.ratios import mean_evidence
from mtassay.human.sser import RATE_PER_POINT
from mtassay.significance.bootstrap import Bootstrap
from mtassay.significance.intervals import Interval


@dataclass(frozen=True, eq=False)
class SetDifference:
    """`place` is, for each output of the first set, that of the second which is of the same source, -1 for none.

    `rises` are the scores there less those here, NaN where either has none.

    `value` is the eSSER of the second less that of the first over the `compared` outputs that have a score in both;
    NaN where there is none. Below 0 the second is better.
    """

    place: Ints
    rises: Floats
    compared: int
    value: float
    interval: Interval | None


def compare_sets(first: SystemEstimate, other: SystemEstimate, bootstrap: Bootstrap | None = None) -> SetDifference:
    """The second set less the first; the interval is that of other sources like these."""
    place = _beside(first.translations.source, other.translations.source)
    scores = np.append(other.candidates.estimates.scores, np.nan)  # index -1, no such output, reads the NaN
    rises = scores[place] - first.candidates.estimates.scores
    rates = -RATE_PER_POINT * rises[~np.isnan(rises)]
    if not len(rates):
        return SetDifference(place, rises, 0, float("nan"), None)
    interval = None
    if bootstrap is not None and len(rates) > 1:
        interval = bootstrap.intervals(mean_evidence(rates))[0]
    return SetDifference(place, rises, len(rates), float(rates.mean()), interval)


def _beside(sources: Ints, others: Ints) -> Ints:
    """Outputs of one source belong together in the order in which they stand."""
    waiting: dict[int, list[int]] = {}
    for place, source in enumerate(others.tolist()):
        waiting.setdefault(source, []).append(place)
    places = np.full(len(sources), -1, dtype=np.int64)
    for place, source in enumerate(sources.tolist()):
        if waiting.get(source):
            places[place] = waiting[source].pop(0)
    return places

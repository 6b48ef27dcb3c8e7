"""What the memory says of a whole set of candidates: the paper's figure 4."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mtassay.errors import InputError
from mtassay.estimation.nearest.rule import Estimates, Origin
from mtassay.human.memory import Bools, Floats, Memory
from mtassay.human.ratios import RatioEvidence, mean_evidence
from mtassay.human.sser import check_kind, error_rate


@dataclass(frozen=True, eq=False)
class CandidateSet:
    """Figures of a set of candidates. Those that are unknown are in none of them, and counted.

    `normalized_distances` are distances by the length of the source, in words or in what the distance counts, as in
    eq. 6; a distance that is a share already stays as it is. `error_rates` are those of each candidate against the
    targets judged perfect, NaN where there is none, or None where they were not computed.
    """

    estimates: Estimates
    normalized_distances: Floats
    error_rates: Floats | None = None

    @cached_property
    def is_known(self) -> Bools:
        """Which candidates have a score, judged or estimated."""
        return ~self.estimates.has(Origin.UNKNOWN)

    @property
    def known(self) -> int:
        """How many candidates have a score."""
        return int(self.is_known.sum())

    @property
    def unknown(self) -> int:
        """How many have none, because nothing of their source was judged."""
        return len(self.estimates) - self.known

    @property
    def esser(self) -> float:
        """The estimated SSER, 0 (best) to 100; NaN where no candidate has a score."""
        return error_rate(float(self.estimates.scores[self.is_known].mean())) if self.known else float("nan")

    @property
    def distance_sum(self) -> float:
        """The sum of normalised distances: eq. 6 as it is printed."""
        return float(self.normalized_distances[self.is_known].sum())

    @property
    def mean_distance(self) -> float:
        """The mean of normalised distances: eq. 6 as its name says; NaN where no candidate has a score."""
        return self.distance_sum / self.known if self.known else float("nan")

    @property
    def estimated_distance(self) -> float:
        """The mean of normalised distances of the estimated ones alone; 0 where there are none."""
        chosen = self.estimates.has(Origin.ESTIMATED)
        return float(self.normalized_distances[chosen].mean()) if chosen.any() else 0.0

    @property
    def judged_share(self) -> float:
        """The share of candidates that were judged, 0 to 1: the effort that the memory saves."""
        return self.estimates.share(Origin.JUDGED)

    @property
    def estimated_share(self) -> float:
        """The share of candidates that are estimated."""
        return self.estimates.share(Origin.ESTIMATED)

    @property
    def unknown_share(self) -> float:
        """The share of candidates without a score."""
        return self.estimates.share(Origin.UNKNOWN)

    @cached_property
    def evidence(self) -> RatioEvidence:
        """The eSSER for intervals; units are the candidates that have a score.

        The interval is that of other sources like these: it holds no error of the estimates themselves.
        """
        return mean_evidence(error_rate(self.estimates.scores[self.is_known]))


def candidate_set(memory: Memory, estimates: Estimates, error_rates: Floats | None = None) -> CandidateSet:
    """The figures of candidates that `estimate` found with this memory."""
    if not len(estimates):
        raise InputError("there are no candidates, so there is no eSSER; give at least one translation")
    if error_rates is not None and len(error_rates) != len(estimates):
        raise InputError(f"there are {len(estimates)} candidates but {len(error_rates)} error rates; give one for each")
    check_kind(memory)
    normalized = estimates.distances
    if not estimates.distance.is_share:
        known = estimates.sources >= 0
        places, inverse = np.unique(estimates.sources[known], return_inverse=True)
        lengths = estimates.distance.lengths([memory.sources[place] for place in places.tolist()])
        normalized = normalized.copy()
        normalized[known] /= np.maximum(lengths[inverse], 1)
    return CandidateSet(estimates, normalized, error_rates)

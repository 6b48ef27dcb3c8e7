"""Krippendorff's alpha: agreement of any number of raters, with gaps, by any notion of distance."""

import numpy as np

from mtassay.errors import InputError, SettingError
from mtassay.human.kappa import Agreement
from mtassay.human.memory import Floats
from mtassay.settings import did_you_mean
from mtassay.significance.evidence import Weights

LEVELS = ("nominal", "ordinal", "interval", "ratio")
"""How far apart two ratings are: equal or not, by rank, by difference, by difference in proportion to size."""


def krippendorff(ratings: Floats, level: str = "interval", constant: float = float("nan")) -> Agreement:
    """Alpha = 1 - D_o / D_e of ratings `(units, raters)`, NaN where a rater left a unit out.

    Units with fewer than two ratings are dropped. `constant` is the value where all ratings are the same, which leaves
    alpha undefined. Distances by rank follow how often each value occurs, so resampling moves them too.
    """
    if level not in LEVELS:
        raise SettingError(f"there is no level {level!r}{did_you_mean(level, LEVELS)}; there are {', '.join(LEVELS)}")
    table = np.asarray(ratings, dtype=np.float64)
    if table.ndim != 2:
        raise InputError("Krippendorff's alpha needs ratings, a row for each unit and a column for each rater")
    table = table[np.count_nonzero(~np.isnan(table), axis=1) >= 2]
    if not len(table):
        raise InputError("there is no unit with two ratings, so there is no alpha")
    values = np.unique(table[~np.isnan(table)])
    if level == "ratio" and values[0] < 0:
        raise InputError(f"the rating {values[0]:g} is below 0, and ratios need a true zero; use the level interval")
    counts = np.stack([(table == value).sum(axis=1) for value in values], axis=1).astype(np.float64)
    evidence = AlphaEvidence(counts, values, level, constant)
    value = float(evidence.score_under(np.ones((1, len(table))))[0])
    raters = int(np.count_nonzero((~np.isnan(table)).any(axis=0)))
    reason = "all ratings are the same" if np.isnan(value) else ""
    name = f"Krippendorff's alpha, {level}"
    return Agreement(name, value, len(table), raters, len(values), reason, evidence=evidence)


class AlphaEvidence:
    """How often each unit got each of the `values`, `(units, values)`."""

    def __init__(self, counts: Floats, values: Floats, level: str, constant: float) -> None:
        self._counts = counts
        self._pairings = 1 / (counts.sum(axis=1) - 1)  # a unit's ratings are paired with all but themselves
        self._level = level
        self._constant = constant
        self._distances = _squared_distances(values, level)
        if level == "interval":
            self._disagreement = _spread(counts, values) * self._pairings
        elif level != "ordinal":
            disagreement = ((counts @ self._distances) * counts).sum(axis=1)
            self._disagreement = disagreement * self._pairings

    @property
    def size(self) -> int:
        return len(self._counts)

    def score_under(self, weights: Weights) -> Floats:
        times = np.asarray(weights, dtype=np.float64)
        occurrences = times @ self._counts
        if self._level == "ordinal":
            observed, expected = self._by_rank(times, occurrences)
        else:
            observed = times @ self._disagreement
            expected = ((occurrences @ self._distances) * occurrences).sum(axis=1)
        totals = occurrences.sum(axis=1)
        # resampling may leave one value alone; with whole weights its distances to itself are exactly 0
        shares = np.divide(
            observed * (totals - 1), expected, out=np.full(len(expected), 1.0 - self._constant), where=expected > 0
        )
        return np.asarray(1 - shares)

    def _by_rank(self, times: Floats, occurrences: Floats) -> tuple[Floats, Floats]:
        """The ranks between two values, with half of both ends, are the distance of the middles of their ranks."""
        totals = occurrences.sum(axis=1)
        # measured from the mean rank, about which occurrences sum to 0, and a single value lies at 0 exactly
        middles = np.cumsum(occurrences, axis=1) - occurrences / 2 - totals[:, None] / 2
        sums, squares = self._counts @ middles.T, self._counts @ (middles**2).T
        disagreement = 2 * (self._counts.sum(axis=1)[:, None] * squares - sums**2) * self._pairings[:, None]
        observed = (times * disagreement.T).sum(axis=1)
        expected = 2 * totals * (occurrences * middles**2).sum(axis=1)
        return observed, expected


def _spread(counts: Floats, values: Floats) -> Floats:
    """The squared distances of every two ratings of a unit, summed; as fast for many values as for few."""
    centred = values - values.mean()
    sums, squares = counts @ centred, counts @ centred**2
    spread: Floats = 2 * (counts.sum(axis=1) * squares - sums**2)
    return np.where(np.count_nonzero(counts, axis=1) > 1, spread, 0.0)


def _squared_distances(values: Floats, level: str) -> Floats:
    differences: Floats = np.subtract.outer(values, values)
    if level == "nominal":
        return np.asarray(differences != 0, dtype=np.float64)
    if level == "ratio":
        sums = np.add.outer(values, values)
        differences = np.divide(differences, sums, out=np.zeros_like(differences), where=sums > 0)
    squares: Floats = differences**2
    return squares

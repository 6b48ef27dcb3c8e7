"""Agreement beyond chance: the kappas of Cohen, Fleiss and Randolph.

All of them are (p_o - p_e) / (1 - p_e), or 1 - D_o / D_e with disagreements, and differ in what chance would give.
Rated are units, by raters, into categories.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from mtassay.errors import InputError, SettingError
from mtassay.human.memory import Floats, Ints
from mtassay.settings import did_you_mean
from mtassay.significance.evidence import Evidence, Weights

WEIGHTINGS = ("none", "linear", "quadratic")
"""What a disagreement costs: all the same, as much as its distance, or the square of it."""
SPACINGS = ("rank", "value")
"""Distance of two categories: places between them among the categories, or the difference of their values."""


@dataclass(frozen=True)
class Agreement:
    """A coefficient of agreement: 1 is full agreement, 0 what chance gives, less is worse than chance.

    Where the data leave it undefined `value` is NaN and `reason` says why. Units of the evidence are those rated.
    """

    name: str
    value: float
    units: int
    raters: int
    categories: int
    reason: str = ""
    evidence: Evidence = field(repr=False, compare=False, kw_only=True)


def cohen(
    first: Sequence[float] | Floats,
    second: Sequence[float] | Floats,
    weighting: str = "none",
    categories: Sequence[float] | None = None,
    spacing: str = "rank",
    constant: float = float("nan"),
) -> Agreement:
    """Cohen's kappa of two raters; chance keeps what each of them tends to say.

    A unit that either left out (NaN) is dropped. `categories` are those that occur, unless told. By `rank`, as in
    scikit-learn, neighbours among the categories are one apart; by `value`, 2 and 10 are eight apart even where nobody
    said anything between. `constant` is the value where both raters always say the same one thing: chance alone would
    agree then, so it is undefined unless you decide.
    """
    _check_choice("weighting", weighting, WEIGHTINGS)
    _check_choice("spacing", spacing, SPACINGS)
    left, right = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if left.shape != right.shape or left.ndim != 1:
        raise InputError(f"one rater has {left.size} ratings and the other {right.size}; give one of each per unit")
    both = ~np.isnan(left) & ~np.isnan(right)
    if not both.any():
        raise InputError("there is no unit that both raters rated, so there is no kappa")
    table = np.column_stack([left[both], right[both]])
    known, places = _placed(table, categories)
    evidence = CohenEvidence(places, _disagreements(known, weighting, spacing), constant)
    name = "Cohen's kappa" if weighting == "none" else f"Cohen's kappa, {weighting} weights"
    return _agreement(name, table, known, evidence, "both raters always gave the same one rating")


def fleiss(ratings: Floats, categories: Sequence[float] | None = None, constant: float = float("nan")) -> Agreement:
    """Fleiss' kappa of ratings `(units, raters)`, NaN where a rater left a unit out; chance is what all said together.

    Every unit needs the same number of ratings, not necessarily by the same raters.
    """
    table, known, counts = _counted(ratings, categories, "Fleiss' kappa")
    evidence = FleissEvidence(counts, None, constant)
    return _agreement("Fleiss' kappa", table, known, evidence, "all ratings are the same")


def randolph(ratings: Floats, categories: Sequence[float] | None = None) -> Agreement:
    """Randolph's kappa: like Fleiss', but chance takes each category equally often.

    It depends on how many categories there are, so name them all where some do not occur.
    """
    table, known, counts = _counted(ratings, categories, "Randolph's kappa")
    evidence = FleissEvidence(counts, 1 / len(known), float("nan"))
    return _agreement("Randolph's kappa", table, known, evidence, "there is only one category")


class CohenEvidence:
    """Two ratings of each unit, as places among the categories, and what each disagreement costs."""

    def __init__(self, places: Ints, costs: Floats, constant: float) -> None:
        self._observed = costs[places[:, 0], places[:, 1]]
        self._chosen = [np.equal.outer(column, np.arange(len(costs))).astype(np.float64) for column in places.T]
        self._costs = costs
        self._constant = constant

    @property
    def size(self) -> int:
        return len(self._observed)

    def score_under(self, weights: Weights) -> Floats:
        times = np.asarray(weights, dtype=np.float64)
        totals = times.sum(axis=1)
        first, second = (times @ chosen for chosen in self._chosen)
        expected = ((first @ self._costs) * second).sum(axis=1)
        return _beyond_chance((times @ self._observed) * totals, expected, self._constant)


class FleissEvidence:
    """How often each unit was put into each category; `chance` of agreement is that of the pooled ratings if None."""

    def __init__(self, counts: Floats, chance: float | None, constant: float) -> None:
        raters = counts[0].sum()
        self._raters = raters
        self._counts = counts
        self._disagreement = 1 - (counts * (counts - 1)).sum(axis=1) / (raters * (raters - 1))
        self._chance = chance
        self._constant = constant

    @property
    def size(self) -> int:
        return len(self._counts)

    def score_under(self, weights: Weights) -> Floats:
        times = np.asarray(weights, dtype=np.float64)
        totals = times.sum(axis=1)
        if self._chance is not None:
            expected = (1 - self._chance) * totals
            return _beyond_chance(times @ self._disagreement, expected, self._constant)
        pooled = times @ self._counts
        ratings = totals * self._raters
        # whole numbers as long as the weights are, so that a constant is seen as one
        expected = (pooled * (ratings[:, None] - pooled)).sum(axis=1)
        return _beyond_chance((times @ self._disagreement) * totals * self._raters**2, expected, self._constant)


def _beyond_chance(observed: Floats, expected: Floats, constant: float) -> Floats:
    shares = np.divide(observed, expected, out=np.full(len(expected), 1.0 - constant), where=expected > 0)
    return np.asarray(1 - shares)


def _agreement(name: str, table: Floats, known: Floats, evidence: Evidence, reason: str) -> Agreement:
    value = float(evidence.score_under(np.ones((1, evidence.size)))[0])
    return Agreement(
        name, value, len(table), table.shape[1], len(known), reason if np.isnan(value) else "", evidence=evidence
    )


def _counted(ratings: Floats, categories: Sequence[float] | None, name: str) -> tuple[Floats, Floats, Floats]:
    """The table, its categories, and how often each unit was put into each of them."""
    table = np.asarray(ratings, dtype=np.float64)
    if table.ndim != 2 or not table.size:
        raise InputError(f"{name} needs ratings, a row for each unit and a column for each rater")
    given = np.count_nonzero(~np.isnan(table), axis=1)
    if given.min() != given.max():
        raise InputError(
            f"{name} needs equally many ratings of every unit, and these have {given.min()} to {given.max()}; "
            "use Krippendorff's alpha, or leave units out"
        )
    if given[0] < 2:
        raise InputError(f"{name} needs at least two ratings of every unit")
    known, places = _placed(table, categories)
    counts = np.zeros((len(table), len(known)))
    units, _ = np.nonzero(~np.isnan(table))
    np.add.at(counts, (units, places[~np.isnan(table)]), 1)
    return table, known, counts


def _placed(table: Floats, categories: Sequence[float] | None) -> tuple[Floats, Ints]:
    """The categories in order, and the place of each rating among them (0 for one that is missing)."""
    given = table[~np.isnan(table)]
    known = np.unique(given) if categories is None else np.unique(np.asarray(categories, dtype=np.float64))
    # the nearest one: conversion between scales rounds
    places = np.abs(np.subtract.outer(np.where(np.isnan(table), known[0], table), known)).argmin(axis=-1)
    strange = np.abs(known[places] - table) > 1e-9
    if strange.any():
        raise InputError(
            f"the rating {table[strange][0]:g} is none of the categories {', '.join(f'{value:g}' for value in known)}"
        )
    return known, places


def _disagreements(known: Floats, weighting: str, spacing: str) -> Floats:
    positions = np.arange(len(known), dtype=np.float64) if spacing == "rank" else known
    distances = np.abs(np.subtract.outer(positions, positions))
    if weighting == "none":
        return (distances > 0).astype(np.float64)
    return distances if weighting == "linear" else distances**2


def _check_choice(what: str, chosen: str, choices: tuple[str, ...]) -> None:
    if chosen not in choices:
        raise SettingError(
            f"there is no {what} {chosen!r}{did_you_mean(chosen, choices)}; there are {', '.join(choices)}"
        )

"""How well judges agree who scored the same outputs."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from mtassay.errors import InputError
from mtassay.human.alpha import krippendorff
from mtassay.human.direct_assessment import standardize
from mtassay.human.kappa import Agreement, cohen, fleiss
from mtassay.human.memory import Floats, Ints
from mtassay.human.scores.columns import ScoreColumns

_MOST_STEPS = 11
"""A scale of more values has no steps that people mean: distances count, not ranks."""


@dataclass(frozen=True)
class ScoreAgreement:
    """Over items that two judges or more scored, each by what he or she said first.

    `couples` are pairs of judges of one item; `distance` is the mean difference between their scores, `correlation`
    that of the two, NaN where either never varies. `coefficients` are alpha of scores and of standard scores, or, on
    scales of few steps, ordinal alpha and quadratic kappa.
    """

    items: int
    judges: int
    couples: int
    distance: float
    exact: float
    coefficients: tuple[Agreement, ...]


def score_agreement(columns: ScoreColumns, *, are_grades: bool = False) -> ScoreAgreement:
    """Of all judges together; an InputError where no output has two of them.

    Grades such as right and wrong are compared by Fleiss' kappa, of as many items as have equally many.
    """
    table = rating_table(columns.item, columns.judge, columns.value)
    shared = np.count_nonzero(~np.isnan(table), axis=1) >= 2
    if not shared.any():
        raise InputError("no output was scored by two judges, so there is no agreement between them to show")
    first, second = couples(table[shared])
    differences = np.abs(first - second)
    return ScoreAgreement(
        int(shared.sum()),
        int(np.count_nonzero((~np.isnan(table[shared])).any(axis=0))),
        len(first),
        float(differences.mean()),
        float(np.mean(differences < 1e-9)),
        (_of_grades(table[shared]),) if are_grades else _coefficients(columns, table[shared], first, second),
    )


def rating_table(item: Ints, judge: Ints, value: Floats) -> Floats:
    """What each judge (column) said first of each item (row), NaN where nothing."""
    _, rows = np.unique(item, return_inverse=True)
    _, places = np.unique(judge, return_inverse=True)
    table = np.full((int(rows.max(initial=-1)) + 1, int(places.max(initial=-1)) + 1), np.nan)
    first = np.unique(rows * table.shape[1] + places, return_index=True)[1]
    table[rows[first], places[first]] = value[first]
    return table


def couples(table: Floats) -> tuple[Floats, Floats]:
    """What both judges of every couple said of an item, the judge of the earlier column first."""
    firsts, seconds = [np.zeros(0)], [np.zeros(0)]
    for earlier, later in combinations(range(table.shape[1]), 2):
        both = ~np.isnan(table[:, earlier]) & ~np.isnan(table[:, later])
        if both.any():
            firsts.append(table[both, earlier])
            seconds.append(table[both, later])
    return np.concatenate(firsts), np.concatenate(seconds)


def _of_grades(shared: Floats) -> Agreement:
    counts = np.count_nonzero(~np.isnan(shared), axis=1)
    return fleiss(shared[counts == np.bincount(counts).argmax()])


def _coefficients(columns: ScoreColumns, shared: Floats, first: Floats, second: Floats) -> tuple[Agreement, ...]:
    if len(np.unique(columns.value)) <= _MOST_STEPS:
        return krippendorff(shared, "ordinal"), cohen(first, second, "quadratic", spacing="value")
    standard = standardize([str(number) for number in columns.judge.tolist()], columns.value, ddof=1)
    z = rating_table(columns.item, columns.judge, standard.z)
    coefficients = [krippendorff(shared, "interval")]
    if (np.count_nonzero(~np.isnan(z), axis=1) >= 2).any():
        standardized = krippendorff(z, "interval")
        coefficients.append(
            Agreement(
                standardized.name + ", of standard scores",
                standardized.value,
                standardized.units,
                standardized.raters,
                standardized.categories,
                standardized.reason,
                evidence=standardized.evidence,
            )
        )
    return tuple(coefficients)

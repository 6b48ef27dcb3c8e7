"""Figures that are one sum over another: what most figures of human judgments are, as evidence."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from mtassay.errors import InputError
from mtassay.human.memory import Floats, Ints
from mtassay.significance.draws import swap_masks
from mtassay.significance.evidence import Pairs, Weights


class RatioEvidence:
    """Numerators and denominators of several columns on the same units, `(units, columns, 2)`.

    A column is a system, or a figure. Its score is the sum of its numerators over that of its denominators, NaN where
    the latter is 0; `least` keeps denominators from falling below it, for rates whose parts may be empty.
    """

    def __init__(self, table: Floats, least: float = 0.0) -> None:
        self.table: Floats = np.asarray(table, dtype=np.float64)
        self.least: float = least

    @property
    def size(self) -> int:
        return len(self.table)

    def score_under(self, weights: Weights) -> Floats:
        return self._ratios(self._sums(weights))

    def score_units(self) -> Floats:
        return self._ratios(self.table)

    def score_without_each(self) -> Floats:
        return self._ratios(self.table.sum(axis=0) - self.table)

    def score_exchanged(self, draws: int, rng: np.random.Generator, pairs: Pairs) -> Floats:
        given = self._sums(swap_masks(self.size, draws, rng))
        first, second = np.array(pairs, dtype=np.intp).reshape(-1, 2).T
        moved = given[:, second] - given[:, first]
        totals = self.table.sum(axis=0)
        return self._ratios(np.stack([totals[first] + moved, totals[second] - moved], axis=2))

    def grouped(self, groups: Ints) -> "RatioEvidence":
        """The same with groups of units as units, for example documents; `groups` numbers the group of each."""
        _, places = np.unique(groups, return_inverse=True)
        table = np.zeros((int(places.max(initial=-1)) + 1, *self.table.shape[1:]))
        np.add.at(table, places, self.table)
        return RatioEvidence(table, self.least)

    def _sums(self, weights: Weights) -> Floats:
        # numpy cannot infer a width, -1, where the table has no rows
        columns = self.table.reshape(self.size, 2 * self.table.shape[1])
        flat = weights.astype(np.float64, copy=False) @ columns
        return flat.reshape(len(weights), *self.table.shape[1:])

    def _ratios(self, sums: Floats) -> Floats:
        divisors = np.maximum(sums[..., 1], self.least)
        ratios: Floats = np.divide(sums[..., 0], divisors, out=np.full(divisors.shape, np.nan), where=divisors > 0)
        return ratios


def mean_evidence(*columns: Floats) -> RatioEvidence:
    """Evidence whose scores are plain means, one of each column."""
    values = np.column_stack(columns)
    return RatioEvidence(np.stack([values, np.ones_like(values)], axis=2))


@dataclass(frozen=True)
class PairedFigures:
    """One figure of several systems on the segments for which all of them have it.

    `segments` are the numbers of those segments, which are the units of the evidence; `left_out` counts the others.
    """

    name: str
    systems: tuple[str, ...]
    values: tuple[float, ...]
    segments: Ints = field(compare=False)
    left_out: int
    evidence: RatioEvidence = field(repr=False, compare=False)


def pair_figures(
    name: str, systems: Sequence[str], rows: Sequence[Floats], missing: str, least: float = 0.0
) -> PairedFigures:
    """What rows `(segments, 2)` of several systems give, NaN where a system lacks the figure for a segment.

    Only segments that all of them have count: otherwise the one whose hard segments nobody judged would look best.
    `missing` says in an error what no segment has.
    """
    if not rows:
        raise InputError(f"{name} compares systems, and there are none; give at least one")
    table = np.stack(rows, axis=1)
    has_all = ~np.isnan(table).any(axis=(1, 2))
    if not has_all.any():
        raise InputError(f"{name} of {', '.join(systems)}: there is no segment for which all of them have {missing}")
    evidence = RatioEvidence(table[has_all], least)
    values = evidence.score_under(np.ones((1, evidence.size)))[0]
    return PairedFigures(
        name,
        tuple(systems),
        tuple(values.tolist()),
        np.flatnonzero(has_all),
        int(np.count_nonzero(~has_all)),
        evidence,
    )

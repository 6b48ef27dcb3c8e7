"""What each judge said of a source before: somebody who judges it again agrees with that more than with others."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from mtassay.alignment.distances.base import GroupedDistances
from mtassay.human.memory import Bools, Floats, Ints

WIDTH = 0.3
"""How fast a judge's own judgment counts less with its distance: exp(-distance / width)."""

MEMORY_WEIGHT = 1.0
"""How many equal judgments of this judge all others together count."""


@dataclass(frozen=True, eq=False)
class JudgeSums:
    """Judgments that remain of each judge on each judged target, and the sums of their points.

    `keys` are pairs of a target and a judge of it, as target * judges + judge, ascending.
    """

    judges: int
    keys: Ints
    counts: Floats
    sums: Floats


@dataclass(frozen=True, eq=False, kw_only=True)
class JudgeRecords:
    """Who judged which target, and as whose output.

    A part is what one judge said of one unit, by its number: parts stand by unit, and `part_key` is the place of their
    target and judge in `total.keys`.
    """

    total: JudgeSums
    part_unit: Ints
    part_key: Ints
    part_counts: Floats
    part_sums: Floats

    def without(self, units: Iterable[slice], is_kept: Bools) -> JudgeSums:
        """What remains without some units; targets that are kept keep all."""
        total = self.total
        counts, sums = total.counts.copy(), total.sums.copy()
        for unit in units:
            parts = slice(*np.searchsorted(self.part_unit, [unit.start, unit.stop]).tolist())
            # the units of one system are of different targets, so that no key stands twice here
            counts[self.part_key[parts]] -= self.part_counts[parts]
            sums[self.part_key[parts]] -= self.part_sums[parts]
        kept = is_kept[total.keys // max(total.judges, 1)]
        counts[kept], sums[kept] = total.counts[kept], total.sums[kept]
        return JudgeSums(total.judges, total.keys, counts, np.where(counts > 0, sums, 0.0))

    def first_judge(self, units: int) -> Ints:
        """A judge of each unit, by number, -1 where none is known."""
        judge = np.full(units, -1, dtype=np.int64)
        judge[self.part_unit[::-1]] = self.total.keys[self.part_key[::-1]] % max(self.total.judges, 1)
        return judge

    def asked_of(self, units: Ints) -> "Asked":
        """The judges of some units, which ascend: each unit is row 0, 1 and so on; several judges share one."""
        places = np.searchsorted(units, self.part_unit)
        is_wanted = np.append(units, -1)[places] == self.part_unit
        row, counts = places[is_wanted], self.part_counts[is_wanted]
        totals = np.bincount(row, weights=counts, minlength=len(units))
        judge = self.total.keys[self.part_key[is_wanted]] % max(self.total.judges, 1)
        return Asked(row, judge, counts / totals[row], self.total)

    def ask(self, judge: Ints) -> "Asked":
        """One judge for each row, by number, -1 for nobody in particular."""
        row = np.flatnonzero(judge >= 0)
        return Asked(row, judge[row], np.ones(len(row)), self.total)


@dataclass(frozen=True, eq=False)
class Asked:
    """Whose answer each row is about: `share` is what a judge counts in it, 1 where there is one. Rows may have none.

    `total` are all judgments that these judges may have given before.
    """

    row: Ints
    judge: Ints
    share: Floats
    total: JudgeSums


def judge_records(targets: Ints, judge: Ints, unit: Ints, points: Floats, judges: int) -> JudgeRecords:
    """Records of judgments: their judged targets, judges and units by number, -1 where unknown."""
    known = judge >= 0
    keys, key = np.unique(targets[known] * judges + judge[known], return_inverse=True)
    size = len(keys)
    has_unit = unit[known] >= 0
    pairs, part = np.unique(unit[known][has_unit] * max(size, 1) + key[has_unit], return_inverse=True)
    total = JudgeSums(
        judges,
        keys,
        np.bincount(key, minlength=size).astype(np.float64),
        np.bincount(key, weights=points[known], minlength=size).astype(np.float64, copy=False),
    )
    return JudgeRecords(
        total=total,
        part_unit=pairs // max(size, 1),
        part_key=pairs % max(size, 1),
        part_counts=np.bincount(part, minlength=len(pairs)).astype(np.float64),
        part_sums=np.bincount(part, weights=points[known][has_unit], minlength=len(pairs)).astype(
            np.float64, copy=False
        ),
    )


class OwnJudgments:
    """The judgments of a source by whoever is asked for a translation of it; found once, for any knowledge."""

    def __init__(self, asked: Asked, shares: GroupedDistances) -> None:
        self._asked = asked
        distances = shares.chosen(asked.row)
        wanted = distances.columns * asked.total.judges + np.repeat(asked.judge, distances.sizes)
        places = np.searchsorted(asked.total.keys, wanted)
        is_there = np.append(asked.total.keys, -1)[places] == wanted
        self._key = places[is_there]
        self._ask = distances.rows[is_there]
        self._closeness: Floats = np.exp(-distances.values[is_there] / WIDTH)

    def gaps(self, sums: JudgeSums, kernel: Floats) -> Floats:
        """How far above the kernel the judge's own judgments lead the score of each row; 0 where there are none."""
        asked, size = self._asked, len(self._asked.row)
        weights = np.bincount(self._ask, weights=self._closeness * sums.counts[self._key], minlength=size)
        points = np.bincount(self._ask, weights=self._closeness * sums.sums[self._key], minlength=size)
        before = kernel[asked.row]
        gaps = (points + MEMORY_WEIGHT * before) / (weights + MEMORY_WEIGHT) - before
        return np.bincount(asked.row, weights=gaps * asked.share, minlength=len(kernel)).astype(np.float64, copy=False)

"""The memory's own systems, each seen as if it were new: what predictions learn from."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from mtassay.alignment.distances.base import Distance
from mtassay.estimation.prediction.judged_targets import JudgedTargets, Known
from mtassay.estimation.prediction.neighbourhood import Columns, Neighbourhood, join_columns
from mtassay.human.memory import Bools, Floats, Ints

# distances held at once, some 40 bytes each: sources are taken in blocks, so that a large memory needs no more
_CELLS = 4_000_000

# a few outputs that nobody could judge do not make a queue of it
_FULL = 0.05


@dataclass(frozen=True, eq=False, kw_only=True)
class TrainingRows:
    """One row for each output of a system that was judged: what the memory without that system says, and the truth.

    `system` is the system's number. For every number `sizes` says how many of its outputs anybody judged, `unjudged`
    how many wait for it, and `is_begun` whether these are so many that it says nothing of whole systems. `available`
    counts the systems of the memory that do, also where the others say nothing of them; `full` counts those of which
    all was judged, and `queued` those of which only a part was, as by a queue.
    """

    columns: Columns
    truth: Floats
    system: Ints
    sizes: Ints
    unjudged: Ints
    is_begun: Bools
    available: int
    full: int
    queued: int

    def __len__(self) -> int:
        return len(self.truth)

    @property
    def systems(self) -> Ints:
        """The numbers of the systems."""
        return np.unique(self.system)


class SystemNeighbourhoods:
    """Neighbourhoods of the units of all systems, for sources that stand together; distances are computed once.

    Each unit is asked of whoever judged it.
    """

    def __init__(
        self, judged: JudgedTargets, measure: Distance, quality: Floats | None, first: int = 0, last: int | None = None
    ) -> None:
        self._judged = judged
        self._quality = quality
        last = len(judged.places) if last is None else last
        texts = judged.texts[first:last]
        offsets = np.unique(np.clip(judged.offsets, first, last)) - first
        inner = measure.within(texts, offsets) if len(texts) else None
        self._systems: dict[int, Neighbourhood] = {}
        self._inside: dict[int, Ints] = {}
        if inner is None:
            return
        shares = measure.normalized(inner, texts).values
        inner.first[:] += first  # places among all judged targets
        places = np.arange(first, last)
        whole = Neighbourhood(
            edits=inner,
            shares=shares,
            own=places,
            like=places,
            source=judged.source[first:last],
            quality=None if quality is None else quality[first:last],
            target_quality=quality,
        )
        for system in judged.systems.tolist():
            units = judged.units_of(system)
            targets = judged.unit_target[units]
            inside = np.flatnonzero((targets >= first) & (targets < last))
            self._inside[system] = inside
            asked = judged.records.asked_of(inside + units.start)
            self._systems[system] = whole.chosen(targets[inside] - first, asked)

    def describe(self, system: int, known: Known, with_judges: bool = False) -> Columns:
        """What some knowledge says of the units of a system."""
        return self._systems[system].describe(known, with_judges)

    def truth(self, system: int) -> Floats:
        """What people said of the units of a system."""
        return self._judged.truth(system)[self._inside[system]]

    def training_rows(self, leaving: Iterable[int] = (), with_judges: bool = False) -> TrainingRows:
        """Each system from the memory without it, when the judgments of those that are left out were never given."""
        left_out = frozenset(leaving)
        judged = self._judged
        systems = [system for system in judged.systems.tolist() if system not in left_out]
        known = {system: judged.without({*left_out, system}) for system in systems}
        # a memory that held nothing but this system says nothing of it
        systems = [system for system in systems if known[system].counts.any()]
        if not systems or not self._systems:
            return _nothing(judged, self._quality, left_out, with_judges)
        parts, truth = [], []
        for system in systems:
            # what others made too is known without the system, but has no fresh score that could teach anything
            targets = judged.unit_target[judged.units_of(system)][self._inside[system]]
            fresh = ~known[system].is_kept[targets]
            parts.append(self.describe(system, known[system], with_judges).chosen(fresh))
            truth.append(self.truth(system)[fresh])
        number = np.repeat(systems, [len(part) for part in parts])
        return _rows(judged, left_out, join_columns(parts), np.concatenate(truth), number)


def learn(
    judged: JudgedTargets,
    measure: Distance,
    quality: Floats | None = None,
    leaving: Iterable[int] = (),
    with_judges: bool = False,
) -> TrainingRows:
    """Training rows of all systems but those that are left out; `quality` is that of each judged target.

    `with_judges` is for predictions of which it is known whom they are asked of.
    """
    left_out = tuple(leaving)
    parts = [
        part
        for first, last in _blocks(judged.offsets)
        if len(part := SystemNeighbourhoods(judged, measure, quality, first, last).training_rows(left_out, with_judges))
    ]
    if not parts:
        return _nothing(judged, quality, left_out, with_judges)
    return _rows(
        judged,
        left_out,
        join_columns([part.columns for part in parts]),
        np.concatenate([part.truth for part in parts]),
        np.concatenate([part.system for part in parts]),
    )


def _nothing(
    judged: JudgedTargets, quality: Floats | None, left_out: Collection[int], with_judges: bool
) -> TrainingRows:
    empty, none = np.zeros(0), np.zeros(0, dtype=bool)
    gap = None if quality is None else empty
    columns = Columns(
        kernel=empty,
        gap=gap,
        distance=empty,
        nearest=empty,
        near_gap=gap,
        length=empty,
        is_repeat=none,
        score=empty,
        has_neighbours=none,
        judge_gap=empty if with_judges else None,
    )
    return _rows(judged, left_out, columns, empty, np.zeros(0, dtype=np.int64))


def _rows(
    judged: JudgedTargets, left_out: Collection[int], columns: Columns, truth: Floats, system: Ints
) -> TrainingRows:
    """Rows, with how much of each system was judged, and how many systems say something of whole ones."""
    systems = np.array([number for number in judged.systems.tolist() if number not in left_out], dtype=np.int64)
    waiting = judged.still_open[systems] / np.maximum(judged.sizes[systems] + judged.still_open[systems], 1)
    full = int(np.count_nonzero(waiting <= _FULL))
    return TrainingRows(
        columns=columns,
        truth=truth,
        system=system,
        sizes=judged.sizes,
        unjudged=judged.unjudged,
        is_begun=judged.is_begun,
        available=int(np.count_nonzero(~judged.is_begun[systems])),
        full=full,
        queued=len(systems) - full,
    )


def _blocks(offsets: Ints) -> Iterator[tuple[int, int]]:
    """First and last judged target of whole sources, few enough that their distances fit into memory."""
    first, cells = 0, 0
    for start, end in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True):
        if cells and cells + (end - start) ** 2 > _CELLS:
            yield first, start
            first, cells = start, 0
        cells += (end - start) ** 2
    if cells:
        yield first, int(offsets[-1])

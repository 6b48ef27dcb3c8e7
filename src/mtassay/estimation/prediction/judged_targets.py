"""What people said of each judged target: how many judgments, and their sum; all of them, or without some systems."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mtassay.alignment.distances.base import Distance
from mtassay.errors import InputError
from mtassay.estimation.prediction.judge_memory import JudgeRecords, JudgeSums, judge_records
from mtassay.estimation.prediction.near_texts import number_near_texts
from mtassay.human.memory import Bools, Floats, Ints, Memory
from mtassay.human.sser import check_kind


@dataclass(frozen=True, eq=False)
class Known:
    """Columns over the judged targets of a memory: judgments that remain, and the sum of their points.

    `lengths` has the mean length of the remaining targets of each of the memory's sources, as a share of the mean over
    sources; 1 where none remains. `mean` is that of all remaining judgments, NaN where there are none. `is_kept` tells
    targets whose judgments were all given to systems that are left out, but which others made too: without the ones,
    people would have judged them as outputs of the others. `of_judges` has the same judgments by who gave them.
    `near_scores` are the means over all targets that are taken for the same as each, NaN where none of them remains.
    """

    counts: Floats
    sums: Floats
    mean: float
    lengths: Floats
    is_kept: Bools
    of_judges: JudgeSums
    near_scores: Floats

    @cached_property
    def scores(self) -> Floats:
        """The mean of each target's judgments, NaN where none remains."""
        return _divided(self.sums, self.counts)


@dataclass(frozen=True, eq=False, kw_only=True)
class JudgedTargets:
    """The judged targets of a memory, and which systems' outputs their judgments were of.

    `places` are numbers of the memory's targets and `source` those of their sources, both ascending. A unit is a
    system and a target that was judged as its output; units stand by system, then by target. A judgment that names no
    system belongs to the only one that made the target, and to none where several did. `sizes` counts for each system
    of `names` all its outputs that anybody judged, `unjudged` those of its last run that nobody did although others of
    their source were, `still_open` all of that run that nobody did; `made` says for each of them which targets its runs
    hold. Targets with the same number in `near` are taken for the same.
    """

    places: Ints
    source: Ints
    texts: tuple[str, ...]
    words: Ints
    counts: Floats
    sums: Floats
    offsets: Ints
    names: tuple[str, ...]
    unit_system: Ints
    unit_target: Ints
    unit_counts: Floats
    unit_sums: Floats
    sizes: Ints
    unjudged: Ints
    still_open: Ints
    made: Bools
    records: JudgeRecords
    near: Ints

    @cached_property
    def systems(self) -> Ints:
        """The numbers of systems that have units."""
        return np.unique(self.unit_system)

    def units_of(self, system: int) -> slice:
        """Where the units of a system stand."""
        start, stop = np.searchsorted(self.unit_system, [system, system + 1]).tolist()
        return slice(start, stop)

    @cached_property
    def is_begun(self) -> Bools:
        """Of which systems so little is finished that they say little yet: less than half of what is usual here."""
        units = np.bincount(self.unit_system, minlength=len(self.names))
        finished = units / np.maximum(units + self.unjudged, 1)
        is_begun: Bools = finished < finished.max(initial=0.0) / 2
        return is_begun

    def truth(self, system: int) -> Floats:
        """The mean score that each unit of a system got as its output."""
        units = self.units_of(system)
        truth: Floats = self.unit_sums[units] / self.unit_counts[units]
        return truth

    @cached_property
    def _makers(self) -> Ints:
        """How many systems made each target."""
        return np.asarray(np.count_nonzero(self.made, axis=0), dtype=np.int64)

    def without(self, systems: Iterable[int] = ()) -> Known:
        """What remains known when some systems had never been there."""
        counts, sums, makers = self.counts.copy(), self.sums.copy(), self._makers.copy()
        left_out = [(system, self.units_of(system)) for system in set(systems)]
        for system, units in left_out:
            makers -= self.made[system]
            counts[self.unit_target[units]] -= self.unit_counts[units]
            sums[self.unit_target[units]] -= self.unit_sums[units]
        is_kept = (counts == 0) & (makers > 0)
        counts[is_kept], sums[is_kept] = self.counts[is_kept], self.sums[is_kept]
        remains = counts > 0
        sums[~remains] = 0.0
        total = float(counts.sum())
        mean = float(sums.sum()) / total if total else float("nan")
        of_judges = self.records.without([units for _, units in left_out], is_kept)
        size = len(self.near)
        near_scores = _divided(_summed(self.near, sums, size), _summed(self.near, counts, size))[self.near]
        return Known(counts, sums, mean, self._lengths(remains), is_kept, of_judges, near_scores)

    def _lengths(self, remains: Bools) -> Floats:
        sources = len(self.offsets) - 1
        counts = np.bincount(self.source[remains], minlength=sources)
        words = np.bincount(self.source[remains], weights=self.words[remains], minlength=sources)
        means = np.divide(words, counts, out=np.zeros(sources), where=counts > 0)
        overall = float(means[counts > 0].mean()) if remains.any() else 0.0
        return np.where((counts > 0) & (overall > 0), means / (overall or 1.0), 1.0)


def judged_targets(memory: Memory, measure: Distance, near_repeats: bool = False) -> JudgedTargets:
    """The judged targets of a memory; their lengths are counted in what the distance counts.

    With `near_repeats` those of a source that differ in case and punctuation alone are taken for the same.
    """
    judgments = check_kind(memory).counting
    if not len(judgments):
        raise InputError(
            "nobody judged any translation of this project, so there is nothing to estimate from; judge the outputs of "
            "a first system, or import judgments"
        )
    counts = np.bincount(judgments.target, minlength=len(memory.targets)).astype(np.float64)
    sums = _summed(judgments.target, judgments.points, len(memory.targets))
    places = np.flatnonzero(counts)
    names = tuple(dict.fromkeys([*memory.systems, *(outputs.system for outputs in memory.outputs)]))
    made = np.zeros((len(names), len(memory.targets)), dtype=bool)
    for outputs in memory.outputs:
        made[names.index(outputs.system), outputs.target] = True
    sole = np.where(np.count_nonzero(made, axis=0) == 1, made.argmax(axis=0), -1) if names else np.full(len(counts), -1)
    system = np.where(judgments.system >= 0, judgments.system, sole[judgments.target])
    has_system = system >= 0
    named = judgments.chosen(has_system)
    keys, unit = np.unique(system[has_system] * len(memory.targets) + named.target, return_inverse=True)
    unit_system, unit_target = keys // len(memory.targets), keys % len(memory.targets)
    texts = tuple(memory.targets[place] for place in places.tolist())
    unit_of = np.full(len(judgments), -1, dtype=np.int64)
    unit_of[has_system] = unit
    judged = np.searchsorted(places, judgments.target)
    source = memory.source_of[places]
    near = np.arange(len(places))
    if near_repeats:
        near = np.array(number_near_texts(source.tolist(), texts), dtype=np.int64)
    return JudgedTargets(
        places=places,
        source=source,
        texts=texts,
        words=measure.lengths(texts),
        counts=counts[places],
        sums=sums[places],
        offsets=np.searchsorted(places, memory.offsets),
        names=names,
        unit_system=unit_system,
        unit_target=np.asarray(np.searchsorted(places, unit_target), dtype=np.int64),
        unit_counts=np.bincount(unit, minlength=len(keys)).astype(np.float64),
        unit_sums=_summed(unit, named.points, len(keys)),
        sizes=_sizes(memory, names, unit_system, unit_target, counts > 0),
        unjudged=_unjudged(memory, names, counts > 0, has_judged_source=True),
        still_open=_unjudged(memory, names, counts > 0, has_judged_source=False),
        made=made[:, places],
        records=judge_records(judged, judgments.judge, unit_of, judgments.points, len(memory.judges)),
        near=near,
    )


def _divided(sums: Floats, counts: Floats) -> Floats:
    """Means, NaN where nothing was counted."""
    means: Floats = np.divide(sums, counts, out=np.full(len(sums), np.nan), where=counts > 0)
    return means


def _summed(places: Ints, values: Floats, size: int) -> Floats:
    return np.bincount(places, weights=values, minlength=size).astype(np.float64, copy=False)


def _unjudged(memory: Memory, names: tuple[str, ...], is_judged: Bools, *, has_judged_source: bool) -> Ints:
    """How many outputs of the last run of each system nobody judged, of all sources or of those with judgments."""
    counts = np.bincount(memory.source_of[is_judged], minlength=len(memory.sources))
    has_judged = counts >= (1 if has_judged_source else 0)
    runs = [memory.latest_outputs(name) for name in names]
    return np.array(
        [
            0 if run is None else len(np.unique(run.target[has_judged[run.source] & ~is_judged[run.target]]))
            for run in runs
        ],
        dtype=np.int64,
    )


def _sizes(memory: Memory, names: tuple[str, ...], unit_system: Ints, unit_target: Ints, is_judged: Bools) -> Ints:
    """How many outputs of each system were judged, as its own or as another's that said the same."""
    sizes = np.zeros(len(names), dtype=np.int64)
    for number, name in enumerate(names):
        own = unit_target[unit_system == number]
        outputs = memory.latest_outputs(name)
        if outputs is not None:
            own = np.union1d(own, outputs.target[is_judged[outputs.target]])
        sizes[number] = len(own)
    return sizes

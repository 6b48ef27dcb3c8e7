"""Estimates of whole sets beside the truth that came later: the paper's figure 7."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mtassay.alignment.distances.base import Distance, distance
from mtassay.estimation.nearest.candidate_set import candidate_set
from mtassay.estimation.nearest.rule import Origin, estimate
from mtassay.human.memory import Ints, Outputs
from mtassay.human.sser import error_rate
from mtassay.store.judging.times import JudgingTimes
from mtassay.store.memory.stored_memory import StoredMemory


@dataclass(frozen=True, kw_only=True)
class JudgedSet:
    """One run of a system: what the memory said of it just before people judged it, and what they said then.

    `before` is the revision before the first judgment of an output that was not judged when the run was added.
    `judged`, `estimated` and `unknown` count its segments as they were then. Both rates and the distance are over the
    `compared` segments, which could be scored then and are judged by now; NaN where there is none.
    """

    system: str
    run: str
    added: int
    before: int
    segments: int
    judged: int
    estimated: int
    unknown: int
    compared: int
    esser: float
    sser: float
    mean_distance: float

    @property
    def error(self) -> float:
        """|SSER - eSSER|, 0 to 100."""
        return abs(self.sser - self.esser)

    @property
    def new_share(self) -> float:
        """The share of segments that nobody had judged, 0 to 1: the effort that the memory did not save."""
        return (self.estimated + self.unknown) / self.segments


@dataclass(frozen=True)
class JudgedSets:
    """All sets, in the order in which they were added.

    `repeated` counts runs of which everything was judged when they were added, so that nothing had to be estimated;
    `waiting` those of which nothing new was judged since.
    """

    sets: tuple[JudgedSet, ...]
    distance: str
    repeated: int = 0
    waiting: int = 0

    @property
    def compared(self) -> tuple[JudgedSet, ...]:
        """Those that could be estimated at all; the means are over them."""
        return tuple(candidate_set for candidate_set in self.sets if candidate_set.compared)

    @property
    def mean_error(self) -> float:
        """The mean of |SSER - eSSER|; NaN where nothing was compared."""
        return _mean([judged_set.error for judged_set in self.compared])

    @property
    def new_share(self) -> float:
        """The mean share that had to be judged."""
        return _mean([judged_set.new_share for judged_set in self.compared])

    @property
    def saved_share(self) -> float:
        """The share of the effort that was saved, 0 to 1; NaN where nothing was compared."""
        return 1 - self.new_share


def judged_sets(
    stored: StoredMemory,
    times: JudgingTimes,
    load: Callable[[int], StoredMemory],
    by: str | Distance = "edits",
    system: str | None = None,
    advance: Callable[[int], None] | None = None,
) -> JudgedSets:
    """Every run that was judged, or those of one system; `load` gives the memory as of a revision.

    `advance` is told of each run that is done.
    """
    measure = distance(by)
    sets, repeated, waiting = [], 0, 0
    for outputs in stored.memory.outputs:
        if system is None or outputs.system == system:
            targets = stored.target_ids[outputs.target]
            is_new = ~times.judged_at(targets, outputs.revision - 1)
            first = times.first_after(targets[is_new], outputs.revision - 1)
            if not len(outputs) or not is_new.any():
                repeated += 1
            elif first is None:
                waiting += 1
            else:
                sets.append(_judged_set(stored, outputs, load(first - 1), first - 1, measure))
        if advance is not None:
            advance(1)
    return JudgedSets(tuple(sets), measure.spec, repeated, waiting)


def _judged_set(
    stored: StoredMemory, outputs: Outputs, past: StoredMemory, before: int, measure: Distance
) -> JudgedSet:
    memory = stored.memory
    texts = [memory.targets[target] for target in outputs.target.tolist()]
    sources = _places(past.source_ids, stored.source_ids[outputs.source])
    figures = candidate_set(past.memory, estimate(past.memory, sources, texts, measure))
    truth = memory.scores[outputs.target]
    compared = figures.is_known & ~np.isnan(truth)
    judged, estimated, unknown = (int(np.count_nonzero(figures.estimates.has(origin))) for origin in Origin)
    return JudgedSet(
        system=outputs.system,
        run=outputs.run,
        added=outputs.revision,
        before=before,
        segments=len(outputs),
        judged=judged,
        estimated=estimated,
        unknown=unknown,
        compared=int(np.count_nonzero(compared)),
        esser=error_rate(_mean(figures.estimates.scores[compared].tolist())),
        sser=error_rate(_mean(truth[compared].tolist())),
        mean_distance=_mean(figures.normalized_distances[compared].tolist()),
    )


def _places(ids: Ints, wanted: Ints) -> Ints:
    """Where each number stands among `ids`, -1 where it does not."""
    places = {number: place for place, number in enumerate(ids.tolist())}
    return np.array([places.get(number, -1) for number in wanted.tolist()], dtype=np.int64)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else float("nan")

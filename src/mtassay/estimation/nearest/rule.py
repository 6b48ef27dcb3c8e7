"""The EvalTrans rule (Nießen et al. 2000, eq. 2-5): a new translation is as good as the nearest that were judged."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mtassay.alignment.distances.base import Distance, GroupedDistances, distance
from mtassay.corpus.texts import check_texts
from mtassay.errors import InputError
from mtassay.human.collection import collapse
from mtassay.human.memory import Bools, Floats, Ints, Judgments, Memory, counting


class Origin(IntEnum):
    """Where the score of a candidate comes from."""

    JUDGED = 0
    """The same translation of the same source was judged."""
    ESTIMATED = 1
    """Others of its source were."""
    UNKNOWN = 2
    """None of its source was: there is no score."""


@dataclass(frozen=True, eq=False)
class Estimates:
    """What the memory says of each candidate.

    `sources` are places in the memory, -1 where it lacks the source; `origins` are numbers of Origin. `scores` are on 0
    to 10 and `distances` lead to the nearest judged targets, both NaN where unknown; a judged candidate is its own
    nearest target, at 0. The nearest targets of candidate i stand in `nearest` at `starts[i]` to `starts[i + 1]`.
    """

    sources: Ints
    origins: NDArray[np.int8]
    scores: Floats
    distances: Floats
    starts: Ints
    nearest: Ints
    distance: Distance

    def __len__(self) -> int:
        return len(self.sources)

    def nearest_of(self, index: int) -> Ints:
        """The places in the memory of the judged targets that are nearest to a candidate."""
        return self.nearest[self.starts[index] : self.starts[index + 1]]

    @property
    def counts(self) -> Ints:
        """How many targets are nearest to each candidate."""
        return np.diff(self.starts)

    def has(self, origin: Origin) -> Bools:
        """Which candidates have their score from there."""
        mask: Bools = self.origins == origin
        return mask

    def share(self, origin: Origin) -> float:
        """How many of the candidates that is, 0 to 1; NaN where there are none."""
        return float(self.has(origin).mean()) if len(self) else float("nan")


class Nearest(NamedTuple):
    """The least distance of each text and the mean score at it, NaN where there is none; and which values those are."""

    distances: Floats
    scores: Floats
    is_nearest: Bools


def find_nearest(distances: GroupedDistances, scores: Floats) -> Nearest:
    """The mean score at the least distance of each text.

    `scores` has one for each value of `distances`, NaN where that one must not be used.
    """
    usable = ~np.isnan(scores)
    values = np.where(usable, distances.values, np.inf)
    least = _reduce(np.minimum, values, distances, np.inf)
    is_nearest = usable & (values == np.repeat(least, distances.sizes))
    counts = _reduce(np.add, is_nearest.astype(np.float64), distances, 0.0)
    sums = _reduce(np.add, np.where(is_nearest, scores, 0.0), distances, 0.0)
    means = np.divide(sums, counts, out=np.full(len(distances), np.nan), where=counts > 0)
    return Nearest(np.where(counts > 0, least, np.nan), means, is_nearest)


def _reduce(function: np.ufunc, values: Floats, distances: GroupedDistances, nothing: float) -> Floats:
    """What a function makes of the values of each text."""
    reduced = np.full(len(distances), nothing)
    filled = distances.sizes > 0  # reduceat gives an empty stretch the value behind it
    if filled.any():
        reduced[filled] = function.reduceat(values, distances.starts[:-1][filled])
    return reduced


def estimate(
    memory: Memory,
    sources: ArrayLike,
    texts: Sequence[str],
    by: str | Distance = "edits",
    judgments: Judgments | None = None,
) -> Estimates:
    """The score of each candidate: its own where it was judged, else the mean of the nearest targets that were.

    Candidate i is the translation `texts[i]` of the memory's source `sources[i]`, -1 for one that it does not have. The
    score of a target is the mean of its judgments, and each of several nearest targets counts once, however often it
    was judged. `judgments` restricts what is known: to those of other systems, or to those of an earlier revision.
    Candidates and targets are compared after white space is collapsed.

        >>> from mtassay.human.memory import make_memory
        >>> memory = make_memory([("danke", "thank you", 10), ("danke", "thanks to you", 6)])
        >>> found = estimate(memory, [0, 0], ["thank  you", "thanks you"])
        >>> found.scores.tolist(), found.distances.tolist()
        ([10.0, 8.0], [0.0, 1.0])
    """
    measure = distance(by)
    checked = check_texts(texts, "candidates", "candidate").texts
    of_source = _checked_sources(memory, sources, len(checked))
    scores = memory.scores_from(counting(memory, judgments))

    has_source = np.flatnonzero(of_source >= 0)
    wanted = np.zeros(len(memory.sources), dtype=bool)
    wanted[of_source[has_source]] = True
    judged = np.flatnonzero(~np.isnan(scores) & wanted[memory.source_of])
    others = [memory.targets[target] for target in judged.tolist()]
    collapsed = [collapse(checked[index]) for index in has_source.tolist()]
    groups = of_source[has_source]
    distances = measure.between(collapsed, groups, others, np.searchsorted(judged, memory.offsets))

    # a distance of 0 need not mean the same text; a candidate that was judged is nearer to itself than to any other
    places = {pair: place for place, pair in enumerate(zip(memory.source_of[judged].tolist(), others, strict=True))}
    same = np.array([places.get(pair, -1) for pair in zip(groups.tolist(), collapsed, strict=True)], dtype=np.int64)
    is_judged = same >= 0
    distances.values[(distances.starts[:-1] - distances.first + same)[is_judged]] = -1.0
    nearest = find_nearest(distances, scores[judged][distances.columns])

    count = len(checked)
    all_scores, all_distances, counts = np.full(count, np.nan), np.full(count, np.nan), np.zeros(count, dtype=np.int64)
    all_scores[has_source] = nearest.scores
    all_distances[has_source] = np.maximum(nearest.distances, 0.0)
    counts[has_source] = np.bincount(distances.rows[nearest.is_nearest], minlength=len(has_source))
    origins = np.where(np.isnan(all_scores), Origin.UNKNOWN, Origin.ESTIMATED).astype(np.int8)
    origins[has_source[is_judged]] = Origin.JUDGED
    return Estimates(
        of_source,
        origins,
        all_scores,
        all_distances,
        np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        judged[distances.columns[nearest.is_nearest]],
        measure,
    )


def _checked_sources(memory: Memory, sources: ArrayLike, count: int) -> Ints:
    places: NDArray[Any] = np.asarray(sources)
    if places.size == 0:
        places = places.astype(np.int64)
    if places.shape != (count,) or not np.issubdtype(places.dtype, np.integer):
        raise InputError(
            f"sources: expected the place of the source of each of the {count} candidates, got {places.dtype} "
            f"of shape {places.shape}"
        )
    wrong = np.flatnonzero((places < -1) | (places >= len(memory.sources)))
    if len(wrong):
        raise InputError(
            f"sources, candidate {wrong[0] + 1}: there is no source {places[wrong[0]]}, the memory has "
            f"{len(memory.sources)}, counted from 0; write -1 for a source that it does not have"
        )
    return places.astype(np.int64)

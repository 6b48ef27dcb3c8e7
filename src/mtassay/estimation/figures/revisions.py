"""How a memory grew: |EE|, T/n and R/n by revision, the paper's figures 6 and 8."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from mtassay.alignment.distances.base import Distance, distance
from mtassay.estimation.nearest.leave_one_out import leave_one_out
from mtassay.human.counts import count
from mtassay.human.filters import Filter, FilterColumns
from mtassay.human.memory import Bools, Memory
from mtassay.human.narrowing import narrow

MOST = 40
"""Revisions that are looked at; more would take longer and show no more."""


@dataclass(frozen=True, kw_only=True)
class RevisionFigures:
    """The memory as of a revision. `error` is |EE|, None where nothing could be estimated."""

    revision: int
    sources: int
    judged: int
    references: int
    judgments: int
    targets_per_source: float
    references_per_source: float
    scorable: int
    error: float | None


def choose_revisions(revisions: Sequence[int], most: int = MOST) -> tuple[int, ...]:
    """Up to `most` of them at even steps, the first and the last included."""
    if len(revisions) <= most:
        return tuple(revisions)
    places = np.unique(np.linspace(0, len(revisions) - 1, most).round().astype(np.int64))
    return tuple(revisions[place] for place in places.tolist())


def revision_figures(
    load: Callable[[int], Memory],
    revisions: Sequence[int],
    by: str | Distance = "edits",
    chosen: Filter | None = None,
    columns: Callable[[int], FilterColumns] | None = None,
) -> Iterator[RevisionFigures]:
    """The figures of each revision in turn; `load` gives the memory as of one.

    Of the translations those count that the filter means; they are estimated from all that were there. `columns` gives
    what the filter needs beside the memory as of a revision.
    """
    errors = _GrowingError(distance(by))
    chosen = chosen or Filter()
    for revision in revisions:
        memory = load(revision)
        known = None if columns is None else columns(revision)
        counts = count(narrow(memory, chosen, known))
        error, scorable = errors.of(memory, chosen.mask(memory, known))
        yield RevisionFigures(
            revision=revision,
            sources=counts.sources,
            judged=counts.judged,
            references=counts.references,
            judgments=counts.judgments,
            targets_per_source=counts.targets_per_source,
            references_per_source=counts.references_per_source,
            scorable=scorable,
            error=error / scorable if scorable else None,
        )


class _GrowingError:
    """Leave-one-out errors of a memory that changes.

    From one revision to the next most sources stay as they are, and what was found of them still holds: without this
    forty revisions would take as long as forty times leaving one out.
    """

    def __init__(self, measure: Distance) -> None:
        self._measure = measure
        self._known: dict[tuple[str, ...], dict[bytes, tuple[float, int]]] = {}

    def of(self, memory: Memory, counting: Bools) -> tuple[float, int]:
        """The sum of absolute errors of the targets that count, and how many there are."""
        judged = np.flatnonzero(~np.isnan(memory.scores))
        bounds = np.searchsorted(judged, memory.offsets)
        total, scorable = 0.0, 0
        changed: dict[int, tuple[tuple[str, ...], bytes]] = {}
        for source, (start, stop) in enumerate(zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)):
            if stop - start < 2:  # nothing can be estimated
                continue
            targets = judged[start:stop]
            if not counting[targets].any():
                continue
            state = memory.scores[targets].tobytes() + counting[targets].tobytes()
            key = tuple(memory.targets[target] for target in targets.tolist()), state
            known = self._known.get(key[0], {}).get(key[1])
            if known is None:
                changed[source] = key
            else:
                total, scorable = total + known[0], scorable + known[1]
        for source, sums in self._found(memory, list(changed), counting):
            texts, state = changed[source]
            self._known[texts] = {state: sums}  # the scores of before are gone for good, or nearly so
            total, scorable = total + sums[0], scorable + sums[1]
        return total, scorable

    def _found(self, memory: Memory, sources: list[int], counting: Bools) -> Iterator[tuple[int, tuple[float, int]]]:
        if not sources:
            return
        inside = np.isin(memory.source_of[memory.judgments.target], sources)
        left_out = leave_one_out(memory, self._measure, judgments=memory.judgments.chosen(inside))
        counts_here = counting[left_out.target]
        places, absolute = left_out.source[counts_here], np.abs(left_out.errors[counts_here])
        size = len(memory.sources)
        sums = np.bincount(places, weights=absolute, minlength=size)
        counts = np.bincount(places, minlength=size)
        for source in sources:
            yield source, (float(sums[source]), int(counts[source]))

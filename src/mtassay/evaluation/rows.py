"""Rows of a metric: a block of segments at a time, or kept as evidence for tests and intervals."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mtassay.metrics.base import Floats, Metric
from mtassay.metrics.counted_metric import CountedMetric
from mtassay.significance.draws import deals, swap_masks
from mtassay.significance.evidence import Pairs, Weights

Table = NDArray[np.floating[Any]]

# Rows are made and dropped block by block: a run then needs a few bytes a segment, not a few hundred.
_BLOCK = 16_384

# Whole numbers up to here are exact in single precision, which takes half the memory of double
# precision and less than half the time.
_EXACT = 2**24
_LARGEST_WEIGHT = 32
_LARGEST_CHUNK = _EXACT // _LARGEST_WEIGHT // 2  # a chunk may go over by one row, and no row is larger than this


def row_blocks(metric: Metric[Any], hypotheses: Sequence[str], prepared: Any) -> Iterator[tuple[slice, Floats]]:
    """Which segments, and their rows `(n, k)`, one block after the other."""
    return ((block, rows) for block, (rows,) in family_row_blocks([metric], hypotheses, prepared))


def family_row_blocks(
    family: Sequence[Metric[Any]], hypotheses: Sequence[str], prepared: Any
) -> Iterator[tuple[slice, list[Floats]]]:
    """The same for metrics that share their counts: rows by each of them."""
    for block in blocks(len(hypotheses)):
        yield block, _family_rows(family, hypotheses[block], prepared[block])


def _family_rows(family: Sequence[Metric[Any]], hypotheses: Sequence[str], prepared: Any) -> list[Floats]:
    counted = [metric for metric in family if isinstance(metric, CountedMetric)]
    if counted:
        counts = counted[0].count(hypotheses, prepared)
        return [metric.rows(counts) for metric in counted]
    return [metric.stats(hypotheses, prepared) for metric in family]


def families(metrics: Sequence[Metric[Any]]) -> list[list[int]]:
    """The indices of metrics that share their counts, family by family; most are alone."""
    members: dict[Hashable, list[int]] = {}
    for index, metric in enumerate(metrics):
        members.setdefault(metric.counting if isinstance(metric, CountedMetric) else index, []).append(index)
    return list(members.values())


def group_sums(rows: Table, groups: NDArray[np.intp], count: int) -> Floats:
    """The sums of the rows of each group, `(n, …)` to `(count, …)`; `groups` numbers the group of each row."""
    flat = rows.reshape(len(rows), -1)
    sums = np.empty((count, flat.shape[1]))
    for column, values in enumerate(flat.T):
        sums[:, column] = np.bincount(groups, weights=values, minlength=count)
    return sums.reshape(count, *rows.shape[1:])


class RowTable:
    """Room for the rows of several systems, `(segments, systems, columns)`, in as few bytes as keep them exact."""

    def __init__(self, segments: int, systems: int, columns: int) -> None:
        # not empty: what happens to be in memory may be no number, and numpy would warn when it is widened
        self.values: Table = np.zeros((segments, systems, columns), dtype=np.float32)

    def put(self, system: int, block: slice, rows: Floats) -> None:
        """Keep the rows of a block of segments of one system."""
        if self.values.dtype == np.float32 and not _fits(rows):
            self.values = self.values.astype(np.float64)
        self.values[block, system] = rows


class RowEvidence:
    """Rows of several systems on the same segments: evidence that is rescored by sums."""

    def __init__(self, metric: Metric[Any], table: Table, *, are_segments: bool = True) -> None:
        self.metric: Metric[Any] = metric
        self._metric_of_units = metric.for_segments() if are_segments else metric
        self.table: Table = table
        self._flat = table.reshape(len(table), -1)
        self._starts = self._chunk_starts()

    @property
    def size(self) -> int:
        """The number of segments, or of the groups that they were put into."""
        return len(self.table)

    @property
    def totals(self) -> Floats:
        """The sums of all rows, `(systems, columns)`."""
        sums = np.zeros(self.table.shape[1:])
        for block in blocks(self.size):  # so that fractions add up as they do where no rows are kept
            sums += self.table[block].sum(axis=0, dtype=np.float64)
        return sums

    def grouped(self, groups: NDArray[np.intp], count: int) -> "RowEvidence":
        """The same rows with groups of segments as units, for example documents."""
        sums = group_sums(self.table, groups, count)
        return RowEvidence(self.metric, sums.astype(np.float32) if _fits(sums) else sums, are_segments=False)

    def sums_under(self, weights: Weights) -> Floats:
        """The sums that weighted rows give, `(draws, size)` to `(draws, systems, columns)`."""
        return self._weighted(weights, self._flat).reshape(len(weights), *self.table.shape[1:])

    def score_under(self, weights: Weights) -> Floats:
        return self.metric.score(self.sums_under(weights))

    def score_units(self) -> Floats:
        scores = np.empty(self.table.shape[:2])
        for block in blocks(self.size):
            scores[block] = self._metric_of_units.score(self.table[block].astype(np.float64, copy=False))
        return scores

    def score_without_each(self) -> Floats:
        totals = self.totals
        scores = np.empty(self.table.shape[:2])
        for block in blocks(self.size):
            scores[block] = self.metric.score(totals - self.table[block])
        return scores

    def score_exchanged(self, draws: int, rng: np.random.Generator, pairs: Pairs) -> Floats:
        swaps = swap_masks(self.size, draws, rng)
        first, second = np.array(pairs, dtype=np.intp).reshape(-1, 2).T
        if self.metric.known_column is None:
            # what each system would give away; one product serves every pair
            given = self.sums_under(swaps)
            moved = given[:, second] - given[:, first]
        else:
            moved = np.stack([self._moved_where_known(swaps, *pair) for pair in pairs], axis=1)
        totals = self.totals
        scores = np.empty((draws, len(pairs), 2))
        scores[..., 0] = self.metric.score(totals[first] + moved)
        scores[..., 1] = self.metric.score(totals[second] - moved)
        return scores

    def _moved_where_known(self, swaps: Weights, first: int, second: int) -> Floats:
        """What goes from the second system to the first where units are exchanged of which both have a score.

        A score in exchange for none would change how many each has, which is no chance: nobody scored the others.
        """
        column = self.metric.columns.index(self.metric.known_column or "")
        have_both = (self.table[:, [first, second], column] > 0).all(axis=1, keepdims=True)
        return self._weighted(swaps, np.where(have_both, self.table[:, second] - self.table[:, first], 0))

    def score_dealt(self, dealt: NDArray[np.uint8], members: Sequence[int]) -> Floats:
        """Scores `(draws, members)` of hands that got, of each unit, the output of member `dealt[hand, draw, unit]`."""
        hands, draws, _ = dealt.shape
        scores = np.empty((draws, hands))
        for hand in range(hands):
            sums = np.zeros((draws, self.table.shape[2]))
            for card, member in enumerate(members):
                sums += self._weighted((dealt[hand] == card).astype(np.float32), self.table[:, member])
            scores[:, hand] = self.metric.score(sums)
        return scores

    def _weighted(self, weights: Weights, columns: Table) -> Floats:
        """`weights @ columns`, exact where the rows are whole numbers."""
        if columns.dtype == np.float64 or weights.max(initial=0) > _LARGEST_WEIGHT:
            return weights.astype(np.float64, copy=False) @ columns.astype(np.float64, copy=False)
        weights = weights.astype(np.float32, copy=False)
        sums = np.zeros((len(weights), columns.shape[1]))
        for start, stop in zip(self._starts[:-1], self._starts[1:], strict=True):
            sums += weights[:, start:stop] @ columns[start:stop]
        return sums

    def _chunk_starts(self) -> list[int]:
        """Where to cut so that no weighted sum of a chunk leaves the whole numbers that are exact."""
        if self.table.dtype == np.float64:
            return [0, self.size]
        largest = [np.abs(self._flat[block]).max(axis=1, initial=0) for block in blocks(self.size)]
        running = np.cumsum(np.concatenate(largest), dtype=np.float64)
        cuts = np.flatnonzero(np.diff(running // _LARGEST_CHUNK)) + 1
        return [0, *cuts.tolist(), self.size]


class RunEvidence:
    """Systems that stand for one or more training runs each: their scores are means over runs.

    `runs[i]` are the columns of the rows that are runs of system i.
    """

    def __init__(self, rows: RowEvidence, runs: Sequence[Sequence[int]]) -> None:
        self.rows: RowEvidence = rows
        self.runs: Sequence[Sequence[int]] = runs

    @property
    def size(self) -> int:
        return self.rows.size

    def score_under(self, weights: Weights) -> Floats:
        return self.means(self.rows.score_under(weights))

    def score_units(self) -> Floats:
        return self.means(self.rows.score_units())

    def score_without_each(self) -> Floats:
        return self.means(self.rows.score_without_each())

    def score_exchanged(self, draws: int, rng: np.random.Generator, pairs: Pairs) -> Floats:
        if all(len(columns) == 1 for columns in self.runs):
            single = [(self.runs[first][0], self.runs[second][0]) for first, second in pairs]
            return self.rows.score_exchanged(draws, rng, single)
        scores = np.empty((draws, len(pairs), 2))
        for number, (first, second) in enumerate(pairs):
            members = [*self.runs[first], *self.runs[second]]
            dealt = deals(self.size, draws, len(members), rng)
            hands = self.rows.score_dealt(dealt, members)
            scores[:, number, 0] = hands[:, : len(self.runs[first])].mean(axis=1)
            scores[:, number, 1] = hands[:, len(self.runs[first]) :].mean(axis=1)
        return scores

    def means(self, scores: Floats) -> Floats:
        """The mean over runs of each system: `(…, runs)` to `(…, systems)`."""
        return np.stack([scores[..., list(columns)].mean(axis=-1) for columns in self.runs], axis=-1)


def blocks(size: int) -> Iterator[slice]:
    """Which segments are scored at once, one block after the other."""
    return (slice(start, start + _BLOCK) for start in range(0, size, _BLOCK))


def _fits(rows: Table) -> bool:
    """Whether all of it are whole numbers that single precision holds."""
    return bool((np.abs(rows) <= _LARGEST_CHUNK).all() and (np.rint(rows) == rows).all())

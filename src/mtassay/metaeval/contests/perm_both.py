"""PERM-BOTH: as if it were chance which of two metrics scored which output, equal outputs together."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from mtassay.metaeval.contests.base import Contest, LabelPairs, share_reaching
from mtassay.metaeval.measured import Measured, grouped, standardised
from mtassay.metaeval.statistics.acc_eq import TieAccuracy
from mtassay.metaeval.statistics.base import RowStatistic
from mtassay.settings import setting
from mtassay.significance.bootstrap import warn_of_few
from mtassay.significance.draws import swap_masks
from mtassay.significance.evidence import Floats

_BLOCK_CELLS = 2**20


@dataclass(frozen=True, kw_only=True)
class PermBoth(Contest):
    """How often a difference at least as large arises when two metrics exchange their scores of single outputs.

    Scores are standardised first, equal outputs of a segment change places together, epsilons stay as they were, and
    p = (#{|dᵢ| ≥ |d|} + 1) / (draws + 1). At system level it speaks of these systems only.
    """

    name: ClassVar[str] = "perm-both"
    title: ClassVar[str] = "exchange of single outputs (PERM-BOTH)"
    asks: ClassVar[str] = "these systems only"
    paper: ClassVar[str] = (
        "Daniel Deutsch, Rotem Dror, and Dan Roth. 2021. A Statistical Analysis of Summarization Evaluation Metrics "
        "Using Resampling Methods. Transactions of the Association for Computational Linguistics 9, pages 1132-1146."
    )

    draws: int = setting(1000, "how many exchanges are tried", low=1, high=10_000_000)
    seed: int = setting(12345, "where the random numbers start", low=0, high=2**63 - 1)

    def p_values(self, measured: Measured, pairs: LabelPairs) -> list[float]:
        if not isinstance(measured.statistic, RowStatistic):
            raise self.refuse(measured, "systems")
        warn_of_few(self.draws)
        judged = measured.judged
        labels = list(dict.fromkeys(label for pair in pairs for label in pair))
        if measured.judged.outcomes is not None and measured.level == "segment":
            raise self.refuse(measured, "flips")
        scores = {label: standardised(judged.metrics[label].segments, judged.human) for label in labels}
        exchanged = _System(measured, scores) if measured.level == "system" else _Segments(measured, scores)
        rng = np.random.default_rng(self.seed)
        block = max(1, min(self.draws, _BLOCK_CELLS // max(1, judged.human.size)))
        blocks = (_masks(judged.text, min(block, self.draws - start), rng) for start in range(0, self.draws, block))
        reached = exchanged.differences(blocks, pairs)
        return [
            (share_reaching(reached[:, place], exchanged.observed(pair)) + 1) / (self.draws + 1)
            for place, pair in enumerate(pairs)
        ]


def _masks(text: np.ndarray[tuple[int, ...], np.dtype[np.int64]], draws: int, rng: np.random.Generator) -> Floats:
    """1 where an output changes places, `(draws, systems, segments)`: equal outputs of a segment have the same."""
    texts, segments = int(text.max(initial=0)) + 1, text.shape[1]
    bits = swap_masks(texts * segments, draws, rng).reshape(draws, texts, segments)
    return np.take_along_axis(bits, np.broadcast_to(text, (draws, *text.shape)), axis=1).astype(np.float64)


class _System:
    """Scores of systems: means of standardised scores of their outputs."""

    def __init__(self, measured: Measured, scores: dict[str, Floats]) -> None:
        assert isinstance(measured.statistic, RowStatistic)
        self._statistic = measured.statistic
        self._human = measured.judged.human_systems
        self._labels = list(scores)
        self._table = np.stack(
            [np.nan_to_num(table) for table in scores.values()], axis=2
        )  # systems, segments, metrics

    def observed(self, pair: tuple[str, str]) -> float:
        means = self._table.sum(axis=1)
        values = [self._values(means[None, :, self._labels.index(label)])[0] for label in pair]
        return float(values[0] - values[1])

    def differences(self, blocks: Iterable[Floats], pairs: LabelPairs) -> Floats:
        # what each metric gives away of each system; one product serves all pairs
        given = np.concatenate(
            [
                np.stack([masks[:, system] @ table for system, table in enumerate(self._table)], axis=1)
                for masks in blocks
            ]
        )
        totals = self._table.sum(axis=1)
        columns = []
        for pair in pairs:
            first, second = (self._labels.index(label) for label in pair)
            moved = given[:, :, second] - given[:, :, first]
            columns.append(self._values(totals[:, first] + moved) - self._values(totals[:, second] - moved))
        return np.column_stack(columns)

    def _values(self, rows: Floats) -> Floats:
        return self._statistic.of_rows(np.broadcast_to(self._human, rows.shape), rows).numerators


class _Segments:
    """Scores of outputs, in groups."""

    def __init__(self, measured: Measured, scores: dict[str, Floats]) -> None:
        self._measured = measured
        self._scores = scores
        self._statistics = {label: self._fixed(label) for label in scores}

    def _fixed(self, label: str) -> RowStatistic:
        """The statistic with the epsilon that the metric had, on the scale of standardised scores."""
        statistic = self._measured.statistic
        assert isinstance(statistic, RowStatistic)
        if not isinstance(statistic, TieAccuracy):
            return statistic
        own = replace(statistic, epsilon=None)
        judged = self._measured.judged
        best = own.of_rows(
            grouped(judged.human, self._measured.group), grouped(self._scores[label], self._measured.group)
        ).epsilon
        return replace(statistic, epsilon=best)

    def observed(self, pair: tuple[str, str]) -> float:
        first, second = (self._value(label, self._scores[label][None])[0] for label in pair)
        return float(first - second)

    def differences(self, blocks: Iterable[Floats], pairs: LabelPairs) -> Floats:
        return np.concatenate([np.column_stack([self._difference(masks, *pair) for pair in pairs]) for masks in blocks])

    def _difference(self, masks: Floats, first: str, second: str) -> Floats:
        moved = masks * (self._scores[second] - self._scores[first])
        own, other = self._scores[first] + moved, self._scores[second] - moved
        difference: Floats = self._value(first, own) - self._value(second, other)
        return difference

    def _value(self, label: str, tables: Floats) -> Floats:
        """The statistic of tables `(draws, systems, segments)`."""
        draws, human = len(tables), self._measured.judged.human
        group = self._measured.group
        if group == "none":
            rows, gold = tables.reshape(draws, -1), human.reshape(1, -1)
        elif group == "item":
            rows, gold = np.swapaxes(tables, 1, 2).reshape(-1, len(human)), human.T
        else:
            rows, gold = tables.reshape(-1, human.shape[1]), human
        parts = self._statistics[label].of_rows(np.tile(gold, (draws, 1)), np.ascontiguousarray(rows))
        above, below = (part.reshape(draws, -1).sum(axis=1) for part in (parts.numerators, parts.denominators))
        values: Floats = np.divide(above, below, out=np.zeros(draws), where=below > 0)
        return values

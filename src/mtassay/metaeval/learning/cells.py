"""Judged outputs as numbers to learn from: what each part says of an output, and what people say."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from mtassay.metaeval.judged import Bools, Judged
from mtassay.significance.evidence import Floats


@dataclass(frozen=True, eq=False)
class Cells:
    """Scores of parts `(systems, segments, parts)` and of people `(systems, segments)`, 0 where `known` is not set."""

    scores: Floats
    human: Floats
    known: Bools

    def of(self, systems: Bools, segments: Bools) -> Self:
        """Some systems and segments of them."""
        return replace(
            self,
            scores=self.scores[systems][:, segments],
            human=self.human[systems][:, segments],
            known=self.known[systems][:, segments],
        )

    def deviations(self) -> "Cells":
        """The same as differences from the mean of the known outputs of a segment; exactly 0 where all are equal."""
        scores = _deviations(self.scores, self.known[..., None])
        return Cells(scores, _deviations(self.human, self.known), self.known)


def _deviations(table: Floats, known: Bools) -> Floats:
    means = table.sum(axis=0) / np.maximum(known.sum(axis=0), 1)
    highest = np.where(known, table, -np.inf).max(axis=0, initial=-np.inf)
    varies = highest > np.where(known, table, np.inf).min(axis=0, initial=np.inf)
    return np.where(known & varies, table - means, 0.0)


def cells_of(judged: Judged) -> Cells:
    """All judged outputs; parts stand in the order of the metrics, higher is better in all of them."""
    known = ~np.isnan(judged.human)
    tables = [np.where(known, part.segments, 0.0) for part in judged.metrics.values()]
    return Cells(np.stack(tables, axis=2), np.where(known, judged.human, 0.0), known)

"""The parameters of one metric by which it agrees best with people, climbed to in small steps."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np

from mtassay.metaeval.judged import Bools
from mtassay.metaeval.learning.cells import Cells
from mtassay.metaeval.learning.fitting import PENALTIES, Fitting
from mtassay.metrics.tunable import Tunable
from mtassay.significance.evidence import Floats

# large ones first: small ones alone stay on the first hill
_STEPS = (0.2, 0.05)
_DIGITS = 6
_LEAST_GAIN = 1e-9
Values = tuple[float, ...]


@dataclass(frozen=True, eq=False)
class CountedCells(Cells):
    """Outputs with what the metric counts in each, `(systems, segments, columns)`."""

    rows: Floats

    def of(self, systems: Bools, segments: Bools) -> Self:
        """Some systems and segments of them."""
        return replace(super().of(systems, segments), rows=self.rows[systems][:, segments])


@dataclass(frozen=True)
class _Tried:
    """Values of the parameters, and what they lose."""

    values: Values
    loss: float


class Tuning(Fitting[CountedCells]):
    """The parameters whose scores, as the one part of another way of learning, the `method`, lose least."""

    name: ClassVar[str] = "tuning"
    words: ClassVar[str] = "parameters in steps of 0.05, from the best that the metric comes with"

    def __init__(self, metric: Tunable[Any], method: Fitting[Any]) -> None:
        self.metric = metric
        self.method = method

    def block(self, cells: Cells) -> CountedCells:
        return _counted(cells)

    def fit(self, blocks: Sequence[CountedCells], penalty: float, *, is_trial: bool = False) -> Floats:
        cells = _joined(blocks)
        own = tuple(dial.value for dial in self.metric.dials)
        best = _Tried(own, self._loss(cells, own, penalty))
        least = _LEAST_GAIN * abs(best.loss) if np.isfinite(best.loss) else 0.0

        def is_better(values: Values) -> bool:
            nonlocal best
            if values == best.values:
                return False
            tried = _Tried(values, self._loss(cells, values, penalty))
            if tried.loss >= best.loss - least:
                return False
            best = tried
            return True

        for start in self.metric.starts():
            is_better(start)
        for step in _STEPS:
            before = None
            while before != best:
                before = best
                for place, dial in enumerate(self.metric.dials):
                    for move in (step, -step):
                        while is_better(_moved(best.values, place, move, dial.highest)):
                            pass
        for place, value in enumerate(own):  # what changes nothing stays as it was
            values = (*best.values[:place], value, *best.values[place + 1 :])
            if self._loss(cells, values, penalty) <= best.loss + least:
                best = _Tried(values, best.loss)
        return np.array(best.values)

    def loss(self, block: CountedCells, weights: Floats) -> float:
        return self._loss(block, _values(weights), PENALTIES[0])

    def scores(self, cells: Cells, weights: Floats, where: Any) -> Floats:
        """Of level 0 and spread 1 over all outputs: those of other parameters stand beside them."""
        scored = self.scored(cells, weights)
        scores, known = scored.scores[..., 0], scored.scores[scored.known, 0]
        return np.asarray((scores[where] - known.mean()) / (known.std() or 1.0))

    def choose_penalty(self, blocks: Sequence[CountedCells]) -> float:
        """The least: of one weight it chooses nothing."""
        return PENALTIES[0]

    def scored(self, cells: Cells, parameters: Floats) -> Cells:
        """The outputs with their scores by these parameters."""
        return _scored(self.metric, _counted(cells), _values(parameters))

    def weight(self, scored: Cells, penalty: float) -> float:
        """What one point of the scores is worth in those of people."""
        return float(self.method.fit([self.method.block(scored)], penalty)[0])

    def _loss(self, cells: CountedCells, values: Values, penalty: float) -> float:
        """Infinite where higher scores mean worse outputs."""
        block = self.method.block(_scored(self.metric, cells, values))
        weights = self.method.fit([block], penalty, is_trial=True)
        return self.method.loss(block, weights) if weights[0] > 0 else np.inf


def _scored(metric: Tunable[Any], cells: CountedCells, values: Values) -> Cells:
    scores = np.zeros((*cells.human.shape, 1))
    scores[cells.known, 0] = metric.score_with(cells.rows[cells.known], values)
    return Cells(scores, cells.human, cells.known)


def _values(parameters: Floats) -> Values:
    return tuple(parameters.tolist())


def _moved(values: Values, place: int, move: float, highest: float) -> Values:
    value = round(min(max(values[place] + move, 0.0), highest), _DIGITS)
    return (*values[:place], value, *values[place + 1 :])


def _counted(cells: Cells) -> CountedCells:
    if not isinstance(cells, CountedCells):
        raise TypeError("tuning takes what the metric counts, not its scores alone")
    return cells


def _joined(blocks: Sequence[CountedCells]) -> CountedCells:
    return CountedCells(
        *(
            np.concatenate([getattr(block, name) for block in blocks], axis=1)
            for name in ("scores", "human", "known", "rows")
        )
    )

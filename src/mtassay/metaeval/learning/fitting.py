"""What a way of learning is: it weighs parts so that their sum says what people say."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np

from mtassay.metaeval.learning.cells import Cells
from mtassay.significance.evidence import Floats

PENALTIES = (0.001, 0.01, 0.1, 1.0)
"""How much large weights cost, in units of the parts' spread; inner folds choose."""
_USUAL = 0.1

B = TypeVar("B")


class Fitting(ABC, Generic[B]):
    """Learns from blocks of outputs, one for each fold of sources, so that each is looked at once.

    Weights are of the parts as they are; what a weight costs is measured by how far its part varies.
    """

    name: ClassVar[str]
    words: ClassVar[str]
    """What it does, as a report says it."""
    is_pooled: ClassVar[bool] = False
    """Whether all outputs are compared with each other, and not only those of one segment."""

    @abstractmethod
    def block(self, cells: Cells) -> B:
        """What it needs to know of some outputs."""

    @abstractmethod
    def fit(self, blocks: Sequence[B], penalty: float, *, is_trial: bool = False) -> Floats:
        """The weights of the parts; a trial, to choose the penalty, may be rougher."""

    @abstractmethod
    def loss(self, block: B, weights: Floats) -> float:
        """How badly weights do on outputs that they were not learned from; losses of several blocks add."""

    def scores(self, cells: Cells, weights: Floats, where: Any) -> Floats:
        """What a model says of some outputs, `where` they stand; how high all of them are is not of the model."""
        return np.asarray(cells.scores[where] @ weights)

    def choose_penalty(self, blocks: Sequence[B]) -> float:
        """The one whose weights do best on blocks that they were not learned from."""
        if len(blocks) < 2:
            return _USUAL
        losses = []
        for penalty in PENALTIES:
            losses.append(0.0)
            for held_out, block in enumerate(blocks):
                others = [other for place, other in enumerate(blocks) if place != held_out]
                losses[-1] += self.loss(block, self.fit(others, penalty, is_trial=True))
        return PENALTIES[losses.index(min(losses))]

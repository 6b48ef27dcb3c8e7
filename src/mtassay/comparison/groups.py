"""Parts of a test set: documents, domains, or whatever else segments are labelled with."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from mtassay.comparison.result import Group
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import InputError, Remedy
from mtassay.evaluation.rows import RowEvidence, RunEvidence
from mtassay.metrics.base import Floats
from mtassay.settings import did_you_mean


@dataclass(frozen=True, eq=False)
class Labels:
    """One label of every segment: the different values in order of appearance, and their numbers."""

    label: str
    names: tuple[str, ...]
    numbers: NDArray[np.intp]

    @classmethod
    def of(cls, evalset: EvalSet, label: str) -> Self:
        """The label of this name."""
        if label not in evalset.labels:
            there = f"there are {', '.join(evalset.labels)}" if evalset.labels else "there are none"
            raise InputError(
                f"segments have no label {label!r}{did_you_mean(label, evalset.labels)}; {there}. "
                "Labels come from a file",
                remedy=Remedy.NAME_LABELS,
            )
        known: dict[str, int] = {}
        numbers = [known.setdefault(value, len(known)) for value in evalset.labels[label]]
        return cls(label, tuple(known), np.array(numbers, dtype=np.intp))

    def scores(self, evidence: RowEvidence, runs: Sequence[Sequence[int]]) -> Floats:
        """The score of each system on each part, `(parts, systems)`."""
        return RunEvidence(evidence.grouped(self.numbers, len(self.names)), runs).score_units()

    def groups(self, scores: Sequence[Floats]) -> tuple[Group, ...]:
        """The parts with the scores by every metric."""
        sizes = np.bincount(self.numbers, minlength=len(self.names)).tolist()
        return tuple(
            Group(name, sizes[part], tuple(tuple(by_metric[part].tolist()) for by_metric in scores))
            for part, name in enumerate(self.names)
        )

"""Metrics side by side as what predictions look at, by how many judgments each saves; and which of them to take."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mtassay.estimation.sampling.validation_result import Validation
from mtassay.human.memory import Memory
from mtassay.metrics.base import metric
from mtassay.metrics.learned import Learned

NONE = "none"
"""What a candidate is called that is no metric at all."""

# of the test set: what saves less is not worth a file that has to be kept
_LEAST_SAVED = 0.005
# intervals of 95 % that hold less often than this promise more than they keep
_LEAST_COVERAGE = 0.93


@dataclass(frozen=True)
class Candidate:
    """What estimates come to with one metric: judgments and words for the half width, and intervals that hold.

    Shares are from 0 to 1; `coverage` is that of certified intervals, over all budgets.
    """

    metric: str
    needed: float
    needed_words: float
    coverage: float


@dataclass(frozen=True)
class Candidates:
    """All of them, and the one to take: the first, unless another saves half a point of the judgments.

    They were tried on judged systems alone, so that the choice does not look at a new one.
    """

    tried: tuple[Candidate, ...]
    recommended: Candidate

    @property
    def saved(self) -> float:
        """By how much of the test set the recommended one takes fewer judgments than no metric at all."""
        return self.tried[-1].needed - self.recommended.needed


def compare_candidates(specs: Sequence[str], validate_with: Callable[[str], Validation]) -> Candidates:
    """Validate with each metric in turn, the usual one first, and with none (`NONE`) last."""
    tried = tuple(_candidate(spec, validate_with(spec)) for spec in (*specs, NONE))
    best = tried[0]
    for candidate in tried[1:-1]:
        holds = candidate.coverage >= min(_LEAST_COVERAGE, best.coverage)
        if holds and candidate.needed < best.needed - _LEAST_SAVED:
            best = candidate
    return Candidates(tried, best)


def _candidate(spec: str, validation: Validation) -> Candidate:
    covered = [figures.coverage for figures in validation.figures("certified")]
    told = spec if spec == NONE else metric(spec).told_spec
    return Candidate(told, validation.needed("certified"), validation.needed_words, float(np.nanmean(covered)))


def known_to(specs: Sequence[str], memory: Memory) -> frozenset[str]:
    """The systems of a memory from whose judgments one of the metrics was learned."""
    outputs: Mapping[str, Sequence[str]] = {
        **dict.fromkeys(memory.systems, ()),
        **{run.system: [memory.targets[target] for target in run.target.tolist()] for run in memory.outputs},
    }
    learned = [made for made in map(metric, specs) if isinstance(made, Learned)]
    return frozenset(name for made in learned for name in made.known_systems(outputs))

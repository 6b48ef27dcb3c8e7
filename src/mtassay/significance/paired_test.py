"""What a test of two systems is, and the registry of all of them."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from mtassay.registry import Registry
from mtassay.settings import Configured
from mtassay.significance.evidence import Floats, PairedEvidence, Pairs
from mtassay.significance.resampling import Resamples, Resampling

# Scores come from a few floating-point steps; what differs by less than this share of them is the same score. Draws
# that put every segment back where it was must count as equal to what was observed.
_SAME = 1e-9


@dataclass(frozen=True)
class Outcome:
    """What a test says of two systems.

    `difference` is the score of the second less that of the first; `p_value` how often chance alone
    gives one at least as large, two-sided. Of the resampled test sets the first scored higher on
    `first_higher`, the second on `second_higher`, neither on `ties`; None where nothing is resampled.
    A test on single segments shares out the segments in the same way.
    """

    difference: float
    p_value: float
    first_higher: float | None = None
    second_higher: float | None = None
    ties: float | None = None
    is_bound: bool = False
    """Whether no draw reached the difference: p is then at most `p_value`, and more draws may give a smaller one."""
    contradicts: bool = False
    """Whether the test finds the one better that has the worse score: it asks about segments, not about the score."""


@dataclass(frozen=True, kw_only=True)
class PairedTest(Configured, ABC):
    """Compares systems that translated the same units."""

    title: ClassVar[str]
    """Its name in a sentence."""
    paper: ClassVar[str]
    asks_about_scores: ClassVar[bool] = True
    """Whether it asks about the score of the whole, or about single segments."""
    takes_runs: ClassVar[bool] = False
    """Whether a system may stand for several training runs."""

    def __init_subclass__(cls, is_listed: bool = True, **kwargs: Any) -> None:
        """Make the test known by its name, unless `is_listed` is off: then only its class is."""
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__ and is_listed:
            TESTS.register(cls)

    @abstractmethod
    def compare(self, evidence: PairedEvidence, pairs: Pairs) -> list[Outcome]:
        """One outcome for each pair of columns of the evidence."""


@dataclass(frozen=True, kw_only=True)
class ResamplingTest(PairedTest, Resampling):
    """A test that asks for nothing but the scores of resampled test sets."""

    def compare(self, evidence: PairedEvidence, pairs: Pairs) -> list[Outcome]:
        return self.judge(self.resample(evidence), pairs)

    @abstractmethod
    def judge(self, resamples: Resamples, pairs: Pairs) -> list[Outcome]:
        """One outcome for each pair of columns of the resampled scores."""


def rounding(*scores: float) -> float:
    """How much of a difference of such scores may come from rounding."""
    return _SAME * max(map(abs, scores))


def count_reaching(values: Floats, limit: float, tolerance: float) -> int:
    """How many of the values are at least as large as the limit, up to rounding.

    Those of test sets on which nothing can be scored count too: chance must not look smaller than it may be.
    """
    return int(np.count_nonzero(~(values < limit - tolerance)))


def shares(differences: Floats, tolerance: float) -> tuple[float, float, float]:
    """How many differences are below zero, above it, and zero up to rounding, as shares of all."""
    below, above = np.count_nonzero(differences < -tolerance), np.count_nonzero(differences > tolerance)
    count = len(differences)
    return float(below / count), float(above / count), float((count - below - above) / count)


TESTS: Registry[PairedTest] = Registry("test", "mtassay.significance")


def paired_test(spec: str) -> PairedTest:
    """The test that a spec describes: `paired_test("randomization:draws=100000")`."""
    return TESTS.create(spec)

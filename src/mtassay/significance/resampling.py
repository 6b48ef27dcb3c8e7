"""Resampling: other test sets made of a test set, whose scores say how far its own could be chance."""

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar

from mtassay.errors import InputError
from mtassay.settings import Configured
from mtassay.significance.evidence import Floats, PairedEvidence


@dataclass(frozen=True)
class Resamples:
    """Scores of resampled test sets, `(test sets, …)`, and of the test set itself, `(…)`."""

    scores: Floats
    observed: Floats


@dataclass(frozen=True, kw_only=True)
class Resampling(Configured, ABC):
    """How other test sets are made of a test set: by drawing from it, or by leaving units out."""

    fewest_units: ClassVar[int] = 1
    """Fewer units say nothing of others."""
    instead: ClassVar[str] = ""
    """What to do where there are fewer."""

    @property
    @abstractmethod
    def title(self) -> str:
        """What it is called in a sentence."""

    @property
    @abstractmethod
    def test_sets(self) -> Hashable:
        """Which test sets are made; where it is equal, the scores of the same ones serve both."""

    @abstractmethod
    def resample(self, evidence: PairedEvidence) -> Resamples:
        """Score all of them, the same ones for every column of the evidence."""

    @abstractmethod
    def errors(self, scores: Floats) -> Floats:
        """Standard errors of scores on this test set, from those on the others: `(test sets, …)` to `(…)`."""

    def check_size(self, units: int, called: str = "units") -> None:
        """Refuse so few units that nothing can be said of others."""
        if units < self.fewest_units:
            raise InputError(
                f"{units} {called} are too few for {self.title}: it takes {self.fewest_units} or more to tell how much "
                f"others would vary; {self.instead}"
            )

"""What a test between metrics is, and the registry of all of them."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from mtassay.errors import SettingError
from mtassay.metaeval.measured import Measured
from mtassay.registry import Registry
from mtassay.settings import Configured
from mtassay.significance.evidence import Floats

LabelPairs = Sequence[tuple[str, str]]

# differences of statistics come from a few floating-point steps; what differs by less is the same
_SAME = 1e-9


@dataclass(frozen=True, kw_only=True)
class Contest(Configured, ABC):
    """Asks whether chance alone gives a difference between two metrics at least as large, two-sided."""

    title: ClassVar[str]
    """Its name in a sentence."""
    asks: ClassVar[str]
    """Of what other data it speaks."""
    paper: ClassVar[str]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            CONTESTS.register(cls)

    @abstractmethod
    def p_values(self, measured: Measured, pairs: LabelPairs) -> list[float]:
        """A p-value for each pair of metrics; NaN where the data cannot tell."""

    def words(self, measured: Measured) -> tuple[str, str]:
        """Its title, and of what other data it speaks, for this statistic."""
        return self.title, self.asks

    def refuse(self, measured: Measured, instead: str) -> SettingError:
        """That this test does not fit the statistic."""
        where = f"at {measured.level} level" + (f" by {measured.group}" if measured.level == "segment" else "")
        return SettingError(f"{self.name} does not test {measured.statistic.name} {where}; use {instead}")


CONTESTS: Registry[Contest] = Registry("test between metrics", "mtassay.metaeval.contests")


def contest(spec: str) -> Contest:
    """The test that a spec describes: `contest("flips:draws=1000")`."""
    return CONTESTS.create(spec)


def share_reaching(differences: Floats, observed: float) -> int:
    """How many differences are at least as large as the observed, on either side and up to rounding."""
    return int(np.count_nonzero(~(np.abs(differences) < abs(observed) - _SAME)))

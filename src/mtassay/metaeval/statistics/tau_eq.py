"""The correlation that belongs to pairwise accuracy with tie calibration."""

from dataclasses import dataclass
from typing import ClassVar

from mtassay.metaeval.statistics.acc_eq import TieAccuracy
from mtassay.significance.evidence import Floats


@dataclass(frozen=True, kw_only=True)
class TieTau(TieAccuracy):
    """Pairs that are right less pairs that are wrong, over all pairs, averaged over groups: 2 acc_eq - 1."""

    name: ClassVar[str] = "tau-eq"
    title: ClassVar[str] = "τ_eq"

    def scaled(self, shares: Floats) -> Floats:
        return 2 * shares - 1

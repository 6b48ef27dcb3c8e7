"""WIL: word information lost."""

from dataclasses import dataclass
from typing import ClassVar

from mtassay.metrics.aligned_metric import MORRIS, AlignedMetric
from mtassay.metrics.base import Floats
from mtassay.metrics.wip import filled, preserved


@dataclass(frozen=True, kw_only=True)
class WordInformationLost(AlignedMetric):
    """100 · (1 - H/r · H/h): what `wip` leaves.

    Agrees with jiwer 4 on text whose only white space is U+0020.
    """

    name: ClassVar[str] = "wil"
    title: ClassVar[str] = "word information lost"
    paper: ClassVar[str] = MORRIS
    range: ClassVar[str] = "0, for output equal to the reference, to 100, where nothing matches."
    strengths: ClassVar[str] = (
        "Treats output and reference alike, so neither padding nor leaving out pays; stays within 100."
    )

    @property
    def label(self) -> str:
        return "WIL"

    def formula(self, sums: Floats) -> tuple[str, str]:
        return "100 · (1 - H/r · H/h)", f"100 · (1 - {filled(sums)})"

    def score(self, sums: Floats) -> Floats:
        return 100 * (1 - preserved(sums))

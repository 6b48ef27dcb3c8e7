"""What the metrics share that are computed from hits, substitutions, deletions and insertions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from mtassay._native import EditMeasure
from mtassay.metrics.base import Floats
from mtassay.metrics.edit_metric import EditMetric
from mtassay.metrics.explanation import count_of


@dataclass(frozen=True, kw_only=True)
class AlignedMetric(EditMetric):
    """A score from the counts of one cheapest alignment, of several the one that jiwer takes."""

    measure: ClassVar[EditMeasure] = EditMeasure.ALIGNMENT
    several_references: ClassVar[str | None] = "mwer"
    weaknesses: ClassVar[str] = (
        "Order: of two phrases that changed places only one is matched. Takes one reference and is blind to "
        "synonyms. Hits depend on which of several equally cheap alignments is taken; the edits of WER do not."
    )
    disagreements: ClassVar[str] = (
        "Where alignments are equally cheap, programs choose differently and count different hits; this takes "
        "jiwer's choice. jiwer cuts at U+0020 alone, this at any white space."
    )

    @property
    def columns(self) -> tuple[str, ...]:
        return ("hits", "substitutions", "deletions", "insertions")

    def row_of(self, measured: Floats) -> Floats:
        return measured

    def parts(self, sums: Floats) -> Mapping[str, Floats]:
        return {name: sums[..., column] for column, name in enumerate(self.columns)}

    def summary(self, sums: Floats) -> str:
        return ", ".join(
            count_of(number, name.removesuffix("s")) for number, name in zip(sums, self.columns, strict=True)
        )


MORRIS = (
    "Andrew Morris, Viktoria Maier and Phil Green. 2004. From WER and RIL to MER and WIL: improved evaluation measures "
    "for connected speech recognition. Proceedings of Interspeech 2004, pages 2765-2768."
)

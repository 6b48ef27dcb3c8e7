"""mWER: WER against the nearest of several references."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay._native import EditMeasure
from mtassay.metrics.base import Floats
from mtassay.metrics.edit_metric import EditRate
from mtassay.metrics.reference_texts import ReferenceTexts, first_best
from mtassay.settings import setting


@dataclass(frozen=True, kw_only=True)
class MultiReferenceWordErrorRate(EditRate):
    """100 · fewest word edits to any reference / words of that reference.

    Of references that are equally near the first counts. The paper does not say by which length it
    divides; `normalizer=average` divides by the mean length of the references. With one reference it is `wer`.
    """

    name: ClassVar[str] = "mwer"
    title: ClassVar[str] = "word edits to the nearest reference"
    paper: ClassVar[str] = (
        "Sonja Nießen, Franz Josef Och, Gregor Leusch and Hermann Ney. 2000. An Evaluation Tool for Machine "
        "Translation: Fast Evaluation for MT Research. Proceedings of LREC 2000."
    )
    range: ClassVar[str] = "0, for output equal to a reference, and up; many superfluous words exceed 100."
    strengths: ClassVar[str] = (
        "Several right answers: an output is held against the translation that it comes nearest to. The more "
        "references, the fairer."
    )
    weaknesses: ClassVar[str] = (
        "Order, as in WER. An output that mixes the wordings of two references is held against one of them alone. "
        "Scores fall with every reference added, so they cannot be compared between numbers of references."
    )
    disagreements: ClassVar[str] = (
        "The paper does not say by which length it divides: here that of the nearest reference, or with "
        "`normalizer=average` the mean. Programs that look for the lowest rate in place of the fewest edits favour "
        "long references."
    )
    measure: ClassVar[EditMeasure] = EditMeasure.DISTANCE
    examples: ClassVar[tuple[str, ...]] = ("lowercase=yes,tokenize=13a,normalizer=average",)

    normalizer: str = setting(
        "nearest", "which reference length divides", key="norm", choices=("nearest", "average"), hide_default=True
    )

    @property
    def label(self) -> str:
        return "mWER"

    def rows(self, measured: Floats, prepared: ReferenceTexts) -> Floats:
        pairs = self.row_of(measured)
        # the nearest by edits, not by rate: a long reference must not win by its length
        rows = pairs[first_best(-pairs[:, 0], prepared.starts)]
        if self.normalizer == "average" and len(rows):
            rows[:, 1] = np.add.reduceat(pairs[:, 1], prepared.starts[:-1]) / np.diff(prepared.starts)
        return rows

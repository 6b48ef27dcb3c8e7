"""MER: share of wrong words among all that were aligned."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.metrics.aligned_metric import MORRIS, AlignedMetric
from mtassay.metrics.base import Floats
from mtassay.metrics.browser_formula import BrowserFormula, ratio_formula
from mtassay.metrics.explanation import shown


@dataclass(frozen=True, kw_only=True)
class MatchErrorRate(AlignedMetric):
    """100 · (S + D + I) / (H + S + D + I), never above 100.

    H, S, D and I are hits, substitutions, deletions and insertions, summed over the corpus. Two
    empty texts score 0.

    Agrees with jiwer 4 on text whose only white space is U+0020.
    """

    name: ClassVar[str] = "mer"
    title: ClassVar[str] = "word edits among all aligned words"
    paper: ClassVar[str] = MORRIS
    range: ClassVar[str] = "0, for output equal to the reference, to 100, where nothing matches."
    strengths: ClassVar[str] = (
        "A rate that stays a rate: the share of wrong words among all that were aligned, also where output is much "
        "too long."
    )

    @property
    def label(self) -> str:
        return "MER"

    def formula(self, sums: Floats) -> tuple[str, str]:
        hits, *errors = map(shown, sums.tolist())
        edits = " + ".join(errors)
        if not sums.any():
            return "100 · (S + D + I) / (H + S + D + I)", "0"
        return "100 · (S + D + I) / (H + S + D + I)", f"100 · ({edits}) / ({hits} + {edits})"

    def score(self, sums: Floats) -> Floats:
        hits = sums[..., 0]
        edits = sums[..., 1] + sums[..., 2] + sums[..., 3]
        return 100 * edits / np.maximum(hits + edits, 1.0)

    def in_browser(self) -> BrowserFormula:
        edits = {"substitutions": 1.0, "deletions": 1.0, "insertions": 1.0}
        return ratio_formula(self.columns, edits, {"hits": 1.0, **edits}, scale=100, least=1)

"""WIP: word information preserved."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.metrics.aligned_metric import MORRIS, AlignedMetric
from mtassay.metrics.base import Floats
from mtassay.metrics.explanation import shown


@dataclass(frozen=True, kw_only=True)
class WordInformationPreserved(AlignedMetric):
    """100 · H/r · H/h: the share of reference words hit, times the share of hypothesis words that hit.

    H is the number of hits, r and h those of reference and hypothesis words, summed over the
    corpus. Two empty texts score 100, one empty text scores 0.

    Agrees with jiwer 4 on text whose only white space is U+0020.
    """

    name: ClassVar[str] = "wip"
    title: ClassVar[str] = "word information preserved"
    paper: ClassVar[str] = MORRIS
    range: ClassVar[str] = "0, where nothing matches, to 100, for output equal to the reference."
    strengths: ClassVar[str] = (
        "Treats output and reference alike, so neither padding nor leaving out pays; stays within 100."
    )
    higher_is_better: ClassVar[bool] = True

    @property
    def label(self) -> str:
        return "WIP"

    def formula(self, sums: Floats) -> tuple[str, str]:
        return "100 · H/r · H/h", f"100 · {filled(sums)}"

    def score(self, sums: Floats) -> Floats:
        return 100 * preserved(sums)


def filled(sums: Floats) -> str:
    """H/r · H/h with the numbers in it."""
    hits, substitutions, deletions, insertions = sums.tolist()
    if not sums.any():
        return "1"  # both are empty: nothing was lost
    reference, hypothesis = hits + substitutions + deletions, hits + substitutions + insertions
    return f"{shown(hits)} / {shown(max(1.0, reference))} · {shown(hits)} / {shown(max(1.0, hypothesis))}"


def preserved(sums: Floats) -> Floats:
    """H/r · H/h of counts (H, S, D, I)."""
    hits, substitutions, deletions, insertions = (sums[..., column] for column in range(4))
    reference, hypothesis = hits + substitutions + deletions, hits + substitutions + insertions
    share = hits / np.maximum(reference, 1.0) * (hits / np.maximum(hypothesis, 1.0))
    return np.where(reference + hypothesis == 0, 1.0, share)

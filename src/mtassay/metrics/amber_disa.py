"""amber-disa: the score part of AMBER, without its penalties."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.metrics.amber import NGRAM_COLUMNS, Amber, closest, ngram_counts, score_parts
from mtassay.metrics.base import Floats
from mtassay.metrics.bleu_disa import DISA_REPORT
from mtassay.metrics.shared_word_metric import SharedWordMetric, SharedWords


@dataclass(frozen=True, kw_only=True)
class DisaAmber(SharedWordMetric):
    """0.3 · AvgP + 0.5 · Fmean + 0.2 · AvgF of `amber`, of text in lower case that is cut at white space.

    The DISA report names ten penalties, gives formulas for none of them, and works its example out
    without: 0.65. That is what this metric computes. Of the two scores in the report's table 2.6 the
    formula, on text with its case, gives one as printed (0.19) and the other not quite (0.234 for 0.24);
    with penalties it gives neither. With several references the one closest in length counts.
    """

    name: ClassVar[str] = "amber-disa"
    title: ClassVar[str] = "AMBER's n-gram precision and recall, without penalties"
    paper: ClassVar[str] = f"{DISA_REPORT} 2.5. AMBER itself: {Amber.paper}"
    range: ClassVar[str] = (
        "0 (no word in common) to 1 (the same n-grams as the reference); fewer than four words score less"
    )
    strengths: ClassVar[str] = (
        "Recall counts most, and there is no length penalty to tune: simple and defined for any text."
    )
    weaknesses: ClassVar[str] = (
        "Output longer than the reference is hardly punished, and a sentence without a match of four words "
        "loses the whole part of AvgP."
    )
    disagreements: ClassVar[str] = (
        "The program that seems to belong to the report also applies penalties, leaves orders without a match out of "
        "AvgP, and does not give the numbers of its tables."
    )
    places: ClassVar[int] = 4
    examples: ClassVar[tuple[str, ...]] = ("lowercase=no,tokenize=13a",)

    @property
    def label(self) -> str:
        return "AMBER-DISA"

    @property
    def columns(self) -> tuple[str, ...]:
        return NGRAM_COLUMNS

    def rows_of(self, shared: SharedWords) -> Floats:
        return closest(np.concatenate(ngram_counts(shared), axis=-1), shared)[:, 0]

    def score(self, sums: Floats) -> Floats:
        return score_parts(sums)["score"]

    def parts(self, sums: Floats) -> Mapping[str, Floats]:
        parts = score_parts(sums)
        return {name: part for name, part in parts.items() if name != "score"}

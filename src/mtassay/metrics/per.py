"""PER: WER without word order."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay._native import EditMeasure
from mtassay.metrics.base import Floats
from mtassay.metrics.browser_formula import BrowserFormula, ratio_formula
from mtassay.metrics.edit_metric import EditMetric, rate
from mtassay.metrics.explanation import count_of, shown


@dataclass(frozen=True, kw_only=True)
class PositionIndependentErrorRate(EditMetric):
    """100 · (max(h, r) - m) / r: as WER, but words may stand anywhere.

    h and r are the numbers of words of hypothesis and reference, m how many they have in common,
    each counted as often as in the one that has it less often. Of several references the one with
    the lowest rate counts. Also known as PI-WER. Its parts are rPER, the share of reference words that are
    missing, and hPER, the share of hypothesis words that are wrong.

    Agrees with the formula of Moses' PerScorer.
    """

    name: ClassVar[str] = "per"
    title: ClassVar[str] = "word errors without regard to order"
    paper: ClassVar[str] = (
        "Christoph Tillmann, Stephan Vogel, Hermann Ney, Alex Zubiaga and Hassan Sawaf. 1997. Accelerated DP Based "
        "Search for Statistical Translation. Proceedings of Eurospeech 1997. "
        "rPER, hPER: Maja Popović and Hermann Ney. 2007. Word Error Rates: Decomposition over POS Classes and "
        "Applications for Error Analysis. Proceedings of WMT 2007, pages 48-55."
    )
    range: ClassVar[str] = "0, for the words of a reference in any order, and up; many superfluous words exceed 100."
    strengths: ClassVar[str] = (
        "Word choice alone. Beside WER it tells what kind of errors a system makes: WER high and PER low means "
        "wrong order."
    )
    weaknesses: ClassVar[str] = (
        'The words of the reference in any order are perfect, also "Hanako visited Taro" for "Taro visited Hanako". '
        "Blind to synonyms."
    )
    disagreements: ClassVar[str] = (
        "Moses and the papers write it differently and compute the same number for one reference; Moses has no more "
        "than one. rPER and hPER, sometimes reported as PER, are other numbers: see its parts."
    )
    measure: ClassVar[EditMeasure] = EditMeasure.BAG
    is_aligned: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return "PER"

    @property
    def columns(self) -> tuple[str, ...]:
        return ("errors", "matches", "hypothesis_length", "reference_length")

    def row_of(self, measured: Floats) -> Floats:
        matches, hypothesis, reference = measured.T
        return np.column_stack([np.maximum(hypothesis, reference) - matches, matches, hypothesis, reference])

    def score(self, sums: Floats) -> Floats:
        return rate(sums[..., 0], sums[..., 3])

    def in_browser(self) -> BrowserFormula:
        return ratio_formula(self.columns, {"errors": 1}, {"reference_length": 1}, scale=100, least=1)

    def formula(self, sums: Floats) -> tuple[str, str]:
        _, matches, hypothesis, reference = map(shown, sums.tolist())
        length = shown(max(1.0, sums[3]))  # an empty reference counts as one word
        return "100 · (max(h, r) - m) / r", f"100 · (max({hypothesis}, {reference}) - {matches}) / {length}"

    def parts(self, sums: Floats) -> Mapping[str, Floats]:
        matches, hypothesis, reference = sums[..., 1], sums[..., 2], sums[..., 3]
        return {"rper": rate(reference - matches, reference), "hper": rate(hypothesis - matches, hypothesis)}

    def summary(self, sums: Floats) -> str:
        return f"{count_of(sums[0], 'word')} wrong, {count_of(sums[1], 'word')} matched in any order"

"""GTM: F-score of matched words, in which long runs can count more."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.metrics.base import Floats
from mtassay.metrics.browser_formula import BrowserFormula, ratio_formula
from mtassay.metrics.explanation import Formula, shown
from mtassay.metrics.run_metric import HYPOTHESIS, REFERENCE, SIZE, RunCounting, RunMetric
from mtassay.metrics.word_settings import lowercase_setting, tokenize_setting
from mtassay.settings import format_value, setting
from mtassay.tokenizers.base import tokenizer


@dataclass(frozen=True, kw_only=True)
class GtmMetric(RunMetric):
    """The F-score of the size of a matching; who uses it says which matching."""

    @property
    def columns(self) -> tuple[str, ...]:
        return ("matching_size", "hypothesis_length", "reference_length")

    def rows_of(self, counts: Floats) -> Floats:
        rows = counts[..., [SIZE, HYPOTHESIS, REFERENCE]]
        # joined references can give a long hypothesis more words than one of them has
        rows[..., 0] = np.minimum(rows[..., 0], rows[..., 2])
        return rows

    def score(self, sums: Floats) -> Floats:
        # 2PR / (P + R) with P = size / hypothesis, R = size / reference
        return _quotient(2 * sums[..., 0], sums[..., 1] + sums[..., 2])

    def in_browser(self) -> BrowserFormula:
        return ratio_formula(
            self.columns, {"matching_size": 1}, {"hypothesis_length": 1, "reference_length": 1}, scale=2
        )

    def formulas(self, sums: Floats) -> Iterator[Formula]:
        size, hypothesis, reference = sums.tolist()
        precision, recall = (float(part) for part in self.parts(sums).values())
        exponent = format_value(self.counting.exponent)
        words = "matched words" if self.counting.exponent == 1 else f"(Σ length of run^{exponent})^(1/{exponent})"
        yield Formula("size", words, shown(size), size)
        yield Formula(
            "P", "size / words of the hypothesis", f"{shown(size)} / {shown(max(1.0, hypothesis))}", precision
        )
        yield Formula("R", "size / words of the reference", f"{shown(size)} / {shown(max(1.0, reference))}", recall)
        filled = f"2 · {precision:.4f} · {recall:.4f} / ({precision:.4f} + {recall:.4f})" if size else "nothing matches"
        yield Formula(self.label, "2 P R / (P + R)", filled, float(self.score(sums)))

    def parts(self, sums: Floats) -> Mapping[str, Floats]:
        return {
            "precision": _quotient(sums[..., 0], sums[..., 1]),
            "recall": _quotient(sums[..., 0], sums[..., 2]),
        }


@dataclass(frozen=True, kw_only=True)
class Gtm(GtmMetric):
    """2PR / (P + R), with P = size / words of the hypothesis and R = size / words of the reference.

    Words are matched one to one. The size of the matching is (Σ length^e)^(1/e) over its runs, which are stretches of
    words that stand in both texts. With `exponent=1` it is the number of words that both texts have, in any order. A
    larger exponent gives a long run more weight than the same words in pieces. The matching with the largest size is
    then hard to find; the longest run is taken first, then the longest of what is left, and of equals the first in
    the hypothesis, then in the reference. Sizes and lengths are summed over the corpus.

    Of several references the one with the best score counts. With `multi=concat` runs may lie in any of the
    references, but not across two; the length of the reference is then their mean, which is also the most that
    can be matched.

    The original program could not be had; the formula is that of the paper.
    """

    name: ClassVar[str] = "gtm"
    title: ClassVar[str] = "F-score of matched words and runs"
    paper: ClassVar[str] = (
        "I. Dan Melamed, Ryan Green and Joseph P. Turian. 2003. Precision and Recall of Machine Translation. "
        "Companion Volume of the Proceedings of HLT-NAACL 2003, Short Papers, pages 61-63."
    )
    range: ClassVar[str] = (
        "0 to 1: 0 is no word in common, 1 is the reference word for word "
        "(exponent=1: in any order; multi=concat: less)"
    )
    strengths: ClassVar[str] = (
        "Precision and recall are plain shares of words, so a score can be explained; the exponent says how much order "
        "counts."
    )
    weaknesses: ClassVar[str] = (
        "Words match only as they are written, and with the usual exponent of 1 their order does not count at all."
    )
    disagreements: ClassVar[str] = (
        "Which matching counts for exponents above 1 depends on how ties are broken, and how several references count "
        "differs: the paper joins them, most programs take the best one."
    )
    examples: ClassVar[tuple[str, ...]] = ("exponent=2,lowercase=yes,tokenize=13a", "exponent=1.5,multi=concat")

    exponent: float = setting(1.0, "how much more long runs weigh; 1 counts words alone", key="e", low=1, high=100)
    lowercase: bool = lowercase_setting(False)
    tokenize: str = tokenize_setting()
    multi: str = setting(
        "max", "several references: the best one, or all of them joined", choices=("max", "concat"), hide_default=True
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        tokenizer(self.tokenize)

    @property
    def label(self) -> str:
        return "GTM" if self.exponent == 1 else f"GTM{format_value(self.exponent)}"

    @property
    def counting(self) -> RunCounting:
        return RunCounting(self.lowercase, self.tokenize, self.exponent, self.multi == "concat")


def _quotient(numerator: Floats, denominator: Floats) -> Floats:
    return np.divide(numerator, denominator, out=np.zeros_like(denominator), where=denominator > 0)

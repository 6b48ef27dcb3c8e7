"""chrF: F-score of character n-grams, with word n-grams as chrF++."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay._native import MAX_ORDER, Segments, character_overlap_rows, pairwise_character_rows
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import SettingError
from mtassay.metrics.base import Floats, Metric
from mtassay.metrics.browser_formula import BrowserFormula
from mtassay.metrics.explanation import Counts, Formula, Step, shown
from mtassay.metrics.reference_texts import ReferenceTexts, first_best, lowercased
from mtassay.metrics.word_settings import lowercase_setting
from mtassay.settings import format_value, setting

_EPSILON = 1e-16


@dataclass(frozen=True, kw_only=True)
class Chrf(Metric[ReferenceTexts]):
    """100 · (1+β²) · P · R / (β² · P + R), P and R averaged over the orders of n-grams.

    P is the mean over n = 1..6 of the share of the hypothesis' character n-grams that are in the
    reference, R the same seen from the reference; β = 2 weighs recall twice. White space does not
    count. `word_order=2` adds word unigrams and bigrams: chrF++. With several references each
    segment is held against the one that gives it the best score.

    Agrees with sacreBLEU 2.6. `eps_smoothing=yes` averages F over all orders, as chrF++.py, NLTK and Moses.
    """

    name: ClassVar[str] = "chrf"
    title: ClassVar[str] = "F-score of character n-grams"
    paper: ClassVar[str] = (
        "Maja Popović. 2015. chrF: character n-gram F-score for automatic MT evaluation. "
        "Proceedings of WMT 2015, pages 392-395. "
        "chrF++: Maja Popović. 2017. chrF++: words helping character n-grams. Proceedings of WMT 2017, pages 612-618."
    )
    range: ClassVar[str] = "0 to 100. Chance matches of short n-grams keep even wrong output well above 0."
    strengths: ClassVar[str] = (
        "Languages with rich inflection, and those written without spaces: parts of words count, and no tokenizer "
        "is needed. Recall counts. Steadier than BLEU on single segments."
    )
    weaknesses: ClassVar[str] = (
        "Blind to synonyms and paraphrases; similar spelling passes for similar meaning. Sees little of word order "
        "(`word_order=2` sees more). Superfluous words cost little, as recall weighs more than precision."
    )
    disagreements: ClassVar[str] = (
        "chrF++.py, NLTK and Moses average F over all orders, sacreBLEU averages precision and recall over the "
        "orders that exist (`eps_smoothing` chooses). NLTK has β = 3, takes the mean of the segments' scores, and "
        "has one reference. A program that keeps white space gives other numbers (`whitespace=yes`)."
    )
    examples: ClassVar[tuple[str, ...]] = (
        "word_order=2,lowercase=yes",
        "eps_smoothing=yes,whitespace=yes",
        "char_order=9,beta=3",
    )

    lowercase: bool = lowercase_setting(False)
    eps_smoothing: bool = setting(
        False, "average F over all orders instead of the orders that exist", key="eff", shown={True: "no", False: "yes"}
    )
    char_order: int = setting(6, "longest character n-gram", key="nc", low=0, high=MAX_ORDER)
    word_order: int = setting(0, "longest word n-gram; 2 is chrF++", key="nw", low=0, high=MAX_ORDER)
    whitespace: bool = setting(False, "count white space as characters", key="space")
    beta: float = setting(
        2.0, "how much more recall weighs than precision", key="beta", low=0, high=1000, hide_default=True
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.char_order + self.word_order == 0:
            raise SettingError("chrf: char_order=0,word_order=0 leaves nothing to count; raise one of them")

    @property
    def label(self) -> str:
        return f"chrF{format_value(self.beta)}" + "+" * self.word_order

    @property
    def columns(self) -> tuple[str, ...]:
        orders = [f"char_{n + 1}" for n in range(self.char_order)] + [f"word_{n + 1}" for n in range(self.word_order)]
        return tuple(f"{kind}_{order}" for order in orders for kind in ("hypothesis", "reference", "matches"))

    def prepare(self, evalset: EvalSet) -> ReferenceTexts:
        references = evalset.required_references
        return ReferenceTexts(Segments(lowercased(references.texts, self.lowercase)), references.starts)

    def stats(self, hypotheses: Sequence[str], prepared: ReferenceTexts) -> Floats:
        rows = character_overlap_rows(
            Segments(lowercased(hypotheses, self.lowercase)),
            prepared.texts,
            prepared.starts,
            self.char_order,
            self.word_order,
            self.whitespace,
            self.threads,
        )
        if len(rows) == len(hypotheses):
            return rows
        return rows[first_best(self.score(rows), prepared.starts)]

    def pair_rows(self, hypotheses: Sequence[str], references: Sequence[str]) -> Floats:
        left, right = (Segments(lowercased(texts, self.lowercase)) for texts in (hypotheses, references))
        return pairwise_character_rows(left, right, self.char_order, self.word_order, self.whitespace, self.threads)

    def score(self, sums: Floats) -> Floats:
        if not self.eps_smoothing:
            return 100 * self._f_score(*self._averages(sums), otherwise=0.0)
        total = np.zeros(sums.shape[:-1])
        for hypothesis, reference, matches in self._orders(sums):
            precision = np.divide(matches, hypothesis, out=np.full_like(matches, _EPSILON), where=hypothesis > 0)
            recall = np.divide(matches, reference, out=np.full_like(matches, _EPSILON), where=reference > 0)
            total += self._f_score(precision, recall, otherwise=_EPSILON)
        return 100 * total / (self.char_order + self.word_order)

    def in_browser(self) -> BrowserFormula:
        return {
            "name": "chrf",
            "orders": self.char_order + self.word_order,
            "beta": self.beta,
            "epsilon": _EPSILON if self.eps_smoothing else None,
        }

    def parts(self, sums: Floats) -> Mapping[str, Floats]:
        precision, recall = self._averages(sums)
        return {"precision": 100 * precision, "recall": 100 * recall}

    def explain(self, hypothesis: str, references: Sequence[str]) -> Iterator[Step]:
        evalset = EvalSet([list(references)], warn_of_blanks=False)
        sums = self.stats([hypothesis], self.prepare(evalset))[0]
        rows = []
        orders = [f"{n} characters" for n in range(1, self.char_order + 1)]
        orders += [f"{n} words" for n in range(1, self.word_order + 1)]
        for order, numbers in zip(orders, self._orders(sums), strict=True):
            in_hypothesis, in_reference, matches = map(float, numbers)
            rates = [f"{100 * matches / total:.2f}" if total else "-" for total in (in_hypothesis, in_reference)]
            rows.append((order, shown(in_hypothesis), shown(in_reference), shown(matches), *rates))
        note = "Of several references the one with the best score counts." if len(references) > 1 else ""
        heads = ("n-grams of", "in hypothesis", "in reference", "matched", "precision", "recall")
        yield Counts("n-grams", heads, tuple(rows), note)
        score = float(self.score(sums))
        if self.eps_smoothing:
            yield Formula(self.label, "mean over all orders of (1+β²) P R / (β² P + R)", f"β = {self.beta:g}", score)
            return
        precision, recall = (100 * float(value) for value in self._averages(sums))
        yield Formula("P", "mean precision over the orders that both texts have", "mean of the column", precision)
        yield Formula("R", "mean recall over the same orders", "mean of the column", recall)
        factor = self.beta**2
        filled = f"(1 + {factor:g}) · {precision:.4f} · {recall:.4f} / ({factor:g} · {precision:.4f} + {recall:.4f})"
        if not precision + recall:
            filled = "nothing matches"
        yield Formula(self.label, "(1 + β²) P R / (β² P + R)", filled, score)

    def _orders(self, sums: Floats) -> Iterator[tuple[Floats, Floats, Floats]]:
        """Hypothesis count, reference count and matches of one order after the other.

        A loop and not one sum over an axis: numpy would add in another order than sacreBLEU, and a
        last bit can decide which of two references is the better one.
        """
        for first in range(0, sums.shape[-1], 3):
            yield sums[..., first], sums[..., first + 1], sums[..., first + 2]

    def _averages(self, sums: Floats) -> tuple[Floats, Floats]:
        """Precision and recall (0 to 1), averaged over the orders that both sides have."""
        precision, recall, orders = np.zeros((3, *sums.shape[:-1]))
        for hypothesis, reference, matches in self._orders(sums):
            both = (hypothesis > 0) & (reference > 0)
            precision += np.divide(matches, hypothesis, out=np.zeros_like(matches), where=both)
            recall += np.divide(matches, reference, out=np.zeros_like(matches), where=both)
            orders += both
        orders = np.maximum(orders, 1)
        return precision / orders, recall / orders

    def _f_score(self, precision: Floats, recall: Floats, otherwise: float) -> Floats:
        factor = self.beta**2
        denominator = factor * precision + recall
        numerator = (1 + factor) * precision * recall
        return np.divide(numerator, denominator, out=np.full_like(denominator, otherwise), where=denominator > 0)

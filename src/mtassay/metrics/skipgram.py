"""Skip n-grams that hypothesis and reference have in common: the features that BLANC combines."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay._native import Segments, skip_ngram_rows
from mtassay.corpus.evalset import EvalSet
from mtassay.metrics.base import Floats, Metric
from mtassay.metrics.browser_formula import BrowserFormula, ratio_formula
from mtassay.metrics.explanation import Counts, Formula, Step, shown
from mtassay.metrics.reference_texts import ReferenceTexts, first_best, lowercased
from mtassay.metrics.shared_word_metric import shares
from mtassay.metrics.word_settings import lowercase_setting, tokenize_setting
from mtassay.settings import setting
from mtassay.tokenizers.base import tokenizer

_STEPS_A_SECOND = 100_000_000
_SIDES = {
    "f": ("the harmonic mean of precision and recall", "2 · common / (hypothesis + reference)"),
    "precision": ("share of the hypothesis", "common / hypothesis"),
    "recall": ("share of the reference", "common / reference"),
}


@dataclass(frozen=True, kw_only=True)
class SkipGram(Metric[ReferenceTexts]):
    """2 · common / (hypothesis + reference), each the pairs of places with the same skip n-gram.

    A skip n-gram is n words in their order, whatever stands between them. `common` counts every pair of a place in the
    hypothesis and a place in the reference that hold the same one; each word that is skipped, in either text, takes the
    pair times `decay`: 1 counts all skip n-grams alike, 0 only n-grams without a gap. `hypothesis` and `reference` are
    the same of each text with itself. With `side=precision` the score is common / hypothesis, with `side=recall`
    common / reference.

    These are the features of BLANC, which combines several of them by weights that are learned from judgments.

    Nothing is clipped: a word that comes twice in both texts makes four pairs. So precision and recall can be above 1
    where one text repeats what the other has once; their harmonic mean cannot. All three numbers are summed over the
    corpus. Of several references the one with the best score counts.
    """

    name: ClassVar[str] = "skipgram"
    title: ClassVar[str] = "common skip n-grams, the features of BLANC"
    paper: ClassVar[str] = (
        "Lucian Vlad Lita, Monica Rogati and Alon Lavie. 2005. BLANC: Learning Evaluation Metrics for MT. "
        "Proceedings of HLT-EMNLP 2005, pages 740-747."
    )
    range: ClassVar[str] = "0 (nothing in common) to 1 (the reference itself); precision and recall alone may exceed 1"
    strengths: ClassVar[str] = (
        "Rewards words in the right order also where others stand between them, and says by one number how much gaps "
        "matter."
    )
    weaknesses: ClassVar[str] = (
        "Pairs grow with the square of repetition and, with little decay, with a high power of the length: of a corpus "
        "the longest segments, and frequent words, decide. One order alone is a part of a metric, not a whole one."
    )
    disagreements: ClassVar[str] = (
        "The paper's own parameters were not to be had; the recurrence is the usual one of common subsequences with "
        "gaps. Skip bigrams of ROUGE-S are clipped and limit the gap instead."
    )
    places: ClassVar[int] = 4
    examples: ClassVar[tuple[str, ...]] = (
        "order=3,decay=0,side=precision",
        "order=1,lowercase=yes,tokenize=13a",
        "order=4,decay=1,side=recall",
    )

    order: int = setting(2, "words of a skip n-gram", key="ord", low=1, high=4)
    decay: float = setting(
        0.5, "what each skipped word takes a pair times; 1 for no matter, 0 for no gaps", low=0, high=1
    )
    side: str = setting("f", "precision, recall, or f for their harmonic mean", choices=tuple(_SIDES))
    lowercase: bool = lowercase_setting(False)
    tokenize: str = tokenize_setting()

    def __post_init__(self) -> None:
        super().__post_init__()
        tokenizer(self.tokenize)

    @staticmethod
    def cost(hypothesis: str, reference: str) -> float:
        """Every two words are compared, within each text too."""
        return (len(hypothesis) + len(reference)) ** 2 / _STEPS_A_SECOND

    @property
    def label(self) -> str:
        side = "" if self.side == "f" else f" {self.side}"
        return f"skip-{self.order}-gram{side}"

    @property
    def columns(self) -> tuple[str, ...]:
        return ("common", "hypothesis", "reference")

    def _segments(self, texts: Sequence[str]) -> Segments:
        return Segments(tokenizer(self.tokenize).prepare(lowercased(texts, self.lowercase)))

    def prepare(self, evalset: EvalSet) -> ReferenceTexts:
        references = evalset.required_references
        return ReferenceTexts(self._segments(references.texts), references.starts)

    def stats(self, hypotheses: Sequence[str], prepared: ReferenceTexts) -> Floats:
        rows = skip_ngram_rows(
            self._segments(hypotheses),
            prepared.texts,
            prepared.starts,
            tokenizer(self.tokenize).tokenization,
            self.order,
            self.decay,
            self.threads,
        )
        if len(rows) > len(hypotheses):
            rows = np.ascontiguousarray(rows[first_best(self.score(rows), prepared.starts)])
        return rows

    def score(self, sums: Floats) -> Floats:
        common, hypothesis, reference = np.moveaxis(sums, -1, 0)
        if self.side == "f":
            return shares(2 * common, hypothesis + reference)
        return shares(common, hypothesis if self.side == "precision" else reference)

    def parts(self, sums: Floats) -> Mapping[str, Floats]:
        common, hypothesis, reference = np.moveaxis(sums, -1, 0)
        return {"precision": shares(common, hypothesis), "recall": shares(common, reference)}

    def in_browser(self) -> BrowserFormula:
        if self.side == "f":
            return ratio_formula(self.columns, {"common": 2}, {"hypothesis": 1, "reference": 1})
        return ratio_formula(
            self.columns, {"common": 1}, {"hypothesis" if self.side == "precision" else "reference": 1}
        )

    def explain(self, hypothesis: str, references: Sequence[str]) -> Iterator[Step]:
        best = self.best_reference(hypothesis, references)
        row = self.stats([hypothesis], self.prepare(EvalSet([[references[best]]], warn_of_blanks=False)))[0]
        common, own, other = (shown(value) for value in row.tolist())
        which = "" if len(references) == 1 else f", with the best reference ({best + 1} of {len(references)})"
        gaps = "alike whatever they skip" if self.decay == 1 else f"times {self.decay:g} for each word skipped"
        yield Counts(
            f"Pairs of places with the same {self.order} words in order, counted {gaps}{which}",
            ("", "pairs"),
            (("hypothesis and reference", common), ("hypothesis with itself", own), ("reference with itself", other)),
        )
        words, formula = _SIDES[self.side]
        filled = {
            "f": f"2 · {common} / ({own} + {other})",
            "precision": f"{common} / {own}",
            "recall": f"{common} / {other}",
        }[self.side]
        empty = not float(self.score(row)) and not row[1:].all()
        yield Formula(
            self.label, f"{formula}: {words}", "a text has no such n-gram" if empty else filled, float(self.score(row))
        )

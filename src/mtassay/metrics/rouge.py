"""ROUGE: F1 of n-grams or of the longest common subsequence."""

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from mtassay._native import RougeUnit, Segments, rouge_rows
from mtassay.alignment.stems import NO_STEMMER, check_stemmer, stem_words, stemmer_signature
from mtassay.corpus.evalset import EvalSet
from mtassay.errors import MtassayWarning
from mtassay.metrics.base import Floats, Metric
from mtassay.metrics.browser_formula import BrowserFormula, ratio_formula
from mtassay.metrics.reference_texts import ReferenceTexts, first_best
from mtassay.settings import setting

_TYPES = {
    "1": (RougeUnit.NGRAM, 1),
    "2": (RougeUnit.NGRAM, 2),
    "L": (RougeUnit.SUBSEQUENCE, 1),
    "Lsum": (RougeUnit.SENTENCES, 1),
}
_STEMMED_FROM = 4  # shorter words stay as they are, as in rouge-score
_TEXT = re.compile("[^0-9a-z\n]+")
_READABLE = re.compile("[0-9A-Za-z]")


@dataclass(frozen=True, kw_only=True)
class Rouge(Metric[ReferenceTexts]):
    """2 · P · R / (P + R): P is the shared part of the hypothesis, R that of the reference; the mean over segments.

    `type=1` and `type=2` count n-grams of one and two words, `type=L` the longest common subsequence,
    `type=Lsum` the union of those of each line of the reference with all lines of the hypothesis. With
    several references the one with the highest F1 counts.

    Words are runs of a-z and 0-9 in lower case, whatever the language: other letters are cut out, and of
    text in another script nothing is left, which is warned of.

    Agrees with rouge-score 0.1.2. `stem=yes` needs `pip install 'mtassay[stem]'` and stems words of four
    characters or more by Porter's algorithm as published; rouge-score uses NLTK's version of it, which
    stems some words otherwise ("used", "dies"). See the docs on n-gram metrics for how much that matters.
    """

    name: ClassVar[str] = "rouge"
    title: ClassVar[str] = "F1 of n-grams or common subsequences"
    paper: ClassVar[str] = (
        "Chin-Yew Lin. 2004. ROUGE: A Package for Automatic Evaluation of Summaries. "
        "Text Summarization Branches Out, pages 74-81."
    )
    range: ClassVar[str] = "0 (nothing shared) to 1 (the same words, for L in the same order)"
    strengths: ClassVar[str] = (
        "The usual measure of summaries, so scores can be compared with much published work; "
        "L rewards the right order without asking for neighbours."
    )
    weaknesses: ClassVar[str] = (
        "Made for English: letters besides a to z are dropped. Paraphrases count for nothing, and type 1 ignores word "
        "order."
    )
    disagreements: ClassVar[str] = (
        "The original Perl program, rouge-score and others differ in tokens, stemmer, sentence splitting and, with "
        "several references, in taking the best or the mean; L of text in lines differs from Lsum."
    )
    places: ClassVar[int] = 4
    examples: ClassVar[tuple[str, ...]] = ("type=1", "type=2,stem=yes", "type=Lsum")

    type: str = setting("L", "what is counted: words, pairs of words, common subsequences", choices=tuple(_TYPES))
    stem: bool = setting(
        False,
        "compare stems of English words (Porter)",
        shown=lambda stem: stemmer_signature("porter" if stem else NO_STEMMER, "rouge"),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.stem:
            check_stemmer("porter", "rouge")  # what is missing should be known before any text is read

    @property
    def label(self) -> str:
        return f"ROUGE-{self.type}"

    @property
    def columns(self) -> tuple[str, ...]:
        return ("precision", "recall", "f1", "segments")

    def for_evalset(self, evalset: EvalSet) -> Self:
        checked = super().for_evalset(evalset)
        texts = evalset.required_references.texts
        unreadable = sum(not _READABLE.search(text) and not text.isspace() for text in texts if text)
        if unreadable:
            warnings.warn(
                f"rouge reads only a-z and 0-9, and {unreadable} of {len(texts)} references have none and score 0; "
                "for other scripts use a metric such as chrf",
                MtassayWarning,
                stacklevel=2,
            )
        return checked

    def signature_items(self) -> Iterator[tuple[str, str]]:
        yield "case", "lc"
        yield "tok", "rouge"  # runs of a to z and 0 to 9
        yield from super().signature_items()

    def _segments(self, texts: Sequence[str]) -> Segments:
        lowered = [text.lower() for text in texts]
        return Segments(_stemmed(lowered) if self.stem else lowered)

    def prepare(self, evalset: EvalSet) -> ReferenceTexts:
        references = evalset.required_references
        return ReferenceTexts(self._segments(references.texts), references.starts)

    def stats(self, hypotheses: Sequence[str], prepared: ReferenceTexts) -> Floats:
        unit, order = _TYPES[self.type]
        counts = rouge_rows(self._segments(hypotheses), prepared.texts, prepared.starts, unit, order, self.threads)
        shared, hypothesis, reference = counts.T
        precision, recall = shared / np.maximum(hypothesis, 1), shared / np.maximum(reference, 1)
        both = precision + recall
        f1 = np.divide(2 * precision * recall, both, out=np.zeros_like(both), where=both > 0)
        rows = np.column_stack([precision, recall, f1, np.ones_like(f1)])
        return rows if len(rows) == len(hypotheses) else rows[first_best(f1, prepared.starts)]

    def score(self, sums: Floats) -> Floats:
        return self._mean(sums, 2)

    def in_browser(self) -> BrowserFormula:
        return ratio_formula(self.columns, {"f1": 1}, {"segments": 1})

    def parts(self, sums: Floats) -> Mapping[str, Floats]:
        return {"precision": self._mean(sums, 0), "recall": self._mean(sums, 1)}

    def _mean(self, sums: Floats, column: int) -> Floats:
        total, segments = sums[..., column], sums[..., 3]
        return np.divide(total, segments, out=np.zeros_like(total), where=segments > 0)


def _stemmed(texts: Sequence[str]) -> list[str]:
    """The words of texts in lower case as stems, lines kept."""
    plain = [_TEXT.sub(" ", text) for text in texts]
    words = list({word for text in plain for word in text.split() if len(word) >= _STEMMED_FROM})
    stems = dict(zip(words, stem_words(words, "porter", "rouge"), strict=True))
    return [
        "\n".join(" ".join(stems.get(word, word) for word in line.split(" ")) for line in text.split("\n"))
        for text in plain
    ]

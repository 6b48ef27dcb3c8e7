"""RIBES: whether the words stand in the order of the reference."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay._native import Segments, place_rows
from mtassay.alignment.matches import match_words
from mtassay.corpus.evalset import EvalSet
from mtassay.metrics.base import Floats
from mtassay.metrics.explanation import Formula, Step, matching
from mtassay.metrics.reference_texts import ReferenceTexts, lowercased
from mtassay.metrics.segment_mean import SegmentMean
from mtassay.metrics.word_settings import lowercase_setting, tokenize_setting
from mtassay.settings import setting
from mtassay.tokenizers.base import tokenizer


@dataclass(frozen=True, kw_only=True)
class Ribes(SegmentMean[ReferenceTexts]):
    """NKT · P^alpha · BP^beta: how many pairs of words stand in the order of the reference.

    Each hypothesis word is given its place in the reference: directly if it occurs once in both texts, else
    by the shortest stretch of words that begins or ends with it and does. Words without a place are
    left out. NKT is the share of pairs of the others that are in ascending order (Kendall's τ between 0 and 1), P
    the share of hypothesis words that have a place, BP = exp(1 - r/h) where the hypothesis is shorter (h words)
    than the reference (r), else 1. Fewer than two words with a place score 0, but a reference of one word that
    the hypothesis has counts as in order.

    A segment has the best score of its references, the corpus the mean of its segments. Agrees with RIBES.py 1.03,
    which stops at an empty reference; here that scores 0.
    """

    name: ClassVar[str] = "ribes"
    title: ClassVar[str] = "rank correlation of word order"
    paper: ClassVar[str] = (
        "Hideki Isozaki, Tsutomu Hirao, Kevin Duh, Katsuhito Sudoh and Hajime Tsukada. 2010. Automatic Evaluation of "
        "Translation Quality for Distant Language Pairs. Proceedings of EMNLP 2010, pages 944-952."
    )
    places: ClassVar[int] = 4
    range: ClassVar[str] = "0 to 1: 0 is words in reverse order or none in common, 1 is the reference word for word"
    strengths: ClassVar[str] = (
        "Sees whether clauses far apart are in the right order, which n-grams do not; made for pairs such as Japanese "
        "and English."
    )
    weaknesses: ClassVar[str] = (
        "Hardly cares which words are missing, since precision has a small weight; and a segment with fewer than two "
        "words in place gets 0 however good it is."
    )
    disagreements: ClassVar[str] = (
        "NLTK's ribes_score looks at the context on the right first, keeps case, and gives a segment of one word 0; on "
        "segments without repeated words, and of two words or more, it agrees."
    )
    examples: ClassVar[tuple[str, ...]] = ("alpha=1,beta=0.5,lowercase=no,tokenize=13a",)

    alpha: float = setting(0.25, "exponent of the precision", low=0, high=100, hide_default=True)
    beta: float = setting(0.1, "exponent of the brevity penalty", low=0, high=100, hide_default=True)
    lowercase: bool = lowercase_setting(True)
    tokenize: str = tokenize_setting()

    def __post_init__(self) -> None:
        super().__post_init__()
        tokenizer(self.tokenize)

    @property
    def label(self) -> str:
        return "RIBES"

    def _segments(self, texts: Sequence[str]) -> Segments:
        return Segments(tokenizer(self.tokenize).prepare(lowercased(texts, self.lowercase)))

    def prepare(self, evalset: EvalSet) -> ReferenceTexts:
        references = evalset.required_references
        return ReferenceTexts(self._segments(references.texts), references.starts)

    def segment_values(self, hypotheses: Sequence[str], prepared: ReferenceTexts) -> Floats:
        tokenization = tokenizer(self.tokenize).tokenization
        placed = place_rows(self._segments(hypotheses), prepared.texts, prepared.starts, tokenization, self.threads)
        values = self._values(*placed.T)
        return values if len(values) == len(hypotheses) else np.maximum.reduceat(values, prepared.starts[:-1])

    def explain(self, hypothesis: str, references: Sequence[str]) -> Iterator[Step]:
        best = self.best_reference(hypothesis, references)
        texts = tokenizer(self.tokenize).tokenize(lowercased([hypothesis, references[best]], self.lowercase))
        words, reference = (text.split() for text in texts)
        matched = match_words(words, reference, "ribes")
        which = "" if len(references) == 1 else f", with the best reference ({best + 1} of {len(references)})"
        yield matching(f"Words whose place in the reference is known{which}", words, reference, matched)
        placed = [match.reference for match in matched.matches]
        pairs = len(placed) * (len(placed) - 1) // 2
        rising = sum(place < other for index, place in enumerate(placed) for other in placed[index + 1 :])
        is_one_word = len(placed) == 1 and len(reference) == 1
        order = 1.0 if is_one_word else rising / pairs if pairs else 0.0
        filled = f"{rising} / {pairs}" if pairs else "one word, in place" if is_one_word else "fewer than two places"
        yield Formula("NKT", "pairs of words in the right order / all pairs", filled, order)
        length = max(1, len(words))
        precision = len(placed) / length
        yield Formula("P", "words with a place / words of the hypothesis", f"{len(placed)} / {length}", precision)
        brevity = math.exp(min(0.0, 1 - len(reference) / length))
        yield Formula("BP", "min(1, exp(1 - r / h))", f"min(1, exp(1 - {len(reference)} / {length}))", brevity)
        value = order * precision**self.alpha * brevity**self.beta
        filled = f"{order:.4f} · {precision:.4f}^{self.alpha:g} · {brevity:.4f}^{self.beta:g}"
        yield Formula("RIBES", "NKT · P^alpha · BP^beta", filled, value)

    def _values(self, ascending: Floats, placed: Floats, hypothesis: Floats, reference: Floats) -> Floats:
        pairs = placed * (placed - 1) / 2
        order = np.divide(ascending, pairs, out=np.zeros_like(pairs), where=pairs > 0)
        order[(placed == 1) & (reference == 1)] = 1
        length = np.maximum(hypothesis, 1)
        brevity = np.minimum(1 - reference / length, 0)  # its logarithm
        return order * (placed / length) ** self.alpha * np.exp(self.beta * brevity)

"""GLEU: the smaller of precision and recall of n-grams, as Google's translation system was tuned with."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay._native import MAX_ORDER
from mtassay.metrics.base import Floats
from mtassay.metrics.browser_formula import BrowserFormula, ratio_formula
from mtassay.metrics.shared_word_metric import SharedWordMetric, SharedWords, first_best_of, shares
from mtassay.metrics.word_settings import lowercase_setting
from mtassay.settings import setting


@dataclass(frozen=True, kw_only=True)
class Gleu(SharedWordMetric):
    """Matches / the larger of the numbers of n-grams, n = 1..4 together: the smaller of precision and recall.

    A match is an n-gram in both texts, counted at most as often as in either. With several references
    each segment is held against the one that gives it the best score. Matches and larger numbers are
    summed over the corpus.

    Agrees with NLTK 3.10. Not the GLEU for grammatical error correction, which also reads the source.
    """

    name: ClassVar[str] = "gleu"
    title: ClassVar[str] = "the smaller of n-gram precision and recall"
    paper: ClassVar[str] = (
        "Yonghui Wu, Mike Schuster, Zhifeng Chen, Quoc V. Le, Mohammad Norouzi and others. 2016. Google's Neural "
        "Machine Translation System: Bridging the Gap between Human and Machine Translation. arXiv:1609.08144."
    )
    range: ClassVar[str] = "0 (no word in common) to 1 (the same n-grams as a reference)"
    strengths: ClassVar[str] = (
        "Made for single sentences: no smoothing, no brevity penalty, and output and reference are treated alike."
    )
    weaknesses: ClassVar[str] = (
        "Single words are a third or more of all n-grams, so it rewards right words in a wrong order; "
        "the paper defines it for sentences only."
    )
    disagreements: ClassVar[str] = (
        "Some tools average the scores of sentences where NLTK, and this metric, sum matches over the corpus; "
        "another metric of the same name judges grammatical error correction."
    )
    places: ClassVar[int] = 4
    examples: ClassVar[tuple[str, ...]] = ("lowercase=yes,tokenize=13a,max_ngram_order=9",)

    lowercase: bool = lowercase_setting(False)
    max_ngram_order: int = setting(4, "longest n-gram", key="ord", low=1, high=MAX_ORDER, hide_default=True)

    @property
    def label(self) -> str:
        return "GLEU"

    @property
    def columns(self) -> tuple[str, ...]:
        return ("matches", "larger", "hypothesis", "reference")

    @property
    def longest(self) -> int:
        return self.max_ngram_order

    def rows_of(self, shared: SharedWords) -> Floats:
        matches = shared.matches.sum(axis=-1)
        hypothesis, reference = shared.hypothesis_totals.sum(axis=-1), shared.reference_totals.sum(axis=-1)
        rows = np.stack([matches, np.maximum(hypothesis, reference), hypothesis, reference], axis=-1)[:, :, 0]
        # an empty reference of an empty hypothesis counts only where there is no other, as in NLTK
        scores = np.where(rows[..., 1] > 0, self.score(rows), -1.0)
        return first_best_of(scores, shared.present[:, :, 0], rows)

    def score(self, sums: Floats) -> Floats:
        return shares(sums[..., 0], sums[..., 1])

    def in_browser(self) -> BrowserFormula:
        return ratio_formula(self.columns, {"matches": 1}, {"larger": 1})

    def parts(self, sums: Floats) -> Mapping[str, Floats]:
        matches, _, hypothesis, reference = (sums[..., column] for column in range(4))
        return {"precision": shares(matches, hypothesis), "recall": shares(matches, reference)}

"""bleu-disa: BLEU of single sentences that passes over orders without a match."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.metrics.base import Floats
from mtassay.metrics.shared_word_metric import SharedWordMetric, SharedWords, first_best_of, shares
from mtassay.settings import setting

DISA_REPORT = "the DISA report on the evaluation of machine translation, section"


@dataclass(frozen=True, kw_only=True)
class DisaBleu(SharedWordMetric):
    """BP · (p₁ · … · pₖ)^(1/k), k being the longest n-gram, up to 4 words, of which there is a match.

    pₙ is the share of the hypothesis' n-grams that are in the reference, counted at most as often as
    there, BP = exp(1 - r/c) where the hypothesis (c words) is shorter than the reference (r), else 1.
    Without a common word the score is 0. Text is in lower case and cut at white space. It is meant for
    single sentences and one reference; of several the one that gives the best score counts. Over a
    corpus matches are summed first, and where there is a match of four words it is plain BLEU.

    Agrees with the worked example of the DISA report. Its prose never lets BP exceed 1 and its
    pseudocode does: `bp_clip=no`.
    """

    name: ClassVar[str] = "bleu-disa"
    title: ClassVar[str] = "BLEU of sentences that leaves out orders without a match"
    paper: ClassVar[str] = (
        f"{DISA_REPORT} 2.1. BLEU itself: Kishore Papineni, Salim Roukos, Todd Ward and Wei-Jing Zhu. 2002. BLEU: a "
        "Method for Automatic Evaluation of Machine Translation. Proceedings of ACL 2002, pages 311-318."
    )
    range: ClassVar[str] = "0 (no word in common) to 1 (every n-gram matches); with bp_clip=no up to e"
    strengths: ClassVar[str] = "Gives short sentences a score above 0 without an invented count."
    weaknesses: ClassVar[str] = (
        "A sentence without a match of two words is judged by its words alone, so one whose words stand in "
        "reverse order can score 1, more than a better one."
    )
    disagreements: ClassVar[str] = (
        "The report's prose and its pseudocode differ in whether a longer output gets a penalty above 1."
    )
    places: ClassVar[int] = 4
    examples: ClassVar[tuple[str, ...]] = ("lowercase=no,tokenize=13a,bp_clip=no",)

    bp_clip: bool = setting(True, "never let the brevity penalty exceed 1", key="clip", hide_default=True)

    @property
    def label(self) -> str:
        return "BLEU-DISA"

    @property
    def columns(self) -> tuple[str, ...]:
        orders = range(1, self.longest + 1)
        return (
            "hypothesis_length",
            "reference_length",
            *(f"matches_{n}" for n in orders),
            *(f"total_{n}" for n in orders),
        )

    def rows_of(self, shared: SharedWords) -> Floats:
        lengths = np.stack([shared.hypothesis_words, shared.reference_words], axis=-1)
        rows = np.concatenate([lengths, shared.matches, shared.hypothesis_totals], axis=-1)[:, :, 0]
        present = shared.present[:, :, 0]
        return first_best_of(self.score(np.where(present[..., np.newaxis], rows, 0.0)), present, rows)

    def score(self, sums: Floats) -> Floats:
        precisions = self._precisions(sums)
        used = self._orders_used(precisions)
        logs = np.zeros(sums.shape[:-1])
        for n in range(self.longest):
            # where there is no match there is none of a longer order either, and log 1 leaves all of them out
            logs += np.log(np.where(precisions[..., n] > 0, precisions[..., n], 1.0))
        return np.where(precisions[..., 0] > 0, self._brevity_penalty(sums) * np.exp(logs / used), 0.0)

    def parts(self, sums: Floats) -> Mapping[str, Floats]:
        precisions = self._precisions(sums)
        return {
            **{f"precision_{n + 1}": precisions[..., n] for n in range(self.longest)},
            "orders_used": self._orders_used(precisions),
            "brevity_penalty": self._brevity_penalty(sums),
        }

    def _precisions(self, sums: Floats) -> Floats:
        return shares(sums[..., 2 : 2 + self.longest], sums[..., 2 + self.longest :])

    def _orders_used(self, precisions: Floats) -> Floats:
        # an order without a match has none above it, so those with one are the first
        return np.asarray(np.maximum((precisions > 0).sum(axis=-1), 1), dtype=np.float64)

    def _brevity_penalty(self, sums: Floats) -> Floats:
        hypothesis, reference = sums[..., 0], sums[..., 1]
        ratio = np.divide(reference, hypothesis, out=np.full_like(reference, np.inf), where=hypothesis > 0)
        return np.asarray(np.exp(1 - (np.maximum(ratio, 1.0) if self.bp_clip else ratio)))

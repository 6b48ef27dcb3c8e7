"""Discriminative n-grams: what tells the outputs of a system from the references."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.analyses.base import Analysis, Cell, Plan, Result
from mtassay.analyses.counting.ngram_counts import NgramCounts
from mtassay.analyses.counting.sparse_logistic import PairRows, fit
from mtassay.analyses.counting.view import View
from mtassay.errors import SettingError
from mtassay.settings import did_you_mean, setting

_FEWEST_SEGMENTS = 2


@dataclass(frozen=True)
class WeightedNgram:
    """An n-gram and its weight: below 0 it is said too often, above 0 too seldom."""

    words: tuple[str, ...]
    text: str
    weight: float


@dataclass(frozen=True, eq=False, kw_only=True)
class WeightTable(Result):
    """The n-grams that tell a system from something else, the largest weights first.

    `told_apart` is the share of left-out segments that a model of the others tells apart.
    """

    system: str
    against: str
    weights: tuple[WeightedNgram, ...]
    told_apart: float

    def records(self) -> list[dict[str, Cell]]:
        return [
            {
                "analysis": self.spec,
                "table": self.title,
                "system": self.system,
                "against": self.against,
                "line": ngram.text,
                "weight": ngram.weight,
                "told apart": self.told_apart,
            }
            for ngram in self.weights
        ]


@dataclass(frozen=True, kw_only=True)
class Discriminative(Analysis):
    """A logistic model that tells references from outputs by their n-grams, with few weights that are not 0.

    The weights w make mean log(1 + exp(-w·x)) + λ |w| smallest, where x is how much more often the reference of a
    segment has each n-gram than the output, and λ a share of the smallest λ that leaves no weight. Told from another
    system, it needs no references.
    """

    name: ClassVar[str] = "discriminative"
    title: ClassVar[str] = "n-grams that tell a system from the references"
    question: ClassVar[str] = "What are the habits of a system: what does it say too often, what too seldom?"
    counts: ClassVar[str] = (
        "N-grams of references less those of outputs, by segment, for those that stand in two segments or more. Half "
        "of the segments is left out in turn to see how far the habits hold."
    )
    blind_to: ClassVar[str] = (
        "N-grams that always come together share a weight, or one of them gets it. Weights have no test; the share of "
        "left-out segments told apart says how much they are worth."
    )
    paper: ClassVar[str] = (
        "Koichi Akabe, Graham Neubig, Sakriani Sakti, Tomoki Toda and Satoshi Nakamura. 2014. Discriminative Language "
        "Models as a Tool for Machine Translation Error Analysis. Proceedings of COLING 2014, pages 1124-1132."
    )
    examples: ClassVar[tuple[str, ...]] = ("orders=1,strength=0.3",)

    orders: int = setting(3, "words of the longest n-grams", low=1, high=16)
    strength: float = setting(0.1, "share of the smallest λ that leaves no weight", low=0.01, high=0.99)
    against: str = setting("", "a system to tell the others from, instead of the references", hide_default=True)

    def missing(self, view: View) -> str:
        return "" if self.against or view.has("references") else "references"

    def results(self, view: View, plan: Plan) -> Iterator[Result]:
        view.number_all()
        other = None
        if self.against:
            if self.against not in plan.systems:
                raise SettingError(
                    f"discriminative: there is no system {self.against!r}{did_you_mean(self.against, plan.systems)}"
                )
            other = plan.runs[plan.systems.index(self.against)][0]
        for place, system in enumerate(plan.systems):
            if system == self.against:
                continue
            run = plan.runs[place][0]
            reference = view.reference_words(run) if other is None else view.output_words(other)
            counts = NgramCounts.of([view.output_words(run)], [reference], self.orders, _FEWEST_SEGMENTS)
            yield self._table(counts, view, system if len(plan.runs[place]) == 1 else view.runs[run])

    def _table(self, counts: NgramCounts, view: View, system: str) -> WeightTable:
        values = (counts.references - counts.outputs)[:, 0].astype(np.float64)
        rows = PairRows(counts.segments.astype(np.int64), counts.ngrams, values, len(view), len(counts))
        weights = fit(rows, self.strength)
        order = np.argsort(-np.abs(weights), kind="stable")
        words = {ngram: counts.text(ngram, view.vocabulary) for ngram in order.tolist() if weights[ngram]}
        ngrams = [WeightedNgram(own, view.joined(own), float(weights[ngram])) for ngram, own in words.items()]
        against = self.against or "the references"
        return WeightTable(
            spec=self.spec,
            title=f"What tells {system} from {against}",
            system=system,
            against=against,
            weights=tuple(ngrams),
            told_apart=self._held_out(rows),
        )

    def _held_out(self, rows: PairRows) -> float:
        """The share of segments that a model of the other half tells apart; what it cannot decide is half of that."""
        right = 0.0
        is_odd = np.arange(rows.segments) % 2 == 1
        for left_out in (is_odd, ~is_odd):
            margins = rows.cut(left_out).products(fit(rows.cut(~left_out), self.strength))
            right += np.count_nonzero(margins > 0) + np.count_nonzero(margins == 0) / 2
        return right / rows.segments if rows.segments else 0.5

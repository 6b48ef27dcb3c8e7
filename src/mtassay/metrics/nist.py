"""NIST: n-gram matches weighed by how much information they carry."""

import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np

from mtassay._native import MAX_ORDER, NgramInformation, NistStyle, Segments, nist_rows
from mtassay.corpus.evalset import EvalSet
from mtassay.metrics.base import Floats, Metric
from mtassay.metrics.explanation import Counts, Step
from mtassay.metrics.reference_texts import ReferenceTexts
from mtassay.settings import setting
from mtassay.tokenizers.base import tokenizer

_ASCII_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)
# the penalty is 1/2 where the output has 2/3 of the words of a reference
_STEEPNESS = np.log(0.5) / np.log(1.5) ** 2


@dataclass(frozen=True)
class InformedReferences(ReferenceTexts):
    """References, and what their n-grams tell; a slice keeps what the whole test set tells."""

    information: NgramInformation

    def __getitem__(self, index: slice) -> Self:
        part = ReferenceTexts(self.texts, self.starts)[index]
        return type(self)(part.texts, part.starts, self.information)


@dataclass(frozen=True, kw_only=True)
class Nist(Metric[InformedReferences]):
    """LP · Σ over n = 1..5 of (information of the matched n-grams / number of n-grams of the hypothesis).

    The information of an n-gram is log₂(N(its first n-1 words) / N(all of it)), where N counts in all
    references of the test set; for single words the numerator is the number of words there. So rare
    words weigh more than "the". LP = exp(-b · ln²(c/r)) where the hypotheses (c words) are shorter
    than the references (r, the mean of several), else 1; b is such that LP = 1/2 at c/r = 2/3. Sums
    go over the corpus; an n-gram counts at most as often as in the reference that has it most often.

    Scores of segments use the information of the whole test set, and resampling keeps it: intervals
    and tests take the test set's weights as given. Pairs scored by themselves use one reference's.

    Agrees with mteval-v14.pl, which lowers A to Z only: `lowercase=no` is its `-c`, `tokenize=intl` its
    `--international-tokenization`. `style=nltk,lowercase=no,tokenize=none` is what NLTK 3.10 computes.
    """

    name: ClassVar[str] = "nist"
    title: ClassVar[str] = "information of matched n-grams with a length penalty"
    paper: ClassVar[str] = (
        "George Doddington. 2002. Automatic Evaluation of Machine Translation Quality Using N-gram Co-Occurrence "
        "Statistics. Proceedings of HLT 2002, pages 138-145."
    )
    range: ClassVar[str] = "0 (no match) upwards; a perfect score depends on the references, often 8 to 15"
    strengths: ClassVar[str] = (
        "Content words count more than function words, and a slightly short output is hardly punished."
    )
    weaknesses: ClassVar[str] = (
        "Scores of different test sets cannot be compared, since the weights come from the references; "
        "nearly all of the score comes from single words and pairs of words, so word order matters little."
    )
    disagreements: ClassVar[str] = (
        "mteval takes the mean length of several references and the most frequent count of each n-gram; NLTK takes for "
        "each order the one reference that fits best, with its length, and fails where an order has no n-gram at all."
    )
    places: ClassVar[int] = 4
    examples: ClassVar[tuple[str, ...]] = ("lowercase=no,tokenize=none,style=nltk", "max_ngram_order=2,tokenize=zh")

    lowercase: bool = setting(
        True,
        "compare without case; as in mteval only A to Z are lowered",
        key="case",
        shown={True: "lc", False: "mixed"},
    )
    tokenize: str = setting(
        "13a",
        "how text is cut into words: 13a, intl, zh, char, none or another tokenizer",
        key="tok",
        shown=lambda spec: tokenizer(spec).signature,
    )
    max_ngram_order: int = setting(5, "longest n-gram", key="n", low=1, high=MAX_ORDER)
    style: str = setting(
        "mteval",
        "what several references count as: their most frequent counts and mean length, or for each order the best one",
        choices=("mteval", "nltk"),
        hide_default=True,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        tokenizer(self.tokenize)

    def perfect_score(self, text: str) -> float | None:
        return None  # what n-grams tell depends on all references

    @property
    def label(self) -> str:
        return "NIST"

    @property
    def columns(self) -> tuple[str, ...]:
        orders = range(1, self.max_ngram_order + 1)
        return (
            "hypothesis_length",
            "reference_length",
            *(f"information_{n}" for n in orders),
            *(f"total_{n}" for n in orders),
        )

    def signature_items(self) -> Iterator[tuple[str, str]]:
        for key, value in super().signature_items():
            yield key, value
            if key == "n":
                yield "info", "corpus"

    def explain(self, hypothesis: str, references: Sequence[str]) -> Iterator[Step]:
        for step in super().explain(hypothesis, references):
            if isinstance(step, Counts) and not step.note:
                note = "Information is that of these references alone; in a test set, that of all of its references."
                yield replace(step, note=note)
            else:
                yield step

    def _segments(self, texts: Sequence[str]) -> Segments:
        if self.lowercase:
            texts = [text.lower() if text.isascii() else text.translate(_ASCII_LOWER) for text in texts]
        return Segments(tokenizer(self.tokenize).prepare(texts))

    def prepare(self, evalset: EvalSet) -> InformedReferences:
        references = evalset.required_references
        texts = self._segments(references.texts)
        return InformedReferences(texts, references.starts, self._information(texts))

    def _information(self, texts: Segments) -> NgramInformation:
        return NgramInformation(texts, tokenizer(self.tokenize).tokenization, self.max_ngram_order)

    def stats(self, hypotheses: Sequence[str], prepared: InformedReferences) -> Floats:
        return self._rows(self._segments(hypotheses), prepared)

    def _rows(self, hypotheses: Segments, prepared: InformedReferences) -> Floats:
        style = NistStyle[self.style.upper()]
        return nist_rows(hypotheses, prepared.texts, prepared.starts, prepared.information, style, self.threads)

    def pair_rows(self, hypotheses: Sequence[str], references: Sequence[str]) -> Floats:
        rows = np.empty((len(hypotheses), len(references), len(self.columns)))
        segments = self._segments(hypotheses)
        starts = np.arange(len(hypotheses) + 1, dtype=np.int64)
        for column, reference in enumerate(references):
            # by itself, a reference is all that tells how much its n-grams mean
            information = self._information(self._segments([reference]))
            repeated = InformedReferences(self._segments([reference] * len(hypotheses)), starts, information)
            rows[:, column] = self._rows(segments, repeated)
        return rows.reshape(-1, len(self.columns))

    def score(self, sums: Floats) -> Floats:
        total = np.zeros(sums.shape[:-1])
        for order in self._orders(sums):
            total += order
        return total * self._length_penalty(sums)

    def parts(self, sums: Floats) -> Mapping[str, Floats]:
        hypothesis, reference = sums[..., 0], sums[..., 1]
        return {
            **{f"nist_{n}": order for n, order in enumerate(self._orders(sums), start=1)},
            "length_penalty": self._length_penalty(sums),
            "length_ratio": np.divide(hypothesis, reference, out=np.zeros_like(hypothesis), where=reference > 0),
            "hypothesis_length": hypothesis,
            "reference_length": reference,
        }

    def _orders(self, sums: Floats) -> Iterator[Floats]:
        """Information for each n-gram of the hypothesis, order by order, before the penalty."""
        order = self.max_ngram_order
        for n in range(order):
            yield sums[..., 2 + n] / np.maximum(sums[..., 2 + order + n], 1.0)

    def _length_penalty(self, sums: Floats) -> Floats:
        hypothesis, reference = sums[..., 0], sums[..., 1]
        ratio = np.divide(hypothesis, reference, out=np.ones_like(hypothesis), where=reference > 0)
        short = (ratio > 0) & (ratio < 1)
        penalty = np.exp(_STEEPNESS * np.square(np.log(np.where(short, ratio, 1.0))))
        return np.where(ratio > 0, penalty, 0.0)

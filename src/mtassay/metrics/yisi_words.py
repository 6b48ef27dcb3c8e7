"""Words of hypotheses and references as numbers, with what they weigh and what they are like."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from mtassay._native import Segments, soft_ngram_rows
from mtassay.alignment.resources.role_frames import Span
from mtassay.alignment.resources.word_vectors import ascii_lower
from mtassay.metrics.base import Floats

Numbers = NDArray[np.int32]
Starts = NDArray[np.int64]


class ReferenceWeights:
    """What words weigh: the fewer references have one, the more."""

    def __init__(self, having: dict[str, int], references: int) -> None:
        self._having = having
        self._references = references

    @classmethod
    def of(cls, references: Iterable[Sequence[str]]) -> Self:
        """By the references of a test set."""
        having: dict[str, int] = {}
        count = 0
        for words in references:
            count += 1
            for word in set(words):
                having[word] = having.get(word, 0) + 1
        return cls(having, count)

    def __call__(self, words: Sequence[str]) -> Floats:
        having = self._having
        counts = [having.get(word) or having.get(ascii_lower(word), 0) for word in words]
        return np.log2(1 + (self._references + 1) / (np.array(counts, dtype=np.float64) + 1))


@dataclass(frozen=True)
class SoftTexts:
    """Hypotheses and references whose words are numbers; the references of hypothesis i begin at `groups[i]`."""

    hypotheses: tuple[Numbers, Starts]
    references: tuple[Numbers, Starts]
    groups: Starts
    words: Sequence[str]
    weights: Floats
    vectors: NDArray[np.float32]
    characters: bool

    def compare_texts(self, order: int, threads: int) -> Floats:
        """Precision and recall of each reference, `(m, 2)`."""
        return self._compare(self.hypotheses, self.references, self.groups, order, threads)

    def compare_spans(self, pairs: Sequence[tuple[int, Span, int, Span]], order: int, threads: int) -> Floats:
        """The same of parts of texts: hypothesis and its span, reference and its span."""
        ours = _cut(self.hypotheses, [(text, span) for text, span, _, _ in pairs])
        theirs = _cut(self.references, [(text, span) for _, _, text, span in pairs])
        return self._compare(ours, theirs, np.arange(len(pairs) + 1, dtype=np.int64), order, threads)

    def alike(self, hypothesis: int, least: float) -> list[tuple[str, str, float]]:
        """Words of a hypothesis, the other words of its references that are like them, and how much."""
        ours = dict.fromkeys(_text(self.hypotheses, hypothesis).tolist())
        several = range(int(self.groups[hypothesis]), int(self.groups[hypothesis + 1]))
        theirs = dict.fromkeys(number for text in several for number in _text(self.references, text).tolist())
        pairs = [(left, right) for left in ours for right in theirs if left != right]
        left, right = (np.array(side, dtype=np.int32) for side in (zip(*pairs, strict=True) if pairs else ((), ())))
        each = np.arange(len(pairs) + 1, dtype=np.int64)
        values = self._compare((left, each), (right, each), each, 1, 1)[:, 0].tolist()
        return [
            (self.words[left], self.words[right], value)
            for (left, right), value in zip(pairs, values, strict=True)
            if value > least
        ]

    def _compare(
        self, left: tuple[Numbers, Starts], right: tuple[Numbers, Starts], groups: Starts, order: int, threads: int
    ) -> Floats:
        return soft_ngram_rows(
            *left,
            *right,
            groups,
            Segments(self.words),
            self.weights,
            self.vectors,
            self._folds(),
            self.characters,
            order,
            threads,
        )

    def _folds(self) -> Numbers:
        """The number of the first word that is the same but for case."""
        first: dict[str, int] = {}
        folds = [first.setdefault(ascii_lower(word), number) for number, word in enumerate(self.words)]
        return np.array(folds, dtype=np.int32)


def number_words(
    *batches: Sequence[Sequence[str]],
) -> tuple[list[tuple[Numbers, Starts]], list[str]]:
    """Words of batches of texts as numbers, where each text begins, and the words by number."""
    numbers: dict[str, int] = {}
    numbered = []
    for texts in batches:
        flat = [numbers.setdefault(word, len(numbers)) for words in texts for word in words]
        starts = np.zeros(len(texts) + 1, np.int64)
        np.cumsum([len(words) for words in texts], out=starts[1:])
        numbered.append((np.array(flat, dtype=np.int32), starts))
    return numbered, list(numbers)


def _text(texts: tuple[Numbers, Starts], place: int) -> Numbers:
    return texts[0][texts[1][place] : texts[1][place + 1]]


def _cut(texts: tuple[Numbers, Starts], spans: Sequence[tuple[int, Span]]) -> tuple[Numbers, Starts]:
    parts = [_text(texts, text)[start:end] for text, (start, end) in spans]
    starts = np.zeros(len(parts) + 1, np.int64)
    np.cumsum([len(part) for part in parts], out=starts[1:])
    return np.concatenate([np.zeros(0, np.int32), *parts]), starts

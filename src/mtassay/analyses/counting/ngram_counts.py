"""Which n-grams of words stand in which segments how often: what analyses of n-grams start from."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mtassay._native import ngram_postings
from mtassay.analyses.counting.numbered_words import Ints, NumberedWords


@dataclass(frozen=True, eq=False)
class NgramCounts:
    """N-grams, and for each the segments that have it with its counts: sparse rows, which add as others do.

    `words` are numbers of words, -1 where an n-gram has no more; posting j is about n-gram `ngrams[j]` in segment
    `segments[j]`, and `outputs` and `references` are `(postings, runs)`.
    """

    words: NDArray[np.int32]
    starts: Ints
    segments: NDArray[np.int32]
    outputs: NDArray[np.int32]
    references: NDArray[np.int32]

    @classmethod
    def of(
        cls, outputs: Sequence[NumberedWords], references: Sequence[NumberedWords], orders: int, least: int
    ) -> "NgramCounts":
        """Those that stand in `least` segments or more, up to so many words."""
        _, words, starts, segments, counts = ngram_postings(
            [(each.numbers, each.starts) for each in outputs],
            [(each.numbers, each.starts) for each in references],
            orders,
            least,
            0,
        )
        return cls(words, starts, segments, counts[:, 0::2], counts[:, 1::2])

    def __len__(self) -> int:
        return len(self.words)

    @property
    def exchanged(self) -> "NgramCounts":
        """The same with references in the place of outputs."""
        return replace(self, outputs=self.references, references=self.outputs)

    @cached_property
    def ngrams(self) -> Ints:
        """The n-gram that each posting is about."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    def sums(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The sum over the postings of each n-gram."""
        return np.bincount(self.ngrams, weights=values, minlength=len(self)).astype(np.float64, copy=False)

    def text(self, ngram: int, vocabulary: Sequence[str]) -> tuple[str, ...]:
        """The words of an n-gram."""
        return tuple(vocabulary[number] for number in self.words[ngram].tolist() if number >= 0)

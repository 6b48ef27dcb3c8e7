"""Which n-grams of words stand in which segments how often: what analyses of n-grams start from."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

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
    outputs: NDArray[np.signedinteger[Any]]
    references: NDArray[np.signedinteger[Any]]

    @classmethod
    def of(
        cls, outputs: Sequence[NumberedWords], references: Sequence[NumberedWords], orders: int, least: int
    ) -> "NgramCounts":
        """Those that stand in `least` segments or more, up to so many words.

        References that all outputs share are counted once: the counts are most of the memory that analyses take.
        """
        is_shared = all(each is references[0] for each in references)
        texts = [*outputs, references[0]] if is_shared else [*outputs, *references]
        texts += texts[-1:] if len(texts) % 2 else []  # which native code takes by twos
        numbered = [(each.numbers, each.starts) for each in texts]
        _, words, starts, segments, counts = ngram_postings(numbered[0::2], numbered[1::2], orders, least, 0)
        if counts.max(initial=0) <= np.iinfo(np.int16).max:
            counts = counts.astype(np.int16)
        size = len(outputs)
        of_references = counts[:, size : size + (1 if is_shared else size)]
        shape = len(counts), size
        return cls(words, starts, segments, counts[:, :size], np.broadcast_to(of_references, shape))

    def __len__(self) -> int:
        return len(self.words)

    @property
    def exchanged(self) -> "NgramCounts":
        """The same with references in the place of outputs."""
        return replace(self, outputs=self.references, references=self.outputs)

    def cut(self, mask: NDArray[np.bool_]) -> "NgramCounts":
        """Those n-grams that a mask leaves, with all of their postings."""
        left = mask[self.ngrams]
        starts = np.concatenate([[0], np.cumsum(np.diff(self.starts)[mask])]).astype(np.int64)
        outputs = self.outputs[left]
        references = self.references[left] if not self.has_shared_references else self.references[:, :1][left]
        return NgramCounts(
            self.words[mask], starts, self.segments[left], outputs, np.broadcast_to(references, outputs.shape)
        )

    @property
    def has_shared_references(self) -> bool:
        """Whether all outputs are compared with the same references, which are then held once."""
        return self.references.shape[1] == 1 or self.references.strides[1] == 0

    @cached_property
    def ngrams(self) -> Ints:
        """The n-gram that each posting is about."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    def sums(self, values: NDArray[np.number[Any]]) -> NDArray[np.float64]:
        """The sum over the postings of each n-gram."""
        return np.bincount(self.ngrams, weights=values, minlength=len(self)).astype(np.float64, copy=False)

    def text(self, ngram: int, vocabulary: Sequence[str]) -> tuple[str, ...]:
        """The words of an n-gram."""
        return tuple(vocabulary[number] for number in self.words[ngram].tolist() if number >= 0)

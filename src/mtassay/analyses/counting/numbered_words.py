"""The words of many texts as numbers: counting and matching are then arithmetic of arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class NumberedWords:
    """The words of texts one after the other; those of text i are `numbers[starts[i]:starts[i + 1]]`."""

    numbers: NDArray[np.int32]
    starts: Ints

    def __len__(self) -> int:
        """How many texts there are."""
        return len(self.starts) - 1

    @cached_property
    def lengths(self) -> Ints:
        """How many words each text has."""
        return np.diff(self.starts)

    @cached_property
    def texts(self) -> Ints:
        """Which text each word stands in."""
        return np.repeat(np.arange(len(self)), self.lengths)

    @cached_property
    def places(self) -> Ints:
        """The place of each word in its text."""
        return np.arange(len(self.numbers)) - np.repeat(self.starts[:-1], self.lengths)

    @cached_property
    def occurrences(self) -> Ints:
        """Which occurrence of its kind in its text each word is, from 0."""
        keys = self.texts * (int(self.numbers.max(initial=0)) + 1) + self.numbers
        order = np.argsort(keys, kind="stable")
        is_first = np.ones(len(order), dtype=bool)
        is_first[1:] = keys[order[1:]] != keys[order[:-1]]
        firsts = np.maximum.accumulate(np.where(is_first, np.arange(len(order)), 0))
        occurrences = np.empty(len(order), dtype=np.int64)
        occurrences[order] = np.arange(len(order)) - firsts
        return occurrences

    def chosen(self, texts: Ints) -> "NumberedWords":
        """The words of some of the texts, in the order given."""
        lengths = self.lengths[texts]
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        places = np.arange(starts[-1]) - np.repeat(starts[:-1], lengths) + np.repeat(self.starts[texts], lengths)
        return NumberedWords(self.numbers[places], starts)


def matched_words(output: NumberedWords, reference: NumberedWords) -> tuple[Ints, Ints]:
    """Which word of the output goes with which of the reference, text by text: the k-th occurrence with the k-th."""
    sides = []
    most_words = 1 + max(int(side.numbers.max(initial=0)) for side in (output, reference))
    most_times = 1 + max(int(side.occurrences.max(initial=0)) for side in (output, reference))
    for side in (output, reference):
        keys = (side.texts * most_words + side.numbers) * most_times + side.occurrences
        order = np.argsort(keys)
        sides.append((keys[order], order))
    (output_keys, output_order), (reference_keys, reference_order) = sides
    _, in_output, in_reference = np.intersect1d(output_keys, reference_keys, assume_unique=True, return_indices=True)
    return output_order[in_output], reference_order[in_reference]


def bucket_sums(texts: Ints, buckets: Ints, counts: tuple[int, int]) -> NDArray[np.float64]:
    """How many words of each bucket each text has, `(texts, buckets)`; words in bucket -1 are in none."""
    size, bucket_count = counts
    is_in = buckets >= 0
    cells = texts[is_in] * bucket_count + buckets[is_in]
    return np.bincount(cells, minlength=size * bucket_count).reshape(size, bucket_count).astype(np.float64)


def cut_places(values: NDArray[np.float64] | Ints, cuts: Sequence[float]) -> Ints:
    """The bucket of each value: 0 below the first cut, 1 from there to before the second, and so on."""
    return np.searchsorted(np.asarray(cuts, dtype=np.float64), values, side="right").astype(np.int64)

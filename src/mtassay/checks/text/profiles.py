"""Which language a text is in, judged by how often its sequences of letters stand in other texts.

No word list and no library: the references of a test set are its target language, its sources the source
language. Counted are letter trigrams, word boundaries included. They share 2^16 counters, so that a table has
512 kB whatever the text.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from mtassay.checks.text.characters import NO_LETTER, Characters, blocks, scripts

Floats = NDArray[np.float64]
_SIZE = 1 << 16
_SMOOTHING = 0.1
_MULTIPLIERS = (np.uint32(0x9E3779B1), np.uint32(0x85EBCA6B), np.uint32(0xC2B2AE35))


class Trigrams(NamedTuple):
    """The trigrams of a block of texts: for each character the counter of the trigram around it.

    Text i of the block starts at `starts[i]`; `first` is the index of text 0 among all texts. What is no letter has a
    counter of its own behind all others, in which tables have 0.
    """

    first: int
    places: NDArray[np.intp]
    starts: NDArray[np.int64]


def trigrams(texts: Sequence[str]) -> Iterator[Trigrams]:
    """Those of all texts, some thousand at a time; whoever needs them twice keeps them."""
    for block in blocks(list(map(str.lower, texts))):
        yield Trigrams(block.first, _places(block), block.starts)


class Table(Protocol):
    """A number for each trigram, 0 for what is no letter: an array, or whatever else numbers can be taken from."""

    def take(self, places: NDArray[np.intp], /) -> Floats:
        """The numbers of these trigrams."""


class Profile:
    """How often each trigram stands in texts, of which there is one at least; -1 for what is no letter."""

    def __init__(self, texts: Iterable[Trigrams]) -> None:
        counts_of_blocks = (np.bincount(block.places, minlength=_SIZE + 1) for block in texts)
        self.counts: NDArray[np.int64] = next(counts_of_blocks)
        for counts in counts_of_blocks:
            self.counts += counts
        self.size: float = float(self.counts[:_SIZE].sum())
        self.counts[_SIZE] = -1


class Surprise:
    """How surprising each trigram is to a profile, in bits.

    `without_own` is for the texts that the profile was made of: there each trigram was counted once too often.
    """

    def __init__(self, profile: Profile, *, without_own: bool = False) -> None:
        # Of each count and not of each trigram: a page of text has few counts, and so large a table takes longer to
        # make than to use. What is no letter takes the last.
        counts = np.arange(profile.counts.max() + 1)
        counts = np.maximum(counts - 1, 0) if without_own else counts
        bits = -np.log2((counts + _SMOOTHING) / (profile.size + _SMOOTHING * _SIZE))
        self._counts, self._bits = profile.counts, np.append(bits, 0.0)

    def take(self, places: NDArray[np.intp], /) -> Floats:
        """Those of these trigrams."""
        return self._bits.take(self._counts.take(places))

    @property
    def table(self) -> Floats:
        """Those of all trigrams."""
        return self._bits.take(self._counts)


class Averages(NamedTuple):
    """Of each text the number of its letters, and the mean of a table over its trigrams."""

    letters: Floats
    means: list[Floats]


def average(texts: Iterable[Trigrams], count: int, *tables: Table) -> Averages:
    """The means of one or more tables over the trigrams of each of so many texts."""
    letters = np.empty(count)
    sums = [np.empty(count) for _ in tables]
    for block in texts:
        here = slice(block.first, block.first + len(block.starts))
        letters[here] = np.add.reduceat(block.places != _SIZE, block.starts, dtype=np.int64)
        for table, total in zip(tables, sums, strict=True):
            total[here] = np.add.reduceat(table.take(block.places), block.starts)
    return Averages(letters, [total / np.maximum(letters, 1) for total in sums])


def _places(block: Characters) -> NDArray[np.intp]:
    are_letters = scripts(block.points) != NO_LETTER
    letters = block.points * are_letters
    first, second, third = _MULTIPLIERS
    mixed = letters * second
    mixed[1:] ^= letters[:-1] * first
    mixed[:-1] ^= letters[1:] * third
    return np.where(are_letters, mixed >> np.uint32(16), np.uint32(_SIZE)).astype(np.intp)

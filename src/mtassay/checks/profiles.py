"""Which language a text is in, judged by how often its sequences of letters stand in other texts.

No word list and no library: the references of a test set are its target language, its sources the source
language. Counted are letter trigrams, word boundaries included. They share 2^16 counters, so that a table has
512 kB whatever the text.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mtassay.checks.characters import NO_LETTER, Characters, blocks, scripts

Floats = NDArray[np.float64]
_SIZE = 1 << 16
_SMOOTHING = 0.1
_MULTIPLIERS = (np.uint32(0x9E3779B1), np.uint32(0x85EBCA6B), np.uint32(0xC2B2AE35))


class Profile:
    """How often each trigram stands in some texts."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.counts: Floats = np.zeros(_SIZE)
        for block in blocks(_lowered(texts)):
            self.counts += np.bincount(_trigrams(block), minlength=_SIZE + 1)[:-1]
        self.size: float = float(self.counts.sum())

    def surprise(self, *, without_own: bool = False) -> Floats:
        """A table of how surprising each trigram is, in bits.

        `without_own` is for the texts that the profile was made of: there each trigram was counted once too often.
        """
        counts = np.maximum(self.counts - 1, 0) if without_own else self.counts
        return -np.log2((counts + _SMOOTHING) / (self.size + _SMOOTHING * _SIZE))


class Averages(NamedTuple):
    """Of each text the number of its letters, and the mean of a table over its trigrams."""

    letters: Floats
    means: list[Floats]


def average(texts: Sequence[str], *tables: Floats) -> Averages:
    """The means of one or more tables over the trigrams of each text."""
    letters = np.empty(len(texts))
    sums = [np.empty(len(texts)) for _ in tables]
    padded = [np.append(table, 0.0) for table in tables]
    for block in blocks(_lowered(texts)):
        places = _trigrams(block)
        here = slice(block.first, block.first + len(block.starts))
        letters[here] = np.add.reduceat(places != _SIZE, block.starts, dtype=np.int64)
        for table, total in zip(padded, sums, strict=True):
            total[here] = np.add.reduceat(table.take(places), block.starts)
    return Averages(letters, [total / np.maximum(letters, 1) for total in sums])


def _lowered(texts: Sequence[str]) -> list[str]:
    return list(map(str.lower, texts))


def _trigrams(block: Characters) -> NDArray[np.intp]:
    """For each letter the counter of the trigram around it; for what is no letter, one more than there are."""
    are_letters = scripts(block.points) != NO_LETTER
    letters = np.where(are_letters, block.points, 0).astype(np.uint32)
    first, second, third = _MULTIPLIERS
    mixed = letters * second
    mixed[1:] ^= letters[:-1] * first
    mixed[:-1] ^= letters[1:] * third
    return np.where(are_letters, mixed >> np.uint32(16), _SIZE).astype(np.intp)

"""The words of a text and where they stand.

A word is a run of letters, marks and numbers, with what stands inside it as in "don't" and "3,000". Other characters
are words by themselves, as are the letters of scripts without spaces.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from mtassay._native import Segments, Splitting, word_spans

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Words:
    """The words of a text; word i is text[starts[i] : ends[i]]."""

    texts: list[str]
    starts: list[int]
    ends: list[int]

    def __len__(self) -> int:
        return len(self.texts)


def split_words(text: str) -> Words:
    """The words of a text, from left to right."""
    _, spans = word_spans(Segments((text,)), Splitting.UNICODE)
    starts, ends = spans.T.tolist()
    return Words([text[start:end] for start, end in zip(starts, ends, strict=True)], starts, ends)


def spans_of(texts: Sequence[str]) -> tuple[Ints, Ints]:
    """Where the words of text i begin among all words, and the ends of each word in its text."""
    return word_spans(Segments(texts), Splitting.UNICODE)


@cache
def is_word_alone(letter: str) -> bool:
    """Whether a letter is a word by itself, beside others too: it is of a script without spaces."""
    return len(split_words(letter + letter)) > 1

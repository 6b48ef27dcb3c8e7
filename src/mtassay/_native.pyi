"""
The counting core of mtassay: batches of text in, one array of rows out.
"""

from collections.abc import Sequence
import enum

import numpy
import numpy.typing


UNICODE_VERSION: str = '18.0'

MAX_ORDER: int = 32

class Tokenization(enum.Enum):
    """How a line is cut into tokens."""

    NONE = 0

    WESTERN = 1

    INTERNATIONAL = 2

    CHINESE = 3

    CHARACTER = 4

class ReferenceLength(enum.Enum):
    """Which length several references count as."""

    CLOSEST = 0

    SHORTEST = 1

    AVERAGE = 2

    LONGEST = 3

class Segments:
    """A batch of strings that native code reads without copying them."""

    def __init__(self, texts: Sequence[str]) -> None: ...

    def __len__(self) -> int: ...

    def __getitem__(self, slice: slice) -> Segments: ...

def word_overlap_rows(hypotheses: Segments, references: Segments, starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, max_order: int, reference_length: ReferenceLength, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    Lengths, clipped matches and totals of word n-grams, a row for each segment.
    """

def character_overlap_rows(hypotheses: Segments, references: Segments, starts: numpy.typing.NDArray[numpy.int64], character_order: int, word_order: int, keep_space: bool, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    Totals and matches of character and word n-grams, a row for each reference.
    """

def tokenize(texts: Segments, tokenization: Tokenization) -> list[str]:
    """Each text as its tokens with single spaces between them."""

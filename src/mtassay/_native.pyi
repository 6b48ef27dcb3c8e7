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

class EditMeasure(enum.Enum):
    """What is measured between a hypothesis and a reference."""

    DISTANCE = 0

    ALIGNMENT = 1

    BAG = 2

    COVER = 3

    TER = 4

class Unit(enum.Enum):
    """What is edited."""

    WORD = 0

    CHARACTER = 1

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

def edit_rows(hypotheses: Segments, references: Segments, starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, unit: Unit, measure: EditMeasure, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """What the measure gives, a row for each reference."""

def eed_rows(hypotheses: Segments, references: Segments, starts: numpy.typing.NDArray[numpy.int64], jump: float, deletion: float, insertion: float, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    Cost, visits and both numbers of characters by EED, a row for each reference.
    """

def character_rows(hypotheses: Segments, references: Segments, starts: numpy.typing.NDArray[numpy.int64], tokenization: Tokenization, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    Edits, cost of shifts and both numbers of characters by CharacTER, a row for each reference.
    """

def pairwise_word_rows(hypotheses: Segments, references: Segments, tokenization: Tokenization, max_order: int, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    The rows of word_overlap_rows for every hypothesis with every reference by itself.
    """

def pairwise_character_rows(hypotheses: Segments, references: Segments, character_order: int, word_order: int, keep_space: bool, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    The rows of character_overlap_rows for every hypothesis with every reference by itself.
    """

def pairwise_edit_rows(hypotheses: Segments, references: Segments, tokenization: Tokenization, measure: EditMeasure, threads: int) -> numpy.typing.NDArray[numpy.float64]:
    """
    The rows of edit_rows for every hypothesis with every reference by itself.
    """

class EditOperation(enum.Enum):
    """One step of an alignment, seen from the reference."""

    MATCH = 0

    SUBSTITUTE = 1

    DELETE = 2

    INSERT = 3

def edit_operations(hypothesis: Segments, reference: Segments) -> list[EditOperation]:
    """
    The steps of one cheapest alignment of two lists of words, from left to right.
    """

def ter_shifts(hypothesis: Segments, reference: Segments) -> tuple[int, list[tuple[int, int, int]], list[int]]:
    """
    All edits, the shifts (start, length, target), and the words' old places in their new order.
    """

def tokenize(texts: Segments, tokenization: Tokenization) -> list[str]:
    """Each text as its tokens with single spaces between them."""

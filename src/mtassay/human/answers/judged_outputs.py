"""What people said of outputs, answer by answer: a score of one output, or the ranks of several."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from mtassay.human.collection import collapse


def segment_of(document: str, position: int | str | None, source: str) -> str:
    """What tells a segment from all others, in whatever file or campaign it was judged."""
    return f"{document}\t{'' if position is None else position}\t{collapse(source)}"


class Kind(StrEnum):
    """What was shown: an output; one that the judge had seen before; a reference, or a spoilt text in its place."""

    OUTPUT = "output"
    REPEAT = "repeat"
    REFERENCE = "reference"
    DEGRADED = "degraded"


@dataclass(frozen=True, kw_only=True)
class Judged(ABC):
    """Who judged what, when, and how long it took.

    `segment` tells segments apart, `task` the screens or batches in which they were shown. `source` is its text and
    `reference` its translation by a person, where they are known.
    """

    segment: str
    judge: str
    task: str = ""
    document: str = ""
    domain: str = ""
    source: str = ""
    reference: str = ""
    language: str = ""
    expertise: str = ""
    seconds: float | None = None
    at: datetime | None = None
    kind: Kind = Kind.OUTPUT

    @property
    @abstractmethod
    def systems(self) -> tuple[str, ...]:
        """The systems whose outputs were judged."""


class Mark(NamedTuple):
    """An error that was marked: the characters `start` to `end` of the source or the target, none for an omission.

    `is_further` says that it belongs to the same error as the mark before it.
    """

    start: int
    end: int
    category: str = ""
    severity: str = ""
    is_source: bool = False
    is_further: bool = False


@dataclass(frozen=True, kw_only=True)
class Scored(Judged):
    """A score of an output, which is that of several systems where they wrote the same.

    `item` tells the outputs of a segment apart; a repeat or a spoilt text has that of the output behind it. `text` is
    the output, where that is known. `marks` are None where nobody was asked to mark errors.
    """

    item: str
    made_by: tuple[str, ...]
    value: float
    marks: tuple[Mark, ...] | None = None
    text: str = ""
    comment: str = ""

    @property
    def systems(self) -> tuple[str, ...]:
        return self.made_by


class RankedOutput(NamedTuple):
    """An output among others: whose it is, and its rank, 1 for the best; equal ranks are ties.

    `text` is the output, where that is known.
    """

    systems: tuple[str, ...]
    rank: int
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class Ranked(Judged):
    """The ranks of several outputs of a segment that were shown together."""

    outputs: tuple[RankedOutput, ...]

    @property
    def systems(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(system for output in self.outputs for system in output.systems))

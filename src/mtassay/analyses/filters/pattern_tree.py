"""What a pattern is made of: sets of characters, and what is built of them."""

from dataclasses import dataclass

from mtassay.conditions import fault
from mtassay.errors import SettingError

Ranges = tuple[tuple[int, int], ...]
"""A set of characters: first and last code points, in order; no two ranges touch."""

_LAST = 0x10FFFF


def union(*sets: Ranges) -> Ranges:
    """The characters of all of them."""
    joined: list[tuple[int, int]] = []
    for first, last in sorted(part for ranges in sets for part in ranges):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return tuple(joined)


def complement(ranges: Ranges) -> Ranges:
    """All other characters."""
    starts = [0, *(last + 1 for _, last in ranges)]
    ends = [*(first - 1 for first, _ in ranges), _LAST]
    return tuple((first, last) for first, last in zip(starts, ends, strict=True) if first <= last)


def overlap(left: Ranges, right: Ranges) -> bool:
    """Whether a character is in both."""
    return any(first <= end and begin <= last for first, last in left for begin, end in right)


@dataclass(frozen=True)
class Characters:
    """One character of a set."""

    ranges: Ranges


@dataclass(frozen=True)
class Anchor:
    """The beginning of a text, `^`, or its end, `$`."""

    sign: str


@dataclass(frozen=True)
class Chain:
    """Parts that follow each other."""

    parts: tuple["Node", ...]


@dataclass(frozen=True)
class Choice:
    """Branches of which one is taken."""

    branches: tuple["Node", ...]


@dataclass(frozen=True)
class Repeat:
    """A part that occurs so often; `most` is None where there is no limit, `place` where it stands in the pattern."""

    part: "Node"
    least: int
    most: int | None
    is_lazy: bool
    place: int


Node = Characters | Anchor | Chain | Choice | Repeat


class PatternError(SettingError):
    """What is wrong with a pattern, where, and what to write."""

    def __init__(self, text: str, place: int, message: str) -> None:
        super().__init__(fault("the pattern", text, place, message))

"""Outputs that are made worse on purpose: a phrase of another text stands where some of their words were.

The numbers are those of the scripts of Graham et al. (2013), which WMT uses.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from mtassay.campaigns.drawing import drawn
from mtassay.corpus.writing_systems import recognise_writing_system

_LONGEST_PHRASE = 6
_TRIES = 20
_CHARACTERS = 2
"""Where characters are counted in the place of words, twice as many are replaced."""


@dataclass(frozen=True)
class Degraded:
    """A text that was made worse: the phrase that came in stands from `start` to `end`, in characters."""

    text: str
    start: int
    end: int


def degrade(text: str, donors: Sequence[str], seed: int, key: str) -> Degraded | None:
    """The text with a phrase of one of the donors in it; None where nothing else than the text comes out.

    Donors are texts of other documents, of the same language. The same seed and key draw the same.
    """
    is_cut = _has_no_spaces(text)
    units = list("".join(text.split())) if is_cut else text.split()
    if not units or not donors:
        return None
    count = _replaced(len(units)) * (_CHARACTERS if is_cut and len(units) > 3 else 1)
    longest = _LONGEST_PHRASE * (_CHARACTERS if is_cut else 1)
    joint = "" if is_cut else " "
    for attempt in range(_TRIES):
        start, stop = _place(len(units), count, _number(seed, "place", key, attempt))
        donor = donors[_number(seed, "donor", key, attempt) % len(donors)]
        others = list("".join(donor.split())) if is_cut else donor.split()
        phrase = _inside(others, min(stop - start, longest), _number(seed, "phrase", key, attempt))
        if not phrase or phrase == units[start:stop]:
            continue
        before, inside, after = joint.join(units[:start]), joint.join(phrase), joint.join(units[stop:])
        begin = len(before) + len(joint) if before else 0
        return Degraded(joint.join(filter(None, (before, inside, after))), begin, begin + len(inside))
    return None


def _replaced(length: int) -> int:
    """How many of so many words give way."""
    for most, count in ((3, 1), (5, 2), (7, 3), (14, 4), (19, 5)):
        if length <= most:
            return count
    return length // 4


def _place(length: int, count: int, draw: int) -> tuple[int, int]:
    """Which words give way; the first and the last stay, where there are more than three."""
    if length <= 3:
        place = length // 2  # the only one, the last of two, the middle of three
        return place, place + 1
    replaced = min(count, length - 2)
    start = 1 + draw % (length - 1 - replaced)
    return start, start + replaced


def _inside(units: list[str], length: int, draw: int) -> list[str]:
    """A phrase from inside a text, without its ends where it is long enough."""
    inner = units[1:-1] if len(units) - 2 >= length else units
    start = draw % max(len(inner) - length + 1, 1)
    return inner[start : start + length]


def _number(seed: int, purpose: str, key: str, attempt: int) -> int:
    return int.from_bytes(drawn(seed, f"degrade {purpose}", key, attempt)[:8], "big")


def _has_no_spaces(text: str) -> bool:
    writing = recognise_writing_system([text])
    return writing is not None and not writing.has_spaces

"""Outputs that repeat themselves."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, NamedTuple

from mtassay.checks.base import Check
from mtassay.checks.finding import Finding
from mtassay.checks.text.segments import walk
from mtassay.corpus.evalset import EvalSet
from mtassay.settings import setting

_LONGEST_PHRASE = 100
_MOST_WORDS = 10_000
_HAS_LETTER = re.compile(r"[^\W\d_]")


class Loop(NamedTuple):
    """Words that follow themselves so many times."""

    times: int
    words: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Loops(Check):
    """Outputs in which the same words follow themselves again and again, as neural systems go round in circles.

    Counted is how often a word or a phrase stands directly behind itself; where words have no spaces between
    them, characters. What a reference or the source repeats as often, the output may repeat too.
    Translate these segments again, with a penalty for repetition or another search.
    """

    name: ClassVar[str] = "loops"
    title: ClassVar[str] = "going round in circles"
    advice: ClassVar[str] = "translate again, with another search or a penalty for repetition"

    times: int = setting(3, "how often a phrase must stand in a row; a single word, once more", low=3)

    def find(self, evalset: EvalSet) -> Iterator[Finding]:
        """Every system."""
        for name in evalset.systems:
            looping = {}
            for index, output, source, references in walk(evalset, name):
                units = _units(output)
                # few texts have so many words more than once
                loop = self._loop(units) if len(units) - len(set(units)) >= self.times else None
                if loop is None:
                    continue
                allowed = max((_times(text) for text in (source, *references)), default=1)
                if loop.times > allowed + 1:
                    looping[index] = f"{' '.join(loop.words)!r} {loop.times} times"
            yield from self.finding(evalset, "systems", name, looping)

    def _loop(self, units: Sequence[str]) -> Loop | None:
        # and fewer so many pairs of neighbours
        if len(units) - 1 - len(set(pairwise(units))) < self.times - 1:
            return None
        loop = _longest_loop(units)
        if loop is None or not any(map(_HAS_LETTER.search, loop.words)):
            return None
        is_short = len(loop.words) == 1 or sum(map(len, loop.words)) < 4
        return loop if loop.times >= self.times + is_short else None


def _units(text: str) -> Sequence[str]:
    words = text.casefold().split()
    # words of such a length are sentences without spaces
    units: Sequence[str] = words if len(text) < 20 * len(words) else "".join(words)
    # systems that go round in circles do so to the end, and a text of a megabyte should take no time
    return units[-_MOST_WORDS:]


def _times(text: str) -> int:
    loop = _longest_loop(_units(text))
    return 1 if loop is None else loop.times


def _longest_loop(units: Sequence[str]) -> Loop | None:
    """What stands most often in a row, at least three times."""
    # only what lies between two equal pairs of neighbours can be the length of the phrase
    last: dict[tuple[str, str], int] = {}
    periods = set()
    for index, pair in enumerate(pairwise(units)):
        periods.add(index - last.get(pair, index))
        last[pair] = index
    best: Loop | None = None
    for period in sorted(period for period in periods if 0 < period <= _LONGEST_PHRASE):
        run = 0
        for index in range(period, len(units)):
            run = run + 1 if units[index] == units[index - period] else 0
            times = run // period + 1
            if times > (2 if best is None else best.times):
                best = Loop(times, tuple(units[index - period + 1 : index + 1]))
    return best

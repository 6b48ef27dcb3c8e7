"""Numbers that were lost."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from mtassay.checks.base import Check
from mtassay.checks.finding import Finding
from mtassay.checks.segments import reference_tuples, source_texts
from mtassay.corpus.evalset import EvalSet
from mtassay.settings import setting

_NUMBER = re.compile(
    r"\d{1,3}(?:[ \u00a0\u202f\u2009]\d{3})+(?!\d)(?:[.,]\d+)?"  # 10 000 and 1 000,50
    r"|\d+(?:[.,:'’٫٬]\d+)*"
)
_DIGITS = re.compile(r"\d+")
_MANY_DIGITS = 40


class Number(NamedTuple):
    """A number as it is written, its digits without zeros that say nothing, and its groups of digits."""

    written: str
    digits: str
    groups: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Numbers(Check):
    """Numbers that an output should have and has not, or has changed.

    Expected are the numbers that the source has and all references keep; without sources those of the references,
    without references those of the source. Digits of all scripts count as the same, and so do all ways of grouping
    them: 1,000.5 is 1.000,5 and १०००.५. Small numbers and times such as 9:30 are often written in words; they are
    missed only where the output has a number instead that nobody asked for. Three and more zeros may be added or
    taken away, 3 million is 3,000,000, the century of a year may be left out, and 2 p.m. is 14.00.
    Look at each: a changed number is a serious error.
    """

    name: ClassVar[str] = "numbers"
    title: ClassVar[str] = "with lost or changed numbers"
    advice: ClassVar[str] = "a changed number is a serious error: look at each"
    needs_any: ClassVar[tuple[str, ...]] = ("sources", "references")

    severe_share: float = setting(0.05, "severe where it is found in more than this share of segments", low=0, high=1)
    smallest: int = setting(13, "numbers below this may be written in words", low=0)

    def find(self, evalset: EvalSet) -> Iterator[Finding]:
        """Every system."""
        known = {
            index: (texts, set(_DIGITS.findall(texts[0])))
            for index, texts in enumerate(_known_texts(evalset))
            if _DIGITS.search(texts[0])
        }
        for name, outputs in evalset.systems.items():
            found = {}
            for index, (texts, digits) in known.items():
                # most outputs have all digits in the same groups, and need no closer look
                if not digits.issubset(_DIGITS.findall(outputs[index])):
                    told = self._lost(outputs[index], texts)
                    if told:
                        found[index] = told
            yield from self.finding(evalset, "systems", name, found)

    def _lost(self, output: str, texts: Sequence[str]) -> str:
        """Which numbers are not there, in words; empty where all are."""
        there = _numbers(output)
        kept = [{number.digits for number in _numbers(text)} for text in texts[1:]]
        wanted = {
            number.digits: number
            for number in _numbers(texts[0])
            if all(number.digits in digits for digits in kept) and not _is_there(number, there)
        }
        if not wanted:
            return ""
        known = [number for text in texts for number in _numbers(text)]
        strange = [number.written for number in there if not _is_there(number, known)]
        lost = [number.written for number in wanted.values() if strange or not self._is_often_in_words(number)]
        if not lost:
            return ""
        return f"lost {', '.join(lost)}" + (f"; has {', '.join(dict.fromkeys(strange))}" if strange else "")

    def _is_often_in_words(self, number: Number) -> bool:
        if len(number.groups) == 1:
            return len(number.digits) <= _MANY_DIGITS and int(number.digits) < self.smallest
        hour, *minutes = number.groups
        return _is_hour(hour) and minutes in (["15"], ["30"], ["45"])


def _known_texts(evalset: EvalSet) -> Iterator[tuple[str, ...]]:
    """Source and references of each segment, or what there is of them."""
    if evalset.sources is None:
        yield from reference_tuples(evalset)
    else:
        for source, references in zip(source_texts(evalset), reference_tuples(evalset), strict=True):
            yield source, *references


def _numbers(text: str) -> list[Number]:
    return [_number(written) for written in _NUMBER.findall(text)]


def _number(written: str) -> Number:
    ascii_digits = written if written.isascii() else "".join(str(unicodedata.decimal(c, c)) for c in written)
    groups = _DIGITS.findall(ascii_digits)
    digits = "".join(groups)
    if len(groups) > 1 and len(groups[-1]) < 3:  # 1.80 is 1.8, and 14.00 is 14
        digits = "".join(groups[:-1]) + groups[-1].rstrip("0")
        groups = groups[:-1] if int(groups[-1]) == 0 else groups
    return Number(written, digits.lstrip("0") or "0", tuple(group.lstrip("0") or "0" for group in groups))


def _is_there(number: Number, others: Sequence[Number]) -> bool:
    return any(_is_same(number, other) for other in others) or _has_groups(number.groups, others)


def _has_groups(groups: Sequence[str], others: Iterable[Number]) -> bool:
    """Whether all groups of digits stand in some number: 3:30 is also 3 h 30."""
    there = {group for other in others for group in other.groups}
    return there.issuperset(groups)


def _is_same(number: Number, other: Number) -> bool:
    shorter, longer = sorted((number.digits, other.digits), key=len)
    if shorter == longer:
        return True
    is_scaled = len(longer) >= len(shorter) + 3 and longer.rstrip("0") == shorter.rstrip("0")
    is_year = (len(shorter), len(longer)) == (2, 4) and longer[:2] in ("18", "19", "20") and longer.endswith(shorter)
    return is_scaled or is_year or _is_same_hour(number, other) or _is_same_hour(other, number)


def _is_same_hour(morning: Number, evening: Number) -> bool:
    """Whether one is the other on a clock of 24 hours."""
    hour, later = morning.groups[0], evening.groups[0]
    return _is_hour(hour) and later == str(int(hour) + 12) and morning.groups[1:] == evening.groups[1:]


def _is_hour(group: str) -> bool:
    return len(group) <= 2 and 1 <= int(group) <= 12

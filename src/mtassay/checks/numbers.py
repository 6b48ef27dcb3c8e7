"""Numbers that were lost."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from mtassay.checks.base import Check
from mtassay.checks.finding import Finding
from mtassay.checks.text.segments import reference_tuples, source_texts
from mtassay.corpus.evalset import EvalSet
from mtassay.settings import setting

_NUMBER = re.compile(
    r"\d{1,3}(?:[ \u00a0\u202f\u2009]\d{3})+(?!\d)(?:[.,]\d+)?"  # 10 000 and 1 000,50
    r"|\d+(?:[.,:'’٫٬]\d+)*"
)
_DIGITS = re.compile(r"\d+")
_ONLY_DIGITS = bytes(byte if chr(byte).isdigit() else ord(" ") for byte in range(128)).ljust(256)
_MANY_DIGITS = 40
_CENTURIES = ("18", "19", "20")


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
            index: (texts, set(groups))
            for index, texts in enumerate(_known_texts(evalset))
            if (groups := _digit_groups(texts[0]))
        }
        for name, outputs in evalset.systems.items():
            differing = {}
            for index, (texts, digits) in known.items():
                # most outputs have all digits in the same groups, and need no closer look
                if not digits.issubset(_digit_groups(outputs[index])):
                    told = self._lost(outputs[index], texts)
                    if told:
                        differing[index] = told
            yield from self.finding(evalset, "systems", name, differing)

    def _lost(self, output: str, texts: Sequence[str]) -> str:
        """Which numbers are not there, in words; empty where all are."""
        numbers = _numbers(output)
        there = _There(numbers)
        kept = [{number.digits for number in _numbers(text)} for text in texts[1:]]
        wanted = {
            number.digits: number
            for number in _numbers(texts[0])
            if all(number.digits in digits for digits in kept) and number not in there
        }
        if not wanted:
            return ""
        known = _There(number for text in texts for number in _numbers(text))
        strange = [number.written for number in numbers if number not in known]
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


def _digit_groups(text: str) -> list[str]:
    # bytes are put in the place of others in a fifth of the time that a pattern takes to look at them
    return text.encode().translate(_ONLY_DIGITS).decode().split() if text.isascii() else _DIGITS.findall(text)


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


class _There:
    """The numbers of a text, to look others up in: one by one, a segment full of numbers would take minutes."""

    def __init__(self, numbers: Iterable[Number]) -> None:
        self._digits: set[str] = set()
        self._written_groups: set[tuple[str, ...]] = set()
        self._groups: set[str] = set()
        self._lengths: dict[str, tuple[int, int]] = {}
        for number in numbers:
            self._digits.add(number.digits)
            self._written_groups.add(number.groups)
            self._groups.update(number.groups)
            bare, length = number.digits.rstrip("0"), len(number.digits)
            shortest, longest = self._lengths.get(bare, (length, length))
            self._lengths[bare] = min(shortest, length), max(longest, length)

    def __contains__(self, number: Number) -> bool:
        """Whether it is there, perhaps in another form; 3:30 is also 3 h 30."""
        return (
            number.digits in self._digits
            or self._groups.issuperset(number.groups)
            or self._has_scaled(number.digits)
            or self._has_year(number.digits)
            or self._has_hour(number.groups)
        )

    def _has_scaled(self, digits: str) -> bool:
        """Whether there is one with three zeros or more added or taken away."""
        shortest, longest = self._lengths.get(digits.rstrip("0"), (len(digits), len(digits)))
        return longest - len(digits) >= 3 or len(digits) - shortest >= 3

    def _has_year(self, digits: str) -> bool:
        """Whether there is the same year with its century, or without."""
        if len(digits) == 2:
            return any(century + digits in self._digits for century in _CENTURIES)
        return len(digits) == 4 and digits[:2] in _CENTURIES and digits[2:] in self._digits

    def _has_hour(self, groups: tuple[str, ...]) -> bool:
        """Whether there is the same time on the other clock, of 12 or 24 hours."""
        hour, minutes = groups[0], groups[1:]
        if _is_hour(hour) and (str(int(hour) + 12), *minutes) in self._written_groups:
            return True
        return len(hour) == 2 and 13 <= int(hour) <= 24 and (str(int(hour) - 12), *minutes) in self._written_groups


def _is_hour(group: str) -> bool:
    return len(group) <= 2 and 1 <= int(group) <= 12

"""The text of a filter, read from left to right: conditions, joined by `and`.

    condition = number sign NUMBER | number in (NUMBER, …) | label sign VALUE | label in (VALUE, …)
              | text ~ "words" | text ~ /pattern/ | output sign NUMBER | output in (NUMBER, …)
              | ngram("words", KIND, SYSTEM) | found.CHECK(SYSTEM)
    number    = segment | length | source-length | label
    text      = source | reference | SYSTEM
    output    = measure(SYSTEM) | measure(SYSTEM) - measure(SYSTEM)
    measure   = METRIC | difference | errors.CLASS

In quotes a name is always that of a label, a system or a metric. Quotes are " or ', doubled inside.
"""

import math
import re
from collections.abc import Callable
from typing import Literal, NamedTuple, NoReturn, TypeVar

from mtassay.analyses.counting.error_classes import CLASSES
from mtassay.analyses.filters.filter_conditions import (
    KEYWORDS,
    NGRAM_KINDS,
    TEXTS,
    Condition,
    FindingCondition,
    GivenNumber,
    LabelCondition,
    LabelNumber,
    Measure,
    NgramCondition,
    NumberCondition,
    OutputNumber,
    TextCondition,
)
from mtassay.analyses.filters.patterns import compile_pattern
from mtassay.analyses.filters.segment_fields import GIVEN_NUMBERS
from mtassay.checks.base import CHECKS
from mtassay.conditions import OTHER_SIGNS, fault, unquoted
from mtassay.corpus.decimal_commas import with_point
from mtassay.errors import SettingError
from mtassay.settings import did_you_mean

T = TypeVar("T")

_BLANKS = " \t\n\r\f\v\u00a0\u3000"
_PLAIN = re.compile(rf"""[^{_BLANKS}"'(),<>=!~≤≥≠][^{_BLANKS}"(),<>=!~≤≥≠]*""")
_SIGN = re.compile("<=|>=|!=|==|!~|[<>=~≤≥≠]")
_NUMBER = re.compile(r"[-+−]?(?:[0-9]+(?:[.,][0-9]+)?|[.,][0-9]+)(?:[eE][-+]?[0-9]+)?")
_LISTED_NUMBER = re.compile(r"[-+−]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_AFTER_NUMBER = ("", ")", ",", *_BLANKS)
_ORDER = ("<", "<=", ">", ">=")
_IN = re.compile(rf"(not[{_BLANKS}]+)?in(?![^{_BLANKS}(])", re.IGNORECASE)
_LISTS: dict[str, Literal["=", "!="]] = {"in": "=", "not in": "!="}


_WITH_BRACKETS = {
    "difference": "difference(A)",
    "errors": "errors.order(A)",
    "found": "found.numbers(A)",
    "ngram": 'ngram("going to", over, A)',
}


class _Name(NamedTuple):
    text: str
    is_quoted: bool
    place: int


def read_conditions(text: str) -> list[Condition]:
    """The conditions of a text; none where it is empty. A SettingError says what is wrong, where, and what to write."""
    return _Reader(text).conditions()


class _Reader:
    """`place` is that of the next character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0

    def refuse(self, message: str, place: int | None = None) -> NoReturn:
        raise SettingError(fault("the filter", self.text, self.place if place is None else place, message))

    def next(self) -> str:
        return self.text[self.place : self.place + 1]

    def skip_blanks(self) -> None:
        while self.next() and self.next() in _BLANKS:
            self.place += 1

    def conditions(self) -> list[Condition]:
        for place, character in enumerate(self.text):
            if "\ud800" <= character <= "\udfff":
                self.refuse("half a character (a lone surrogate); remove it", place)
        self.skip_blanks()
        if not self.next():
            return []
        conditions = [self.condition()]
        self.skip_blanks()
        while self.next():
            self.take_and()
            conditions.append(self.condition())
            self.skip_blanks()
        return conditions

    def take_and(self) -> None:
        match = _PLAIN.match(self.text, self.place)
        word = match[0].lower() if match else ""
        if match is not None and word == "and":
            self.place = match.end()
            self.skip_blanks()
        elif word == "or":
            self.refuse("conditions are joined by 'and' alone; for several values write: document in (a, b)")
        elif self.next() == "(":
            self.refuse('a metric with settings stands in quotes: "bleu:lowercase=yes"(A)')
        else:
            self.refuse("write 'and' between conditions, and quotes like these around what has blanks: \"a b\"")

    def condition(self) -> Condition:
        name = self.name("a condition, such as length >= 20 or document = a")
        self.skip_blanks()
        if self.next() == "(":
            return self.of_outputs(name)
        if not name.is_quoted and name.text in _WITH_BRACKETS:
            example = _WITH_BRACKETS[name.text]
            self.refuse(f'write {example}; a label of this name stands in quotes: "{name.text}"', name.place)
        field = "" if name.is_quoted or name.text not in (*GIVEN_NUMBERS, *TEXTS) else name.text
        place = self.place
        sign = self.sign()
        if sign in ("~", "!~"):
            if field in GIVEN_NUMBERS:
                self.refuse(f"{field} is a number; write = != < <= > or >=", place)
            return self.text_condition(name.text, sign, is_field=bool(field))
        if field in TEXTS:
            self.refuse(f'of a text one asks what it holds; write {field} ~ "words"', place)
        if field:
            return NumberCondition(GivenNumber(field), _LISTS.get(sign, sign), self.numbers(sign))
        if sign in _ORDER:
            return NumberCondition(LabelNumber(name.text), sign, self.numbers(sign))
        return LabelCondition(name.text, _LISTS.get(sign, sign), self.values(sign, self.value))

    def name(self, what: str) -> _Name:
        """A name, plain or in quotes; `what` is what is expected."""
        place = self.place
        if self.next() and self.next() in "\"'":
            return _Name(self.quoted(), True, place)
        match = _PLAIN.match(self.text, place)
        if match is None:
            self.refuse(f"write here {what}")
        if match[0].lower() in KEYWORDS:
            self.refuse(f'write here {what}; a name such as "{match[0]}" stands in quotes')
        self.place = match.end()
        return _Name(match[0], False, place)

    def value(self) -> str:
        return self.name("a value").text

    def quoted(self) -> str:
        quote, begin = self.next(), self.place + 1
        end = self.text.find(quote, begin)
        while end >= 0 and self.text[end + 1 : end + 2] == quote:
            end = self.text.find(quote, end + 2)
        if end < 0:
            self.refuse("this quote is not closed; write another behind the text, and one that belongs to it twice")
        self.place = end + 1
        return unquoted(self.text[begin:end], quote)

    def sign(self) -> str:
        """A sign of comparison in its plain form, `in` or `not in`; and the blanks behind it."""
        match = _SIGN.match(self.text, self.place)
        if match is not None:
            self.place = match.end()
            self.skip_blanks()
            return OTHER_SIGNS.get(match[0], match[0])
        match = _IN.match(self.text, self.place)
        if match is None:
            self.refuse("write here a comparison: = != < <= > >= ~ !~ in or not in; a name that has blanks in quotes")
        self.place = match.end()
        self.skip_blanks()
        return "not in" if match[1] else "in"

    def values(self, sign: str, take: Callable[[], T], take_listed: Callable[[], T] | None = None) -> tuple[T, ...]:
        """What a sign compares with: one value, or several in brackets."""
        if sign not in _LISTS:
            return (take(),)
        take_listed = take_listed or take
        self.expect("(", f"the values stand in brackets: {sign} (1, 5)")
        values = [take_listed()]
        while self.take(","):
            values.append(take_listed())
        self.expect(")", "write a comma and another value, or ) at the end")
        return tuple(values)

    def numbers(self, sign: str) -> tuple[float, ...]:
        # in brackets a comma stands between numbers, elsewhere before decimals
        return self.values(sign, lambda: self.number(_NUMBER), lambda: self.number(_LISTED_NUMBER))

    def number(self, form: re.Pattern[str]) -> float:
        match = form.match(self.text, self.place)
        if match is None or self.text[match.end() : match.end() + 1] not in _AFTER_NUMBER:
            self.refuse("write here a number, such as 20 or -2.5")
        written = match[0].replace("−", "-")
        try:
            number = float(with_point(written))
        except ValueError:
            self.refuse("this could be a thousand or more, or a fraction; write it without a comma: 1000, or 1.5")
        if not math.isfinite(number):
            self.refuse("this number is too large; write a smaller one")
        self.place = match.end()
        return number

    def text_condition(self, name: str, sign: str, *, is_field: bool) -> TextCondition:
        side: Literal["source", "reference", "output"] = "output"
        if is_field:
            side = "source" if name == "source" else "reference"
        is_pattern = self.next() == "/"
        place = self.place
        wanted = self.pattern() if is_pattern else self.value()
        if not wanted:
            self.refuse("an empty text is in every segment; write what to look for", place)
        return TextCondition(side, sign, wanted, is_pattern, "" if is_field else name)

    def pattern(self) -> str:
        begin = end = self.place + 1
        while self.text[end : end + 1] not in ("", "/"):
            end += 2 if self.text[end] == "\\" else 1
        if end >= len(self.text):
            self.refuse("this pattern is not closed; write / behind it, and \\/ for one that belongs to it")
        pattern = self.text[begin:end]
        if pattern:
            compile_pattern(pattern)
        self.place = end + 1
        if self.next() not in ("", *_BLANKS):
            self.refuse('nothing stands behind a pattern; for any case of letters write words in quotes: ~ "words"')
        return pattern

    def of_outputs(self, name: _Name) -> Condition:
        if not name.is_quoted and name.text == "ngram":
            return self.ngram()
        if not name.is_quoted and name.text.startswith("found."):
            return self.finding(name)
        measure = self.measure(name)
        system = self.system()
        other = None
        self.skip_blanks()
        if self.next() and self.next() in "-−":
            self.place += 1
            self.skip_blanks()
            place = self.place
            second = self.name(f"{measure} of another system")
            self.skip_blanks()
            if self.next() != "(" or self.measure(second) != measure:
                self.refuse(f"a difference is taken between two systems by one measure; write {measure}(SYSTEM)", place)
            other = self.system()
            self.skip_blanks()
        place = self.place
        sign = self.sign()
        if sign in ("~", "!~"):
            self.refuse(f"{measure} is a number; write = != < <= > or >=", place)
        return NumberCondition(OutputNumber(measure, system, other), _LISTS.get(sign, sign), self.numbers(sign))

    def measure(self, name: _Name) -> Measure:
        if name.is_quoted:
            return Measure("score", name.text)
        if name.text == "difference":
            return Measure("difference")
        kind, _, error_class = name.text.partition(".")
        if kind == "errors":
            if error_class not in CLASSES:
                self.refuse(
                    f"there is no error class {error_class!r}{did_you_mean(error_class, CLASSES)}; "
                    f"write errors. and one of {', '.join(CLASSES)}",
                    name.place,
                )
            return Measure("errors", error_class)
        if name.text in (*GIVEN_NUMBERS, *TEXTS, "found"):
            self.refuse(
                f"{name.text} is no measure of an output; write chrf(A), difference(A) or {name.text} alone", name.place
            )
        return Measure("score", name.text)

    def system(self) -> str:
        """The system that stands in brackets."""
        self.expect("(", "write a system in brackets: (A)")
        system = self.name("a system").text
        self.expect(")", "write ) behind the system, whose name stands in quotes if it has blanks")
        return system

    def finding(self, name: _Name) -> FindingCondition:
        check = name.text.removeprefix("found.")
        if check not in CHECKS:
            near = did_you_mean(check, CHECKS)
            self.refuse(f"there is no check {check!r}{near}; write found. and one of {', '.join(CHECKS)}", name.place)
        return FindingCondition(check, self.system())

    def ngram(self) -> NgramCondition:
        self.expect("(", 'write ngram("going to", over, A)')
        place = self.place
        words = " ".join(self.name('words, such as "going to"').text.split())
        if not words:
            self.refuse('write here words, such as "going to"', place)
        self.expect(",", 'write a comma: ngram("going to", over, A)')
        place = self.place
        kind = self.name(f"one of {', '.join(NGRAM_KINDS)}").text
        if kind not in NGRAM_KINDS:
            self.refuse(f"write here one of {', '.join(NGRAM_KINDS)}{did_you_mean(kind, NGRAM_KINDS)}", place)
        self.expect(",", 'write a comma and a system: ngram("going to", over, A)')
        system = self.name("a system").text
        self.expect(")", "write ) behind the system, whose name stands in quotes if it has blanks")
        return NgramCondition(words, kind, system)

    def take(self, character: str) -> bool:
        """Whether this character is next, but for blanks; it is taken then, with blanks behind it."""
        self.skip_blanks()
        if self.next() != character:
            return False
        self.place += 1
        if character != ")":
            self.skip_blanks()
        return True

    def expect(self, character: str, message: str) -> None:
        if not self.take(character):
            self.refuse(message)

"""The conditions of a filter: as text, in words, and as masks over segments.

Each is **given**, decided by what stands before a system translates, or an **outcome**, which looks at outputs.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from mtassay.analyses.filters.condition_words import amount, either, gap, number_text, place
from mtassay.analyses.filters.patterns import compile_pattern
from mtassay.analyses.filters.segment_fields import (
    GIVEN_NUMBERS,
    SegmentFields,
    find_label,
    find_output,
    find_spec,
    is_empty,
    label_numbers,
    listed,
    require_references,
    require_sources,
)
from mtassay.checks.base import CHECKS
from mtassay.conditions import meets, quoted
from mtassay.errors import InputError, SettingError
from mtassay.human.filters import holding
from mtassay.human.memory import Bools, Floats
from mtassay.settings import did_you_mean

TEXTS = ("source", "reference")
KEYWORDS = ("and", "or", "not", "in")
RESERVED = (*GIVEN_NUMBERS, *TEXTS, *KEYWORDS, "difference", "ngram", "errors", "found")
"""Names that mean a label, a system or a metric only in quotes."""

NGRAM_KINDS = {
    "right": "where {system} says {words} as the reference does",
    "over": "where {system} says {words} more often than the reference",
    "under": "where {system} says {words} less often than the reference",
}

_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:+-]*")


class Condition(ABC):
    """Something that holds for some segments; `str` writes it as filters are written."""

    @property
    @abstractmethod
    def is_given(self) -> bool:
        """Whether it was decided before any system translated."""

    @abstractmethod
    def in_words(self) -> str:
        """What it means, to follow the word segments."""

    @abstractmethod
    def mask(self, fields: SegmentFields) -> Bools:
        """Where it holds."""


class Quantity(ABC):
    """A number of each segment."""

    is_given: ClassVar[bool]

    @abstractmethod
    def in_words(self, sign: str, numbers: Sequence[float]) -> str:
        """That it compares so with these numbers, to follow the word segments."""

    @abstractmethod
    def values(self, fields: SegmentFields) -> Floats:
        """Those of all segments; NaN where there is none."""


@dataclass(frozen=True)
class GivenNumber(Quantity):
    """The number of a segment, or how many words its reference or source has: one of GIVEN_NUMBERS."""

    name: str
    is_given: ClassVar[bool] = True

    def __str__(self) -> str:
        return self.name

    def in_words(self, sign: str, numbers: Sequence[float]) -> str:
        if self.name == "segment":
            return place(sign, numbers)
        return f"with a {'reference' if self.name == 'length' else 'source'} of {amount(sign, numbers, 'word')}"

    def values(self, fields: SegmentFields) -> Floats:
        if self.name == "segment":
            return fields.numbers().astype(np.float64)
        if self.name == "length":
            require_references(fields)
            return fields.lengths().astype(np.float64)
        require_sources(fields)
        return fields.source_lengths().astype(np.float64)


@dataclass(frozen=True)
class LabelNumber(Quantity):
    """A label whose values are numbers; what is left empty meets no condition."""

    label: str
    is_given: ClassVar[bool] = True

    def __str__(self) -> str:
        return name_text(self.label)

    def in_words(self, sign: str, numbers: Sequence[float]) -> str:
        return f"with {self.label} {amount(sign, numbers)}"

    def values(self, fields: SegmentFields) -> Floats:
        texts = find_label(fields, self.label)
        numbers = label_numbers(texts)
        other = next(
            (texts[place] for place in np.flatnonzero(np.isnan(numbers)).tolist() if not is_empty(texts[place])), None
        )
        if other is not None:
            raise SettingError(
                f"not all values of {self.label} are numbers, {other!r} is none; "
                f"write = or !=, or in and the values in brackets"
            )
        return numbers


@dataclass(frozen=True)
class Measure:
    """A number of every output: a metric's `score`, its words less the reference's, or its words of an error class."""

    kind: Literal["score", "difference", "errors"]
    name: str = ""

    def __str__(self) -> str:
        if self.kind == "score":
            return name_text(self.name)
        return "difference" if self.kind == "difference" else f"errors.{self.name}"

    @property
    def noun(self) -> str:
        """What is counted, to be followed by of and a system."""
        if self.kind == "score":
            return self.name
        return "the number of words" if self.kind == "difference" else f"the number of words of error class {self.name}"

    def values(self, fields: SegmentFields, system: str) -> Floats:
        """Those of a system's output."""
        output = find_output(fields, system)
        if self.kind == "score":
            return fields.segment_scores(find_spec(fields, self.name), output)
        require_references(fields)
        counts = (
            fields.length_differences(output) if self.kind == "difference" else fields.error_counts(self.name, output)
        )
        return counts.astype(np.float64)


@dataclass(frozen=True)
class OutputNumber(Quantity):
    """A measure of a system's output, or that less another system's."""

    measure: Measure
    system: str
    other: str | None = None
    is_given: ClassVar[bool] = False

    def __str__(self) -> str:
        first = f"{self.measure}({name_text(self.system)})"
        return first if self.other is None else f"{first} - {self.measure}({name_text(self.other)})"

    def in_words(self, sign: str, numbers: Sequence[float]) -> str:
        whose = f"{self.measure.noun} of {self.system}"
        compared_to = "the reference" if self.measure.kind == "difference" and self.other is None else self.other
        if compared_to is None and self.measure.kind == "errors":
            return f"where {self.system} has {amount(sign, numbers, 'word')} of error class {self.measure.name}"
        if compared_to is None:
            return f"where {whose} is {amount(sign, numbers)}"
        by = gap(sign, numbers)
        if by is not None:
            return f"where {whose} is {by} that of {compared_to}"
        return f"where {whose} minus that of {compared_to} is {amount(sign, numbers)}"

    def values(self, fields: SegmentFields) -> Floats:
        values = self.measure.values(fields, self.system)
        return values if self.other is None else values - self.measure.values(fields, self.other)


@dataclass(frozen=True)
class NumberCondition(Condition):
    """That a quantity compares with a number; of several, `=` means one of them and `!=` none."""

    quantity: Quantity
    sign: str
    numbers: tuple[float, ...]

    def __post_init__(self) -> None:
        # in one form, so that a filter that was written down and read again is the same; -0 is 0
        object.__setattr__(self, "numbers", tuple(sorted({number + 0.0 for number in self.numbers})))

    def __str__(self) -> str:
        return f"{self.quantity} {_values_text(self.sign, map(number_text, self.numbers))}"

    @property
    def is_given(self) -> bool:
        return self.quantity.is_given

    def in_words(self) -> str:
        return self.quantity.in_words(self.sign, self.numbers)

    def mask(self, fields: SegmentFields) -> Bools:
        values = self.quantity.values(fields)
        if self.quantity == GivenNumber("segment") and self.sign == "=":
            self._require_segments(values)
        chosen = np.full(len(values), self.sign != "=")
        for number in self.numbers:
            met = meets(values, self.sign, number)
            chosen = chosen | met if self.sign == "=" else chosen & met
        return chosen

    def _require_segments(self, values: Floats) -> None:
        absent = [number_text(number) for number in self.numbers if number not in values]
        if absent:
            raise SettingError(
                f"there is no segment {either(absent)}; they have numbers from {values.min():.0f} to {values.max():.0f}"
            )


@dataclass(frozen=True)
class LabelCondition(Condition):
    """That a label is one of these values (`=`), or none of them (`!=`)."""

    label: str
    sign: str
    values: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", tuple(sorted(set(self.values))))

    def __str__(self) -> str:
        return f"{name_text(self.label)} {_values_text(self.sign, map(value_text, self.values))}"

    @property
    def is_given(self) -> bool:
        return True

    def in_words(self) -> str:
        return f"{'' if self.sign == '=' else 'not '}of {self.label} {either(self.values)}"

    def mask(self, fields: SegmentFields) -> Bools:
        labels = find_label(fields, self.label)
        known = dict.fromkeys(labels)
        for value in self.values:
            if value not in known:
                raise SettingError(
                    f"no segment has the {self.label} {value!r}{did_you_mean(value, known)}; there are {listed(known)}"
                )
        values = frozenset(self.values)
        chosen = np.fromiter((label in values for label in labels), dtype=bool, count=fields.size)
        return chosen if self.sign == "=" else ~chosen


@dataclass(frozen=True)
class TextCondition(Condition):
    """That a text holds something (`~`), or does not (`!~`): words in whatever case, or what fits a pattern.

    `side` is `source`, `reference`, of which any may hold it, or `output`, that of a `system`.
    """

    side: Literal["source", "reference", "output"]
    sign: str
    wanted: str
    is_pattern: bool = False
    system: str = ""

    def __str__(self) -> str:
        side = name_text(self.system) if self.side == "output" else self.side
        return f"{side} {self.sign} {self._written}"

    @property
    def _written(self) -> str:
        return f"/{self.wanted}/" if self.is_pattern else quoted(self.wanted)

    @property
    def is_given(self) -> bool:
        return self.side != "output"

    def in_words(self) -> str:
        where = f"the output of {self.system}" if self.side == "output" else f"the {self.side}"
        return f"{'with' if self.sign == '~' else 'without'} {self._written} in {where}"

    def mask(self, fields: SegmentFields) -> Bools:
        holds = self._holds(fields)
        return holds if self.sign == "~" else ~holds

    def _holds(self, fields: SegmentFields) -> Bools:
        if self.side == "source":
            return self._fits(require_sources(fields))
        if self.side == "output":
            return self._fits(fields.systems[find_output(fields, self.system, TEXTS)])
        references = require_references(fields)
        segments = np.repeat(np.arange(fields.size), [len(entry) for entry in references])
        holds = np.zeros(fields.size, dtype=bool)
        holds[segments[self._fits([text for entry in references for text in entry])]] = True
        return holds

    def _fits(self, texts: Sequence[str]) -> Bools:
        if not self.is_pattern:
            return holding(texts, self.wanted)
        search = compile_pattern(self.wanted).search
        return np.fromiter((search(text) is not None for text in texts), dtype=bool, count=len(texts))


@dataclass(frozen=True)
class NgramCondition(Condition):
    """That an output says words in a row as the reference does (`right`), more often (`over`) or less (`under`)."""

    words: str
    kind: str
    system: str

    def __str__(self) -> str:
        return f"ngram({quoted(self.words)}, {self.kind}, {name_text(self.system)})"

    @property
    def is_given(self) -> bool:
        return False

    def in_words(self) -> str:
        return NGRAM_KINDS[self.kind].format(system=self.system, words=quoted(self.words))

    def mask(self, fields: SegmentFields) -> Bools:
        require_references(fields)
        said, expected = fields.ngram_counts(self.words, find_output(fields, self.system))
        if self.kind == "right":
            return np.minimum(said, expected) > 0
        return said > expected if self.kind == "over" else said < expected


@dataclass(frozen=True)
class FindingCondition(Condition):
    """That a check finds something in an output."""

    check: str
    system: str

    def __str__(self) -> str:
        return f"found.{self.check}({name_text(self.system)})"

    @property
    def is_given(self) -> bool:
        return False

    def in_words(self) -> str:
        return f"where the check {self.check} finds something in the output of {self.system}"

    def mask(self, fields: SegmentFields) -> Bools:
        output = find_output(fields, self.system)
        kind = CHECKS[self.check]
        lacking = [need for need in kind.needs if _lacks(fields, need)]
        if kind.needs_any and all(_lacks(fields, need) for need in kind.needs_any):
            lacking.append(" or ".join(kind.needs_any))
        if lacking:
            raise InputError(f"the check {self.check} needs {' and '.join(lacking)}, which this test set does not have")
        return fields.finding_mask(self.check, output)


def _lacks(fields: SegmentFields, need: str) -> bool:
    return getattr(fields, need, "") is None  # checks may need what filters never ask for


def name_text(name: str) -> str:
    """The name of a label, a system or a metric as filters write it: in quotes where it could be read otherwise."""
    is_taken = name in RESERVED or name.startswith(("errors.", "found."))
    return quoted(name) if is_taken else value_text(name)


def value_text(value: str) -> str:
    """The value of a label as filters write it."""
    return value if _PLAIN.fullmatch(value) and value.lower() not in KEYWORDS else quoted(value)


def _values_text(sign: str, values: Iterable[str]) -> str:
    texts = list(values)
    if len(texts) == 1:
        return f"{sign} {texts[0]}"
    return f"{'in' if sign == '=' else 'not in'} ({', '.join(texts)})"

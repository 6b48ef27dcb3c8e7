"""Questions on a document that somebody read: which answers are right, and when two answers are the same."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from types import MappingProxyType
from typing import Any

from mtassay.errors import InputError
from mtassay.human.collection import collapse

GRADES: Mapping[str, float] = MappingProxyType({"right": 1.0, "half": 0.5, "wrong": 0.0})
"""What an answer is worth, in the words of whoever grades."""

LONGEST_ANSWER = 1000

REFERENCE_SYSTEM = "reference"
"""The system that the reference is, where some readers get it."""

_MEANT = "%‰#&@*"
"""Punctuation that says something at the end of an answer."""
_MINUS = re.compile(r"[-\N{MINUS SIGN}]\d")


@dataclass(frozen=True, kw_only=True)
class Question:
    """What is known of the answers to a question: those of the table, and by digest those that somebody graded.

    With `choices` readers choose one of them, and none but those that are right or half right counts.
    """

    right: tuple[str, ...] = ()
    half: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    graded: Mapping[str, float] = field(default_factory=dict)

    def grade(self, answer: str) -> float | None:
        """0, 0.5 or 1; None where nobody has graded this answer yet. An empty one says that the reader cannot tell."""
        said = same_answer(answer)
        if not said:
            return 0.0
        if (graded := self.graded.get(digest_of(answer))) is not None:
            return graded
        for name, grade in GRADES.items():
            if any(same_answer(known) == said for known in getattr(self, name)):
                return grade
        return 0.0 if self.choices else None

    @property
    def detail(self) -> dict[str, list[str]]:
        """As JSON, without what was graded since."""
        return {name: list(getattr(self, name)) for name in (*GRADES, "choices")}

    @classmethod
    def of_detail(cls, detail: Mapping[str, Any], graded: Mapping[str, float] | None = None) -> "Question":
        """The same back; an InputError where it is something else."""
        parts = {name: _texts(detail.get(name, ())) for name in (*GRADES, "choices")}
        for grade in (graded or {}).values():
            if grade not in GRADES.values():
                raise InputError(f"a grade is {grade!r} and should be 0, 0.5 or 1")
        return cls(**parts, graded=dict(graded or {}))


def same_answer(answer: str) -> str:
    """What equal answers have in common: neither case, blanks, forms of letters nor outer punctuation tell them apart.

    A minus before a number and a sign such as % stay, because they change what is said.
    """
    said = collapse(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", answer).casefold()))
    start, end = 0, len(said)
    while start < end and _is_outer(said[start]) and not _MINUS.match(said, start):
        start += 1
    while end > start and _is_outer(said[end - 1]):
        end -= 1
    return said[start:end]


def digest_of(answer: str) -> str:
    """By which a grade finds all that gave the answer, without saying what it was."""
    return blake2b(same_answer(answer).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def grade_named(name: str) -> float:
    """The grade that somebody wrote: right, half or wrong, or 1, 0.5 or 0."""
    said = name.strip().casefold().replace(",", ".")
    numbers = {f"{grade:g}": grade for grade in GRADES.values()}
    if said in GRADES:
        return GRADES[said]
    if said in numbers:
        return numbers[said]
    raise InputError(f"{name[:40]!r} is no grade; write {', '.join(GRADES)}, or 1, 0.5, 0")


def _is_outer(letter: str) -> bool:
    return letter.isspace() or (unicodedata.category(letter).startswith("P") and letter not in _MEANT)


def _texts(given: object) -> tuple[str, ...]:
    if not isinstance(given, Iterable) or isinstance(given, str):
        raise InputError("the answers of a question should be a list")
    texts = tuple(given)
    if not all(isinstance(text, str) for text in texts):
        raise InputError("an answer of a question should be a text")
    return texts

"""Reading comprehension: people read a document of one system, and then answer questions about it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from mtassay.human.collection import collapse
from mtassay.human.protocols.base import (
    AskedItem,
    Body,
    BodyError,
    Context,
    Key,
    Number,
    Protocol,
    check_number,
    check_object,
    pointer,
    typed_number,
)
from mtassay.human.protocols.questions import LONGEST_ANSWER
from mtassay.settings import setting

_MOST_SECONDS = 86_400.0
_ANSWER, _UNTOLD = "answer-", "untold-"


@dataclass(frozen=True, kw_only=True)
class Comprehension(Protocol):
    """Questions on a document that somebody read in one translation, answered when it is out of sight.

    `{"answers": {"31": "two", "32": ""}, "read": 41}`: an answer to each question, empty where the reader could not
    tell, and the seconds of reading; without script they are not measured. The headline is 100 for a right answer, 50
    for one that is half right and 0 for a wrong one. An answer that nobody has graded yet has no number.
    """

    name: ClassVar[str] = "comprehension"
    version: ClassVar[int] = 1
    title: ClassVar[str] = "questions on a text that was read"
    contexts: ClassVar[tuple[Context, ...]] = ("document",)
    seconds: ClassVar[float] = 180.0
    draws_texts: ClassVar[bool] = True
    asks_questions: ClassVar[bool] = True

    reference: bool = setting(
        True, "whether some readers get the reference, so that systems can be compared with it", hide_default=False
    )

    def schema(self) -> Mapping[str, Any]:
        answer = {"type": "string", "maxLength": LONGEST_ANSWER}
        return {
            "type": "object",
            "properties": {
                "answers": {
                    "type": "object",
                    "propertyNames": {"pattern": "^(0|[1-9][0-9]*)$"},
                    "additionalProperties": answer,
                },
                "read": {"type": "number", "minimum": 0, "maximum": _MOST_SECONDS},
            },
            "required": ["answers"],
            "additionalProperties": False,
        }

    def read_form(self, fields: Iterable[tuple[str, str]]) -> Body:
        body: Body = {}
        untold = set()
        for name, text in fields:
            if name.startswith(_ANSWER) and text.strip():
                body.setdefault("answers", {})[name.removeprefix(_ANSWER)] = text
            elif name.startswith(_UNTOLD) and text:
                untold.add(name.removeprefix(_UNTOLD))
            elif name == "read" and text:
                body["read"] = typed_number(text)
        for number in untold:
            body.setdefault("answers", {})[number] = ""
        return body

    def check(self, body: object, items: Sequence[AskedItem]) -> Body:
        given = check_object(body, ("answers", "read"))
        answers = given.get("answers")
        if not isinstance(answers, dict):
            raise BodyError(pointer("answers"), "answer the questions, or say that you could not tell")
        questions = {str(item.id): item for item in items if item.question is not None}
        for name in answers:
            if name not in questions:
                raise BodyError(pointer("answers", name), "this question was not asked")
        checked: Body = {
            "answers": {
                name: _check_answer(answers.get(name), item, place)
                for place, (name, item) in enumerate(questions.items(), 1)
            }
        }
        if "read" in given:
            seconds = check_number(given["read"], "read")
            if not 0 <= seconds <= _MOST_SECONDS:
                raise BodyError(pointer("read"), f"{seconds:g} is not between 0 and {_MOST_SECONDS:g} seconds")
            checked["read"] = round(seconds, 3)
        return checked

    def renumbered(
        self, body: Body, number_of: Callable[[str], str], information_item_of: Callable[[str], str]
    ) -> Body:
        answers = body.get("answers")
        if answers is None:
            return body
        return {**body, "answers": {number_of(name): answer for name, answer in answers.items()}}

    def was_read(self, body: Body) -> bool:
        return "read" in body or "answers" in body

    def numbers(self, body: Body, items: Sequence[AskedItem]) -> tuple[Number, ...]:
        answers = body["answers"]
        graded = ((item.id, item.question.grade(answers[str(item.id)])) for item in items if item.question is not None)
        return tuple(Number(item, "% right", 100.0 * grade) for item, grade in graded if grade is not None)

    @property
    def keys(self) -> tuple[Key, ...]:
        return (Key("Ctrl+Enter", "save from an answer", "save from an answer"),)

    @property
    def shows_source(self) -> bool:
        return False


def _check_answer(answer: object, item: AskedItem, place: int) -> str:
    at = pointer("answers", str(item.id))
    if answer is None:
        raise BodyError(at, f"question {place} is open; answer it, or say that you could not tell")
    if not isinstance(answer, str):
        raise BodyError(at, "an answer is a text")
    said = collapse(answer)
    if "\0" in said or any("\ud800" <= letter <= "\udfff" for letter in said):
        raise BodyError(at, "the answer has a character that is none; type it again")
    if len(said) > LONGEST_ANSWER:
        raise BodyError(at, f"the answer has {len(said):,} characters, and up to {LONGEST_ANSWER:,} are kept")
    choices = item.question.choices if item.question is not None else ()
    if said and choices and said not in choices:
        raise BodyError(at, f"question {place} has no such choice; there are {', '.join(choices)}")
    return said

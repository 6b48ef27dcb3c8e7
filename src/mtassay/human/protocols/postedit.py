"""Post-editing: people correct an output, and what they changed is counted (Snover et al. 2006)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from mtassay.human.collection import collapse
from mtassay.human.post_editing.corrections import measure_corrections
from mtassay.human.protocols.against import Against
from mtassay.human.protocols.base import (
    AskedItem,
    Body,
    BodyError,
    Context,
    Key,
    Number,
    check_number,
    check_object,
    pointer,
    typed_number,
)

KEYS = ("insert", "delete", "move", "paste", "undo")
"""What keys are counted for; which ones they were is nowhere kept."""

SECONDS = ("first", "edit")
"""From the focus to the first change, and all that the text had the focus."""

_MOST_KEYS = 10**6
_MOST_SECONDS = 86_400.0


@dataclass(frozen=True, kw_only=True)
class Postedit(Against):
    """An output as a person corrected it, with as few changes as it needs.

    `{"text": "…", "unchanged": false, "keys": {"insert": 41, "delete": 12, "move": 9, "paste": 0, "undo": 1},
    "seconds": {"first": 3.1, "edit": 38}}`. Keys are counted by what they do, and which ones they were is not kept;
    without script neither keys nor seconds are measured. The headline is HTER, edits and shifts of `ter` for each word
    of the corrected text, 1 at most.
    """

    name: ClassVar[str] = "postedit"
    version: ClassVar[int] = 1
    title: ClassVar[str] = "correct the output"
    better: ClassVar[Literal["higher", "lower"]] = "lower"
    contexts: ClassVar[tuple[Context, ...]] = ("none", "before")
    is_asked_within = True
    seconds: ClassVar[float] = 60.0
    draws_texts: ClassVar[bool] = True

    def schema(self) -> Mapping[str, Any]:
        count = {"type": "integer", "minimum": 0, "maximum": _MOST_KEYS}
        second = {"type": "number", "minimum": 0, "maximum": _MOST_SECONDS}
        return {
            "type": "object",
            "properties": {
                "text": {"type": "string", "minLength": 1},
                "unchanged": {"type": "boolean"},
                "keys": _closed(KEYS, count),
                "seconds": _closed(SECONDS, second),
            },
            "required": ["text"],
            "additionalProperties": False,
        }

    def read_form(self, fields: Iterable[tuple[str, str]]) -> Body:
        body: Body = {}
        for name, text in fields:
            member, _, part = name.partition("-")
            if name == "text":
                body["text"] = text
            elif text and (member, part) in _FIELDS:
                body.setdefault(member, {})[part] = typed_number(text)
        return body

    def check(self, body: object, items: Sequence[AskedItem]) -> Body:
        given = check_object(body, ("text", "unchanged", "keys", "seconds"))
        (item,) = items
        output = collapse(item.text)
        text = _check_text(given.get("text"), output)
        is_same = text == output
        if "unchanged" in given and given["unchanged"] is not is_same:
            known = "is the output as it was" if is_same else "differs from the output"
            raise BodyError(pointer("unchanged"), f"this is not so: the text {known}")
        checked: Body = {"text": text, "unchanged": is_same}
        if "keys" in given:
            checked["keys"] = {
                name: round(value) for name, value in _check_parts(given, "keys", KEYS, _MOST_KEYS).items()
            }
        if "seconds" in given:
            checked["seconds"] = {
                name: round(value, 3) for name, value in _check_parts(given, "seconds", SECONDS, _MOST_SECONDS).items()
            }
        return checked

    def numbers(self, body: Body, items: Sequence[AskedItem]) -> tuple[Number, ...]:
        (item,) = items
        (correction,) = measure_corrections([collapse(item.text)], [body["text"]])
        numbers = [("hter", correction.hter), ("edits", correction.edits), ("words", correction.words)]
        words = max(len(item.source.split()), 1)
        if "seconds" in body:
            numbers.append(("seconds per source word", body["seconds"]["edit"] / words))
        if "keys" in body:
            numbers.append(("keys per source word", sum(body["keys"].values()) / words))
        return tuple(Number(item.id, name, float(value)) for name, value in numbers)

    @property
    def keys(self) -> tuple[Key, ...]:
        return (Key("Ctrl+Enter", "save from the text", "save from the text"),)

    @property
    def moving_keys(self) -> tuple[Key, ...]:
        return (Key("Esc", "leave the text", "leave the text"),)


_FIELDS = {*(("keys", name) for name in KEYS), *(("seconds", name) for name in SECONDS)}


def _closed(names: Sequence[str], member: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict.fromkeys(names, member),
        "required": list(names),
        "additionalProperties": False,
    }


def _check_text(text: object, output: str) -> str:
    if not isinstance(text, str):
        raise BodyError(pointer("text"), "the corrected text is missing")
    corrected = collapse(text)
    if not corrected:
        raise BodyError(pointer("text"), "the text is empty; correct it, or say that you cannot")
    if "\0" in corrected or any("\ud800" <= letter <= "\udfff" for letter in corrected):
        raise BodyError(pointer("text"), "the text has a character that is none; type it again")
    most = 10 * len(output) + 1000
    if len(corrected) > most:
        raise BodyError(pointer("text"), f"the text has {len(corrected):,} characters, and up to {most:,} are kept")
    return corrected


def _check_parts(given: Body, member: str, names: Sequence[str], most: float) -> dict[str, float]:
    """Numbers from 0 on, all of them and no other."""
    parts = given[member]
    if not isinstance(parts, dict):
        raise BodyError(pointer(member), f"expected an object with {', '.join(names)}")
    for name in parts:
        if name not in names:
            raise BodyError(pointer(member, name), f"nothing of this name is counted; there are {', '.join(names)}")
    checked = {}
    for name in names:
        value = check_number(parts.get(name, 0), member, name)
        if not 0 <= value <= most:
            raise BodyError(pointer(member, name), f"{value:g} is not between 0 and {most:g}")
        checked[name] = value
    return checked

"""What protocols share that ask for one number on a scale."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from mtassay.errors import InputError
from mtassay.human.answer_keys import score_keys
from mtassay.human.protocols.base import (
    AskedItem,
    Body,
    BodyError,
    Context,
    Key,
    Number,
    Protocol,
    Reuse,
    check_number,
    check_object,
    pointer,
    typed_number,
)
from mtassay.human.scales import Scale


@dataclass(frozen=True, kw_only=True)
class Rating(Protocol):
    """One whole number on a scale, for one output.

    Its number has the name of its field, and is the number that the judge chose.
    """

    contexts: ClassVar[tuple[Context, ...]] = ("none", "before", "document")
    reuse: ClassVar[Reuse] = "on request"
    scale: ClassVar[Scale]
    field: ClassVar[str] = "value"

    def schema(self) -> Mapping[str, Any]:
        return {
            "type": "object",
            "properties": {self.field: whole_schema(self.scale)},
            "required": [self.field],
            "additionalProperties": False,
        }

    def read_form(self, fields: Iterable[tuple[str, str]]) -> Body:
        return {name: typed_number(text) for name, text in fields if name == self.field and text}

    def check(self, body: object, items: Sequence[AskedItem]) -> Body:
        given = check_object(body, (self.field,))
        return {self.field: check_whole(given, self.field, self.scale)}

    def numbers(self, body: Body, items: Sequence[AskedItem]) -> tuple[Number, ...]:
        (item,) = items
        return (Number(item.id, self.field, float(body[self.field])),)

    @property
    def width(self) -> float | None:
        return self.scale.high - self.scale.low

    @property
    def keys(self) -> tuple[Key, ...]:
        anchors = self.scale.anchors
        keys = score_keys(self.scale)
        return tuple(Key(key, "score", anchors.get(value, f"{value:g}")) for key, value in keys.items())


def whole_schema(scale: Scale) -> Mapping[str, Any]:
    """The JSON Schema of a whole number on a scale."""
    return {"type": "integer", "minimum": scale.low, "maximum": scale.high}


def check_whole(given: Body, field: str, scale: Scale) -> int:
    """The whole number that a member of a body is."""
    choice = f"choose a score from {scale.low:g} to {scale.high:g}"
    if field not in given:
        raise BodyError(pointer(field), choice)
    number = check_number(given[field], field)
    try:
        scale.check(number)
    except InputError:
        raise BodyError(pointer(field), f"{number:g} is not on the scale; {choice}") from None
    return round(number)

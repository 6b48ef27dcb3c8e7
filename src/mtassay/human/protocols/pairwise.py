"""Pairs: which of two outputs is better, or neither."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

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
from mtassay.human.protocols.ranking import shares
from mtassay.settings import setting

_MUCH = 3


@dataclass(frozen=True, kw_only=True)
class Pairwise(Against):
    """The better one of two outputs of one source, or neither where they are equally good.

    `{"better": "17"}`, null for neither; with `by` they also say by how much, `{"better": "17", "by": 2}`, from 1,
    slightly, to 3, much. The numbers are those of a ranking of two.
    """

    name: ClassVar[str] = "pairwise"
    version: ClassVar[int] = 1
    title: ClassVar[str] = "the better one of two outputs"
    outputs: ClassVar[tuple[int, int]] = (2, 2)
    contexts: ClassVar[tuple[Context, ...]] = ("none", "before")
    seconds: ClassVar[float] = 15.0

    by: bool = setting(False, "whether judges also say by how much it is better")

    def schema(self) -> Mapping[str, Any]:
        properties: dict[str, Any] = {"better": {"type": ["string", "null"], "pattern": "^(0|[1-9][0-9]*)$"}}
        if self.by:
            properties["by"] = {"type": "integer", "minimum": 1, "maximum": _MUCH}
        return {"type": "object", "properties": properties, "required": ["better"], "additionalProperties": False}

    def read_form(self, fields: Iterable[tuple[str, str]]) -> Body:
        body: Body = {}
        for name, text in fields:
            if name == "better" and text:
                body["better"] = None if text == "equal" else text
            elif name == "by" and text and self.by:
                body["by"] = typed_number(text)
        if body.get("better", "") is None:
            body.pop("by", None)  # a form cannot take back a choice that no longer matters
        return body

    def check(self, body: object, items: Sequence[AskedItem]) -> Body:
        given = check_object(body, ("better", "by") if self.by else ("better",))
        if "better" not in given:
            raise BodyError(pointer("better"), "say which output is better, or that they are equally good")
        better = given["better"]
        if better is not None and better not in [str(item.id) for item in items]:
            raise BodyError(pointer("better"), "this output is not part of the question")
        if not self.by:
            return {"better": better}
        if better is None:
            if "by" in given:
                raise BodyError(pointer("by"), "outputs that are equally good differ by nothing")
            return {"better": None}
        if "by" not in given:
            raise BodyError(pointer("by"), "say by how much it is better: 1, slightly, to 3, much")
        by = check_number(given["by"], "by")
        if by not in range(1, _MUCH + 1):
            raise BodyError(pointer("by"), f"{by:g} is no answer; choose 1, slightly, to 3, much")
        return {"better": better, "by": int(by)}

    def renumbered(
        self, body: Body, number_of: Callable[[str], str], information_item_of: Callable[[str], str]
    ) -> Body:
        better = body.get("better")
        return body if better is None else {**body, "better": number_of(better)}

    def numbers(self, body: Body, items: Sequence[AskedItem]) -> tuple[Number, ...]:
        better = body["better"]
        return shares({item.id: 1 if better is None or str(item.id) == better else 2 for item in items})

    @property
    def keys(self) -> tuple[Key, ...]:
        sides = (
            Key("←", "the better one", "A"),
            Key("→", "the better one", "B"),
            Key("↓", "the better one", "equally good"),
        )
        if not self.by:
            return sides
        words = ("slightly", "clearly", "much")
        return (*sides, *(Key(str(by), "by how much", word) for by, word in enumerate(words, 1)))

"""SSER: one score for a translation, and a class for each information item of its source (Nießen et al. 2000)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Self

from mtassay.errors import InputError
from mtassay.human.answer_keys import CLASS_KEYS, score_keys
from mtassay.human.item_classes import ITEM_CLASSES
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
from mtassay.human.scales import EVALTRANS, POINTS, Scale
from mtassay.settings import setting

_ITEM_FIELD = "item-"


@dataclass(frozen=True, kw_only=True)
class Sser(Protocol):
    """A score on a scale, and what became of information items.

    `{"value": 8, "verdicts": {"3": "ok"}}` scores a translation 8 and says that item 3 came across; items may be left
    out. Its numbers are the points, 0 to 10 on any scale, and of the items that have a verdict the percentage that is
    wrong.
    """

    name: ClassVar[str] = "sser"
    version: ClassVar[int] = 1
    title: ClassVar[str] = "score and information items"
    contexts: ClassVar[tuple[Context, ...]] = ("none", "before")
    is_of_memory: ClassVar[bool] = True
    reuse: ClassVar[Reuse] = "by default"
    is_asked_within = True
    seconds: ClassVar[float] = 20.0

    low: float = setting(EVALTRANS.low, "the worst score")
    high: float = setting(EVALTRANS.high, "the best score")
    step: float | None = setting(EVALTRANS.step, "distance between two scores; none where any number is one")

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.scale  # a scale that cannot be is refused here, not at the first answer

    @classmethod
    def on(cls, scale: Scale) -> Self:
        """The protocol on a scale."""
        return cls(low=scale.low, high=scale.high, step=scale.step)

    @cached_property
    def scale(self) -> Scale:
        """The scores that there are."""
        return Scale(self.low, self.high, self.step)

    def schema(self) -> Mapping[str, Any]:
        score: dict[str, Any] = {"type": "number", "minimum": self.low, "maximum": self.high}
        if self._is_whole:
            score["multipleOf"] = self.step
        return {
            "type": "object",
            "properties": {
                "value": score,
                "verdicts": {
                    "type": "object",
                    "propertyNames": {"pattern": "^(0|[1-9][0-9]*)$"},
                    "additionalProperties": {"enum": list(ITEM_CLASSES)},
                },
            },
            "required": ["value"],
            "additionalProperties": False,
        }

    def read_form(self, fields: Iterable[tuple[str, str]]) -> Body:
        body: Body = {}
        for name, text in fields:
            if name == "value" and text:
                body["value"] = typed_number(text)
            elif name.startswith(_ITEM_FIELD) and text:
                body.setdefault("verdicts", {})[name.removeprefix(_ITEM_FIELD)] = text
        return body

    def check(self, body: object, items: Sequence[AskedItem]) -> Body:
        given = check_object(body, ("value", "verdicts"))
        # judges read these words: what files say of scores is of no help to them
        choice = f"choose a score from {self.low:g} to {self.high:g}"
        if "value" not in given:
            raise BodyError(pointer("value"), choice)
        value = check_number(given["value"], "value")
        try:
            self.scale.check(value)
        except InputError:
            steps = "" if self.step is None else f" in steps of {self.step:g}"
            raise BodyError(pointer("value"), f"{value:g} is not on the scale; {choice}{steps}") from None
        return {
            "value": round(value) if self._is_whole or value.is_integer() else value,
            "verdicts": _check_verdicts(given.get("verdicts", {}), items),
        }

    def numbers(self, body: Body, items: Sequence[AskedItem]) -> tuple[Number, ...]:
        (item,) = items
        points = Number(item.id, "points", self.scale.points(body["value"]))
        verdicts = body["verdicts"].values()
        if not verdicts:
            return (points,)
        wrong = sum(verdict != ITEM_CLASSES[0] for verdict in verdicts)
        return points, Number(item.id, "ier", 100 * wrong / len(verdicts))

    def renumbered(
        self, body: Body, number_of: Callable[[str], str], information_item_of: Callable[[str], str]
    ) -> Body:
        verdicts = body.get("verdicts")
        if not isinstance(verdicts, dict):
            return body
        return {**body, "verdicts": {information_item_of(item): verdict for item, verdict in verdicts.items()}}

    @property
    def width(self) -> float | None:
        return POINTS

    @property
    def _is_whole(self) -> bool:
        """Whether scores are multiples of a whole step; of 0.1, 0.3 is none for programs that count in binary."""
        return self.step is not None and self.step.is_integer() and (self.low / self.step).is_integer()

    @property
    def keys(self) -> tuple[Key, ...]:
        scores = (Key(key, "score", f"{value:g}") for key, value in score_keys(self.scale).items())
        return (*scores, *(Key(key, "item class", name) for key, name in CLASS_KEYS.items()))

    @property
    def project_keys(self) -> tuple[Key, ...]:
        """Keys of the pages of a project, where judged translations stand beside the question; at seats none do."""
        return (
            Key("↑", "nearest", "nearer of the nearest judged translations"),
            Key("↓", "nearest", "farther of the nearest judged translations"),
            Key("h", "differences", "show or hide the differences"),
        )


def _check_verdicts(verdicts: object, items: Sequence[AskedItem]) -> dict[str, str]:
    if not isinstance(verdicts, dict):
        raise BodyError(pointer("verdicts"), "expected an object with a class for each information item")
    known = {str(number): number for item in items for number in item.information_items}
    for number, verdict in verdicts.items():
        if number not in known:
            raise BodyError(
                pointer("verdicts", number),
                "this information item is not part of the source any more; it may have been cut anew",
            )
        if not isinstance(verdict, str) or verdict not in ITEM_CLASSES:
            raise BodyError(
                pointer("verdicts", number),
                f"the item class {str(verdict)[:50]!r} does not exist; there are {', '.join(ITEM_CLASSES)}",
            )
    return {number: verdicts[number] for number in sorted(verdicts, key=known.__getitem__)}

"""Ranking: two to five outputs of one source, the best first, ties allowed."""

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

_FIELD = "rank-"
_MOST = 5


@dataclass(frozen=True, kw_only=True)
class Ranking(Against):
    """The order of several outputs of one source; outputs that are equally good share a rank.

    `{"ranks": {"4": 2, "9": 2, "17": 1}}` puts output 17 first, and 4 and 9 after it. Ranks are kept without gaps.
    Of each output the numbers say which share of the others it beats, equals and loses to.
    """

    name: ClassVar[str] = "ranking"
    version: ClassVar[int] = 1
    title: ClassVar[str] = "order of several outputs, with ties"
    outputs: ClassVar[tuple[int, int]] = (2, _MOST)
    contexts: ClassVar[tuple[Context, ...]] = ("none", "before")
    seconds: ClassVar[float] = 45.0

    def schema(self) -> Mapping[str, Any]:
        ranks = {
            "type": "object",
            "propertyNames": {"pattern": "^(0|[1-9][0-9]*)$"},
            "additionalProperties": {"type": "integer", "minimum": 1, "maximum": _MOST},
        }
        return {"type": "object", "properties": {"ranks": ranks}, "required": ["ranks"], "additionalProperties": False}

    def read_form(self, fields: Iterable[tuple[str, str]]) -> Body:
        ranks = {
            name.removeprefix(_FIELD): typed_number(text) for name, text in fields if name.startswith(_FIELD) and text
        }
        return {"ranks": ranks} if ranks else {}

    def check(self, body: object, items: Sequence[AskedItem]) -> Body:
        given = check_object(body, ("ranks",))
        ranks = given.get("ranks")
        if not isinstance(ranks, dict):
            raise BodyError(pointer("ranks"), "give each output a rank, 1 for the best")
        names = {str(item.id): item.id for item in items}
        for name in ranks:
            if name not in names:
                raise BodyError(pointer("ranks", name), "this output is not part of the question")
        chosen = {}
        for name in sorted(names, key=names.__getitem__):
            if name not in ranks:
                raise BodyError(pointer("ranks", name), "give each output a rank, 1 for the best")
            rank = check_number(ranks[name], "ranks", name)
            if rank not in range(1, len(items) + 1):
                problem = f"{rank:g} is no rank; choose one from 1, the best, to {len(items)}"
                raise BodyError(pointer("ranks", name), problem)
            chosen[name] = int(rank)
        dense = {rank: place for place, rank in enumerate(sorted(set(chosen.values())), 1)}
        return {"ranks": {name: dense[rank] for name, rank in chosen.items()}}

    def renumbered(
        self, body: Body, number_of: Callable[[str], str], information_item_of: Callable[[str], str]
    ) -> Body:
        ranks = body.get("ranks", {})
        return {**body, "ranks": {number_of(name): rank for name, rank in ranks.items()}} if ranks else body

    def numbers(self, body: Body, items: Sequence[AskedItem]) -> tuple[Number, ...]:
        return shares({item.id: body["ranks"][str(item.id)] for item in items})

    @property
    def keys(self) -> tuple[Key, ...]:
        ranks = (Key(str(rank), "rank", str(rank)) for rank in range(1, _MOST + 1))
        return (*ranks, Key("=", "as good as the output above", "as good as the output above"))

    @property
    def moving_keys(self) -> tuple[Key, ...]:
        return Key("↑", "output", "previous output"), Key("↓", "output", "next output")


def shares(ranks: Mapping[int, int]) -> tuple[Number, ...]:
    """Of each output, which share of the others it beats, equals and loses to; a lower rank is better."""
    numbers = []
    others = len(ranks) - 1
    for item, rank in ranks.items():
        better, worse = (sum(other > rank for other in ranks.values()), sum(other < rank for other in ranks.values()))
        shared = {"win": better, "tie": others - better - worse, "loss": worse}
        numbers += [Number(item, name, count / others) for name, count in shared.items()]
    return tuple(numbers)

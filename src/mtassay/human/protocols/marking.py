"""What protocols share whose judges mark errors in the texts: sides, severities, the score, keys."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from mtassay.errors import SettingError
from mtassay.human.mqm import MqmWeights
from mtassay.human.protocols.against import Against
from mtassay.human.protocols.base import AskedItem, Body, BodyError, Context, Key, Reuse, typed_number
from mtassay.human.protocols.da import Da
from mtassay.human.protocols.spans import (
    SIDES,
    check_spans,
    quoted,
    read_spans,
    read_weights,
    severities_of,
    time_of,
    without_notes,
    write_weights,
)
from mtassay.human.scales import Scale
from mtassay.settings import setting

SCORE: Scale = Da.scale
_NEEDED = ("minor", "major")
_EMPTY_ROW = {"side": "target", "quote": "", "time": 1, "severity": "minor", "category": "", "note": ""}
_MORE_ROWS = 3
_MOST_ROWS = 99


@dataclass(frozen=True, kw_only=True)
class Marking(Against):
    """A protocol whose judges mark errors in one output, and in its source where they see it."""

    contexts: ClassVar[tuple[Context, ...]] = ("none", "before", "document")
    scale: ClassVar[Scale] = SCORE
    field: ClassVar[str] = "score"
    reuse: ClassVar[Reuse] = "on request"
    weights: str
    overlap: bool = setting(
        False, "whether errors of one side may overlap, as some other tools let them", hide_default=True
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        penalties = read_weights(self.weights)
        if not set(_NEEDED) <= set(penalties.weights):
            raise SettingError(f"{self.name}: weights={self.weights}: name those of minor and of major")
        object.__setattr__(self, "weights", write_weights(penalties))

    @cached_property
    def penalties(self) -> MqmWeights:
        """What errors cost."""
        return read_weights(self.weights)

    @property
    def severities(self) -> tuple[str, ...]:
        """How severe an error can be, the lightest first."""
        return severities_of(self.penalties)

    @property
    def width(self) -> float | None:
        return self.scale.high - self.scale.low if self.better == "higher" else None

    @property
    def marked_sides(self) -> tuple[str, ...]:
        return SIDES if self.shows_source else SIDES[:1]

    @property
    def has_score(self) -> bool:
        """Whether judges also give a score."""
        return True

    def rows(self, body: Body, source: str, text: str) -> list[dict[str, Any]]:
        """The marked errors of a body, begun or checked, by their words, and empty rows: for forms without script."""
        rows = []
        for span in body.get("spans", []):
            place = {key: span[key] for key in ("side", "start", "end", "missing") if key in span}
            try:
                (known,) = check_spans(
                    [{**place, "severity": _NEEDED[0]}], AskedItem(0, (), source, text), SIDES, _NEEDED
                )
            except BodyError:
                continue  # a draft may hold anything
            told = {name: span[name] for name in ("severity", "category", "note") if isinstance(span.get(name), str)}
            side = "missing" if known.get("missing") else known["side"]
            words = {"quote": quoted(known, source, text), "time": time_of(known, source, text)}
            rows.append({**_EMPTY_ROW, **told, "side": side, **words})
        return [*rows, *[_EMPTY_ROW] * _MORE_ROWS][:_MOST_ROWS]

    def without_comments(self, body: Body) -> Body:
        return without_notes(body)

    def read_form(self, fields: Iterable[tuple[str, str]]) -> Body:
        told = list(fields)
        body: Body = {}
        if (spans := read_spans(told)) is not None:
            body["spans"] = spans
        if self.has_score:
            body |= {name: typed_number(text) for name, text in told if name == "score" and text}
        return body

    @property
    def keys(self) -> tuple[Key, ...]:
        digits = (Key(digit, "digit of the score", digit) for digit in "0123456789") if self.has_score else ()
        return (
            Key("m", "mark the selection", "minor"),
            Key("M", "mark the selection", "major"),
            Key("z", "[MISSING]", "something of the source is missing"),
            *digits,
            Key("x", "remove the error", "remove the error"),
        )

    @property
    def moving_keys(self) -> tuple[Key, ...]:
        return (
            Key("Shift ←", "select", "select backwards; with Ctrl by words"),
            Key("Shift →", "select", "select; with Ctrl by words"),
            Key("←", "move", "back"),
            Key("→", "move", "on"),
            Key("↑", "move", "up, or to the source"),
            Key("↓", "move", "down, or to the translation"),
        )

"""Error span annotation: mark what is wrong, then give a score from 0 to 100 (Kocmi et al. 2024)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from mtassay.human.mqm import MarkedError
from mtassay.human.protocols.base import AskedItem, Body, Number, check_object
from mtassay.human.protocols.marking import SCORE, Marking
from mtassay.human.protocols.rating import check_whole, whole_schema
from mtassay.human.protocols.spans import check_spans, span_numbers, span_schema
from mtassay.settings import setting


@dataclass(frozen=True, kw_only=True)
class Esa(Marking):
    """Errors that are marked as minor or major, and then a score from 0 to 100 for all of the output.

    `{"spans": [{"side": "target", "start": 8, "end": 14, "severity": "minor"}], "score": 62}`. Offsets count code
    points, the end is excluded. `{"side": "target", "missing": true, "severity": "major"}` says that something is
    missing; a span of the source with `missing` says what. Errors of one side do not overlap.
    """

    name: ClassVar[str] = "esa"
    version: ClassVar[int] = 1
    title: ClassVar[str] = "marked errors, then a score, 0 to 100"
    seconds: ClassVar[float] = 40.0

    weights: str = setting("major=5,minor=1", "penalties of errors by severity")

    def schema(self) -> Mapping[str, Any]:
        return {
            "type": "object",
            "properties": {"spans": span_schema(self.severities, {}), "score": whole_schema(SCORE)},
            "required": ["spans", "score"],
            "additionalProperties": False,
        }

    def check(self, body: object, items: Sequence[AskedItem]) -> Body:
        given = check_object(body, ("spans", "score"))
        (item,) = items
        spans = check_spans(given.get("spans"), item, self.marked_sides, self.severities, may_overlap=self.overlap)
        return {"spans": spans, "score": check_whole(given, "score", SCORE)}

    def numbers(self, body: Body, items: Sequence[AskedItem]) -> tuple[Number, ...]:
        (item,) = items
        penalty = self.penalties.penalty(MarkedError(span["severity"]) for span in body["spans"])
        return (
            Number(item.id, "score", float(body["score"])),
            *span_numbers(item.id, body["spans"], self.severities),
            Number(item.id, "penalty", penalty),
        )

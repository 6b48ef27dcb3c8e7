"""Fluency: how well a text reads, on 1 to 5, by those who see nothing but the text."""

from dataclasses import dataclass
from typing import ClassVar

from mtassay.human.protocols.base import Context
from mtassay.human.protocols.rating import Rating
from mtassay.human.scales import SCALES, Scale


@dataclass(frozen=True, kw_only=True)
class Fluency(Rating):
    """How well an output reads as a text of its language, from 1, incomprehensible, to 5, flawless.

    Judges see neither source nor reference: whoever knows what is meant reads over what is said badly.
    `{"value": 4}`.
    """

    name: ClassVar[str] = "fluency"
    version: ClassVar[int] = 1
    title: ClassVar[str] = "how well it reads, 1 to 5"
    contexts: ClassVar[tuple[Context, ...]] = ("none", "document")
    """What comes before an output is shown by its source and reference, which are hidden here."""
    seconds: ClassVar[float] = 9.0
    scale: ClassVar[Scale] = SCALES["fluency"]

    @property
    def shows_source(self) -> bool:
        return False

"""Adequacy: how much of the meaning comes across, on 1 to 5."""

from dataclasses import dataclass
from typing import ClassVar

from mtassay.human.protocols.against import Against
from mtassay.human.protocols.rating import Rating
from mtassay.human.scales import SCALES, Scale


@dataclass(frozen=True, kw_only=True)
class Adequacy(Against, Rating):
    """How much of the meaning of the source or of a reference an output has, from 1, nothing, to 5, all of it.

    Where people judge fluency too, each judges it first: an output of which the meaning is known reads better.
    `{"value": 4}`.
    """

    name: ClassVar[str] = "adequacy"
    version: ClassVar[int] = 1
    title: ClassVar[str] = "how much of the meaning it has, 1 to 5"
    seconds: ClassVar[float] = 14.0
    scale: ClassVar[Scale] = SCALES["adequacy"]

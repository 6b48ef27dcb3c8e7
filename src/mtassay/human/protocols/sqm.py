"""Scalar quality metric: one number from 0 to 6, four of them in words (Freitag et al. 2021)."""

from dataclasses import dataclass
from typing import ClassVar

from mtassay.human.protocols.against import Against
from mtassay.human.protocols.rating import Rating
from mtassay.human.scales import Scale


@dataclass(frozen=True, kw_only=True)
class Sqm(Against, Rating):
    """How good an output is as a translation of its segment, from 0 to 6; every second step has words.

    Meant for outputs that stand in their document. `{"score": 5}`.
    """

    name: ClassVar[str] = "sqm"
    version: ClassVar[int] = 1
    title: ClassVar[str] = "quality with words, 0 to 6"
    seconds: ClassVar[float] = 14.0
    scale: ClassVar[Scale] = Scale(
        0,
        6,
        1,
        {
            0: "nonsense: hardly any meaning is kept",
            2: "some of the meaning is kept, important parts are not",
            4: "most of the meaning is kept, few mistakes of grammar",
            6: "the meaning and the grammar are perfect",
        },
    )
    field: ClassVar[str] = "score"

"""Direct assessment: one number from 0 to 100, on a slider that starts nowhere (Graham et al. 2013)."""

from dataclasses import dataclass
from typing import ClassVar

from mtassay.human.protocols.against import Against
from mtassay.human.protocols.base import Key
from mtassay.human.protocols.rating import Rating
from mtassay.human.scales import Scale


@dataclass(frozen=True, kw_only=True)
class Da(Against, Rating):
    """How well an output says what the source or a reference says, from 0 to 100.

    The slider has no place until the judge gives it one, so that no number is nearer than others. `{"score": 73}`.
    """

    name: ClassVar[str] = "da"
    version: ClassVar[int] = 1
    title: ClassVar[str] = "direct assessment, 0 to 100"
    seconds: ClassVar[float] = 13.0
    scale: ClassVar[Scale] = Scale(
        0,
        100,
        1,
        {
            0: "nothing of the meaning",
            33: "some of the meaning",
            66: "most of the meaning",
            100: "all of the meaning",
        },
    )
    field: ClassVar[str] = "score"

    @property
    def keys(self) -> tuple[Key, ...]:
        return (
            *(Key(digit, "digit of the score", digit) for digit in "0123456789"),
            Key("←", "lower or higher", "1 lower"),
            Key("→", "lower or higher", "1 higher"),
            Key("PageDown", "lower or higher", "10 lower"),
            Key("PageUp", "lower or higher", "10 higher"),
        )

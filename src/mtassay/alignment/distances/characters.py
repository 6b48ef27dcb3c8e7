"""`characters`: what share of their character n-grams two texts do not share."""

from dataclasses import dataclass
from typing import ClassVar

from mtassay._native import MAX_ORDER, Closeness, Tokenization
from mtassay.alignment.distances.base import NativeDistance
from mtassay.settings import setting


@dataclass(frozen=True, kw_only=True)
class Characters(NativeDistance):
    """1 - F of character n-grams, 0 to 1: forms of one word are close to each other, not just different words.

    F is chrF's with beta 1, so that neither text is the reference; white space does not count. Agrees with sacreBLEU's
    chrF at `beta=1`, as 1 - chrF / 100, where both texts have a character.
    """

    name: ClassVar[str] = "characters"
    title: ClassVar[str] = "character n-grams"
    is_share: ClassVar[bool] = True
    closeness: ClassVar[Closeness] = Closeness.NGRAMS

    order: int = setting(6, "the longest n-grams", low=1, high=MAX_ORDER)

    @property
    def tokenization(self) -> Tokenization:
        return Tokenization.CHARACTER

    @property
    def max_order(self) -> int:
        return self.order

"""What `edits` and `moves` share: the choice of what is edited."""

from dataclasses import dataclass

from mtassay._native import Tokenization
from mtassay.alignment.distances.base import NativeDistance
from mtassay.settings import setting


@dataclass(frozen=True, kw_only=True)
class TokenDistance(NativeDistance):
    """A number of changes to words, or to characters where a language writes no spaces."""

    unit: str = setting(
        "word", "what is changed; characters are those that are no white space", choices=("word", "character")
    )

    @property
    def tokenization(self) -> Tokenization:
        return Tokenization.CHARACTER if self.unit == "character" else Tokenization.NONE

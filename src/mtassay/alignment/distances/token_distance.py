"""What `edits` and `moves` share: the choice of what is edited."""

from collections.abc import Sequence
from dataclasses import dataclass

from mtassay._native import Segments, Tokenization
from mtassay.alignment.distances.base import NativeDistance
from mtassay.alignment.text_units import with_spaces
from mtassay.settings import setting


@dataclass(frozen=True, kw_only=True)
class TokenDistance(NativeDistance):
    """A number of changes to words, or to characters where a script has no spaces between words."""

    unit: str = setting(
        "word",
        "what is changed: words, which in scripts without spaces are characters, or all characters but white space",
        choices=("word", "character"),
    )

    @property
    def tokenization(self) -> Tokenization:
        return Tokenization.CHARACTER if self.unit == "character" else Tokenization.NONE

    def _segments(self, texts: Sequence[str]) -> Segments:
        return Segments(texts if self.unit == "character" else with_spaces(texts))

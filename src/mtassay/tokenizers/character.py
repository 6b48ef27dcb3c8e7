"""`char`: every character is a token."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from mtassay._native import Tokenization
from mtassay.tokenizers.base import NativeTokenizer


@dataclass(frozen=True, kw_only=True)
class Character(NativeTokenizer):
    """Separates every code point; a combining mark is a token of its own. Agrees with sacreBLEU's char."""

    name: ClassVar[str] = "char"
    tokenization: ClassVar[Tokenization] = Tokenization.CHARACTER

    def _tokenize(self, lines: Sequence[str]) -> list[str]:
        # the line as sacreBLEU shows it keeps its white space, which is no token
        return [" ".join(line) for line in lines]

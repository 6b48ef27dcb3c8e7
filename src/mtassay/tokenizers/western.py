"""`13a`: the tokenizer of mteval-v13a and of sacreBLEU's default."""

from dataclasses import dataclass
from typing import ClassVar

from mtassay._native import Tokenization
from mtassay.tokenizers.base import NativeTokenizer


@dataclass(frozen=True, kw_only=True)
class Western(NativeTokenizer):
    """Separates ASCII punctuation, but keeps decimal points, apostrophes and most hyphens.

    Also decodes the entities for quotes, ampersand and angle brackets. Agrees with sacreBLEU's 13a.
    """

    name: ClassVar[str] = "13a"
    tokenization: ClassVar[Tokenization] = Tokenization.WESTERN

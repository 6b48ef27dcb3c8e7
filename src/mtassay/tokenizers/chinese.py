"""`zh`: Chinese characters one by one, the rest as in 13a."""

from dataclasses import dataclass
from typing import ClassVar

from mtassay._native import Tokenization
from mtassay.tokenizers.base import NativeTokenizer


@dataclass(frozen=True, kw_only=True)
class Chinese(NativeTokenizer):
    """Separates each Chinese character and full-width mark; the rest as 13a without entities.

    Agrees with sacreBLEU's zh, its two mistyped rows included: curly quotes, arrows and
    mathematical signs are separated, ideographs of Extension B are not.
    """

    name: ClassVar[str] = "zh"
    tokenization: ClassVar[Tokenization] = Tokenization.CHINESE

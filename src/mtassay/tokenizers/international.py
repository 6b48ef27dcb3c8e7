"""`intl`: the international tokenizer of mteval-v14."""

from dataclasses import dataclass
from typing import ClassVar

from mtassay._native import Tokenization
from mtassay.tokenizers.base import NativeTokenizer


@dataclass(frozen=True, kw_only=True)
class International(NativeTokenizer):
    """Separates the punctuation and symbols of every script, but not those between numbers.

    A full stop after a number at the end of the line stays attached, as in mteval-v14 and
    sacreBLEU's intl, with which it agrees. Unicode categories follow the `regex` package.
    """

    name: ClassVar[str] = "intl"
    tokenization: ClassVar[Tokenization] = Tokenization.INTERNATIONAL

"""`none`: the text is tokenized already."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from mtassay.tokenizers.base import NativeTokenizer


@dataclass(frozen=True, kw_only=True)
class NoTokenizer(NativeTokenizer):
    """Leaves the line as it is; tokens are what white space separates. Agrees with sacreBLEU's none."""

    name: ClassVar[str] = "none"

    def _tokenize(self, lines: Sequence[str]) -> list[str]:
        return list(lines)

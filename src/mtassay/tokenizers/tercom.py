"""`tercom`: the tokenizer of the TER program."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from mtassay.settings import setting
from mtassay.tokenizers.base import Tokenizer

# In order. What tercom does to kana is left out: it asks for a line of nothing but kana, and by then a
# space stands at both ends of every line.
_WESTERN = [
    (re.compile("\n-"), ""),
    (re.compile("\n"), " "),
    (re.compile("&quot;"), '"'),
    (re.compile("&amp;"), "&"),
    (re.compile("&lt;"), "<"),
    (re.compile("&gt;"), ">"),
    (re.compile("^|$"), " "),
    (re.compile(r"[{-~\[-` -&(-+:-@/]"), r" \g<0> "),
    (re.compile("'s(?= )"), " 's"),
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])-"), r"\1 - "),
]
_ASIAN_MARKS = (
    "\u3001\u3002\u3008-\u3011\u3014-\u301f\u30fb\uff61-\uff65"
    "\uff01\uff02\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f"  # full width
)
_ASIAN = re.compile(
    "[\u2e80-\u2eff\u31c0-\u31ef\u3200-\u3f22\u3300-\u33ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f"
    + _ASIAN_MARKS
    + "]"
)
_PUNCTUATION = re.compile(r'[.,?:;!"()]')
_ASIAN_PUNCTUATION = re.compile(f"[{_ASIAN_MARKS}]")


@dataclass(frozen=True, kw_only=True)
class Tercom(Tokenizer):
    """Lower-cases and cuts at white space; can also separate or remove punctuation as tercom does.

    Agrees with sacreBLEU's tercom.
    """

    name: ClassVar[str] = "tercom"

    normalized: bool = setting(False, "decode entities and separate punctuation")
    no_punct: bool = setting(False, "remove punctuation")
    asian_support: bool = setting(False, "treat Chinese characters and full-width marks in the same way")
    case_sensitive: bool = setting(False, "keep the case")

    def prepare(self, lines: Sequence[str]) -> Sequence[str]:
        if not self.case_sensitive:
            lines = [line.lower() for line in lines]
        if self.normalized or self.no_punct:
            lines = [self._rewrite(line) for line in lines]
        return lines

    def _rewrite(self, line: str) -> str:
        if self.normalized and line:
            for pattern, replacement in _WESTERN:
                line = pattern.sub(replacement, line)
            if self.asian_support:
                line = _ASIAN.sub(r" \g<0> ", line)
        if self.no_punct:
            line = _PUNCTUATION.sub("", line)
            if self.asian_support:
                line = _ASIAN_PUNCTUATION.sub("", line)
        return line

"""Text that was decoded in the wrong encoding."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from mtassay.checks.base import Check
from mtassay.checks.finding import Finding
from mtassay.checks.text.segments import suspects
from mtassay.corpus.evalset import EvalSet
from mtassay.settings import setting

# what the bytes 0x80 to 0xBF of UTF-8 look like as Latin-1 and as Windows-1252
_CONTINUATION = "\x80-\xbf" + "".join(
    re.escape(bytes([byte]).decode("cp1252"))
    for byte in range(0x80, 0xA0)
    if byte not in (0x81, 0x8D, 0x8F, 0x90, 0x9D)
)
_SEQUENCE = re.compile(
    f"[\xc2-\xdf][{_CONTINUATION}]|[\xe0-\xef][{_CONTINUATION}]{{2}}|[\xf0-\xf4][{_CONTINUATION}]{{3}}"
)
_CERTAIN = re.compile("[ÃÂ]|â[€‚„\x80\x82\x84]|ï[¿»]|ðŸ|ð\x9f")
# U+0085 is left out: it is more often a line break than half of a wrongly decoded character
_DAMAGE = re.compile("[\ufffd\x80-\x84\x86-\x9f]")
# what is left of characters that an encoding lacks; not in addresses, where a question mark is one
_LOST = re.compile(r"(?:^|\s)[^\s/=?]*[^\W\d_]\?([^\W\d_])[^\s/=]*(?=\s|$)|\?{2,} \?{2,}")
# what every match of that has in it; a pattern that begins with a letter to be found is searched for in no time
_MAY_BE_LOST = re.compile(r"\?(?:[^\W\d_]|\? \?\?)")
_MAY_BE_DAMAGED = re.compile(f"[\ufffd\x80-\x84\x86-\x9f]|[\xc2-\xf4][{_CONTINUATION}]")


@dataclass(frozen=True, kw_only=True)
class Mojibake(Check):
    """Characters that come from reading UTF-8 as Latin-1 or Windows-1252: Ã¤ for ä, â€™ for ’.

    Suspicious sequences are encoded back and decoded as UTF-8; where that succeeds, they were mojibake. Replacement
    characters, question marks inside of words and control characters that no text has are damage as well, and cannot be
    undone.
    Read the original file as UTF-8 and write it again; do not mend the damage by hand.
    """

    name: ClassVar[str] = "mojibake"
    title: ClassVar[str] = "with mojibake"
    advice: ClassVar[str] = "decode the file as UTF-8, and write it again"
    needs: ClassVar[tuple[str, ...]] = ()

    severe_share: float = setting(0.002, "severe where it is found in more than this share of segments", low=0, high=1)

    def find(self, evalset: EvalSet) -> Iterator[Finding]:
        """Sources, references and every system."""
        yield from self.finding(evalset, "sources", None, _damaged(evalset.sources or ()))
        if evalset.references is not None:
            damaged: dict[int, str] = {}
            for index, told in _damaged(evalset.references.texts).items():
                segment = int(evalset.references.starts.searchsorted(index, side="right")) - 1
                damaged.setdefault(segment, told)
            yield from self.finding(evalset, "references", None, damaged)
        for name, outputs in evalset.systems.items():
            yield from self.finding(evalset, "systems", name, _damaged(outputs))


def _damaged(texts: Sequence[str]) -> dict[int, str]:
    told = {index: _tell_lost(text) for index, text in suspects(texts, _MAY_BE_LOST.search)}
    for index, text in enumerate(texts):  # one by one: among many texts one is not ASCII, and the pattern is slow
        if not text.isascii() and _MAY_BE_DAMAGED.search(text):
            told[index] = _tell(text) or told.get(index, "")
    return {index: told[index] for index in sorted(told) if told[index]}


def _tell(text: str) -> str:
    damage = _DAMAGE.search(text)
    if damage is not None and damage.group() == "\ufffd":
        return "a replacement character (U+FFFD)"
    sequences = [(match.group(), _mended(match.group())) for match in _SEQUENCE.finditer(text) if _is_odd(match)]
    mended = [(before, after) for before, after in sequences if after]
    # Some sequences are good text too: é…» closes a French quotation, ß“ a German one. Three different ones are not.
    certain = [pair for pair in mended if _CERTAIN.match(pair[0])]
    if certain or len(set(mended)) >= 3:
        before, after = (certain or mended)[0]
        return f"{before} for {after}"
    return f"a control character (U+{ord(damage.group()):04X})" if damage is not None else ""


def _tell_lost(text: str) -> str:
    for match in _LOST.finditer(text):
        if match[1] is None or match[1].islower():  # before a capital, it is the space that was lost
            return f"question marks for letters: {match.group().strip()}"
    return ""


def _is_odd(match: "re.Match[str]") -> bool:
    """Not where a word in capitals ends in Ã before a closing quotation mark, nor an accent before a French one."""
    sequence, before = match.group(), match.string[: match.start()][-1:]
    if sequence[0].isupper() and before.isupper() and len(sequence) == 2:
        return False
    return not (sequence[1] == "\xa0" and sequence[-1] in "«»")


def _mended(sequence: str) -> str:
    """What the sequence was before; empty where it is no UTF-8."""
    raw = bytearray()
    for character in sequence:
        try:
            raw += character.encode("cp1252")
        except UnicodeEncodeError:
            if ord(character) > 0xFF:
                return ""
            raw.append(ord(character))
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return ""

"""Texts as arrays of code points, and the script that each letter belongs to."""

import threading
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

NO_LETTER, COMMON = 0, 1
"""Codes that are no script: of what is no letter, and of letters that many scripts share."""
_UNKNOWN = 255
_BLOCK = 512

# The first word of a character's name is its script, but for these.
_NO_SCRIPTS = {
    *("COMBINING", "MODIFIER", "VARIATION", "IDEOGRAPHIC", "MUSICAL", "MATHEMATICAL", "DOUBLE-STRUCK"),
    *("BLACK-LETTER", "SCRIPT", "MASCULINE", "FEMININE", "MICRO", "KELVIN", "ANGSTROM", "OHM", "INFORMATION"),
    *("TURNED", "ALEF", "BET", "GIMEL", "DALET"),
}
_names = ["", "common"]
_codes: NDArray[np.uint8] | None = None
_filling = threading.Lock()


class Characters(NamedTuple):
    """The code points of a block of texts, one after the other with a line feed behind each.

    Text i of the block starts at `starts[i]`; `first` is the index of text 0 among all texts.
    """

    first: int
    points: NDArray[np.uint32]
    starts: NDArray[np.int64]


def blocks(texts: Sequence[str]) -> Iterator[Characters]:
    """All texts, some thousand at a time, so that no more than a block of code points is in memory."""
    for first in range(0, len(texts), _BLOCK):
        block = texts[first : first + _BLOCK]
        lengths = np.fromiter(map(len, block), np.int64, len(block)) + 1
        points = np.frombuffer(("\n".join(block) + "\n").encode("utf-32-le", "surrogatepass"), np.uint32)
        yield Characters(first, points, np.cumsum(lengths) - lengths)


def scripts(points: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """The code of each character's script; `script_name` says which that is."""
    global _codes
    if _codes is None:
        _codes = np.full(0x110000, _UNKNOWN, np.uint8)
    codes = _codes.take(points)
    if codes.size and codes.max() == _UNKNOWN:
        # names are looked up only for characters that occur: all of them would take half a second
        with _filling:
            for point in np.unique(points[codes == _UNKNOWN]).tolist():
                _codes[point] = _code(chr(point))
        codes = _codes.take(points)
    return codes


def script_name(code: int) -> str:
    """In words, such as `Cyrillic`."""
    return "Chinese characters" if _names[code] == "CJK" else _names[code].capitalize()


def script_code(name: str) -> int:
    """The code of a script by the first word of its characters' names, such as `CYRILLIC`."""
    if name not in _names:
        if len(_names) == _UNKNOWN:  # no text has so many scripts
            return COMMON
        _names.append(name)
    return _names.index(name)


def known_scripts() -> int:
    """How many codes there are by now."""
    return len(_names)


def _code(character: str) -> int:
    if unicodedata.category(character) not in ("Lu", "Ll", "Lt", "Lo", "Mn", "Mc"):
        return NO_LETTER
    words = unicodedata.name(character, "MODIFIER").split()
    word = words[1] if words[0] in ("HALFWIDTH", "FULLWIDTH") else words[0]
    return COMMON if word in _NO_SCRIPTS else script_code(word)

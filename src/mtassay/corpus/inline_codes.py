"""Text with codes in it, as translation memories and XLIFF have it: what is text, and what is code."""

import warnings
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mtassay.corpus.xml_reader import line_of, local_name, place
from mtassay.errors import InputError, MtassayWarning

if TYPE_CHECKING:
    from mtassay.corpus.xml_reader import Element

KEEP, DROP = "keep", "drop"
_EQUIVALENTS = ("equiv-text", "equiv")
_LAST_CHARACTER = 0x10FFFF


@dataclass
class InlineCodes:
    """Elements of these names are codes: left out, or kept as what stands in them. Of others the text counts.

    `separate` are names of elements whose text is no part of the sentence, such as footnotes: always left out.
    """

    codes: Collection[str]
    separate: Collection[str]
    keep: bool
    shown: str
    _found: list[int] = field(default_factory=list)

    def text(self, element: "Element") -> str:
        """The text of a segment."""
        if not len(element):
            return element.text or ""
        parts: list[str] = []
        before = len(self._found)
        self._collect(element, parts, inside=False)
        del self._found[before + 1 :]  # a segment counts once
        return "".join(parts)

    def _collect(self, element: "Element", parts: list[str], *, inside: bool) -> None:
        parts.append(element.text or "" if self.keep or not inside else "")
        for child in element:
            name = local_name(child)
            is_code = name in self.codes
            if name == "cp":
                parts.append(self._character(child))
            elif name in self.separate:
                pass
            elif is_code and self.keep and not len(child) and not child.text:
                parts.append(next((child.get(name, "") for name in _EQUIVALENTS if child.get(name)), ""))
            else:
                self._collect(child, parts, inside=inside or is_code)
            if is_code or name in self.separate:
                self._found.append(line_of(child))
            parts.append(child.tail or "" if self.keep or not inside else "")

    def _character(self, element: "Element") -> str:
        """XLIFF's way to write a character that XML cannot hold."""
        digits = element.get("hex", "")
        try:
            number = int(digits, 16) if len(digits) <= 8 else -1
        except ValueError:
            number = -1
        if not 0 < number <= _LAST_CHARACTER or 0xD800 <= number <= 0xDFFF:
            raise InputError(f"{place(element, self.shown)}: <cp hex={digits[:20]!r}>, which no text has; remove it")
        return chr(number)

    def note(self, format: str) -> None:
        """Say what was left out, once for the file."""
        if self._found and not self.keep:
            count = len(self._found)
            warnings.warn(
                f"{self.shown}: {count} text{'s' * (count > 1)} with inline codes, which are left out (the first in "
                f"line {self._found[0]}); to keep them: format={format}:codes=keep",
                MtassayWarning,
                stacklevel=5,
            )

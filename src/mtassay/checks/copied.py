"""Outputs that are their source."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from mtassay.checks.base import Check
from mtassay.checks.finding import Finding
from mtassay.checks.text.segments import reference_tuples, walk
from mtassay.corpus.evalset import EvalSet
from mtassay.settings import setting


@dataclass(frozen=True, kw_only=True)
class Copied(Check):
    """Outputs that repeat their source letter by letter, but for case and white space.

    Names, addresses and numbers are the same in many languages, so short texts are passed over, and so are
    those that a reference leaves as they are too. Look whether the system was asked to translate them; if
    references are copies, whether the right file was named.
    """

    name: ClassVar[str] = "copied"
    title: ClassVar[str] = "copied from the source"
    advice: ClassVar[str] = "not translated: translate again"
    needs: ClassVar[tuple[str, ...]] = ("sources",)
    needs_any: ClassVar[tuple[str, ...]] = ("systems", "references")

    min_letters: int = setting(12, "letters from which on a text is no mere name", low=0)

    def find(self, evalset: EvalSet) -> Iterator[Finding]:
        """References and every system."""
        sources = evalset.sources or ()
        copies = {
            index: ""
            for index, (source, references) in enumerate(zip(sources, reference_tuples(evalset), strict=True))
            if any(_is_copy(reference, source) for reference in references) and self._is_text(source)
        }
        advice = "is this really the file of the references?"
        yield from self.finding(evalset, "references", None, copies, advice=advice)
        for name in evalset.systems:
            copied = {
                index: ""
                for index, output, source, references in walk(evalset, name)
                if _is_copy(output, source)
                and self._is_text(source)
                and not any(_is_copy(reference, source) for reference in references)
            }
            yield from self.finding(evalset, "systems", name, copied)

    def _is_text(self, text: str) -> bool:
        """Long enough, and several words or of a script that has no spaces."""
        letters = sum(map(str.isalpha, text))
        return letters >= self.min_letters and (" " in text.strip() or not text.isascii())


def _is_copy(text: str, source: str) -> bool:
    if text == source:
        return True
    # texts that differ in length by more than a few spaces, or start otherwise, need not be folded
    if abs(len(text) - len(source)) > 2 + len(source) // 8:
        return False
    return text.lstrip()[:1].casefold() == source.lstrip()[:1].casefold() and _folded(text) == _folded(source)


def _folded(text: str) -> str:
    return "".join(text.split()).casefold()

"""Outputs in the source language."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from mtassay.checks.base import Check
from mtassay.checks.finding import Finding
from mtassay.checks.text.languages import languages_of
from mtassay.corpus.evalset import EvalSet
from mtassay.settings import setting


@dataclass(frozen=True, kw_only=True)
class Untranslated(Check):
    """Outputs in the language of the sources, whether copied or not: an answer, a comment, an error message.

    Sources and references of the whole test set say which sequences of three letters belong to which language; an
    output is found where its own lean clearly to the source language, more than its references do, and are usual
    there. Texts of a few words cannot be judged, nor can test sets of a page or less, nor two languages that are
    nearly the same. Translate these segments again.
    """

    name: ClassVar[str] = "untranslated"
    title: ClassVar[str] = "in the source language"
    advice: ClassVar[str] = "translate again"
    needs: ClassVar[tuple[str, ...]] = ("systems", "references", "sources")

    min_letters: int = setting(25, "letters from which on a language can be told", low=1)

    def find(self, evalset: EvalSet) -> Iterator[Finding]:
        """Every system."""
        languages = languages_of(evalset)
        for name in evalset.systems:
            untranslated = languages.in_source_language(name, self.min_letters).tolist()
            yield from self.finding(evalset, "systems", name, dict.fromkeys(untranslated, ""))

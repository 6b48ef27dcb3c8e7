"""Outputs in another language than the references."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.checks.base import Check
from mtassay.checks.finding import Finding
from mtassay.checks.text.languages import languages_of
from mtassay.corpus.evalset import EvalSet
from mtassay.settings import setting


@dataclass(frozen=True, kw_only=True)
class Language(Check):
    """Outputs, or large parts of them, that are not in the language of the references.

    The references of the whole test set say what sequences of three letters are usual in the target language; an
    output is odd where its own are far rarer there than those of the references are among themselves, and also
    rarer than those of its own references, which may be full of foreign names. Texts of a few words cannot be
    judged, nor can test sets of a page or less. What is in the source language is found by `untranslated`.
    Look at the segments: not a word is known here, only letters.
    """

    name: ClassVar[str] = "language"
    title: ClassVar[str] = "not in the language of the references, or not all of it"
    advice: ClassVar[str] = "translate again, into the right language"
    needs: ClassVar[tuple[str, ...]] = ("systems", "references")

    deviation: float = setting(5.0, "standard deviations above what is usual in the references", low=0)
    excess: float = setting(1.5, "bits a letter more than the references of the same segment have", low=0)
    min_letters: int = setting(25, "letters from which on a language can be told", low=1)

    def find(self, evalset: EvalSet) -> Iterator[Finding]:
        """Every system."""
        languages = languages_of(evalset)
        if not languages.knows_target:
            return
        for name in evalset.systems:
            judged = languages.judge(name)
            odd = np.flatnonzero((judged.letters >= self.min_letters) & (judged.from_target > self.deviation))
            odd = odd[judged.surprise[odd] > languages.of_references(odd).surprise + self.excess]
            foreign = set(odd.tolist()).difference(languages.in_source_language(name, self.min_letters).tolist())
            yield from self.finding(evalset, "systems", name, dict.fromkeys(foreign, ""))

"""Kept: names and numbers that should pass through a translation unchanged."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay.analyses.base import Counts, Line
from mtassay.analyses.counting.numbered_words import NumberedWords, matched_words
from mtassay.analyses.counting.view import View
from mtassay.analyses.figures import CountingAnalysis
from mtassay.analyses.measures import Ratio, RatioMeasure
from mtassay.metrics.base import Floats

_SHORTEST = 2


@dataclass(frozen=True, kw_only=True)
class Kept(CountingAnalysis):
    """How many names and numbers that source and reference share an output has too, to the letter.

    A word is asked for as often as both have it, if it has two characters or more, a capital or a digit among them.
    """

    name: ClassVar[str] = "kept"
    title: ClassVar[str] = "names and numbers kept"
    question: ClassVar[str] = "Does a system leave names and numbers as they are?"
    counts: ClassVar[str] = (
        "Words with a capital or a digit that stand to the letter in source and reference, and those of them that the "
        "output has."
    )
    blind_to: ClassVar[str] = (
        "Names that are spelled otherwise in the target language, and numbers that are written otherwise; so it says "
        "little of languages with different scripts."
    )
    paper: ClassVar[str] = "mtassay; after the look-up of unknown words in Neubig's compare-mt (2019)."
    needs: ClassVar[tuple[str, ...]] = ("sources", "references")

    def count(self, view: View) -> Iterator[Counts]:
        source = view.source_words()
        vocabulary = view.number_all()
        is_kind = np.array([_is_name_or_number(word) for word in vocabulary], dtype=bool)
        runs = [self._rows(view, run, source, is_kind) for run in range(len(view.runs))]
        recall = RatioMeasure(key="recall", title="% kept", ratios=(Ratio(("kept",), ("asked for",), 100),))
        yield Counts(
            title="Names and numbers kept",
            line_head="",
            size_head="asked for",
            columns=("kept", "asked for"),
            rows=np.stack(runs, axis=1),
            lines=(
                Line(
                    key="kept",
                    title="names and numbers",
                    about="Names and numbers",
                    measures=(recall,),
                    size=("asked for",),
                ),
            ),
        )

    @staticmethod
    def _rows(
        view: View, run: int, source: NumberedWords, is_kind: np.ndarray[tuple[int], np.dtype[np.bool_]]
    ) -> Floats:
        reference = view.reference_words(run)
        _, shared = matched_words(source, reference)
        shared = np.sort(shared[is_kind[reference.numbers[shared]]])
        asked = _some(reference, shared)
        _, kept = matched_words(view.output_words(run), asked)
        columns = [np.bincount(asked.texts[kept], minlength=len(view)), asked.lengths]
        return np.stack(columns, axis=1).astype(np.float64)


def _some(words: NumberedWords, places: np.ndarray[tuple[int], np.dtype[np.int64]]) -> NumberedWords:
    """Some of the words of texts, by their places in order."""
    lengths = np.bincount(words.texts[places], minlength=len(words))
    return NumberedWords(words.numbers[places], np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64))


def _is_name_or_number(word: str) -> bool:
    return len(word) >= _SHORTEST and any(
        character.isupper() or unicodedata.category(character) == "Nd" for character in word
    )

"""Terms of a glossary in a test set: where sources ask for them, and what outputs say instead."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mtassay._native import Segments, word_spans
from mtassay.analyses.counting.glossary import Glossary
from mtassay.analyses.counting.numbered_words import NumberedWords
from mtassay.analyses.counting.phrases import PhraseFinder
from mtassay.analyses.counting.view import SPLITTINGS, View
from mtassay.errors import InputError
from mtassay.metrics.base import Floats

Cell = tuple[int, int]
"""A segment and a term. A glossary may have more terms than fit into a table beside all segments."""


@dataclass(frozen=True, eq=False)
class TermCounts:
    """How often the source of a segment asks for a term, and which of its variants a text says, in their order."""

    asked: Mapping[Cell, int]
    said: Mapping[Cell, Sequence[int]]

    def rows(self, segments: int, terms: Sequence[int]) -> Floats:
        """For each segment how many terms are kept, said and asked for: of all terms, then of each of some.

        `(segments, 1 + terms, 3)`; a term is kept at most as often as it is asked for.
        """
        table = np.zeros((segments, 1 + len(terms), 3))
        lines = {term: line for line, term in enumerate(terms, start=1)}
        cells = [*self.asked, *(cell for cell in self.said if cell not in self.asked)]
        counts = np.array([self._counts(cell) for cell in cells]).reshape(-1, 3)
        places = np.array([(segment, lines.get(term, 0)) for segment, term in cells], dtype=np.intp).reshape(-1, 2)
        np.add.at(table[:, 0], places[:, 0], counts)
        own = places[:, 1] > 0
        table[places[own, 0], places[own, 1]] = counts[own]
        return table

    def _counts(self, cell: Cell) -> tuple[int, int, int]:
        asked, said = self.asked.get(cell, 0), len(self.said.get(cell, ()))
        return min(asked, said), said, asked


class TermFinder:
    """Finds the terms of a glossary in the sources and outputs of a view."""

    def __init__(self, view: View, glossary: Glossary, stemmer: str | None) -> None:
        source = view.source_words()
        vocabulary = view.number_all()
        sources = [term.source for term in glossary.terms]
        self._variants = [
            (number, place) for number, term in enumerate(glossary.terms) for place in range(len(term.targets))
        ]
        targets = [glossary.terms[number].targets[place] for number, place in self._variants]
        self._in_targets = PhraseFinder(_split(view, targets), vocabulary, stemmer)
        occurrences = PhraseFinder(_split(view, sources), vocabulary).find(source)
        self.asked: Mapping[Cell, int] = Counter((each.text, each.phrase) for each in occurrences)
        if not self.asked and view.is_whole:
            raise InputError(
                "glossary: none of its terms stands in the sources; is it the other way round, or for other languages?"
            )

    def commonest(self, most: int) -> list[int]:
        """The terms that are asked for most often; of equals those that come first."""
        totals: Counter[int] = Counter()
        for (_, term), count in self.asked.items():
            totals[term] += count
        return sorted(totals, key=lambda term: (-totals[term], term))[:most]

    def count(self, words: NumberedWords) -> TermCounts:
        """What texts of the target language say of all terms.

        Words that may stand for several terms are said once: for one that is still owed, or else for the first.
        """
        fitting: dict[tuple[int, int], dict[int, int]] = {}
        for occurrence in self._in_targets.find(words):
            term, variant = self._variants[occurrence.phrase]
            variants = fitting.setdefault((occurrence.text, occurrence.place), {})
            # two variants may be forms of the same words
            variants[term] = min(variant, variants.get(term, variant))
        owed = Counter(self.asked)
        said: dict[Cell, list[int]] = {}
        for (text, _), variants in sorted(fitting.items()):
            term = next((each for each in sorted(variants) if owed[text, each] > 0), min(variants))
            owed[text, term] -= 1
            said.setdefault((text, term), []).append(variants[term])
        return TermCounts(self.asked, said)


def _split(view: View, phrases: Sequence[str]) -> list[list[str]]:
    starts, spans = word_spans(Segments(phrases), SPLITTINGS[view.splitting])
    return [
        [phrase[begin:end] for begin, end in spans[starts[number] : starts[number + 1]].tolist()]
        for number, phrase in enumerate(phrases)
    ]

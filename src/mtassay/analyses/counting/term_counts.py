"""Terms of a glossary in a test set: where sources ask for them, and what outputs say instead."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mtassay._native import Segments, word_spans
from mtassay.analyses.counting.glossary import Glossary
from mtassay.analyses.counting.numbered_words import NumberedWords
from mtassay.analyses.counting.phrases import PhraseFinder
from mtassay.analyses.counting.view import SPLITTINGS, View
from mtassay.errors import InputError
from mtassay.metrics.base import Floats


@dataclass(frozen=True, eq=False)
class TermCounts:
    """How often each term is asked for by the sources, and what each text says of it.

    `required` is `(segments, terms)`. `said` maps a segment and a term to the variants that a text says, in order.
    """

    required: Floats
    said: dict[tuple[int, int], list[int]]

    @property
    def said_counts(self) -> Floats:
        """How often each segment says each term."""
        counts = np.zeros(self.required.shape)
        for (segment, term), variants in self.said.items():
            counts[segment, term] = len(variants)
        return counts

    @property
    def found(self) -> Floats:
        """As often as a term is asked for, at most."""
        return np.minimum(self.required, self.said_counts)


class TermFinder:
    """Finds the terms of a glossary in the sources and outputs of a view."""

    def __init__(self, view: View, glossary: Glossary, stemmer: str | None) -> None:
        self._view = view
        self._glossary = glossary
        source = view.source_words()
        vocabulary = view.number_all()
        sources = [term.source for term in glossary.terms]
        self._variants = [
            (number, place) for number, term in enumerate(glossary.terms) for place in range(len(term.targets))
        ]
        targets = [glossary.terms[number].targets[place] for number, place in self._variants]
        self._in_targets = PhraseFinder(_split(view, targets), vocabulary, stemmer)
        self.required: Floats = np.zeros((len(view), len(sources)))
        for occurrence in PhraseFinder(_split(view, sources), vocabulary).find(source):
            self.required[occurrence.text, occurrence.phrase] += 1
        if not self.required.any() and view.is_whole:
            raise InputError(
                "glossary: none of its terms stands in the sources; is it the other way round, or for other languages?"
            )

    def count(self, words: NumberedWords) -> TermCounts:
        """What texts of the target language say of all terms."""
        said: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for occurrence in self._in_targets.find(words):
            term, variant = self._variants[occurrence.phrase]
            said.setdefault((occurrence.text, term), []).append((occurrence.place, variant))
        ordered = {key: [variant for _, variant in sorted(places)] for key, places in said.items()}
        return TermCounts(self.required, ordered)


def _split(view: View, phrases: Sequence[str]) -> list[list[str]]:
    starts, spans = word_spans(Segments(phrases), SPLITTINGS[view.splitting])
    return [
        [phrase[begin:end] for begin, end in spans[starts[number] : starts[number + 1]].tolist()]
        for number, phrase in enumerate(phrases)
    ]

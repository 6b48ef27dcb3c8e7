"""Phrases in texts: where each of many stands, the longest first and none over another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from mtassay.alignment.stems import stem_words
from mtassay.analyses.counting.numbered_words import NumberedWords


@dataclass(frozen=True)
class Occurrence:
    """A phrase, by its number, that stands in a text from a place on."""

    text: int
    phrase: int
    place: int


class PhraseFinder:
    """Finds phrases in numbered texts.

    Case matters where a phrase has a capital. With a stemmer, phrases without capitals are found by their stems.
    """

    def __init__(self, phrases: Sequence[Sequence[str]], vocabulary: Sequence[str], stemmer: str | None = None) -> None:
        lower = [word.lower() for word in vocabulary]
        loose = lower if stemmer is None else stem_words(lower, stemmer, "terms")
        known: dict[str, int] = {}
        # of each word of the vocabulary the number of its loose form
        self._loose = np.array([known.setdefault(form, len(known)) for form in loose], dtype=np.int64)
        exact = {word: number for number, word in enumerate(vocabulary)}
        self._by_first: dict[tuple[bool, int], list[tuple[tuple[int, ...], int]]] = {}
        for number, words in enumerate(phrases):
            is_exact = any(character.isupper() for word in words for character in word)
            if is_exact:
                forms = [exact.get(word, -1) for word in words]
            else:
                own = list(words) if stemmer is None else stem_words(list(words), stemmer, "terms")
                forms = [known.get(form, -1) for form in own]
            if forms and min(forms) >= 0:  # a word that no text has
                self._by_first.setdefault((is_exact, forms[0]), []).append((tuple(forms), number))
        self._firsts = {
            is_exact: np.array(sorted(first for kind, first in self._by_first if kind == is_exact), dtype=np.int64)
            for is_exact in (True, False)
        }

    def find(self, words: NumberedWords) -> Iterator[Occurrence]:
        """All occurrences, text by text: longer ones first, and none over one that was taken."""
        matches: dict[int, list[tuple[int, int, int]]] = {}
        for is_exact, forms in ((True, words.numbers.astype(np.int64)), (False, self._loose[words.numbers])):
            for position in np.flatnonzero(np.isin(forms, self._firsts[is_exact])).tolist():
                text = int(words.texts[position])
                end = int(words.starts[text + 1])
                for phrase, number in self._by_first[is_exact, int(forms[position])]:
                    stop = position + len(phrase)
                    if stop <= end and tuple(forms[position:stop].tolist()) == phrase:
                        matches.setdefault(text, []).append((position - int(words.starts[text]), len(phrase), number))
        for text in sorted(matches):
            yield from _without_overlap(text, matches[text])


def _without_overlap(text: int, matches: Sequence[tuple[int, int, int]]) -> Iterator[Occurrence]:
    taken: dict[int, tuple[int, int]] = {}  # place of a word: the match that it belongs to
    for place, length, number in sorted(matches, key=lambda match: (-match[1], match[0], match[2])):
        own = (place, length)
        # several phrases may be the same words, and each is there
        if all(taken.get(word, own) == own for word in range(place, place + length)):
            taken.update(dict.fromkeys(range(place, place + length), own))
            yield Occurrence(text, number, place)

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


class _Index:
    """Phrases as numbers of words: by all their words, and by the first the lengths that there are."""

    def __init__(self) -> None:
        self.phrases: dict[tuple[int, ...], list[int]] = {}
        self.lengths: dict[int, set[int]] = {}

    def add(self, forms: tuple[int, ...], phrase: int) -> None:
        self.phrases.setdefault(forms, []).append(phrase)
        self.lengths.setdefault(forms[0], set()).add(len(forms))


class PhraseFinder:
    """Finds phrases in numbered texts.

    Case matters where a phrase has a capital. With a stemmer, phrases without capitals are found by their stems.
    """

    def __init__(self, phrases: Sequence[Sequence[str]], vocabulary: Sequence[str], stemmer: str | None = None) -> None:
        known: dict[str, int] = {}
        # of each word of the vocabulary the number of its loose form
        self._loose = np.array(
            [known.setdefault(form, len(known)) for form in _loose_forms(vocabulary, stemmer)], dtype=np.int64
        )
        exact = {word: number for number, word in enumerate(vocabulary)}
        own_words = list(dict.fromkeys(word for words in phrases for word in words))
        loose = dict(zip(own_words, _loose_forms(own_words, stemmer), strict=True))
        self._exact_index, self._loose_index = _Index(), _Index()
        for number, words in enumerate(phrases):
            is_exact = any(character.isupper() for word in words for character in word)
            forms = tuple(exact.get(word, -1) if is_exact else known.get(loose[word], -1) for word in words)
            if forms and min(forms) >= 0:  # else no text has a word of it
                (self._exact_index if is_exact else self._loose_index).add(forms, number)

    def find(self, words: NumberedWords) -> Iterator[Occurrence]:
        """All occurrences, text by text: longer ones first, and none over one that was taken."""
        matches: dict[int, list[tuple[int, int, int]]] = {}
        for index, numbers in ((self._exact_index, words.numbers), (self._loose_index, self._loose[words.numbers])):
            firsts = np.fromiter(index.lengths, dtype=np.int64, count=len(index.lengths))
            forms = numbers.tolist()
            for position in np.flatnonzero(np.isin(numbers, firsts)).tolist():
                text = int(words.texts[position])
                start, end = int(words.starts[text]), int(words.starts[text + 1])
                for length in index.lengths[forms[position]]:
                    if position + length <= end:
                        phrases = index.phrases.get(tuple(forms[position : position + length]), ())
                        for phrase in phrases:
                            matches.setdefault(text, []).append((position - start, length, phrase))
        for text in sorted(matches):
            yield from _without_overlap(text, matches[text])


def _loose_forms(words: Sequence[str], stemmer: str | None) -> list[str]:
    """Words in lower case, or their stems."""
    lower = [word.lower() for word in words]
    return lower if stemmer is None else stem_words(lower, stemmer, "terms")


def _without_overlap(text: int, matches: Sequence[tuple[int, int, int]]) -> Iterator[Occurrence]:
    taken: dict[int, tuple[int, int]] = {}  # place of a word: the match that it belongs to
    for place, length, number in sorted(matches, key=lambda match: (-match[1], match[0], match[2])):
        own = (place, length)
        # several phrases may be the same words, and each is there
        if all(taken.get(word, own) == own for word in range(place, place + length)):
            taken.update(dict.fromkeys(range(place, place + length), own))
            yield Occurrence(text, number, place)

"""What METEOR knows of words besides their letters: stems and synonyms, in the form that native code reads."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from mtassay._native import Matcher, Segments, WordRelations
from mtassay.alignment.resources.wordnet import open_wordnet
from mtassay.alignment.stems import NO_STEMMER, stem_words

MATCHERS = {"minimal": Matcher.MINIMAL, "nltk": Matcher.FROM_END}
_Numbers = NDArray[np.int64]
_NONE = np.zeros(0, np.int64)


def relate_words(words: Sequence[str], matcher: str, stemmer: str, wordnet: str, user: str) -> WordRelations:
    """Stems and synonyms among some words; `user` is what asks for them.

    Words are synonyms if they, or base forms of theirs, are in one synset. For NLTK's matcher they are if a synset of
    the hypothesis word, or of a base form of it, has the reference word itself; and where words were stemmed
    before, NLTK looks up their stems instead.
    """
    stems = starts = synonyms = _NONE
    looked_up = words
    if stemmer != NO_STEMMER:
        stemmed = stem_words(words, stemmer, user)
        stems = _number(stemmed)
        looked_up = stemmed if matcher == "nltk" else words
    if wordnet:
        several = _listed_synonyms(looked_up, wordnet) if matcher == "nltk" else _shared_synsets(looked_up, wordnet)
        starts, synonyms = _flattened(several)
    return WordRelations(Segments(words), stems, starts, synonyms)


def relate_stems_and_synsets(words: Sequence[str], stems: Sequence[str], wordnet: str) -> WordRelations:
    """Words with stems, or none, that are known already; where a WordNet is named, with those that share a synset."""
    starts = synonyms = _NONE
    if wordnet:
        starts, synonyms = _flattened(_shared_synsets(words, wordnet))
    return WordRelations(Segments(words), _number(stems), starts, synonyms)


def _flattened(several: Sequence[set[int]]) -> tuple[_Numbers, _Numbers]:
    """Where the numbers of each begin, and all of them in a row."""
    starts = np.cumsum([0, *map(len, several)], dtype=np.int64)
    return starts, np.fromiter((number for numbers in several for number in sorted(numbers)), np.int64, int(starts[-1]))


def _number(items: Iterable[str]) -> _Numbers:
    numbers: dict[str, int] = {}
    return np.fromiter((numbers.setdefault(item, len(numbers)) for item in items), np.int64)


def _shared_synsets(words: Sequence[str], folder: str) -> list[set[int]]:
    """For each word the numbers of those that share a synset with it."""
    wordnet = open_wordnet(folder)
    synsets = [set(wordnet.synsets(word)) for word in words]
    members: dict[object, list[int]] = {}
    for number, several in enumerate(synsets):
        for synset in several:
            members.setdefault(synset, []).append(number)
    return [{number for synset in several for number in members[synset]} for several in synsets]


def _listed_synonyms(words: Sequence[str], folder: str) -> list[set[int]]:
    """For each word the numbers of those that a synset of it has as they are written."""
    wordnet = open_wordnet(folder)
    numbers: dict[str, list[int]] = {}
    for number, word in enumerate(words):
        numbers.setdefault(word, []).append(number)
    return [
        {
            number
            for synset in set(wordnet.synsets(word))
            for other in wordnet.words_of(synset)
            for number in numbers.get(other, ())
        }
        for word in words
    ]

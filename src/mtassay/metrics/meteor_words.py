"""Texts as METEOR 1.5 reads them: normalised, as numbers of words, with what is known of each word."""

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from mtassay._native import Apostrophes, MeteorWords, Segments, Splitting, WordIndex, meteor_normalize
from mtassay.alignment.resources.meteor_data import MeteorData
from mtassay.alignment.resources.meteor_synonyms import MeteorSynonyms
from mtassay.alignment.resources.phrase_index import open_phrases
from mtassay.alignment.stems import stem_words

_APOSTROPHES = {"en": Apostrophes.RIGHT, "fr": Apostrophes.LEFT}
_BEYOND_TWO_BYTES = 0xFFFF

Number = TypeVar("Number", bound=np.generic)
Numbered = tuple[NDArray[np.int32], NDArray[np.int64]]
"""Numbers of the words of texts, and where those of each text begin."""


@dataclass(frozen=True)
class MeteorTools:
    """What a language offers on this machine, as far as it is asked for."""

    language: str
    normalize: str
    stages: tuple[str, ...]
    stemmer: str
    by_letters: bool
    data: MeteorData | None

    def normalized(self, texts: Sequence[str]) -> list[str]:
        """The texts as words between blanks."""
        if self.normalize == "no":
            return list(texts)
        if self.normalize == "lower":
            return [text.lower() for text in texts]
        always, before_numbers = self.data.prefixes(self.language) if self.data else ([], [])
        lines = meteor_normalize(
            Segments(texts),
            _APOSTROPHES.get(self.language, Apostrophes.ALONE),
            self.normalize != "nopunct",
            Segments(always),
            Segments(before_numbers),
        )
        return [line.lower() for line in lines]


class MeteorLexicon:
    """The words of a test set and of what is scored on it; grows with them, and serves many threads."""

    def __init__(self, tools: MeteorTools) -> None:
        self.tools = tools
        self._index = WordIndex(Splitting.BLANK)
        self._growing = threading.Lock()
        self._functions = tools.data.function_words() if tools.data else frozenset()
        self._synonyms: MeteorSynonyms | None = None
        if "synonym" in tools.stages and tools.data:
            self._synonyms = tools.data.synonyms(tools.language)
        table = tools.data.paraphrases(tools.language) if tools.data and "paraphrase" in tools.stages else None
        self._phrases = open_phrases(table) if table else None
        self._phrase_words = np.zeros(0, np.int32)
        self._stem_numbers: dict[str, int] = {}
        self._stems = np.zeros(0, np.int32)
        self._synset_starts = np.zeros(1, np.int64)
        self._synsets = np.zeros(0, np.int32)
        self._flags = np.zeros(0, np.uint8)
        self._sizes = np.zeros(0, np.int32)
        self._known: MeteorWords | None = None

    def number(self, texts: Sequence[str]) -> Numbered:
        """Texts that are normalised, as numbers."""
        return self._index.add(Segments(texts))

    def word(self, number: int) -> str:
        return self._index.words()[number]

    def known(self) -> MeteorWords:
        """What is known of all words that have numbers by now."""
        with self._growing:
            before = len(self._flags)
            if self._known is None or len(self._index) > before:
                self._learn(self._index.words()[before:])
                no_places = np.zeros(0, np.int64)
                self._known = MeteorWords(
                    self._stems,
                    self._synset_starts if self._synonyms else no_places,
                    self._synsets,
                    self._flags,
                    self._sizes,
                    self._phrase_words,
                    self._phrases,
                )
            return self._known

    def _learn(self, words: Sequence[str]) -> None:
        self._flags = _longer(self._flags, (word.lower() in self._functions for word in words))
        self._sizes = _longer(self._sizes, map(_letters, words) if self.tools.by_letters else [1] * len(words))
        if "stem" in self.tools.stages:
            numbers = self._stem_numbers
            stems = stem_words(words, self.tools.stemmer, "meteor")
            self._stems = _longer(self._stems, (numbers.setdefault(stem, len(numbers)) for stem in stems))
        if self._phrases:
            self._phrase_words = np.concatenate([self._phrase_words, self._phrases.words(Segments(words))])
        if self._synonyms:
            synsets = [self._synonyms.synsets(word) for word in words]
            ends = np.cumsum([len(several) for several in synsets], dtype=np.int64) + self._synset_starts[-1]
            self._synset_starts = np.concatenate([self._synset_starts, ends])
            self._synsets = _longer(self._synsets, (number for several in synsets for number in several))


@dataclass(frozen=True)
class MeteorReferences:
    """References as numbers of words; those of segment i begin at `groups[i]`."""

    lexicon: MeteorLexicon
    texts: Numbered
    groups: NDArray[np.int64]

    def __getitem__(self, index: slice) -> Self:
        return self.take(np.arange(*index.indices(len(self.groups) - 1)))

    def take(self, segments: NDArray[np.intp]) -> Self:
        """The same for some of the segments."""
        groups, which = _cut(self.groups, segments)
        starts, words = _cut(self.texts[1], which)
        return type(self)(self.lexicon, (self.texts[0][words], starts), groups)


def _cut(starts: NDArray[np.int64], chosen: NDArray[np.intp]) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """Where the items of some groups begin once they stand alone, and where they stood before."""
    lengths = np.diff(starts)[chosen]
    cut = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)])
    shift = np.repeat(starts[chosen] - cut[:-1], lengths)
    return cut, np.arange(cut[-1], dtype=np.intp) + shift


def _longer(array: NDArray[Number], more: Iterable[object]) -> NDArray[Number]:
    return np.concatenate([array, np.array(list(more), dtype=array.dtype)])


def _letters(word: str) -> int:
    """As Java counts them: those beyond the first 65,536 of Unicode are two."""
    return len(word) + sum(ord(letter) > _BEYOND_TWO_BYTES for letter in word)

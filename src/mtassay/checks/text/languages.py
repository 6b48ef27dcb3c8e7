"""How far the texts of a test set are from its two languages: what two checks want to know."""

from collections.abc import Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from mtassay.checks.text.profiles import Averages, Floats, Profile, Surprise, Table, average, trigrams
from mtassay.corpus.evalset import EvalSet

_ENOUGH = 2000
_FEW_LETTERS, _MANY_LETTERS = 15, 100
_MOST_BITS = 4.0
_SAMPLE = 5000

# In bits a letter, between texts of the one language and of the other; measured on outputs of 60 systems.
_APART = 1.0
_CLEARLY, _MORE = 0.6, 0.4  # of what lies between the languages
_USUAL = 4.0


class Usual:
    """What is usual in a language: how surprising its own texts are to its profile."""

    def __init__(self, letters: Floats, surprise: Floats) -> None:
        is_long = letters >= _FEW_LETTERS
        long, its_letters = (surprise[is_long], letters[is_long]) if is_long.any() else (surprise, letters)
        self._middle = np.median(long)
        self._spread = 1.4826 * np.median(np.abs(long - self._middle) * _weight(its_letters)) or 1.0

    def deviation(self, letters: Floats, surprise: Floats) -> Floats:
        """How many standard deviations above what is usual for so many letters."""
        return np.asarray((surprise - self._middle) * _weight(letters) / self._spread)


def _weight(letters: Floats) -> Floats:
    # means over more letters vary less, up to a point: topics and names belong to whole segments
    return np.sqrt(np.minimum(letters, _MANY_LETTERS))


class Judgment(NamedTuple):
    """Of each segment the number of letters, and where it stands between the languages.

    `surprise` is how rare its trigrams are in the target language, in bits, `from_target` how far that is from what
    is usual there. `leaning` is how much rarer they are there than in the source language, 0 without sources.
    """

    letters: Floats
    surprise: Floats
    from_target: Floats
    leaning: Floats


class OfReferences(NamedTuple):
    """Of the references of some segments."""

    surprise: Floats
    leaning: Floats


class Languages:
    """The target language as the references show it, and the source language as the sources do, if there are any."""

    def __init__(self, evalset: EvalSet) -> None:
        references = evalset.required_references
        sources = evalset.sources if evalset.sources is not None else []
        sample = _sample(references.texts)
        known = list(trigrams(sample))
        target = Profile(known if len(sample) == len(references.texts) else trigrams(references.texts))
        source = Profile(trigrams(sources)) if sources else None
        self.knows_target: bool = target.size >= _ENOUGH
        self.knows_both: bool = False
        self._references = references
        self._systems = evalset.systems
        self._judged: dict[str, Judgment] = {}
        by_target, by_others = Surprise(target), Surprise(target, without_own=True)
        self._tables: tuple[Table, ...] = (by_target,)
        self._reference_tables: tuple[Table, ...] = (by_others,)
        if source is not None:
            by_source = Surprise(source)
            self._source_table = by_source
            self._tables = by_target, _leaning(target, source, by_target, by_source)
            self._reference_tables = by_others, _leaning(target, source, by_others, by_source)
        letters, means = average(known, len(sample), *self._reference_tables)
        self._target = Usual(letters, means[0])
        if self.knows_target and source is not None and source.size >= _ENOUGH:
            by_others = Surprise(source, without_own=True)
            tables = by_others, _leaning(target, source, by_target, by_others)
            letters, (surprise, own) = _average(_sample(sources), *tables)
            self._source = Usual(letters, surprise)
            self._middle = float(np.median(means[1]))
            self._apart = float(np.median(own)) - self._middle
            self.knows_both = self._apart >= _APART

    def judge(self, system: str) -> Judgment:
        """The segments of a system."""
        if system not in self._judged:
            letters, means = _average(self._systems[system], *self._tables)
            surprise, leaning = _both(means)
            self._judged[system] = Judgment(letters, surprise, self._target.deviation(letters, surprise), leaning)
        return self._judged[system]

    def in_source_language(self, system: str, min_letters: int) -> NDArray[np.int64]:
        """The segments of a system that lean to the source language, and are usual there."""
        if not self.knows_both:
            return np.zeros(0, np.int64)
        judged = self.judge(system)
        leans = judged.leaning > self._middle + _CLEARLY * self._apart
        segments = np.flatnonzero((judged.letters >= min_letters) & leans)
        letters, (by_source,) = _average(
            [self._systems[system][index] for index in segments.tolist()], self._source_table
        )
        segments = segments[self._source.deviation(letters, by_source) < _USUAL]
        # the reference may be full of foreign names as well
        return segments[judged.leaning[segments] > self.of_references(segments).leaning + _MORE * self._apart]

    def of_references(self, segments: NDArray[np.int64]) -> "OfReferences":
        """Surprise and leaning of the references of some segments, or of the oddest where there are several."""
        lists = [self._references[index] for index in segments.tolist()]
        if not lists:
            return OfReferences(np.empty(0), np.empty(0))
        counts = np.fromiter(map(len, lists), np.int64, len(lists))
        means = _average([text for texts in lists for text in texts], *self._reference_tables).means
        starts = np.cumsum(counts) - counts
        return OfReferences(*(np.maximum.reduceat(values, starts) for values in _both(means)))


def _sample(texts: Sequence[str]) -> Sequence[str]:
    """Some thousand texts from all parts: enough to know what is usual."""
    return texts[:: 1 + len(texts) // _SAMPLE]


def _average(texts: Sequence[str], *tables: Table) -> Averages:
    return average(trigrams(texts), len(texts), *tables)


def _both(means: Sequence[Floats]) -> tuple[Floats, Floats]:
    """Surprise and leaning; without sources the first alone was computed, as to their language nothing leans."""
    return means[0], means[1] if len(means) > 1 else np.zeros_like(means[0])


def _leaning(target: Profile, source: Profile, by_target: Surprise, by_source: Surprise) -> Floats:
    """How much rarer each trigram is in the target than in the source language; 0 where it is in neither."""
    # a single name should not outweigh a sentence
    bits = np.clip(by_target.table - by_source.table, -_MOST_BITS, _MOST_BITS)
    return np.where((target.counts == 0) & (source.counts == 0), 0.0, bits)


_known: "WeakKeyDictionary[EvalSet, Languages]" = WeakKeyDictionary()


def languages_of(evalset: EvalSet) -> Languages:
    """What is known of a test set, worked out once for all checks that ask."""
    if evalset not in _known:
        _known[evalset] = Languages(evalset)
    return _known[evalset]

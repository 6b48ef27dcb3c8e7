"""Tables of phrases that may stand for each other: those of TERp, or of METEOR, in a file of the user.

The file is read from front to back for phrases whose words all occur; memory is that of those phrases.
"""

import math
import threading
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from mtassay._native import Segments, WeightedPhrases
from mtassay.alignment.resources.finding import ResourceKind, absolute_path, file_digest, file_state, find_resource
from mtassay.alignment.resources.text_lines import text_lines
from mtassay.errors import InputError

PHRASES = ResourceKind(
    name="phrases",
    title="a table of phrases",
    folder_names=("phrases.txt", "phrases.txt.gz", "paraphrase-en.gz"),
    carriers=(("pycocoevalcap", "meteor/data/paraphrase-en.gz"),),
    remedy="TERp's own was a file of its releases; METEOR's: pip install --no-deps pycocoevalcap",
)
_WHAT = "a table of phrases"
_FORMS = "'0.4 <p>caught fire</p> <p>burst into flames</p>', or METEOR's form: a number, a phrase and a phrase by line"


class _Line(NamedTuple):
    number: int
    probability: str
    reference: str
    hypothesis: str


class Phrases:
    """The phrases of a file as far as they were asked for."""

    def __init__(self, path: str, normalize: Callable[[str], str]) -> None:
        self._path = path
        self._normalize = normalize
        self._sought: frozenset[str] = frozenset()
        self._table = WeightedPhrases(Segments(()), Segments(()), np.zeros(0))
        self._reading = threading.Lock()
        self.is_of_meteor: bool = _is_of_meteor(path)
        self.dropped: int = 0
        """How many lines have a number of 0 or less, which has no logarithm; known once the file was read."""

    def table(self, texts: Iterable[str]) -> WeightedPhrases:
        """All phrases of which every word occurs in texts, normalized ones, of this call or an earlier one."""
        words = {word for text in texts for word in text.split()}
        with self._reading:
            if not words <= self._sought:
                sought = self._sought | words
                self._read(sought)
                self._sought = sought  # only now: a file that could not be read has to be read again
            return self._table

    def _read(self, sought: frozenset[str]) -> None:
        references, hypotheses, probabilities = [], [], []
        dropped = 0
        for line in _meteor_lines(self._path) if self.is_of_meteor else _terp_lines(self._path):
            probability = self._number(line)
            if probability <= 0:
                dropped += 1
                continue
            reference, hypothesis = self._words(line.reference), self._words(line.hypothesis)
            if not reference or not hypothesis:
                raise InputError(
                    f"{self._path}, line {line.number}: one of the phrases has no words; a line is {_FORMS}"
                )
            both = (reference, hypothesis)
            if reference != hypothesis and all(sought.issuperset(phrase.split()) for phrase in both):
                references.append(reference)
                hypotheses.append(hypothesis)
                probabilities.append(probability)
        self._table = WeightedPhrases(
            Segments(references), Segments(hypotheses), np.array(probabilities, dtype=np.float64)
        )
        self.dropped = dropped

    def _number(self, line: _Line) -> float:
        try:
            number = float(line.probability)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise InputError(
                f"{self._path}, line {line.number}: {line.probability[:40]!r} is not a number; a line is {_FORMS}"
            )
        return number

    def _words(self, phrase: str) -> str:
        """The phrase as texts are compared; most have no marks, and normalizing takes longer than all else."""
        words = phrase.lower().split()
        return " ".join(words) if "".join(words).isalnum() else self._normalize(phrase)


def open_phrases(path: str, normalize: Callable[[str], str]) -> Phrases:
    """The table in a file; what was read of it is kept until the file changes."""
    resource = find_resource(PHRASES, path)
    assert resource is not None  # what is named and missing is refused
    return _load(resource.path, normalize, file_state(resource.path))


def phrases_digest(path: str) -> str:
    """The start of the SHA-256 of a table, as it lies on disk."""
    return file_digest(absolute_path(path), _WHAT)


@lru_cache(maxsize=2)
def _load(path: Path, normalize: Callable[[str], str], state: tuple[int, ...]) -> Phrases:
    return Phrases(str(path), normalize)


def _is_of_meteor(path: str) -> bool:
    """Whether the first line is a number alone."""
    for _, line in text_lines(path, _WHAT):
        if line:
            return "<p>" not in line
    raise InputError(f"{path}: the file is empty; a line of a table of phrases is {_FORMS}")


def _terp_lines(path: str) -> Iterator[_Line]:
    """Lines of a number, or one for each direction, the reference's phrase and the hypothesis'."""
    for number, line in text_lines(path, _WHAT):
        if not line:
            continue
        numbers, *phrases = line.split("<p>")
        first, *others = numbers.split() or [""]
        ends = [phrase.rstrip().removesuffix("</p>") for phrase in phrases]
        if len(phrases) != 2 or len(others) > 1 or any(not phrase.rstrip().endswith("</p>") for phrase in phrases):
            raise InputError(f"{path}, line {number}: {line[:60]!r} is no line of a table of phrases, as in {_FORMS}")
        yield _Line(number, first, *ends)
        for other in others:
            yield _Line(number, other, *reversed(ends))


def _meteor_lines(path: str) -> Iterator[_Line]:
    """Three lines each: a number, a phrase, and one that may stand for it."""
    held: list[str] = []
    number = 0
    for number, line in text_lines(path, _WHAT):
        held.append(line)
        if len(held) == 3:
            yield _Line(number - 2, *held)
            held.clear()
    if any(held):
        raise InputError(f"{path}, line {number}: the file ends within an entry; it is cut off, copy it again")

"""The class of every word that is wrong: case, inflection, order, missing, extra, lexical."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mtassay._native import error_classes
from mtassay.alignment.stems import stem_words
from mtassay.analyses.counting.numbered_words import Ints, NumberedWords
from mtassay.analyses.counting.view import View
from mtassay.errors import InputError

CLASSES = ("case", "inflection", "order", "missing", "extra", "lexical")
"""What can be wrong with a word, by their numbers from 1; 0 is right."""

FIRST_FOUR = "four"
"""The base form that needs no stemmer: the first four letters."""

_NO_FORMS = np.zeros(0, dtype=np.int32)


@dataclass(frozen=True, eq=False)
class ErrorClasses:
    """Of the outputs of a run: the nearest reference of each, the edits to it, and the class of every word of both."""

    nearest: Ints
    edits: Ints
    output: NDArray[np.uint8]
    reference: NDArray[np.uint8]


def find_classes(view: View, run: int, base: str, *, case_apart: bool) -> ErrorClasses:
    """By Hjerson, with base forms of a stemmer or of the first letters; wrong case may be a class of its own."""
    return view.remember(
        ("classes", run, base, case_apart),
        lambda: _classes(view, run, _base_forms(view, base), _lower_forms(view) if case_apart else _NO_FORMS),
    )


def nearest_references(view: View, run: int) -> Ints:
    """Which of its references each output is nearest to by word error rate; of equals the first."""
    return _aligned(view, run).nearest


def error_rates(view: View, run: int) -> NDArray[np.float64]:
    """The word error rate of each output to its nearest reference; where that is empty 0 or 1."""
    edits, lengths = _aligned(view, run).edits, view.reference_words(run).lengths
    return np.where(lengths > 0, edits / np.maximum(lengths, 1), np.minimum(edits, 1))


def _aligned(view: View, run: int) -> ErrorClasses:
    """Where the classes do not matter: every word is its own base form."""
    return view.remember(
        ("aligned", run), lambda: _classes(view, run, np.arange(len(view.number_all()), dtype=np.int32), _NO_FORMS)
    )


def _classes(view: View, run: int, bases: NDArray[np.int32], folds: NDArray[np.int32]) -> ErrorClasses:
    output = view.output_words(run)
    references, starts = _own_references(view)
    try:
        classes = error_classes(
            output.numbers,
            output.starts,
            references.numbers,
            references.starts,
            starts,
            bases,
            folds,
            0,
        )
    except ValueError:
        raise _too_long(view, run, output, references, starts) from None
    return ErrorClasses(*classes)


def _too_long(view: View, run: int, output: NumberedWords, references: NumberedWords, starts: Ints) -> InputError:
    """Which segment has so many words that no memory would hold their comparison."""
    longest = np.maximum.reduceat(references.lengths, starts[:-1])
    place = int(np.argmax(longest * output.lengths))
    words = max(int(output.lengths[place]), int(longest[place]))
    return InputError(
        f"system {view.runs[run]}, segment {int(view.segments[place]) + 1}: {words:,} words, too long to compare; "
        "is a line a whole file?"
    )


def _own_references(view: View) -> tuple[NumberedWords, Ints]:
    """All references of the segments of a view, and where those of each begin."""
    starts = view.reference_starts()
    if view.is_whole:
        return view.all_references(), starts
    counts = np.diff(starts)[view.segments]
    own = np.concatenate([[0], np.cumsum(counts)])
    places = np.arange(own[-1]) - np.repeat(own[:-1], counts) + np.repeat(starts[:-1][view.segments], counts)
    return view.all_references().chosen(places), own


def _base_forms(view: View, base: str) -> NDArray[np.int32]:
    words = view.number_all()

    def make() -> NDArray[np.int32]:
        if base == FIRST_FOUR:
            return _numbers(word[:4] for word in words)
        return _numbers(stem_words([word.lower() for word in words], base, "errors"))

    # sources may be numbered later, and forms of different kinds must be of the same words
    return view.remember(("base forms", base, len(words)), make)


def _lower_forms(view: View) -> NDArray[np.int32]:
    words = view.number_all()
    return view.remember(("lower forms", len(words)), lambda: _numbers(word.lower() for word in words))


def _numbers(forms: Iterable[str]) -> NDArray[np.int32]:
    """Equal numbers for equal forms."""
    known: dict[str, int] = {}
    return np.array([known.setdefault(form, len(known)) for form in forms], dtype=np.int32)


def count_classes(classes: NDArray[np.uint8], words: NumberedWords) -> NDArray[np.float64]:
    """How many words of each class each segment has, `(segments, classes)`, without those that are right."""
    cells = words.texts * (len(CLASSES) + 1) + classes
    counts = np.bincount(cells, minlength=len(words) * (len(CLASSES) + 1))
    return counts.reshape(len(words), -1)[:, 1:].astype(np.float64)

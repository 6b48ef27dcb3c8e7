"""What filters ask of a view: lengths, labels, texts, scores, errors, n-grams, findings."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from mtassay._native import Segments, word_spans
from mtassay.analyses.counting.error_classes import CLASSES, count_classes, find_classes
from mtassay.analyses.counting.numbered_words import Ints, NumberedWords
from mtassay.analyses.counting.view import SPLITTINGS, View
from mtassay.analyses.errors import Errors
from mtassay.evaluation.metric_names import MetricNames
from mtassay.metrics.base import Floats


class ViewFields:
    """The segments of a whole test set as a filter sees them."""

    def __init__(self, view: View, members: Mapping[str, Sequence[str]]) -> None:
        evalset = view.evalset
        self._view = view
        self.size: int = len(evalset)
        self.labels: Mapping[str, Sequence[str]] = evalset.labels
        self.sources: Sequence[str] | None = evalset.sources
        self.references: Sequence[Sequence[str]] | None = evalset.references
        self.systems: Mapping[str, Sequence[str]] = evalset.systems
        self.runs: Mapping[str, Sequence[str]] = members
        self.metric_names: Sequence[MetricNames] = view.metric_names

    def numbers(self) -> Ints:
        """The numbers of the segments, from 1."""
        return np.arange(1, self.size + 1)

    def lengths(self) -> Ints:
        """The words of the references, of several of the first."""
        return self._view.reference_words().lengths

    def source_lengths(self) -> Ints:
        """The words of the sources."""
        return self._view.source_words().lengths

    def segment_scores(self, metric: str, system: str) -> Floats:
        """The score of each output."""
        return self._view.evidence(self._view.find_metric(metric)).score_units()[:, self._place(system)]

    def length_differences(self, system: str) -> Ints:
        """Words of outputs less those of their references."""
        run = self._place(system)
        return self._view.output_words(run).lengths - self._view.reference_words(run).lengths

    def error_counts(self, error_class: str, system: str) -> Ints:
        """How many words of each segment are of a class of errors, as the analysis `errors` counts them."""
        run = self._place(system)
        classes = find_classes(self._view, run, Errors().resolved_base(self._view), case_apart=True)
        is_missing = error_class == "missing"
        words = self._view.reference_words(run) if is_missing else self._view.output_words(run)
        counts = count_classes(classes.reference if is_missing else classes.output, words)
        return counts[:, CLASSES.index(error_class)].astype(np.int64)

    def ngram_counts(self, words: str, system: str) -> tuple[Ints, Ints]:
        """How often each output and its reference have an n-gram."""
        run = self._place(system)
        vocabulary = {word: number for number, word in enumerate(self._view.number_all())}
        _, spans = word_spans(Segments((words,)), SPLITTINGS[self._view.splitting])
        numbers = [vocabulary.get(words[begin:end], -1) for begin, end in spans.tolist()]
        return _occurrences(self._view.output_words(run), numbers), _occurrences(
            self._view.reference_words(run), numbers
        )

    def finding_mask(self, check: str, system: str) -> NDArray[np.bool_]:
        """The segments in which a check found something in the output."""
        return self._view.finding_mask(check, system)

    def _place(self, system: str) -> int:
        return self._view.runs.index(system)


def _occurrences(words: NumberedWords, ngram: Sequence[int]) -> Ints:
    """How often each text has some words in a row."""
    size = len(ngram)
    if not size:
        return np.zeros(len(words), dtype=np.int64)
    starts = np.flatnonzero(words.places + size <= words.lengths[words.texts])
    for step, number in enumerate(ngram):
        starts = starts[words.numbers[starts + step] == number]
    return np.bincount(words.texts[starts], minlength=len(words)).astype(np.int64)

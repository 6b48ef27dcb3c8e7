"""What the metrics share that match the longest common runs of words first."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mtassay._native import Segments, run_rows
from mtassay.alignment.matches import match_words
from mtassay.corpus.evalset import EvalSet
from mtassay.metrics.base import Floats
from mtassay.metrics.counted_metric import CountedMetric
from mtassay.metrics.explanation import Formula, Step, matching
from mtassay.metrics.reference_texts import ReferenceTexts, lowercased
from mtassay.tokenizers.base import Tokenizer, tokenizer

# what is counted for each reference
MATCHED, RUNS, SIZE, HYPOTHESIS, REFERENCE = range(5)


@dataclass(frozen=True)
class RunCounting:
    """All that decides which runs are found, and how large the matching is that they form."""

    lowercase: bool = True
    tokenize: str = "none"
    exponent: float = 1.0
    joined: bool = False


@dataclass(frozen=True, kw_only=True)
class RunMetric(CountedMetric[ReferenceTexts]):
    """Compares the hypothesis with each reference by itself, or with all of them joined; the best score counts."""

    places: ClassVar[int] = 4

    @property
    @abstractmethod
    def counting(self) -> RunCounting: ...

    @abstractmethod
    def rows_of(self, counts: Floats) -> Floats:
        """Rows from counts of one reference each: `(…, 5)` to `(…, k)`."""

    @property
    def _tokenizer(self) -> Tokenizer:
        return tokenizer(self.counting.tokenize)

    def _segments(self, texts: Sequence[str]) -> Segments:
        return Segments(self._tokenizer.prepare(lowercased(texts, self.counting.lowercase)))

    def prepare(self, evalset: EvalSet) -> ReferenceTexts:
        references = evalset.required_references
        return ReferenceTexts(self._segments(references.texts), references.starts)

    def count(self, hypotheses: Sequence[str], prepared: ReferenceTexts) -> Floats:
        """Counts `(segments, references, 5)`; where a segment has fewer references, its last one is repeated."""
        counted = run_rows(
            self._segments(hypotheses),
            prepared.texts,
            prepared.starts,
            self._tokenizer.tokenization,
            self.counting.exponent,
            self.counting.joined,
            self.threads,
        )
        if len(counted) == len(hypotheses):
            return counted[:, np.newaxis]
        starts, ends = prepared.starts[:-1, np.newaxis], prepared.starts[1:, np.newaxis]
        most = int((ends - starts).max())
        padded: Floats = counted[np.minimum(starts + np.arange(most), ends - 1)]
        return padded

    def explain(self, hypothesis: str, references: Sequence[str]) -> Iterator[Step]:
        if self.counting.joined and len(references) > 1:  # runs lie in several texts: no picture of two would show them
            yield from super().explain(hypothesis, references)
            return
        best = self.best_reference(hypothesis, references)
        texts = self._tokenizer.tokenize(lowercased([hypothesis, references[best]], self.counting.lowercase))
        words, reference = (text.split() for text in texts)
        which = "" if len(references) == 1 else f", with the best reference ({best + 1} of {len(references)})"
        matched = match_words(words, reference, "longest")
        yield matching(f"Words matched, the longest run first{which}", words, reference, matched)
        evalset = EvalSet([list(references)], warn_of_blanks=False)
        yield from self.formulas(self.stats([hypothesis], self.prepare(evalset))[0])

    @abstractmethod
    def formulas(self, sums: Floats) -> Iterator[Formula]:
        """The way from a row to its score."""

    def rows(self, counts: Floats) -> Floats:
        rows = self.rows_of(counts)
        if rows.shape[1] == 1:
            return np.ascontiguousarray(rows[:, 0])
        best = self.score(rows).argmax(axis=1)  # of equals the first
        chosen: Floats = rows[np.arange(len(rows)), best]
        return chosen
